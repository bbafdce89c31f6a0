"""Who sits where, for the game master."""

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import seats
from motuc_bot.store.seats import SeatRow
from rules.core import GAME_MASTER


@patient
def who_sits(desk: Desk, battle: int, person: str) -> tuple[SeatRow, ...]:
    """Return all seats with the people on them, those without anybody left out. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
        if GAME_MASTER not in table.seats:
            raise NotAllowed("Das sieht nur die Spielleitung.")
        return seats.seats_of(connection, battle)
