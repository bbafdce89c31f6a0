"""Orders that somebody writes where no battle is played, or in private: whether they are some, for which battle."""

from dataclasses import dataclass
from typing import Any

from motuc_bot.judging.judged import AnySide
from motuc_bot.judging.line_faults import head_of
from motuc_bot.language.folding import name_key
from motuc_bot.language.reading import LineKind, ReadLine
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.patience import patient
from motuc_bot.store import threads
from rules.core import GAME_MASTER, Seat


@dataclass(frozen=True, slots=True)
class Misplaced:
    """The thread of the battle for which the orders are; `secret` tells that such orders may be secret there now."""

    thread: int
    secret: bool


@patient
def misplaced(desk: Desk, guild: int, person: str, text: str) -> tuple[Misplaced, ...]:
    """Return for which battles of the server that go on the text orders figures of the person.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        rows = threads.threads_with(connection, guild, person)
        tables = [(row.channel_id, desk.view(connection, row.battle_id, person)) for row in rows]
    return tuple(
        Misplaced(channel, table.side.keeps_secrets(table.battle.state))
        for channel, table in tables
        if _orders(table, text)
    )


@patient
def is_for_referee(desk: Desk, person: str, text: str) -> bool:
    """Tell whether a private message of the person says something to the referee in any battle of his that goes on.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        tables = [desk.view(connection, battle, person) for battle, _ in threads.battles_of(connection, person)]
    return any(_is_read(table, text) for table in tables)


def _is_read(table: Table, text: str) -> bool:
    """Tell whether the text has an order in it, be it a faulty one, or is one for reactions to come."""
    side, state = table.side, table.battle.state
    if any(line.kind is LineKind.COMMAND for line in side.read(state, text).lines):
        return True
    return any(side.standing_order(state, Seat(seat), text) is not None for seat in table.seats)


def _orders(table: Table, text: str) -> bool:
    """Tell whether a line names a figure of the person before its colon and reads as an order, be it a faulty one."""
    state = table.battle.state
    own = {name_key(row.name) for row in table.side.roster(state) if row.seat in table.seats}
    own |= {name_key(GAME_MASTER)} & {name_key(seat) for seat in table.seats}
    lines = table.side.read(state, text).lines
    return any(line.kind is LineKind.COMMAND and not own.isdisjoint(_heads(table.side, line)) for line in lines)


def _heads(side: AnySide, line: ReadLine[Any]) -> set[str]:
    """Return whom a line with a colon orders, by the full names as far as it was understood."""
    head = head_of(line.text)
    if not head:
        return set()
    return {name_key(name) for name in (head, *(head_of(side.phrase(one)) for one in line.commands)) if name}
