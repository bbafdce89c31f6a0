"""Orders that come from a form while a battle is set up: figures, weapons, what is in hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motuc_bot.judging.judged import AnyBattle, Judged, judge_orders
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import of_answer
from motuc_bot.referee.desk import Desk, Known, Table
from motuc_bot.referee.record import Entry, Message, Outcome, record
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.repeated import earlier, given_before
from motuc_bot.store.store import Connection
from rules.core import Seat
from rules.dice import Recorder, Rolled

BEFORE_POSTS = 0


@dataclass(frozen=True, slots=True)
class Form:
    """Orders that a person gives by a form, for a seat (None = his own)."""

    battle: int
    person: str
    orders: Sequence[Any]
    message: Message
    seat: str | None = None


def answered(connection: Connection, form: Form) -> Answer | None:
    """Return the answer that this form got when it came in first, None if it is new. Raises: NotAllowed."""
    return given_before(earlier(connection, form.battle, form.person, form.message), form.message)


def judge_form(desk: Desk, connection: Connection, table: Table, seat: Seat, form: Form) -> tuple[Answer, Known]:
    """Return the answer to a new form, and the battle after it.

    A form counts whole or not at all; what does not count is not kept. Raises: Refused.
    """
    after, judged, rolls = _judged(table, seat, form)
    lines = (*judged.lines, *table.side.tell_balance(after.state)) if form.orders else ()
    answer = Answer(BEFORE_POSTS, lines=lines)
    deliveries = tuple(of_answer(answer, form.message, form.person, (), judged.gist))
    entry = Entry(seat, form.person, "", False, form.message, deliveries)
    known = record(desk, connection, table, entry, Outcome(after, judged, answer, rolls))
    if known is None:
        raise Refused(("Diese Eingabe ist schon in einer anderen Schlacht angekommen.",))
    return answer, known


def _judged(table: Table, seat: Seat, form: Form) -> tuple[AnyBattle, Judged, Sequence[Rolled]]:
    if not form.orders:
        return table.battle, Judged(), ()
    if not table.side.in_lineup(table.battle.state):
        raise Refused(("Die Aufstellung ist vorbei: ab jetzt zählt, was im Thread gepostet wird.",))
    dice = Recorder(table.dice(BEFORE_POSTS))
    after, judged = judge_orders(table.side, table.battle, seat, form.orders, BEFORE_POSTS, dice)
    if not judged.accepted:
        raise Refused(judged.lines)
    return after, judged, dice.rolls
