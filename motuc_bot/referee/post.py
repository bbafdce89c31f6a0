"""A post comes in: from its text to the committed answer."""

from dataclasses import dataclass, replace

from motuc_bot.judging.judged import Incoming, Judged, judge
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import of_answer
from motuc_bot.referee.desk import Desk, Known, Table
from motuc_bot.referee.record import Entry, Message, Outcome, record
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.sealing import fresh_seal, needed, told_of_seals
from motuc_bot.sealed_dice import SealedDice
from motuc_bot.store import posts
from motuc_bot.store.store import Connection
from motuc_bot.store.text import storable
from rules.core import GAME_MASTER, Seat
from rules.dice import Recorder

# The seat of somebody who has none: no player's name may begin like that.
_NOBODY = "("
_FINAL = (
    "Ein Beitrag, der gilt, bleibt wie er ist: die Änderung zählt nicht. "
    "Zurücknehmen geht mit „zurück“ in einem neuen Beitrag (R-P8)."
)
_TOO_LATE = "Eine Änderung an einem alten Beitrag zählt nicht: bitte die Befehle in einem neuen Beitrag posten."


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post as a front hands it in; `seat` None = the seat of the person."""

    battle: int
    person: str
    text: str
    message: Message
    seat: str | None = None
    private: bool = False


def post(desk: Desk, new: NewPost) -> Answer:
    """Judge the post, keep it, and return the answer; a message that came before gets the answer it got then.

    Raises: NoSuchBattle, NotAllowed, DatabaseFault.
    """
    new = replace(new, text=storable(new.text))
    with desk.store.writing() as connection:
        table = desk.table(connection, new.battle, new.person)
        answer, known = _done(desk, connection, table, new)
    if known is not None:
        desk.remember(new.battle, known)
    return answer


def _done(desk: Desk, connection: Connection, table: Table, new: NewPost) -> tuple[Answer, Known | None]:
    seat = seat_of(table, new.person, new.seat)
    final = _edit(connection, table, seat, new) if new.message.revision else None
    if final is not None:
        entry = Entry(
            seat, new.person, new.text, new.private, new.message, tuple(of_answer(final, new.message, new.person, ()))
        )
        outcome = Outcome(table.battle, Judged(), final, ())
    else:
        outcome = _judged(desk, table, seat, new)
        notices = told_of_seals(table, outcome)
        entry = Entry(
            seat,
            new.person,
            new.text,
            new.private,
            new.message,
            tuple(of_answer(outcome.answer, new.message, new.person, notices)),
        )
    known = record(desk, connection, table, entry, outcome)
    if known is not None:
        return outcome.answer, known
    same = next(row for row in posts.of_message(connection, new.message.id) if row.revision == new.message.revision)
    return Answer.from_json(same.answer, again=True), None


def _judged(desk: Desk, table: Table, seat: Seat, new: NewPost) -> Outcome:
    number = table.row.posts + 1
    seal = fresh_seal(desk, table, number)
    dice = Recorder(table.dice(number) if seal is None else SealedDice(table.seal(seal)))
    after, judged = judge(table.side, table.battle, Incoming(seat, new.text, new.private), number, dice)
    lines: tuple[str, ...] = judged.lines
    own: tuple[str, ...] = ()
    if judged.accepted:
        if table.side.phase(after.state) != table.side.phase(table.battle.state):
            lines = (*lines, *table.side.tell_waiting(after.state))
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


def _edit(connection: Connection, table: Table, seat: Seat, new: NewPost) -> Answer | None:
    """Return the answer to the edit of a post that counts; None: the post did not count and is read anew."""
    before = [row for row in posts.of_message(connection, new.message.id) if row.revision < new.message.revision]
    counting = next((row for row in before if row.number is not None), None)
    if counting is None:
        return None
    told = any(row.revision > counting.revision and Answer.from_json(row.answer, again=False).lines for row in before)
    if counting.commands != "[]":
        line = _FINAL
    elif table.side.read(table.battle.state, new.text).lines:
        line = _TOO_LATE
    else:
        return Answer(None, private=new.private)
    return Answer(None, lines=() if told else (line,), private=new.private)


def seat_of(table: Table, person: str, wanted: str | None) -> Seat:
    """Return the seat for which the person speaks: the wanted one, else the game master's, else his only one.

    Raises: NotAllowed.
    """
    if wanted is not None:
        if wanted not in table.seats:
            raise NotAllowed(f"Für „{wanted}“ darfst du hier nicht schreiben.")
        return Seat(wanted)
    if not table.seats:
        return Seat(f"{_NOBODY}{person})")
    return GAME_MASTER if GAME_MASTER in table.seats else Seat(table.seats[0])
