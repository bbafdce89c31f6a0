"""What came in before as the same message."""

from collections.abc import Iterable

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import posts
from motuc_bot.store.posts import PostRow
from motuc_bot.store.store import Connection


def earlier(connection: Connection, battle: int, person: str, message: Message) -> tuple[PostRow, ...]:
    """Return all that came in as this message, in whatever revision.

    Raises: NotAllowed: it was another person's, or belongs to another battle.
    """
    rows = posts.of_message(connection, message.id)
    if any((row.battle_id, row.person) != (battle, person) for row in rows):
        raise NotAllowed("Diese Nachricht ist schon die von jemand anderem oder aus einer anderen Schlacht.")
    return rows


def given_before(rows: Iterable[PostRow], message: Message) -> Answer | None:
    """Return the answer that the message got when it came in first, None if it is new."""
    same = next((row for row in rows if row.revision == message.revision), None)
    return None if same is None else Answer.from_json(same.answer, again=True)
