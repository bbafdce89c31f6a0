"""Where on Discord battles are played: threads with their pinned message."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from motuc_bot.referee.ask import REACTIONS, TURN
from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.store import guilds, outbox, places, seats, threads
from motuc_bot.store.guilds import GuildRow
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.store import Connection
from motuc_bot.store.threads import ThreadRow
from rules.core import GAME_MASTER

__all__ = [
    "PlaceOfBattle",
    "ThreadRow",
    "battles_of",
    "keep_read",
    "keep_status_message",
    "last_sent_before",
    "move_thread",
    "place_of",
    "place_within",
    "send_again",
    "tell_gone",
    "tell_masters",
    "thread_in",
    "threads_of",
]

_GONE = (
    "„{seat}“ ist nicht mehr auf diesem Server. Die Spielleitung kann den Platz jemand anderem geben: "
    "/sl ersatz; die Figuren bleiben, wie sie sind."
)


@dataclass(frozen=True, slots=True)
class PlaceOfBattle:
    """The thread of a battle (None = it is played elsewhere), the seat of each person, what the server wishes."""

    thread: ThreadRow | None
    seats: tuple[tuple[str, str], ...]
    wishes: GuildRow = GuildRow()

    def persons(self, seat: str) -> tuple[str, ...]:
        """Return who sits on the seat."""
        return tuple(person for name, person in self.seats if name == seat)


def move_thread(desk: Desk, row: ThreadRow) -> None:
    """Let a battle go on in another thread: it gets what did not arrive in the old one. Raises: DatabaseFault.

    The questions of this phase are asked anew, but for those in private, which are answered where they stand.
    """
    with desk.store.writing() as connection:
        table, old = desk.table(connection, row.battle_id), threads.thread_of(connection, row.battle_id)
        private = table.side.keeps_secrets(table.battle.state)
        asked = old.asked if old is not None and private else ""
        threads.replace_thread(connection, replace(row, asked=asked))
        for kind in (REACTIONS, TURN):
            places.withdraw(connection, row.battle_id, kind, desk.now())
        places.send_again(connection, row.battle_id, desk.now())


@patient
def last_sent_before(desk: Desk, delivery: Delivery) -> int:
    """Return the last message that the place of a delivery got before it, 0 if there is none. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return places.last_sent_before(connection, delivery)


def send_again(desk: Desk, battle: int, fault: str) -> None:
    """Let all be sent that could not be sent to the thread of a battle for that reason. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        places.send_again(connection, battle, desk.now(), fault)


@patient
def keep_read(desk: Desk, read: Mapping[int, int]) -> None:
    """Keep up to which message each thread has been read. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        for channel, message in read.items():
            threads.set_read_until(connection, channel, message)


@patient
def tell_masters(desk: Desk, battle: int, line: str, nonce: str) -> bool:
    """Tell the game masters something in private, once for each name of it. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        if threads.is_told(connection, f"{nonce}.0"):
            return False
        masters = [row.person for row in seats.seats_of(connection, battle) if row.seat == GAME_MASTER]
        told = [replace(notice((line,), f"{nonce}.{at}"), person=person) for at, person in enumerate(masters)]
        outbox.insert(connection, battle, None, told, desk.now())
    return bool(told)


@patient
def tell_gone(desk: Desk, battle: int, person: str) -> bool:
    """Tell the thread, once, that a player has left the server, and what can be done. Raises: DatabaseFault."""
    with desk.store.writing() as connection:
        seat = next((row.seat for row in seats.seats_of(connection, battle) if row.person == person), None)
        nonce = f"{battle}.gone.{person}"
        if seat is None or threads.is_told(connection, nonce):
            return False
        outbox.insert(connection, battle, None, [notice((_GONE.format(seat=seat),), nonce)], desk.now())
    return True


@patient
def threads_of(desk: Desk) -> tuple[tuple[ThreadRow, bool], ...]:
    """Return all threads, each with whether its battle is over. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return threads.all_threads(connection)


@patient
def thread_in(desk: Desk, channel: int) -> ThreadRow | None:
    """Return the thread with that id, None if no battle is played there. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return threads.thread_in(connection, channel)


@patient
def place_of(desk: Desk, battle: int) -> PlaceOfBattle:
    """Return where a battle is played, and by whom. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return place_within(connection, battle)


def place_within(connection: Connection, battle: int) -> PlaceOfBattle:
    """Return the same within a transaction."""
    sitting = tuple((row.seat, row.person) for row in seats.seats_of(connection, battle))
    thread = threads.thread_of(connection, battle)
    if thread is None:
        return PlaceOfBattle(None, sitting)
    return PlaceOfBattle(thread, sitting, guilds.settings_of(connection, thread.guild_id))


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
