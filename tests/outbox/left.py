"""Whether something is still on its way out."""

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.tables import OUTBOX


def anything_left(connection: Connection) -> bool:
    """Tell whether something is neither sent nor dead, nor held for the game master."""
    going = sa.and_(OUTBOX.c.sent_at.is_(None), OUTBOX.c.dead_at.is_(None), sa.not_(OUTBOX.c.held))
    return connection.execute(sa.select(OUTBOX.c.id).where(going).limit(1)).first() is not None
