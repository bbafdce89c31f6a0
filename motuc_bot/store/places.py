"""What a place of a battle, its thread or a person in private, has been sent, and what waits for the thread."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.dead_letters import GIVEN_UP
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.tables import OUTBOX


def last_sent_before(connection: Connection, delivery: Delivery) -> int:
    """Return the last message of the same place that was sent for an earlier delivery, 0 if there is none.

    To one place all go out in their order: whatever is older than this message is not that delivery.
    """
    rows = connection.execute(
        sa.select(OUTBOX.c.sent_as)
        .where(OUTBOX.c.battle_id == delivery.battle_id, OUTBOX.c.person.is_not_distinct_from(delivery.person))
        .where(OUTBOX.c.id < delivery.id, OUTBOX.c.sent_as.is_not(None))
        .order_by(OUTBOX.c.id.desc())
    )
    # Some were noted as sent although there was no message of them.
    return next((int(sent_as) for sent_as in rows.scalars() if sent_as.isdecimal()), 0)


def send_again(connection: Connection, battle: int, at: datetime, fault: str | None = None) -> None:
    """Let all be due now that could not be sent to the thread of a battle (for that reason).

    What is just being sent, or waits for the game master, is left alone.
    """
    mine = sa.and_(OUTBOX.c.battle_id == battle, OUTBOX.c.person.is_(None), OUTBOX.c.sent_at.is_(None))
    # Whoever sends again looks before whether it is there already.
    attempts = sa.case((OUTBOX.c.attempts > 0, 1), else_=0)
    values = {"dead_at": None, "fault": None, "claimed_until": None, "due_at": at, "attempts": attempts}
    free = sa.or_(OUTBOX.c.claimed_until.is_(None), OUTBOX.c.claimed_until <= at)
    because = sa.true() if fault is None else OUTBOX.c.fault == fault
    connection.execute(sa.update(OUTBOX).where(mine, free, because, sa.not_(OUTBOX.c.held)).values(values))


def withdraw(connection: Connection, battle: int, kind: str, at: datetime) -> None:
    """Let nothing of that kind be sent any more to the thread of a battle."""
    mine = sa.and_(OUTBOX.c.battle_id == battle, OUTBOX.c.person.is_(None), OUTBOX.c.sent_at.is_(None))
    values = {"dead_at": None, "claimed_until": None, "sent_at": at, "sent_as": GIVEN_UP}
    connection.execute(sa.update(OUTBOX).where(mine, OUTBOX.c.kind == kind).values(values))
