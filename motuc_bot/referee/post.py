"""A post comes in: from its text to the committed answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from motuc_bot.judging.judged import AnyBattle, Incoming, Judged, judge
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.ask import ask_newly_in_charge, newly_in_charge
from motuc_bot.referee.at_once import AtOnce
from motuc_bot.referee.desk import Desk, Known, Table
from motuc_bot.referee.patience import patient
from motuc_bot.referee.record import Entry, Message, Outcome, record
from motuc_bot.referee.repeated import earlier, given_before
from motuc_bot.referee.rights import speakers
from motuc_bot.referee.sealing import fresh_seal, needed
from motuc_bot.referee.standing import (
    BY_ORDERS,
    SEALED,
    Left,
    end_shown,
    keep,
    left,
    lines_now,
    moved,
    outcome_of,
    told_of_use,
    uses,
    waits_anew,
)
from motuc_bot.referee.telling import told_of
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
_STAYS = "Eine Änderung an einer alten Nachricht zählt nicht: bitte die Vorgaben in einer neuen Nachricht schicken."

_NO_SEAT_YET = "Du spielst hier noch nicht mit: Noch wird aufgestellt, und du kannst beitreten (/schlacht beitreten)."
_NO_SEAT = "Du spielst hier nicht mit: Wer mitspielen will, fragt die Spielleitung."


@dataclass(frozen=True, slots=True)
class NewPost:
    """A post as a front hands it in; `seat` None = that of the person's seats for which it counts.

    `at_once` takes what the front can send at once.
    """

    battle: int
    person: str
    text: str
    message: Message
    seat: str | None = None
    private: bool = False
    at_once: AtOnce | None = None


@patient
def post(desk: Desk, new: NewPost) -> Answer:
    """Judge the post, keep it, and return the answer; a message that came before gets the answer it got then.

    Raises: NoSuchBattle, NotAllowed, DatabaseFault.
    """
    begun = perf_counter()
    if new.at_once is not None:
        new.at_once.begin()
    text = storable(new.text)
    if text != new.text:
        new = replace(new, text=text)
    with desk.store.writing() as connection:
        table = desk.table(connection, new.battle, new.person)
        answer, known = judge_post(desk, connection, table, new)
        if new.at_once is not None:
            new.at_once.look(connection, new.battle, known)
    if known is not None:
        desk.remember(new.battle, known)
    desk.watch("repeated" if known is None else "accepted" if answer.accepted else "refused", perf_counter() - begun)
    return answer


def judge_post(desk: Desk, connection: Connection, table: Table, new: NewPost) -> tuple[Answer, Known | None]:
    """Do the same within a transaction; also return the battle after it, None if this message was answered before.

    Raises: NotAllowed.
    """
    seats = speakers(table, new.person, new.seat)
    order = left(desk, table, seats, new.person, new.text) if new.private else None
    answer, known = _taken(desk, connection, table, new, seats, order)
    if known is not None and ((order is not None and answer.accepted) or waits_anew(table, known)):
        known = _answered_by_orders(desk, connection, moved(table, known, answer), new.message)
    if known is not None and known.version > table.known.version:
        gained = newly_in_charge(table.figures, known.figures)
        if gained:
            ask_newly_in_charge(desk, connection, table, moved(table, known, answer), gained)
    return answer, known


def _taken(
    desk: Desk,
    connection: Connection,
    table: Table,
    new: NewPost,
    seats: Sequence[Seat],
    order: Left | None = None,
    before: tuple[str, ...] = (),
) -> tuple[Answer, Known | None]:
    """Judge and keep one post, or the standing order that it leaves; its answer has the lines `before` its own."""
    message = new.message
    # Whether a new message came before is found out when it is kept: nearly none did.
    final = _edit(table, earlier(connection, new.battle, new.person, message), new, order) if message.revision else None
    if final is not None:
        seat, outcome = seats[0], Outcome(table.battle, Judged(), final, ())
    elif order is not None:
        seat, outcome = order.seat, outcome_of(connection, table, order)
    else:
        seat, outcome = _spoken(desk, table, seats, new)
    if order is not None:
        outcome = replace(outcome, answer=replace(outcome.answer, sealed=new.text))
    claims = None if new.at_once is None else new.at_once.claims
    entry = Entry(seat, new.person, new.text if order is None else SEALED, new.private, message, (), claims)
    outcome, deliveries = told_of(desk, connection, table, entry, outcome, order, before)
    entry = replace(entry, deliveries=deliveries)
    known = record(desk, connection, table, entry, outcome)
    if known is None:
        again = given_before(earlier(connection, new.battle, new.person, message), message)
        # Else it was edited meanwhile, and that came in first: what it was before counts no more.
        return again or Answer(None, private=new.private), None
    if order is not None and outcome.answer.accepted:
        keep(desk, connection, table, order)
    end_shown(desk, connection, table, outcome)
    return outcome.answer, known


def _answered_by_orders(desk: Desk, connection: Connection, table: Table, cause: Message) -> Known:
    """Post what the standing orders say to the reactions that are awaited now, and return the battle after it."""
    for row in uses(connection, table):
        lines = lines_now(table, row)
        if not lines:
            continue
        # The number of events names it for ever: it only grows, also where the battle goes back.
        message = Message(f"{BY_ORDERS}{table.row.key}.{table.row.version}.{row.seat}", cause.at)
        new = NewPost(table.row.id, row.person, "\n".join(lines), message, row.seat)
        answer, known = _taken(desk, connection, table, new, (Seat(row.seat),), before=told_of_use(row, lines))
        assert known is not None
        table = moved(table, known, answer)
    return table.known


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
    if not judged.accepted and not table.seats:
        lines = (*lines, _NO_SEAT_YET if table.side.in_lineup(table.battle.state) else _NO_SEAT)
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
        orders=bool(judged.orders),
        gone=judged.gist.gone,
    )
    return Outcome(after, judged, answer, dice.rolls, needed(table, after, seal, dice.rolls))


def _by_rules(
    table: Table, seat: Seat, new: NewPost, number: int, seal: SealRow | None
) -> tuple[AnyBattle, Judged, Recorder]:
    dice = Recorder(table.dice(number) if seal is None else SealedDice(table.seal(seal)))
    after, judged = judge(table.side, table.battle, Incoming(seat, new.text, new.private), number, dice)
    return after, judged, dice


def _edit(table: Table, rows: Sequence[PostRow], new: NewPost, order: Left | None) -> Answer | None:
    """Return the answer to the edit of a post that counts; None: the post did not count and is read anew."""
    counting = next((row for row in rows if row.number is not None), None)
    if counting is None:
        return None
    told = any(row.revision > counting.revision and Answer.from_json(row.answer, again=False).lines for row in rows)
    if counting.ordered:
        line = _FINAL
    elif order is not None:
        line = _STAYS
    elif table.side.read(table.battle.state, new.text).lines:
        line = _TOO_LATE
    else:
        return Answer(None, private=new.private)
    return Answer(None, lines=() if told else (line,), private=new.private)
