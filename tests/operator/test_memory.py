"""How much memory bot and page take, as an operator starts them, with a hundred battles under way (make soak)."""

import os
import re
from contextlib import closing
from pathlib import Path

import pytest

from motuc_bot.referee.guild_settings import change_guild
from tests.loopback.apart import house_apart
from tests.loopback.motuc import House
from tests.loopback.server import Server
from tests.referee.table import duel, open_desk
from tests.table.test_serving import served

BATTLES, MOST_MEGABYTES = 100, 200
needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")


def child() -> int:
    """Return the id of the program that runs in a process of its own."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            parent = re.search(r"^PPid:\t(\d+)$", (entry / "status").read_text(), re.MULTILINE)
            if parent is not None and int(parent[1]) == os.getpid() and b"motuc_bot\0bot" in _command(entry):
                return int(entry.name)
    raise AssertionError("no bot runs")


def _command(entry: Path) -> bytes:
    return (entry / "cmdline").read_bytes()


def peak(process: int) -> float:
    """Return the most memory that a process has had at once, in megabytes."""
    found = re.search(r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024 / 1_000_000


async def play_a_bit(house: House, number: int) -> None:
    """Bring a battle of two new people to an attack, and let both look at the board."""
    thread = await house.open(name=f"Schlacht {number}")
    black, white = f"kalle{number}", f"anna{number}"
    await thread.uses(black, "/schlacht beitreten", seite="black", figur="Clawful")
    await thread.uses(white, "/schlacht beitreten", seite="white", figur="Buzz-Off")
    await thread.uses("meister", "/schlacht start")
    for name, start in ((black, "Clawful: Start A3"), (white, "Buzz-Off: Start H3")):
        house.person(name).dm(start)
        await house.settled()
    attack = house.person(black).says(thread.channel, "Clawful: geht nach G3, greift Buzz-Off an\nfertig")
    await house.settled()
    assert attack.marks() == ["✅"], thread.channel.texts()[-1]
    assert "Buzz-Off" in await thread.uses(white, "/lage")


@pytest.mark.soak
@pytest.mark.alone
@needs_proc
def test_the_page_shows_as_many_in_as_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "2")
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    desk = open_desk(url)
    with closing(desk.store):
        desk.draw_seed = lambda: bytes(32)
        for _ in range(BATTLES):
            duel(desk).play([("kalle", "Skeletor: greift He-Man an\nfertig"), ("anna", "Au!")])
    with served(url) as page:
        page.wait_for("Zum Beenden")
        begun = peak(page.process.pid)
        assert {page.get(f"/schlacht/{number}")[0] for number in range(1, BATTLES + 1)} == {200}
        taken = peak(page.process.pid)
    print(f"the page began with {begun:.0f} MB, {BATTLES} battles: {taken:.0f} MB at most")
    assert taken < MOST_MEGABYTES


@pytest.mark.soak
@pytest.mark.alone
@needs_proc
async def test_a_hundred_battles_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As deploy/motuc-bot.service and the Dockerfile have it.
    monkeypatch.setenv("MALLOC_ARENA_MAX", "2")
    async with Server().running() as server:
        guild = server.world.add_guild("Eternia", server.world.add_user("Grayskull"))
        async with house_apart(server, tmp_path, guild) as house:
            bot = child()
            begun = peak(bot)
            change_guild(house.desk, guild.id, {"most_open": 2 * BATTLES})
            for number in range(BATTLES):
                await play_a_bit(house, number)
            taken = peak(bot)
        assert server.faults == []
    print(f"begun with {begun:.0f} MB, {BATTLES} battles: {taken:.0f} MB at most")
    assert taken < MOST_MEGABYTES
