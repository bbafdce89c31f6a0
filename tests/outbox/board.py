"""An outbox on each kind of database, a front that keeps in memory what it has shown, and a clock that is set."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from motuc_bot.outbox.sender import Sender
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.store import battles, health, outbox
from motuc_bot.store.battles import NewBattle
from motuc_bot.store.engine import open_engine
from motuc_bot.store.outbox import Delivery, NewDelivery
from motuc_bot.store.store import Store
from motuc_bot.store.tables import OUTBOX
from motuc_bot.store.upgrade import upgrade

START = datetime(2030, 1, 2, 18, 0, tzinfo=UTC)


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self._now = START

    def __call__(self) -> datetime:
        return self._now

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)


class Board:
    """A front that shows deliveries on a list; `faults` are raised instead, one for each attempt."""

    def __init__(self) -> None:
        self.shown: list[Delivery] = []
        self.faults: dict[str, list[Exception]] = defaultdict(list)
        self.looked_for: list[str] = []
        # Whoever sends one of these hangs after showing it.
        self.hang: set[str] = set()
        self.hanging = asyncio.Event()

    async def send(self, delivery: Delivery) -> str:
        """Show it."""
        await asyncio.sleep(0)
        if self.faults[delivery.nonce]:
            raise self.faults[delivery.nonce].pop(0)
        self.shown.append(delivery)
        if delivery.nonce in self.hang:
            self.hanging.set()
            await asyncio.Event().wait()
        return f"m-{delivery.nonce}"

    async def find(self, delivery: Delivery) -> str | None:
        """Look whether it is shown."""
        self.looked_for.append(delivery.nonce)
        return next((f"m-{one.nonce}" for one in self.shown if one.nonce == delivery.nonce), None)

    @property
    def nonces(self) -> list[str]:
        """What is shown, in order."""
        return [delivery.nonce for delivery in self.shown]


@dataclass(slots=True)
class Outbox:
    """An outbox with its battles."""

    url: str
    store: Store
    clock: Clock = field(default_factory=Clock)

    def sender(self, board: Board) -> Sender:
        """Return a sender."""
        return Sender(self.store, board, self.clock)

    def battle(self) -> int:
        """Keep a battle and return its number."""
        with self.store.writing() as connection:
            count = len(battles.all_battles(connection))
            new = NewBattle(f"key-{count}", "motuc", 1, "Schlacht", "{}", "setup", over=False, version=0, at=START)
            return battles.insert_battle(connection, new)

    def put(self, battle: int, *nonces: str, person: str | None = None) -> None:
        """Put deliveries in."""
        new = [NewDelivery(person, "answer", '{"lines": ["geheim"]}', nonce) for nonce in nonces]
        with self.store.writing() as connection:
            outbox.insert(connection, battle, None, new, self.clock())

    def row(self, nonce: str) -> sa.Row[tuple[object, ...]]:
        """Return all that is kept of a delivery."""
        with self.store.reading() as connection:
            return connection.execute(sa.select(*OUTBOX.c).where(OUTBOX.c.nonce == nonce)).one()

    def dead(self) -> list[tuple[str, str]]:
        """Return what can never be sent, with the reason."""
        with self.store.reading() as connection:
            return [(letter.nonce, letter.fault) for letter in health.dead_letters(connection)]


def open_outbox(url: str) -> Outbox:
    """Return the outbox of a database, as a process of its own would have it."""
    engine = open_engine(url)
    upgrade(engine)
    return Outbox(url, Store(engine, FIGURE_TABLES))


@pytest.fixture
def box(database_url: str) -> Iterator[Outbox]:
    """Give an empty outbox on each kind of database."""
    made = open_outbox(database_url)
    yield made
    made.store.close()
