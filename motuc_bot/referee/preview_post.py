"""What the referee would make of a post, before anything counts."""

from motuc_bot.judging.judged import Incoming
from motuc_bot.judging.preview import Preview, PreviewKind, PreviewLine, preview
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.rights import seat_of
from motuc_bot.store.text import storable
from motuc_bot.systems.standing import StandingOrder


@patient
def preview_post(
    desk: Desk, battle: int, person: str, text: str, *, seat: str | None = None, private: bool = False
) -> Preview:
    """Return how the post would be understood; nothing is kept and no die falls. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
    mine, written = seat_of(table, person, seat), storable(text)
    order = table.side.standing_order(table.battle.state, mine, written) if private else None
    if order is not None:
        return _of_order(order, written)
    return preview(table.side, table.battle, Incoming(mine, written, private))


def _of_order(order: StandingOrder, text: str) -> Preview:
    """Return how a message with a standing order would be understood: what is wrong with it, or the whole of it."""
    if order.faults:
        faults = (
            PreviewLine(fault.number, fault.line, PreviewKind.FAULT, tuple(fault.message.splitlines()))
            for fault in order.faults
        )
        return Preview(tuple(faults), False)
    return Preview((PreviewLine(1, text.strip(), PreviewKind.COMMAND, order.told),), True)
