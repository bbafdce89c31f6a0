"""A refused post comes in once more, with a name in it that was nearly right put right: the same as an edit of it."""

from dataclasses import dataclass
from datetime import datetime

from motuc_bot.language.slips import mended_post
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import posts

_STRANGER = "Diese Knöpfe sind für jemand anderen: Wer den Beitrag geschrieben hat, kann sie drücken."
_COUNTS = "Dieser Beitrag zählt schon."
_STALE = "Dieser Vorschlag ist überholt: Der Beitrag wurde inzwischen geändert. Es gilt die letzte Antwort darauf."


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name that may have been meant: the refused message in a revision, its first faulty line, which name."""

    battle: int
    message: str
    revision: int
    line: int
    candidate: int


@patient
def mend(desk: Desk, wanted: Suggestion, person: str, at: datetime) -> tuple[str, Answer]:
    """Post the message with that name put right, for its author, and return the line as it is now, with the answer.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        rows = posts.of_message(connection, wanted.message)
    last = rows[-1] if rows else None
    if last is None or last.battle_id != wanted.battle:
        raise NotAllowed(_STALE)
    if last.person != person:
        raise NotAllowed(_STRANGER)
    if any(row.number is not None for row in rows):
        raise NotAllowed(_COUNTS)
    # Two taps at once find the same revision; the second one then comes in as the same message.
    faults = Answer.from_json(last.answer, again=False).faults
    slip = faults[0].slip if faults and faults[0].line == wanted.line else None
    if last.revision != wanted.revision or slip is None or wanted.candidate >= len(slip.meant):
        raise NotAllowed(_STALE)
    mended = mended_post(last.text, wanted.line, slip, slip.meant[wanted.candidate])
    if mended is None:
        raise NotAllowed(_STALE)
    text, line = mended
    message = Message(wanted.message, at, wanted.revision + 1)
    return line, post(desk, NewPost(wanted.battle, person, text, message, private=last.private))
