"""What is known of a message of a platform: its revisions, and whether it gave orders."""

from dataclasses import dataclass
from datetime import datetime

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.store import message_ids, outbox, posts, threads
from motuc_bot.store.message_ids import KnownMessage
from motuc_bot.store.posts import Private, Readable
from motuc_bot.store.text import storable

__all__ = [
    "KnownMessage",
    "SeenMessage",
    "message_of_post",
    "private_messages",
    "public_messages",
    "same_text",
    "seen_message",
    "tell_deleted",
]

_DELETED = (
    "Beitrag #{number} von {seat} wurde gelöscht: Er gilt weiter. "
    "Zurücknehmen geht mit „zurück“ in einem neuen Beitrag (R-P8)."
)


@dataclass(frozen=True, slots=True)
class SeenMessage:
    """A message as it came in last (`revision` -1 = never); `orders` tells that it counts and gave orders.

    `said` is what it said at which moments, as its author wrote or changed it; `number` is that of its orders.
    """

    revision: int
    text: str
    orders: bool
    battle: int | None = None
    said: tuple[tuple[str, datetime], ...] = ()
    number: int | None = None


@patient
def seen_message(desk: Desk, message: str) -> SeenMessage:
    """Return what is known of the message. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        rows = posts.of_message(connection, message)
    if not rows:
        return SeenMessage(-1, "", False)
    return SeenMessage(
        rows[-1].revision,
        Answer.from_json(rows[-1].answer, again=False).sealed or rows[-1].text,
        any(row.counts for row in rows),
        rows[-1].battle_id,
        tuple((row.text, row.posted_at) for row in rows),
        next((row.number for row in rows if row.counts), None),
    )


def same_text(seen: SeenMessage, text: str, at: datetime | None = None) -> bool:
    """Tell whether the message says what it said before, or what it said at that moment.

    After a name in it was put right for its author, it is still the one that he wrote.
    """
    kept = storable(text)
    return (seen.revision >= 0 and seen.text == kept) or (kept, at) in seen.said


@patient
def message_of_post(desk: Desk, battle: int, number: int) -> str | None:
    """Return as which message the public post of that number came in, None: there is none. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        row = posts.read_number(connection, battle, Readable(None, Private.NONE), number)
    return None if row is None else row.message_id


@patient
def public_messages(desk: Desk, battle: int) -> tuple[KnownMessage, ...]:
    """Return all messages that came in for the battle where all can read them. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return message_ids.public_messages(connection, battle)


@patient
def private_messages(desk: Desk, person: str) -> tuple[KnownMessage, ...]:
    """Return all messages that came in from the person in private. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return message_ids.private_messages(connection, person)


@patient
def tell_deleted(desk: Desk, battle: int, message: str) -> bool:
    """Tell the thread, once, that an order which counts goes on counting although its message is gone.

    Raises: DatabaseFault.
    """
    nonce = f"{message}.deleted"
    with desk.store.writing() as connection:
        rows = [row for row in posts.of_message(connection, message) if row.battle_id == battle]
        orders = next((row for row in rows if row.counts and not row.private), None)
        if orders is None or threads.is_told(connection, nonce):
            return False
        line = _DELETED.format(number=orders.number, seat=orders.seat)
        outbox.insert(connection, battle, None, [notice((line,), nonce)], desk.now())
    return True
