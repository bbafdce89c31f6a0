"""The game master lets people sit on seats, and makes them rise."""

from motuc_bot.referee.ask import call_to_move
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.newcomer import welcome
from motuc_bot.referee.patience import patient
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.take_seat import free_name
from motuc_bot.store import seats
from motuc_bot.store.seats import SeatRow
from motuc_bot.store.store import Connection
from rules.core import GAME_MASTER


@patient
def sit(desk: Desk, battle: int, person: str, seat: str, newcomer: str) -> None:
    """Let a newcomer share the seat, a new one if there is none of that name; he is called if he has the move.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = _as_master(desk, connection, battle, person)
        rows = seats.seats_of(connection, battle)
        taken = {row.seat for row in rows}
        if seat not in taken:
            free_name(seat, taken, {figure.seat for figure in table.figures})
        if SeatRow(seat, newcomer) not in rows:
            row = SeatRow(seat, newcomer)
            seats.insert_seat(connection, battle, row, desk.now())
            welcome(desk, connection, table, row)
            call_to_move(desk, connection, table, [row])


@patient
def rise(desk: Desk, battle: int, person: str, seat: str, *, keep: str) -> None:
    """Let everybody but `keep` leave the seat; the figures stay. Raises: Refused, DatabaseFault."""
    with desk.store.writing() as connection:
        _as_master(desk, connection, battle, person)
        for row in seats.seats_of(connection, battle):
            if row.seat == seat and row.person != keep:
                seats.delete_seat(connection, battle, seat, row.person)


def _as_master(desk: Desk, connection: Connection, battle: int, person: str) -> Table:
    table = desk.table(connection, battle, person)
    if GAME_MASTER not in table.seats:
        raise NotAllowed("Plätze vergibt die Spielleitung.")
    seats.set_seen(connection, battle, person, desk.now())
    return table
