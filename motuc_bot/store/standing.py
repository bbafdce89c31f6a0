"""Standing orders in the database: kept until they are replaced or taken back, and told when the battle is over."""

from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import SEATS, STANDING_ORDERS


@dataclass(frozen=True, slots=True)
class StandingRow:
    """What a person has left for the reactions of a seat, with the secret in its fingerprint."""

    seat: str
    person: str
    text: str = field(repr=False)
    key: str = field(repr=False)
    fingerprint: str


_COLUMNS = tuple(STANDING_ORDERS.c[name] for name in StandingRow.__dataclass_fields__)
_SITS = sa.and_(
    SEATS.c.battle_id == STANDING_ORDERS.c.battle_id,
    SEATS.c.seat == STANDING_ORDERS.c.seat,
    SEATS.c.person == STANDING_ORDERS.c.person,
)
# Asked each time that reactions are awaited.
_COUNTING = Prepared(
    lambda dialect: (
        sa.select(*_COLUMNS)
        .where(
            STANDING_ORDERS.c.battle_id == sa.bindparam("battle"),
            STANDING_ORDERS.c.ended_at.is_(None),
            sa.exists().where(_SITS),
        )
        .order_by(STANDING_ORDERS.c.id)
    )
)


def insert(connection: Connection, battle: int, row: StandingRow, at: datetime) -> None:
    """Keep what was left."""
    connection.execute(
        sa.insert(STANDING_ORDERS).values(
            battle_id=battle,
            seat=row.seat,
            person=row.person,
            text=row.text,
            key=row.key,
            fingerprint=row.fingerprint,
            kept_at=at,
        )
    )


def end(connection: Connection, battle: int, seat: str, at: datetime) -> None:
    """Let nothing count any more that was left for the seat before."""
    _end(connection, at, STANDING_ORDERS.c.battle_id == battle, STANDING_ORDERS.c.seat == seat)


def end_all(connection: Connection, battle: int, at: datetime) -> None:
    """Let nothing count any more that was left in the battle."""
    _end(connection, at, STANDING_ORDERS.c.battle_id == battle)


def _end(connection: Connection, at: datetime, *where: sa.ColumnElement[bool]) -> None:
    ending = sa.update(STANDING_ORDERS).where(*where, STANDING_ORDERS.c.ended_at.is_(None))
    connection.execute(ending.values(ended_at=at))


def counting(connection: Connection, battle: int) -> tuple[StandingRow, ...]:
    """Return what counts now, in the order in which it was left: whoever left it must still sit there."""
    return tuple(StandingRow(*row) for row in _COUNTING.run(connection, {"battle": battle}))


def all_left(connection: Connection, battle: int) -> tuple[StandingRow, ...]:
    """Return all that was ever left, in its order; of whoever was forgotten the fingerprint alone."""
    orders = STANDING_ORDERS.c
    rows = connection.execute(sa.select(*_COLUMNS).where(orders.battle_id == battle).order_by(orders.id))
    return tuple(StandingRow(*row) for row in rows)
