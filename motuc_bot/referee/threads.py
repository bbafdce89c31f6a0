"""Where on Discord battles are played: threads with their pinned message."""

from dataclasses import dataclass

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.store import seats, threads
from motuc_bot.store.threads import ThreadRow

__all__ = ["PlaceOfBattle", "ThreadRow", "battles_of", "bind_thread", "keep_status_message", "place_of", "threads_of"]


@dataclass(frozen=True, slots=True)
class PlaceOfBattle:
    """The thread of a battle (None = it is played elsewhere) and the seat of each person."""

    thread: ThreadRow | None
    seats: tuple[tuple[str, str], ...]

    def persons(self, seat: str) -> tuple[str, ...]:
        """Return who sits on the seat."""
        return tuple(person for name, person in self.seats if name == seat)


def bind_thread(desk: Desk, row: ThreadRow) -> None:
    """Keep where a battle is played. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        threads.insert_thread(connection, row)


@patient
def threads_of(desk: Desk) -> tuple[tuple[ThreadRow, bool], ...]:
    """Return all threads, each with whether its battle is over. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return threads.all_threads(connection)


@patient
def place_of(desk: Desk, battle: int) -> PlaceOfBattle:
    """Return where a battle is played, and by whom. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        rows = seats.seats_of(connection, battle)
        return PlaceOfBattle(threads.thread_of(connection, battle), tuple((row.seat, row.person) for row in rows))


@patient
def battles_of(desk: Desk, person: str) -> tuple[tuple[int, str], ...]:
    """Return number and name of the battles that go on and in which the person sits. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return threads.battles_of(connection, person)


@patient
def keep_status_message(desk: Desk, battle: int, message: int) -> None:
    """Keep which message tells how the battle stands. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        threads.set_status_message(connection, battle, message)
