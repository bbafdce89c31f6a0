"""What could never be sent, taken up again or given up by whoever runs the program."""

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import OUTBOX

# As what a delivery is noted that was given up: it stays, since its name must not be used again.
GIVEN_UP = "verworfen"


def retry(connection: Connection, number: int, at: datetime) -> bool:
    """Let a dead letter be due again and tell whether it is one; the sender looks first whether it is there already."""
    # One attempt has been made: whoever sends again looks before.
    values = {"dead_at": None, "fault": None, "claimed_until": None, "due_at": at, "attempts": 1}
    return _changed(connection, number, values)


def give_up(connection: Connection, number: int, at: datetime) -> bool:
    """Let a dead letter be done with, and tell whether it is one."""
    return _changed(connection, number, {"dead_at": None, "claimed_until": None, "sent_at": at, "sent_as": GIVEN_UP})


def _changed(connection: Connection, number: int, values: Mapping[str, object]) -> bool:
    mine = sa.and_(OUTBOX.c.id == number, OUTBOX.c.dead_at.is_not(None))
    return bool(connection.execute(sa.update(OUTBOX).where(mine).values(values)).rowcount)
