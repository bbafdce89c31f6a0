"""Whether anything has come in since somebody looked."""

import hashlib
import json

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.rights import readable, reader_of
from motuc_bot.store import outbox, posts


def version_of(desk: Desk, battle: int, person: str | None) -> str:
    """Return what is another text whenever there is something new for the person, and the same while there is not.

    What came in for others alone, even that something did, changes nothing. Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person or "")
        known = posts.count_readable(connection, battle, readable(table, reader_of(table, person, None)))
        # What may be shown changes too once they are posted.
        held = bool(outbox.held(connection, battle))
    row = table.row
    parts = [known, held, row.posts, row.moment, row.over, row.salt, sorted(table.seats) if person is not None else []]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
