"""A post comes in: from its text to the committed answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from motuc_bot.judging.judged import AnyBattle, Incoming, Judged, judge
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import of_answer
from motuc_bot.referee.desk import Desk, Known, Table
from motuc_bot.referee.patience import patient
from motuc_bot.referee.record import Entry, Message, Outcome, record
from motuc_bot.referee.repeated import earlier, given_before
from motuc_bot.referee.rights import speakers
from motuc_bot.referee.sealing import fresh_seal, needed, told_of_seals
from motuc_bot.sealed_dice import SealedDice
from motuc_bot.store.battles import SealRow
from motuc_bot.store.posts import PostRow
from motuc_bot.store.store import Connection
from motuc_bot.store.text import storable
from rules.core import GeneralCode, Seat
from rules.dice import Recorder

_FINAL = (
    "Ein Beitrag, der gilt, bleibt wie er ist: die Änderung zählt nicht. "
    "Zurücknehmen geht mit „zurück“ in einem neuen Beitrag (R-P8)."
)
_TOO_LATE = "Eine Änderung an einem alten Beitrag zählt nicht: bitte die Befehle in einem neuen Beitrag posten."


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post as a front hands it in; `seat` None = that of the person's seats for which it counts."""

    battle: int
    person: str
    text: str
    message: Message
    seat: str | None = None
    private: bool = False


@patient
def post(desk: Desk, new: NewPost) -> Answer:
    """Judge the post, keep it, and return the answer; a message that came before gets the answer it got then.

    Raises: NoSuchBattle, NotAllowed, DatabaseFault.
    """
    text = storable(new.text)
    if text != new.text:
        new = replace(new, text=text)
    with desk.store.writing() as connection:
        table = desk.table(connection, new.battle, new.person)
        answer, known = judge_post(desk, connection, table, new)
    if known is not None:
        desk.remember(new.battle, known)
    return answer


def judge_post(desk: Desk, connection: Connection, table: Table, new: NewPost) -> tuple[Answer, Known | None]:
    """Do the same within a transaction; also return the battle after it, None if this message was answered before.

    Raises: NotAllowed.
    """
    message = new.message
    seats = speakers(table, new.person, new.seat)
    # Whether a new message came before is found out when it is kept: nearly none did.
    final = _edit(table, earlier(connection, new.battle, new.person, message), new) if message.revision else None
    if final is not None:
        seat, outcome = seats[0], Outcome(table.battle, Judged(), final, ())
    else:
        seat, outcome = _spoken(desk, table, seats, new)
    deliveries = tuple(of_answer(outcome.answer, message, new.person, told_of_seals(table, outcome)))
    entry = Entry(seat, new.person, new.text, new.private, message, deliveries)
    known = record(desk, connection, table, entry, outcome)
    if known is None:
        again = given_before(earlier(connection, new.battle, new.person, message), message)
        # Else it was edited meanwhile, and that came in first: what it was before counts no more.
        return again or Answer(None, private=new.private), None
    return outcome.answer, known


def _spoken(desk: Desk, table: Table, seats: Sequence[Seat], new: NewPost) -> tuple[Seat, Outcome]:
    """Return the first seat for which the post counts; if it counts for none, the one to which it belongs most."""
    refused: list[tuple[int, Seat, Outcome]] = []
    for seat in seats:
        outcome = _judged(desk, table, seat, new)
        if outcome.answer.accepted:
            return seat, outcome
        strange = sum(fault.code == GeneralCode.NOT_YOUR_FIGURE for fault in outcome.answer.faults)
        refused.append((strange, seat, outcome))
    _, seat, outcome = min(refused, key=lambda one: one[0])
    return seat, outcome


def _judged(desk: Desk, table: Table, seat: Seat, new: NewPost) -> Outcome:
    number = table.row.posts + 1
    seal = fresh_seal(desk, table, number)
    after, judged, dice = _by_rules(table, seat, new, number, seal)
    if new.private and judged.accepted and not judged.lines:
        # Nobody is told of it, so that no number may be missing in the thread either.
        number = table.row.posts
        after, judged, dice = _by_rules(table, seat, new, number, seal)
    lines: tuple[str, ...] = judged.lines
    own: tuple[str, ...] = ()
    if judged.accepted:
        if table.side.phase(after.state) != table.side.phase(table.battle.state):
            lines = (*lines, *table.side.tell_next(after.state))
        if new.private:
            own = table.side.confirm(judged.orders)
    answer = Answer(
        number if judged.accepted else None,
        judged.faults,
        lines,
        own,
        private=new.private and not judged.accepted,
        speech=judged.speech,
    )
    return Outcome(after, judged, answer, dice.rolls, needed(table, after, seal, dice.rolls))


def _by_rules(
    table: Table, seat: Seat, new: NewPost, number: int, seal: SealRow | None
) -> tuple[AnyBattle, Judged, Recorder]:
    dice = Recorder(table.dice(number) if seal is None else SealedDice(table.seal(seal)))
    after, judged = judge(table.side, table.battle, Incoming(seat, new.text, new.private), number, dice)
    return after, judged, dice


def _edit(table: Table, rows: Sequence[PostRow], new: NewPost) -> Answer | None:
    """Return the answer to the edit of a post that counts; None: the post did not count and is read anew."""
    counting = next((row for row in rows if row.number is not None), None)
    if counting is None:
        return None
    told = any(row.revision > counting.revision and Answer.from_json(row.answer, again=False).lines for row in rows)
    if counting.commands != "[]":
        line = _FINAL
    elif table.side.read(table.battle.state, new.text).lines:
        line = _TOO_LATE
    else:
        return Answer(None, private=new.private)
    return Answer(None, lines=() if told else (line,), private=new.private)
