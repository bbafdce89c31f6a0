"""Battles that are over, deleted for good."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import BATTLES, BOT_THREADS, OUTBOX


@dataclass(frozen=True, slots=True)
class OldBattle:
    """A battle that is over, and since when nothing has changed in it."""

    battle: int
    name: str
    since: datetime


def old_battles(connection: Connection, before: datetime) -> tuple[OldBattle, ...]:
    """Return the battles that are over and unchanged since then, without those of which something is still to be sent.

    The latest battle of all is none of them: its number could be given to another one.
    """
    query = sa.select(BATTLES.c.id, BATTLES.c.name, BATTLES.c.changed_at).where(*_old(before))
    return tuple(OldBattle(*row) for row in connection.execute(query.order_by(BATTLES.c.id)))


def delete_battle(connection: Connection, battle: int, before: datetime) -> bool:
    """Delete such a battle with all that belongs to it, and tell whether it still was one."""
    return bool(connection.execute(sa.delete(BATTLES).where(BATTLES.c.id == battle, *_old(before))).rowcount)


def _old(before: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    # What a battle of the page alone would tell a thread goes nowhere.
    to_send = sa.select(OUTBOX.c.battle_id).join(BOT_THREADS, BOT_THREADS.c.battle_id == OUTBOX.c.battle_id)
    to_send = to_send.where(OUTBOX.c.sent_at.is_(None), OUTBOX.c.dead_at.is_(None))
    others = BATTLES.alias("others")
    return (
        BATTLES.c.over,
        BATTLES.c.changed_at < before,
        BATTLES.c.id.not_in(to_send),
        BATTLES.c.id != sa.select(sa.func.max(others.c.id)).scalar_subquery(),
    )
