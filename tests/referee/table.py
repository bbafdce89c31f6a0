"""A desk on an empty database, and people who post there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.store.engine import open_engine
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import upgrade
from rules.core import Seat
from rules.motuc.commands import Enlist
from rules.motuc.words import FigureName, Team

START = datetime(2030, 1, 2, 18, 0, tzinfo=UTC)


class Clock:
    """A clock that goes on each time somebody looks."""

    def __init__(self, step: timedelta = timedelta(minutes=1)) -> None:
        self._now, self._step = START, step

    def __call__(self) -> datetime:
        self._now += self._step
        return self._now


def open_desk(url: str, step: timedelta = timedelta(minutes=1)) -> Desk:
    """Return a desk on the database, with keys and seeds that are the same each time, and a clock of such steps.

    Where something is sent, they must be small: what is being sent belongs to its sender for half a minute.
    """
    engine = open_engine(url)
    upgrade(engine)
    seeds = iter(bytes([number]) * 32 for number in range(1, 256))
    keys = iter(f"key-{number}" for number in count(1))
    return Desk(Store(engine, FIGURE_TABLES), Clock(step), lambda: next(seeds), lambda: next(keys))


@pytest.fixture
def desk(database_url: str) -> Iterator[Desk]:
    """Give a desk on each kind of database."""
    made = open_desk(database_url)
    yield made
    made.store.close()


@pytest.fixture
def sqlite_desk(tmp_path: Path) -> Iterator[Desk]:
    """Give a desk on SQLite alone, for what does not depend on the database."""
    made = open_desk(f"sqlite:///{tmp_path / 'another.db'}")
    yield made
    made.store.close()


@dataclass(slots=True)
class Thread:
    """The thread of one battle; each post is a message of its own."""

    desk: Desk
    battle: int
    _messages: int = field(default=0)

    def message(self) -> Message:
        """Return the next message."""
        self._messages += 1
        return Message(f"{self.battle}-{self._messages}", START + timedelta(minutes=self._messages))

    def post(self, person: str, text: str, *, private: bool = False, message: Message | None = None) -> Answer:
        """Post as a person."""
        given = message or self.message()
        return post(self.desk, NewPost(self.battle, person, text, given, private=private))

    def play(self, posts: Sequence[tuple[str, str]]) -> list[Answer]:
        """Post one after the other; each must count."""
        answers = [self.post(person, text) for person, text in posts]
        assert [answer.lines for answer in answers if not answer.accepted] == []
        return answers


DUEL: dict[str, Any] = {
    "battle": {"name": "Zweikampf", "rounds": 6, "value": "any"},
    "teams": {
        "black": [{"figure": "Skeletor", "player": "kalle", "at": "F4"}],
        "white": [{"figure": "He-Man", "player": "anna", "at": "G4"}],
    },
}
WATCHED = {"battle": {"name": "Aufstellung", "rounds": 3}}


def duel(desk: Desk) -> Thread:
    """Open a battle of two figures that stand side by side; `kalle` has black, `anna` white, `sl` is the master."""
    opened = open_battle(desk, "motuc", DUEL, "sl")
    thread = Thread(desk, opened.battle)
    for seat in ("kalle", "anna"):
        sit(desk, thread, seat)
    return thread


def sit(desk: Desk, thread: Thread, seat: str) -> None:
    """Let the person of that name sit on the seat of that name, without figures."""
    take_seat(desk, Form(thread.battle, seat, (), thread.message(), seat))


def enlisted(figure: str, team: Team, seat: str, *armoury: str) -> Enlist:
    """Return the order to take a figure into a team."""
    return Enlist(FigureName(figure), team, Seat(seat), armoury)  # type: ignore[arg-type]
