"""A seat gets another person: the figures stay, who plays them changes."""

from motuc_bot.referee.deliveries import SOMEBODY, notice
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.newcomer import keep_to_one_side, welcome
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import outbox, seats
from motuc_bot.store.seats import SeatRow
from rules.core import GAME_MASTER


def hand_over(desk: Desk, battle: int, person: str, seat: str, to: str) -> bool:
    """Put the person `to` on the seat instead of whoever sits there, and return whether he did not sit there alone.

    Whoever sits on the seat may give it away, the game master any. Of several game masters each gives away his own
    place alone. The newcomer is asked what the seat owes, and called in the thread. Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        taken = seats.seats_of(connection, battle)
        mine = {row.seat for row in taken if row.person == person}
        if seat not in mine and GAME_MASTER not in mine:
            raise NotAllowed(f"Den Platz „{seat}“ kann nur hergeben, wer ihn hat, oder die Spielleitung.")
        if seat not in {*(row.seat for row in taken), *(row.seat for row in table.figures)}:
            raise NotAllowed(f"Einen Platz „{seat}“ gibt es in dieser Schlacht nicht.")
        at, newcomer = desk.now(), SeatRow(seat, to)
        seats.set_seen(connection, battle, person, at)
        leaving = [row for row in taken if row.seat == seat and (seat != GAME_MASTER or row.person == person)]
        if leaving == [newcomer]:
            return False
        for row in leaving:
            seats.delete_seat(connection, battle, seat, row.person)
        if newcomer in leaving or newcomer not in taken:
            seats.insert_seat(connection, battle, newcomer, at)
            welcome(desk, connection, table, newcomer)
        # Who leads no more must not go on seeing both sides.
        keep_to_one_side(connection, battle, table.figures, person)
        told = notice((_told(table, seat),), f"{table.row.key}.seat.{desk.draw_key()}", sits=to)
        outbox.insert(connection, battle, None, [told], at)
    return True


def _told(table: Table, seat: str) -> str:
    """Return the line by which everybody learns of it, with what the newcomer plays now."""
    if seat == GAME_MASTER:
        return f"{SOMEBODY} leitet jetzt die Schlacht."
    rows = table.side.roster(table.battle.state)
    *first, last = [row.name for row in rows if row.seat == seat and not row.fallen] or [""]
    if not last:
        return f"{SOMEBODY} hat jetzt den Platz „{seat}“."
    played = f"{', '.join(first)} und {last}" if first else last
    return f"{SOMEBODY} spielt jetzt {played} (Platz „{seat}“)."
