"""Several people lead a battle together: each of them may let others in, and out again."""

from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.newcomer import keep_to_one_side, welcome
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import outbox, seats
from motuc_bot.store.seats import SeatRow
from motuc_bot.store.store import Connection
from rules.core import GAME_MASTER

_LAST = (
    "Das ist die letzte Spielleitung: Hole erst jemanden dazu (/sl helfer), oder gib die Spielleitung ab "
    "(/sl uebergeben)."
)


def add_master(desk: Desk, battle: int, person: str, newcomer: str, name: str) -> None:
    """Let a newcomer lead the battle too, with all rights; the thread is told by that name.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table, masters = _masters(desk, connection, battle, person)
        if newcomer in masters:
            raise NotAllowed(f"{name} leitet diese Schlacht schon.")
        row = SeatRow(GAME_MASTER, newcomer)
        seats.insert_seat(connection, battle, row, desk.now())
        welcome(desk, connection, table, row)
        _tell(desk, connection, table, f"{name} leitet die Schlacht jetzt mit.")


def remove_master(desk: Desk, battle: int, person: str, other: str, name: str) -> None:
    """Let somebody lead the battle no more, unless nobody else does; the thread is told.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table, masters = _masters(desk, connection, battle, person)
        if other not in masters:
            raise NotAllowed(f"{name} leitet diese Schlacht nicht.")
        if len(masters) == 1:
            raise NotAllowed(_LAST)
        seats.delete_seat(connection, battle, GAME_MASTER, other)
        # Who leads no more must not go on seeing both sides.
        keep_to_one_side(connection, battle, table.figures, other)
        _tell(desk, connection, table, f"{name} leitet die Schlacht nicht mehr mit.")


def _masters(desk: Desk, connection: Connection, battle: int, person: str) -> tuple[Table, tuple[str, ...]]:
    """Return the battle and who leads it, locked until the end of the transaction. Raises: Refused."""
    table = desk.table(connection, battle, person)
    if GAME_MASTER not in table.seats:
        raise NotAllowed("Wer mitleitet, bestimmt die Spielleitung.")
    seats.set_seen(connection, battle, person, desk.now())
    return table, tuple(row.person for row in seats.seats_of(connection, battle) if row.seat == GAME_MASTER)


def _tell(desk: Desk, connection: Connection, table: Table, line: str) -> None:
    told = notice((line,), f"{table.row.key}.seat.{desk.draw_key()}")
    outbox.insert(connection, table.row.id, None, [told], desk.now())
