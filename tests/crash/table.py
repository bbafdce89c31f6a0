"""The battles that are played while the process dies again and again, and who posts what in them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import Any

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.store.engine import open_engine
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import upgrade

WRITTEN_AT = datetime(2030, 1, 2, 18, 0, tzinfo=UTC)

_DUEL: dict[str, Any] = {
    "battle": {"name": "Zweikampf", "rounds": 999, "value": "any"},
    "teams": {
        "black": [{"figure": "Skeletor", "player": "kalle", "at": "F4"}],
        "white": [{"figure": "He-Man", "player": "anna", "at": "G4"}],
    },
}
_BLOWS = (
    ("kalle", "Skeletor: greift He-Man an"),
    ("anna", "He-Man: pariert"),
    # Refused, and its author is told why.
    ("kalle", "Skeletor: wartet"),
    ("anna", "He-Man: wartet"),
)
_PAUSE = (("kalle", "Skeletor: wartet"), ("anna", "He-Man: wartet"))


@dataclass(frozen=True, slots=True)
class OpenedBattle:
    """A battle that has been opened; the opening is shown under that nonce."""

    battle: int
    nonce: str


def open_battles(url: str, number: int) -> list[OpenedBattle]:
    """Bring the database to its shape and open so many duels in it."""
    engine = open_engine(url)
    upgrade(engine)
    keys = iter(f"key-{count}" for count in range(number))
    desk = Desk(Store(engine, FIGURE_TABLES), draw_key=lambda: next(keys))
    opened = []
    for at in range(number):
        battle = open_battle(desk, "motuc", _DUEL, "sl").battle
        for seat in ("kalle", "anna"):
            take_seat(desk, Form(battle, seat, (), Message(f"{battle}-{seat}", WRITTEN_AT), seat))
        opened.append(OpenedBattle(battle, f"key-{at}.opened"))
    desk.store.close()
    return opened


def orders() -> Iterator[tuple[str, str]]:
    """Yield the posts of the two players, one after the other: each needs that the ones before have counted."""
    for at in count():
        yield from _BLOWS if at % 3 == 0 else _PAUSE


def chatter() -> Iterator[tuple[str, str]]:
    """Yield what others post meanwhile: some of it counts and is not answered, some is refused."""
    for at in count():
        yield ("eve", f"Hallo, zum {at}. Mal!") if at % 3 else ("eve", "Skeletor: wartet")


def small_talk() -> Iterator[tuple[str, str]]:
    """Yield posts that count and are not answered."""
    return (("eve", f"Hallo, zum {at}. Mal!") for at in count())
