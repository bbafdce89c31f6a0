"""The real program is killed again and again: what was written counts once and is answered once, in order."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.loopback.hooks import Hook
from tests.outages.books import Books
from tests.outages.lives import Death, Lives, lives
from tests.outages.played_on import Played, begun

_MESSAGES = r"/channels/\d+/messages"
# At which request the program dies, and whether Discord has got it.
_MOMENTS = (
    ("POST", f"{_MESSAGES}$", False),
    ("POST", f"{_MESSAGES}$", True),
    ("PUT", "/reactions/", False),
    ("PUT", "/reactions/", True),
    ("PATCH", f"{_MESSAGES}/", True),
    ("GET", f"{_MESSAGES}$", True),
)
_BATTLES = 2
_MOST_POSTS_IN_A_LIFE, _PATIENCE = 12, 2.0


def _deadly(life: Lives, chance: Random, method: str, path: str, *, stored: bool) -> Hook:
    """Let one of the next such requests be the last; while the program catches up there is only one a thread."""
    after = chance.randrange(4) if method != "GET" else 0
    hook = life.server.hooks.delay(Death(life), method, path, after=after)
    if not stored:
        life.server.hooks.lose(method, path, after=after)
    return hook


async def _write_until_it_is_dead(life: Lives, played: Sequence[Played], chance: Random) -> None:
    """Let people write until it dies, but not for ever: then it is killed by hand."""
    for _ in range(_MOST_POSTS_IN_A_LIFE):
        if not life.alive:
            break
        chance.choice(played).write()
        await asyncio.sleep(chance.random() * 0.1)
    else:
        await life.dies_by_itself(_PATIENCE)
    life.kill()
    await life.over()


async def _dies(life: Lives, played: Sequence[Played], chance: Random, number: int) -> None:
    """Let it die in one of the ways, and let everybody write while it is dead."""
    at = number % (len(_MOMENTS) + 1)
    if at == len(_MOMENTS):
        asyncio.get_running_loop().call_later(chance.random(), life.kill)
    else:
        method, path, stored = _MOMENTS[at]
        _deadly(life, chance, method, path, stored=stored)
        if method == "GET":
            # It dies while the next life catches up with what was written meanwhile.
            life.kill()
            await life.over()
            played[0].write()
            await life.begin()
    await _write_until_it_is_dead(life, played, chance)
    for one in played:
        one.write()


async def die_often(folder: Path, deaths: int, seed: int) -> None:
    chance = Random(seed)
    async with lives(folder) as (house, life):
        played = await begun(house, _BATTLES, chance)
        for number in range(deaths):
            await _dies(life, played, chance, number)
            life.server.hooks.clear()
            await life.begin()
        with suppress(TimeoutError):
            await house.settled()
        for one in played:
            one.write()
        # What is missing for ever is told below.
        with suppress(TimeoutError):
            await house.settled()
        assert life.deaths >= deaths
        assert sum(len(one.posts) for one in played) > deaths
        assert Books(house, died=True).faults() == []


async def test_after_seven_deaths_nothing_is_missing_and_nothing_is_there_twice(tmp_path: Path) -> None:
    await die_often(tmp_path, 7, 7)


@pytest.mark.soak
async def test_after_60_deaths_nothing_is_missing_and_nothing_is_there_twice(tmp_path: Path) -> None:
    await die_often(tmp_path, 60, 60)
