"""A seat gets another person: the figures stay, who plays them changes."""

from datetime import datetime

from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import outbox, seats
from motuc_bot.store.seats import SeatRow
from rules.core import GAME_MASTER


def hand_over(desk: Desk, battle: int, person: str, seat: str, to: str) -> None:
    """Put the person `to` on the seat instead of whoever sits there; the thread is told.

    Whoever sits on the seat may give it away, the game master any. Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        if seat not in table.seats and GAME_MASTER not in table.seats:
            raise NotAllowed(f"Den Platz „{seat}“ kann nur hergeben, wer ihn hat, oder die Spielleitung.")
        known = {figure.seat for figure in table.side.system.figures(table.battle.state)}
        taken = seats.seats_of(connection, battle)
        if seat not in known and seat not in {row.seat for row in taken}:
            raise NotAllowed(f"Einen Platz „{seat}“ gibt es in dieser Schlacht nicht.")
        if SeatRow(seat, to) in taken:
            return
        at: datetime = desk.now()
        seats.delete_seat(connection, battle, seat)
        seats.insert_seat(connection, battle, SeatRow(seat, to), at)
        line = f"Den Platz „{seat}“ hat jetzt jemand anders; die Figuren bleiben, wie sie sind."
        outbox.insert(connection, battle, None, [notice((line,), f"{table.row.key}.seat.{seat}.{at.isoformat()}")], at)
