"""The process dies again and again: what was acknowledged is there, counts once and is answered once."""

import random
from itertools import cycle
from pathlib import Path

import pytest

from tests.crash.client import Client, Nursery, client
from tests.crash.points import AT_WORK
from tests.crash.verdict import faults, read_shown

_BATTLES = 4
_MOST_POSTS_IN_A_LIFE = 12


def die_often(playing: Client, deaths: int, chance: random.Random) -> None:
    """Let every second death be at a named point, the others at random."""
    points = cycle(AT_WORK)
    for number in range(deaths):
        if number % 2:
            playing.is_killed(chance.randrange(_MOST_POSTS_IN_A_LIFE), chance.random() * 0.02)
        else:
            playing.dies_at(next(points), chance.randint(1, 5))
    playing.finish()


def check(playing: Client, deaths: int) -> None:
    assert faults(playing) == []
    # Not in vain: there were so many deaths, each kind among them, and battles were played.
    assert playing.deaths.total() == deaths
    assert set(playing.deaths) == {*AT_WORK, "at random"}
    numbers = [given.number for given in playing.ledger.acknowledged.values() if given.number]
    assert len(numbers) > deaths
    assert len(read_shown(Path(playing.life.shown))) > deaths


def test_after_20_deaths_nothing_is_missing_and_nothing_is_there_twice(
    nursery: Nursery, database_url: str, tmp_path: Path
) -> None:
    playing = client(nursery, database_url, tmp_path, _BATTLES)
    die_often(playing, 20, random.Random(20))
    check(playing, 20)


@pytest.mark.soak
def test_after_200_deaths_nothing_is_missing_and_nothing_is_there_twice(
    nursery: Nursery, database_url: str, tmp_path: Path
) -> None:
    playing = client(nursery, database_url, tmp_path, 2 * _BATTLES)
    die_often(playing, 200, random.Random(200))
    check(playing, 200)
