"""What the referee would make of a post, before anything counts."""

from motuc_bot.judging.judged import Incoming
from motuc_bot.judging.preview import Preview, preview
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.rights import seat_of
from motuc_bot.store.text import storable


@patient
def preview_post(
    desk: Desk, battle: int, person: str, text: str, *, seat: str | None = None, private: bool = False
) -> Preview:
    """Return how the post would be understood; nothing is kept and no die falls. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
    return preview(table.side, table.battle, Incoming(seat_of(table, person, seat), storable(text), private))
