"""Which messages of a battle are known, and what became of them: to find out what was missed."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.posts import COUNTING
from motuc_bot.store.tables import POSTS


@dataclass(frozen=True, slots=True)
class KnownMessage:
    """A message as the referee knows it: `counts` = it gave orders that count, `refused` = nothing of it counts."""

    name: str
    person: str
    counts: bool
    refused: bool


_ACCEPTED = sa.func.max(sa.case((POSTS.c.number.is_not(None), 1), else_=0))
_ORDERED = sa.func.max(sa.case((COUNTING, 1), else_=0))


def public_messages(connection: Connection, battle: int) -> tuple[KnownMessage, ...]:
    """Return the messages of a battle that all can read, in the order in which they came in first."""
    return _messages(connection, POSTS.c.battle_id == battle, sa.not_(POSTS.c.private))


def private_messages(connection: Connection, person: str) -> tuple[KnownMessage, ...]:
    """Return what a person has said in private, in any battle, in the order in which it came in first."""
    return _messages(connection, POSTS.c.person == person, POSTS.c.private)


def _messages(connection: Connection, *which: sa.ColumnElement[bool]) -> tuple[KnownMessage, ...]:
    rows = connection.execute(
        sa.select(POSTS.c.message_id, POSTS.c.person, _ORDERED, _ACCEPTED)
        .where(*which)
        .group_by(POSTS.c.message_id, POSTS.c.person)
        .order_by(sa.func.min(POSTS.c.id))
    )
    return tuple(KnownMessage(name, person, bool(orders), not accepted) for name, person, orders, accepted in rows)
