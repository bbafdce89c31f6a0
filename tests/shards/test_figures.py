"""What one program manages (make soak): value, limit, ok or over; what is lost fails, what is slow is only told."""

from pathlib import Path
from statistics import quantiles
from time import perf_counter

import pytest

from tests.bench.measure import Measure
from tests.loopback.server import Server
from tests.operator.test_memory import needs_proc, peak
from tests.shards.driver import Driver
from tests.shards.field import desk_on, open_duels
from tests.shards.programs import programs
from tests.shards.verdict import faults, settled

_PACE, _SECONDS = 50, 60
_OPEN = 500


@pytest.mark.soak
@pytest.mark.alone
async def test_fifty_posts_a_second_for_a_minute(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    with desk_on(url) as desk:
        async with Server().running() as server:
            field = open_duels(server, desk, shards=1, battles=2 * _PACE)
            driver = Driver(field)
            async with programs(server, url, tmp_path, 0, count=1):
                waited = await driver.play_at(_PACE, _PACE * _SECONDS)
                await settled(field)
            assert len(driver.written) == _PACE * _SECONDS
            assert faults(field, driver.written) == []
    slowest = quantiles(waited, n=100)[-1]
    print(Measure(f"{_PACE} posts a second for {_SECONDS} s: 99 % of the replies", slowest, 1, "s").line())


@pytest.mark.soak
@pytest.mark.alone
@needs_proc
async def test_five_hundred_open_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As deploy/motuc-bot.service and the Dockerfile have it.
    monkeypatch.setenv("MALLOC_ARENA_MAX", "2")
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    with desk_on(url) as desk:
        async with Server().running() as server:
            field = open_duels(server, desk, shards=1, battles=_OPEN)
            driver = Driver(field)
            async with programs(server, url, tmp_path, 0, count=1) as (program,):
                # Nobody's last post is refused: who may have mended it would be read again.
                await driver.play(6 * _OPEN)
                await settled(field)
                await program.stop()
                asked, begun = len(server.asked), perf_counter()
                await program.start()
                await program.ready()
                ready, requests = perf_counter() - begun, len(server.asked) - asked
                await driver.play(_OPEN)
                await settled(field)
                taken = peak(program.pid)
            assert faults(field, driver.written) == []
    print(Measure(f"{_OPEN} open battles: ready again, with {requests} requests", ready, 5, "s").line())
    print(Measure(f"{_OPEN} open battles: memory at most", taken, 400, "MB").line())
