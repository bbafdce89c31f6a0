"""Several people lead a battle together: each of them may let others in, and out again."""

from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk
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
        key, masters = _masters(desk, connection, battle, person)
        if newcomer in masters:
            raise NotAllowed(f"{name} leitet diese Schlacht schon.")
        seats.insert_seat(connection, battle, SeatRow(GAME_MASTER, newcomer), desk.now())
        _tell(desk, connection, battle, key, f"{name} leitet die Schlacht jetzt mit.")


def remove_master(desk: Desk, battle: int, person: str, other: str, name: str) -> None:
    """Let somebody lead the battle no more, unless nobody else does; the thread is told.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        key, masters = _masters(desk, connection, battle, person)
        if other not in masters:
            raise NotAllowed(f"{name} leitet diese Schlacht nicht.")
        if len(masters) == 1:
            raise NotAllowed(_LAST)
        seats.delete_seat(connection, battle, GAME_MASTER, other)
        _tell(desk, connection, battle, key, f"{name} leitet die Schlacht nicht mehr mit.")


def _masters(desk: Desk, connection: Connection, battle: int, person: str) -> tuple[str, tuple[str, ...]]:
    """Return the key of the battle and who leads it, locked until the end of the transaction. Raises: Refused."""
    table = desk.table(connection, battle, person)
    if GAME_MASTER not in table.seats:
        raise NotAllowed("Wer mitleitet, bestimmt die Spielleitung.")
    return table.row.key, tuple(row.person for row in seats.seats_of(connection, battle) if row.seat == GAME_MASTER)


def _tell(desk: Desk, connection: Connection, battle: int, key: str, line: str) -> None:
    outbox.insert(connection, battle, None, [notice((line,), f"{key}.seat.{desk.draw_key()}")], desk.now())
