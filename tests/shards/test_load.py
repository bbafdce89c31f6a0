"""Several programs on one database under load: nothing lost, nothing twice, in order; and how much they manage."""

from pathlib import Path
from statistics import median

import pytest

from motuc_bot.referee.desk import Desk
from tests.bench.measure import Measure
from tests.databases import PostgresServer
from tests.loopback.server import Server
from tests.shards.driver import Driver
from tests.shards.field import desk_on, open_duels
from tests.shards.programs import programs
from tests.shards.verdict import faults, settled

# So much more than one program four shall manage on two cores.
_GAIN = 1.2


async def played(desk: Desk, url: str, folder: Path, *, processes: int, battles: int, posts: int) -> float:
    """Play so many posts with so many programs, and return how many a second were answered."""
    async with Server().running() as server:
        field = open_duels(server, desk, shards=processes, battles=battles)
        driver = Driver(field)
        async with programs(server, url, folder, *range(processes), count=processes):
            seconds = await driver.play(posts)
            await settled(field)
        assert faults(field, driver.written) == []
    assert len(driver.written) == posts
    waited = sorted(driver.waited)
    print(
        f"{processes} programs, {battles} battles, {posts} posts: {posts / seconds:.1f} a second,"
        f" answered in {median(waited):.2f} s, 99 % within {waited[len(waited) * 99 // 100]:.2f} s"
    )
    return posts / seconds


async def test_four_programs_play_twenty_battles(postgres_desk: Desk, postgres_url: str, tmp_path: Path) -> None:
    await played(postgres_desk, postgres_url, tmp_path, processes=4, battles=20, posts=2_000)


@pytest.mark.soak
@pytest.mark.alone
async def test_four_programs_play_two_hundred_battles(postgres_server: PostgresServer, tmp_path: Path) -> None:
    """Beside what one of them manages on the same database; how much that is decides nothing here."""
    managed = {}
    for processes, posts in ((1, 4_000), (4, 20_000)):
        url, folder = postgres_server.emptied(), tmp_path / str(processes)
        folder.mkdir()
        with desk_on(url) as desk:
            managed[processes] = await played(desk, url, folder, processes=processes, battles=200, posts=posts)
    # Smaller is better: the time that four take of what one takes.
    share = managed[1] / managed[4]
    print(Measure(f"four programs' time, of one's ({1 / share:.2f} × as many posts)", share, 1 / _GAIN, "").line())
