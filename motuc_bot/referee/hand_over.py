"""A seat gets another person: the figures stay, who plays them changes."""

from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import outbox, seats
from motuc_bot.store.seats import SeatRow
from rules.core import GAME_MASTER


def hand_over(desk: Desk, battle: int, person: str, seat: str, to: str) -> None:
    """Put the person `to` on the seat instead of whoever sits there; the thread is told.

    Whoever sits on the seat may give it away, the game master any. Of several game masters each gives away his own
    place alone. Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        taken = seats.seats_of(connection, battle)
        mine = {row.seat for row in taken if row.person == person}
        if seat not in mine and GAME_MASTER not in mine:
            raise NotAllowed(f"Den Platz „{seat}“ kann nur hergeben, wer ihn hat, oder die Spielleitung.")
        if seat not in {*(row.seat for row in taken), *(row.seat for row in table.figures)}:
            raise NotAllowed(f"Einen Platz „{seat}“ gibt es in dieser Schlacht nicht.")
        leaving = [row for row in taken if row.seat == seat and (seat != GAME_MASTER or row.person == person)]
        if leaving == [SeatRow(seat, to)]:
            return
        at = desk.now()
        for row in leaving:
            seats.delete_seat(connection, battle, seat, row.person)
        if SeatRow(seat, to) in leaving or SeatRow(seat, to) not in taken:
            seats.insert_seat(connection, battle, SeatRow(seat, to), at)
        line = f"Den Platz „{seat}“ hat jetzt jemand anders; die Figuren bleiben, wie sie sind."
        outbox.insert(connection, battle, None, [notice((line,), f"{table.row.key}.seat.{desk.draw_key()}")], at)
