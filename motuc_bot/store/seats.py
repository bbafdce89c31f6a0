"""Who sits on which seat of a battle."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import SEATS
from rules.core import GAME_MASTER


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A person on a seat."""

    seat: str
    person: str


_SEATS_OF = Prepared(
    lambda dialect: (
        sa.select(SEATS.c.seat, SEATS.c.person)
        .where(SEATS.c.battle_id == sa.bindparam("battle"))
        .order_by(SEATS.c.seat, SEATS.c.taken_at, SEATS.c.person)
    )
)


def insert_seat(connection: Connection, battle: int, row: SeatRow, at: datetime) -> None:
    """Let a person sit on a seat on which he does not sit yet."""
    connection.execute(sa.insert(SEATS).values(battle_id=battle, seat=row.seat, person=row.person, taken_at=at))


def set_seen(connection: Connection, battle: int, person: str, at: datetime) -> None:
    """Keep when the person last did something as game master of the battle, posts aside; of nobody else it is kept."""
    mine = sa.and_(SEATS.c.battle_id == battle, SEATS.c.seat == GAME_MASTER, SEATS.c.person == person)
    connection.execute(sa.update(SEATS).where(mine).values(seen_at=at))


def delete_seat(connection: Connection, battle: int, seat: str, person: str | None = None) -> None:
    """Let a person leave a seat; None = everybody on it."""
    where = [SEATS.c.battle_id == battle, SEATS.c.seat == seat]
    if person is not None:
        where.append(SEATS.c.person == person)
    connection.execute(sa.delete(SEATS).where(*where))


def seats_of(connection: Connection, battle: int) -> tuple[SeatRow, ...]:
    """Return who sits where, in the order of the seats' names."""
    return tuple(SeatRow(*row) for row in _SEATS_OF.run(connection, {"battle": battle}))
