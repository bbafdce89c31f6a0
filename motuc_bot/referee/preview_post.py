"""What the referee would make of a post, before anything counts."""

from collections.abc import Sequence

from motuc_bot.judging.judged import Incoming
from motuc_bot.judging.preview import Preview, PreviewKind, PreviewLine, preview
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.patience import patient
from motuc_bot.referee.rights import speakers
from motuc_bot.store.text import storable
from motuc_bot.systems.standing import StandingOrder
from rules.core import Seat


@patient
def preview_post(
    desk: Desk, battle: int, person: str, text: str, *, seat: str | None = None, private: bool = False
) -> Preview:
    """Return how the post would be understood; nothing is kept and no die falls. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
    mine, written = speakers(table, person, seat), storable(text)
    orders = _orders(table, mine, written) if private else ()
    if orders:
        return _of_order(next((order for order in orders if not order.faults), orders[0]), written)
    return _counting([preview(table.side, table.battle, Incoming(one, written, private)) for one in mine])


def _orders(table: Table, seats: Sequence[Seat], text: str) -> tuple[StandingOrder, ...]:
    """Return the standing order that the text is, as it would be for each of the seats; () = it is none."""
    found = (table.side.standing_order(table.battle.state, seat, text) for seat in seats)
    return tuple(order for order in found if order is not None)


def _counting(previews: Sequence[Preview]) -> Preview:
    """Return the first of them that counts, as a post is taken; if none does, the one to whose seat it belongs most."""
    return next((one for one in previews if one.counts), None) or min(previews, key=lambda one: one.strange)


def _of_order(order: StandingOrder, text: str) -> Preview:
    """Return how a message with a standing order would be understood: what is wrong with it, or the whole of it."""
    if order.faults:
        faults = (
            PreviewLine(fault.number, fault.line, PreviewKind.FAULT, tuple(fault.message.splitlines()))
            for fault in order.faults
        )
        return Preview(tuple(faults), False)
    return Preview((PreviewLine(1, text.strip(), PreviewKind.COMMAND, order.told),), True)
