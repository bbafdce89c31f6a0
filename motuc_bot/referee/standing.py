"""Standing orders: left in private, seen by nobody, used when reactions are awaited, shown when the battle is over.

The thread gets a fingerprint of each as it is left, so that all can check at the end that nothing was changed. What is
kept among the posts tells no more than that; what was written and understood is in the answer, for its author alone.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from motuc_bot.judging.judged import Judged
from motuc_bot.judging.line_faults import Fault, closing, told
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import CHECKING
from motuc_bot.referee.desk import Desk, Known, Table
from motuc_bot.referee.record import Outcome
from motuc_bot.store import standing
from motuc_bot.store.standing import StandingRow
from motuc_bot.store.store import Connection
from motuc_bot.systems.standing import StandingOrder
from rules.core import RolledBack, Seat

# How the name of a post begins that nobody has written.
BY_ORDERS = "standing:"
_DIGITS = 16
# What is kept as the text of such a post; the text itself is in its answer.
SEALED = "Vorgaben für Reaktionen, die nur kennt, wer sie geschrieben hat"
_LEFT = "🔒 {seat} hat Vorgaben für Reaktionen hinterlegt (Fingerabdruck {fingerprint})"
_USED = "Nach hinterlegten Vorgaben von {seat} (Fingerabdruck {fingerprint}):"
_SHOWN = (
    "🔓 Die Vorgaben für Reaktionen sind offen und gelten nicht mehr, auch wenn die Schlacht noch weitergeht.",
    f"{CHECKING}Der Fingerabdruck sind die ersten {_DIGITS} Stellen von HMAC-SHA256 (UTF-8), mit dem Schlüssel als "
    "Text; die Zeilen ohne die Striche darum, ohne Umbruch am Ende.",
)
_FORGOTTEN = "{seat} (Fingerabdruck {fingerprint}): gelöscht, weil vergessen werden wollte, wer sie geschrieben hat."
_REPLACED = "Deine vorherigen Vorgaben gelten nicht mehr. Sollen beide gelten, schick sie zusammen."
_ONE_SHOWN = "{seat} (Fingerabdruck {fingerprint}, Schlüssel {key}):"


@dataclass(frozen=True, slots=True)
class Left:
    """A private message with a standing order, for which seat it was left, and what is kept of it, if it is right."""

    seat: Seat
    order: StandingOrder
    row: StandingRow | None = None


def fingerprint_of(key: str, text: str) -> str:
    """Return what the thread is told of a standing order: the first digits of HMAC-SHA256, the key taken as text."""
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:_DIGITS]


def left(desk: Desk, table: Table, seats: Sequence[Seat], person: str, text: str) -> Left | None:
    """Return the standing order in a private message, for the first seat for which it is right; None: it holds none."""
    found: list[Left] = []
    for seat in seats:
        order = table.side.standing_order(table.battle.state, seat, text)
        if order is None:
            return None
        if not order.faults:
            return Left(seat, order, _row(desk, seat, person, order.text) if order.text else None)
        found.append(Left(seat, order))
    return found[0]


def _row(desk: Desk, seat: Seat, person: str, text: str) -> StandingRow:
    # As long as the seed of the dice: nobody can try out all keys.
    key = desk.draw_seed().hex()
    return StandingRow(seat, person, text, key, fingerprint_of(key, text))


def outcome_of(connection: Connection, table: Table, found: Left) -> Outcome:
    """Return what comes of such a message by itself: nothing but an answer to its author."""
    order = found.order
    if order.faults:
        faults = tuple(Fault(fault.number, fault.code, fault.message) for fault in order.faults)
        lines = (*told(faults, [fault.line for fault in order.faults]), *closing(faults, len(faults)))
        return Outcome(table.battle, Judged(faults), Answer(None, faults, lines, private=True), ())
    own = order.told
    if found.row is not None:
        replaced = any(row.seat == found.seat for row in uses(connection, table))
        own = (*own, *((_REPLACED,) if replaced else ()), f"Fingerabdruck: {found.row.fingerprint}")
    # Nobody is told of it under a number, so that none may be missing in the thread either.
    return Outcome(table.battle, Judged(), Answer(table.row.posts, own=own), ())


def keep(desk: Desk, connection: Connection, table: Table, found: Left) -> None:
    """Let the order count instead of what was left for the seat before; one without a text takes that back."""
    at = desk.now()
    standing.end(connection, table.row.id, found.seat, at)
    if found.row is not None:
        standing.insert(connection, table.row.id, found.row, at)


def told_of_left(found: Left | None) -> Iterator[str]:
    """Yield the line by which the thread learns that something was left, and what fingerprint it has."""
    if found is not None and found.row is not None:
        yield _LEFT.format(seat=found.row.seat, fingerprint=found.row.fingerprint)


def told_of_end(connection: Connection, table: Table, outcome: Outcome) -> Iterator[str]:
    """Yield all that was ever left, with the keys, once the battle is over."""
    rows = standing.all_left(connection, table.row.id) if _ends(table, outcome) else ()
    if rows:
        yield from _SHOWN
    for row in rows:
        if not row.key:
            yield _FORGOTTEN.format(seat=row.seat, fingerprint=row.fingerprint)
            continue
        yield _ONE_SHOWN.format(seat=row.seat, fingerprint=row.fingerprint, key=row.key)
        yield from (f"`{line}`" for line in row.text.splitlines())


def end_shown(desk: Desk, connection: Connection, table: Table, outcome: Outcome) -> None:
    """Let nothing count any more that has been shown: should the battle go back, the others would know it."""
    if _ends(table, outcome):
        standing.end_all(connection, table.row.id, desk.now())


def _ends(table: Table, outcome: Outcome) -> bool:
    over = table.side.system.over
    return over(outcome.after.state) is not None and over(table.battle.state) is None


def waits_anew(table: Table, known: Known) -> bool:
    """Tell whether reactions are awaited after a post that were not before, or are again."""
    side, before, after = table.side, table.battle.state, known.battle.state
    now = side.reacting_seats(after)
    if not now or after is before:
        return False
    if side.phase(before) != side.phase(after) or set(now) - set(side.reacting_seats(before)):
        return True
    return any(isinstance(event, RolledBack) for event in known.battle.log[table.known.version :])


def uses(connection: Connection, table: Table) -> tuple[StandingRow, ...]:
    """Return the standing orders that count now."""
    return standing.counting(connection, table.row.id)


def lines_now(table: Table, row: StandingRow) -> tuple[str, ...]:
    """Return the lines of a post that the order gives now; () if it has nothing to say."""
    return table.side.standing_lines(table.battle.state, Seat(row.seat), row.text)


def told_of_use(row: StandingRow, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines before the answer to a post that nobody has written."""
    return (_USED.format(seat=row.seat, fingerprint=row.fingerprint), *(f"`{line}`" for line in lines))


def moved(table: Table, known: Known, answer: Answer) -> Table:
    """Return the table as it is after a post, within the same transaction."""
    state = known.battle.state
    row = replace(
        table.row,
        version=known.version,
        posts=answer.number or table.row.posts,
        moment=table.side.phase(state),
        over=table.side.system.over(state) is not None,
    )
    return Table(row, known, table.seats)
