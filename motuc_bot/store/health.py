"""How the database and what waits in it are, in numbers: for whoever runs the program, and never what was said."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import BATTLES, BOT_THREADS, OUTBOX

# So long an answer may take: a platform that brakes lets wait for minutes.
PATIENCE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class OutboxNumbers:
    """How many deliveries of battles on a platform are due, overdue, held back, dead; `lapsed`: their sender is gone.

    What waits behind one that is held back is neither due nor overdue. `last_sent` None = nothing was sent yet.
    """

    due: int
    overdue: int
    held: int
    dead: int
    lapsed: int
    last_sent: datetime | None


@dataclass(frozen=True, slots=True)
class Late:
    """The delivery that waits longest: its battle and since when."""

    battle: int
    since: datetime


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """What could never be sent, without what it says; `person` None = to the thread."""

    number: int
    battle: int
    person: str | None
    kind: str
    nonce: str
    since: datetime
    fault: str


@dataclass(frozen=True, slots=True)
class Standstill:
    """A battle that goes on, and since when nothing has come in."""

    battle: int
    name: str
    moment: str
    since: datetime


def answers(connection: Connection) -> None:
    """Ask the database for something that costs nothing."""
    connection.execute(sa.select(1)).one()


def made_by(connection: Connection) -> str:
    """Return what the database is, with its version."""
    if connection.dialect.name == "sqlite":
        return f"SQLite {connection.exec_driver_sql('SELECT sqlite_version()').scalar_one()}"
    return f"PostgreSQL {connection.exec_driver_sql('SHOW server_version').scalar_one()}"


def count_battles(connection: Connection) -> tuple[int, int]:
    """Return how many battles go on and how many are over."""
    rows = connection.execute(sa.select(BATTLES.c.over, sa.func.count()).group_by(BATTLES.c.over))
    numbers = {bool(over): number for over, number in rows}
    return numbers.get(False, 0), numbers.get(True, 0)


def outbox_numbers(connection: Connection, at: datetime) -> OutboxNumbers:
    """Return how the outbox is."""
    waiting = _waiting(at)
    last: datetime | None = connection.execute(sa.select(sa.func.max(OUTBOX.c.sent_at))).scalar_one()
    return OutboxNumbers(
        due=_count(connection, sa.and_(waiting, OUTBOX.c.due_at <= at)),
        overdue=_count(connection, sa.and_(waiting, OUTBOX.c.created_at <= at - PATIENCE)),
        held=_count(connection, sa.and_(_OPEN, OUTBOX.c.held, OUTBOX.c.due_at > at)),
        dead=_count(connection, OUTBOX.c.dead_at.is_not(None)),
        lapsed=_count(connection, sa.and_(_OPEN, _OF_PLATFORM, OUTBOX.c.claimed_until <= at - PATIENCE)),
        last_sent=last,
    )


def longest_waiting(connection: Connection, at: datetime) -> Late | None:
    """Return the delivery that is overdue for the longest time, None if none is."""
    query = sa.select(OUTBOX.c.battle_id, OUTBOX.c.created_at).where(_waiting(at), OUTBOX.c.created_at <= at - PATIENCE)
    row = connection.execute(query.order_by(OUTBOX.c.created_at, OUTBOX.c.id).limit(1)).first()
    return None if row is None else Late(*row)


def dead_letters(connection: Connection) -> tuple[DeadLetter, ...]:
    """Return what could never be sent."""
    of = OUTBOX.c
    query = sa.select(of.id, of.battle_id, of.person, of.kind, of.nonce, of.dead_at, sa.func.coalesce(of.fault, ""))
    rows = connection.execute(query.where(of.dead_at.is_not(None)).order_by(of.id))
    return tuple(DeadLetter(*row) for row in rows)


def standstills(connection: Connection, before: datetime) -> tuple[Standstill, ...]:
    """Return the battles that go on in which nothing has come in since then, the longest first."""
    query = sa.select(BATTLES.c.id, BATTLES.c.name, BATTLES.c.moment, BATTLES.c.changed_at)
    rows = connection.execute(
        query.where(sa.not_(BATTLES.c.over), BATTLES.c.changed_at < before).order_by(BATTLES.c.changed_at)
    )
    return tuple(Standstill(*row) for row in rows)


def _count(connection: Connection, where: sa.ColumnElement[bool]) -> int:
    number: int = connection.execute(sa.select(sa.func.count()).select_from(OUTBOX).where(where)).scalar_one()
    return number


def _waiting(at: datetime) -> sa.ColumnElement[bool]:
    """Tell what nothing holds back: neither itself nor another before it in the same thread."""
    earlier = OUTBOX.alias("earlier")
    behind = sa.exists().where(
        earlier.c.battle_id == OUTBOX.c.battle_id,
        earlier.c.person.is_not_distinct_from(OUTBOX.c.person),
        earlier.c.id < OUTBOX.c.id,
        earlier.c.held,
        earlier.c.due_at > at,
        earlier.c.sent_at.is_(None),
        earlier.c.dead_at.is_(None),
    )
    held = sa.and_(OUTBOX.c.held, OUTBOX.c.due_at > at)
    return sa.and_(_OPEN, _OF_PLATFORM, sa.not_(held), sa.not_(behind))


_OPEN = sa.and_(OUTBOX.c.sent_at.is_(None), OUTBOX.c.dead_at.is_(None))
# What a battle of the page alone would tell a thread goes nowhere.
_OF_PLATFORM = OUTBOX.c.battle_id.in_(sa.select(BOT_THREADS.c.battle_id))
