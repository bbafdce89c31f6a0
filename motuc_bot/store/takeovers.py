"""Whom the sides of a battle want as game master, since the one it has is gone."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import POSTS, SEATS, TAKEOVERS
from rules.core import GAME_MASTER


@dataclass(frozen=True, slots=True)
class TakeoverRow:
    """Whom a side wants; `person` said so for it."""

    side: str
    person: str
    candidate: str
    agreed_at: datetime


_COLUMNS = tuple(TAKEOVERS.c[name] for name in TakeoverRow.__dataclass_fields__)


def wanted(connection: Connection, battle: int) -> tuple[TakeoverRow, ...]:
    """Return whom each side wants, in the order in which they said so."""
    rows = connection.execute(
        sa.select(*_COLUMNS).where(TAKEOVERS.c.battle_id == battle).order_by(TAKEOVERS.c.agreed_at, TAKEOVERS.c.side)
    )
    return tuple(TakeoverRow(*row) for row in rows)


def want(connection: Connection, battle: int, row: TakeoverRow) -> None:
    """Keep whom a side wants, instead of whom it wanted before."""
    forget(connection, battle, (row.side,))
    values = {name: getattr(row, name) for name in TakeoverRow.__dataclass_fields__}
    connection.execute(sa.insert(TAKEOVERS).values(battle_id=battle, **values))


def forget(connection: Connection, battle: int, sides: Collection[str]) -> None:
    """Forget whom these sides wanted."""
    connection.execute(sa.delete(TAKEOVERS).where(TAKEOVERS.c.battle_id == battle, TAKEOVERS.c.side.in_(tuple(sides))))


def signs_of_life(connection: Connection, battle: int) -> dict[str, datetime]:
    """Return when each game master last wrote or did anything in the battle, at least when he became that."""
    masters = connection.execute(
        sa.select(SEATS.c.person, SEATS.c.taken_at, SEATS.c.seen_at).where(
            SEATS.c.battle_id == battle, SEATS.c.seat == GAME_MASTER
        )
    )
    signs: dict[str, datetime] = {row.person: row.seen_at or row.taken_at for row in masters}
    last = connection.execute(
        sa.select(POSTS.c.person, sa.func.max(POSTS.c.received_at).label("at"))
        .where(POSTS.c.battle_id == battle, POSTS.c.person.in_(tuple(signs)))
        .group_by(POSTS.c.person)
    )
    for row in last:
        signs[row.person] = max(signs[row.person], row.at)
    return signs
