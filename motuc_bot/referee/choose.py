"""What a seat can choose now, for buttons that outlive the program: a choice has a name for this phase only."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.patience import patient
from motuc_bot.store import posts
from motuc_bot.store.posts import PostRow, Private, Readable
from motuc_bot.systems.choices import ChoiceGroup
from rules.core import Posted, Seat, effective

# Among so many posts the last one of somebody who presses a button twice is found.
_RECENT = 30


@dataclass(frozen=True, slots=True)
class Choosing:
    """The choices of a seat; `version` is the number of events, `last` the last post of the seat if it still counts."""

    moment: str
    version: int
    groups: tuple[ChoiceGroup, ...]
    last: str | None = None

    def name(self, text: str) -> str:
        """Return what a choice is called on a button: the same line in another phase has another name."""
        return short_name(f"{self.moment}\n{text}")

    def chosen(self, name: str) -> str | None:
        """Return the line of the choice of that name, None if it is not open any more."""
        lines = (choice.text for group in self.groups if group.due for choice in group.choices)
        return next((line for line in lines if self.name(line) == name), None)

    def group_of(self, line: str) -> ChoiceGroup:
        """Return the group to which an open choice with that line belongs. Raises: StopIteration."""
        return next(group for group in self.groups if group.due and line in [choice.text for choice in group.choices])


def short_name(text: str) -> str:
    """Return a short name that nothing else is likely to have."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


@patient
def choosing(desk: Desk, battle: int, seat: str) -> Choosing:
    """Return what a seat can choose now. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle)
    return _choosing(table, seat)


@patient
def choosing_of(desk: Desk, battle: int, person: str, seat_name: str) -> tuple[str, Choosing] | None:
    """Return the seat of that short name with its choices, None if the person does not sit there.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
        seat = next((seat for seat in table.seats if short_name(seat) == seat_name), None)
        if seat is None:
            return None
        _, rows = posts.read_page(connection, battle, Readable(seat, Private.NONE), _RECENT, None)
    return seat, _choosing(table, seat, rows)


def _choosing(table: Table, seat: str, rows: Sequence[PostRow] = ()) -> Choosing:
    state = table.side.system.view(table.battle.state, Seat(seat)).state
    own = next((row for row in reversed(rows) if row.seat == seat and row.ordered), None)
    counting = {event.number for event in effective(table.battle.log) if isinstance(event, Posted)} if own else ()
    last = own.text if own is not None and own.number in counting else None
    return Choosing(table.row.moment, table.row.version, table.side.choices(state, Seat(seat)), last)
