"""Answers on their way out, in the same transaction as what they answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import OUTBOX


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """Something to send: to a person, or to the battle's thread (None). `nonce` names it for ever; `body` is JSON."""

    person: str | None
    kind: str
    body: str
    nonce: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something to send, claimed; with `attempts` > 1 it may have been sent before."""

    id: int
    battle_id: int
    person: str | None
    kind: str
    body: str
    nonce: str
    attempts: int


_INSERT = sa.insert(OUTBOX)
_OPEN = sa.and_(OUTBOX.c.sent_at.is_(None), OUTBOX.c.dead_at.is_(None))


def insert(
    connection: Connection, battle: int, post: int | None, deliveries: Sequence[NewDelivery], at: datetime
) -> None:
    """Keep what is to be sent."""
    connection.execute(
        _INSERT,
        [
            {
                "battle_id": battle,
                "post_id": post,
                "person": delivery.person,
                "kind": delivery.kind,
                "body": delivery.body,
                "nonce": delivery.nonce,
                "created_at": at,
                "due_at": at,
                "attempts": 0,
            }
            for delivery in deliveries
        ],
    )


def claim(connection: Connection, at: datetime, until: datetime) -> Delivery | None:
    """Return the next thing to send, None if nothing is due; until then no other sender gets it.

    Each battle's deliveries to one place go out in their order: one that waits holds up those behind it.
    """
    earlier = OUTBOX.alias("earlier")
    first = ~sa.exists().where(
        earlier.c.battle_id == OUTBOX.c.battle_id,
        earlier.c.person.is_not_distinct_from(OUTBOX.c.person),
        earlier.c.id < OUTBOX.c.id,
        earlier.c.sent_at.is_(None),
        earlier.c.dead_at.is_(None),
    )
    free = sa.or_(OUTBOX.c.claimed_until.is_(None), OUTBOX.c.claimed_until <= at)
    due = (
        sa.select(OUTBOX.c.id)
        .where(_OPEN, OUTBOX.c.due_at <= at, free, first)
        .order_by(OUTBOX.c.id)
        .limit(1)
        .with_for_update(skip_locked=True, of=OUTBOX)
    )
    number = connection.execute(due).scalar_one_or_none()
    if number is None:
        return None
    row = connection.execute(
        sa.update(OUTBOX)
        .where(OUTBOX.c.id == number)
        .values(attempts=OUTBOX.c.attempts + 1, claimed_until=until)
        .returning(
            OUTBOX.c.id,
            OUTBOX.c.battle_id,
            OUTBOX.c.person,
            OUTBOX.c.kind,
            OUTBOX.c.body,
            OUTBOX.c.nonce,
            OUTBOX.c.attempts,
        )
    ).one()
    return Delivery(*row)


def mark_sent(connection: Connection, delivery: int, sent_as: str, at: datetime) -> None:
    """Note that it was sent, and as which message."""
    _note(connection, delivery, sent_at=at, sent_as=sent_as, claimed_until=None, fault=None)


def mark_later(connection: Connection, delivery: int, due_at: datetime, fault: str) -> None:
    """Note that it could not be sent now."""
    _note(connection, delivery, due_at=due_at, claimed_until=None, fault=fault)


def mark_dead(connection: Connection, delivery: int, at: datetime, fault: str) -> None:
    """Note that it can never be sent."""
    _note(connection, delivery, dead_at=at, claimed_until=None, fault=fault)


def next_due(connection: Connection) -> datetime | None:
    """Return when the next thing is due, None if nothing is left to send."""
    due: datetime | None = connection.execute(sa.select(sa.func.min(OUTBOX.c.due_at)).where(_OPEN)).scalar_one_or_none()
    return due


def dead(connection: Connection) -> tuple[tuple[Delivery, str], ...]:
    """Return what could never be sent, each with the reason."""
    rows = connection.execute(
        sa.select(
            OUTBOX.c.id,
            OUTBOX.c.battle_id,
            OUTBOX.c.person,
            OUTBOX.c.kind,
            OUTBOX.c.body,
            OUTBOX.c.nonce,
            OUTBOX.c.attempts,
            OUTBOX.c.fault,
        )
        .where(OUTBOX.c.dead_at.is_not(None))
        .order_by(OUTBOX.c.id)
    )
    return tuple((Delivery(*row[:-1]), row[-1] or "") for row in rows)


def _note(connection: Connection, delivery: int, **values: object) -> None:
    connection.execute(sa.update(OUTBOX).where(OUTBOX.c.id == delivery).values(values))
