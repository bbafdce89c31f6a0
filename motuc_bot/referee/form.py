"""Orders that come from a form while a battle is set up: figures, weapons, what is in hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motuc_bot.judging.judged import judge_orders
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import of_answer
from motuc_bot.referee.desk import Desk, Known, Table
from motuc_bot.referee.record import Entry, Message, Outcome, record
from motuc_bot.referee.refused import Refused
from motuc_bot.store import posts
from motuc_bot.store.store import Connection
from rules.core import Seat
from rules.dice import Recorder

BEFORE_POSTS = 0


@dataclass(frozen=True, slots=True)
class Form:
    """Orders that a person gives by a form, for a seat (None = his own)."""

    battle: int
    person: str
    orders: Sequence[Any]
    message: Message
    seat: str | None = None


def judge_form(
    desk: Desk, connection: Connection, table: Table, who: tuple[Seat, str], orders: Sequence[Any], message: Message
) -> tuple[Answer, Known | None]:
    """Return the answer to a form, and the battle after it (None: this form was answered before).

    A form counts whole or not at all; what does not count is not kept. Raises: Refused.
    """
    if not orders:
        return Answer(BEFORE_POSTS), None
    seat, person = who
    dice = Recorder(table.dice(BEFORE_POSTS))
    after, judged = judge_orders(table.side, table.battle, seat, orders, BEFORE_POSTS, dice)
    if not judged.accepted:
        raise Refused(judged.lines)
    lines = (*judged.lines, *table.side.tell_balance(after.state))
    answer = Answer(BEFORE_POSTS, lines=lines)
    entry = Entry(seat, person, "", False, message, tuple(of_answer(answer, message, person, ())))
    known = record(desk, connection, table, entry, Outcome(after, judged, answer, dice.rolls))
    if known is None:
        same = next(row for row in posts.of_message(connection, message.id) if row.revision == message.revision)
        return Answer.from_json(same.answer, again=True), None
    return answer, known
