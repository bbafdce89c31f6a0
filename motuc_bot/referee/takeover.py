"""The players choose another game master when the one they have is gone: a player of each side must want the same."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from motuc_bot.referee.deliveries import notice
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.newcomer import welcome
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import outbox, seats, takeovers
from motuc_bot.store.seats import SeatRow
from motuc_bot.store.store import Connection
from motuc_bot.store.takeovers import TakeoverRow
from rules.core import GAME_MASTER

# Without a sign of life for so long a game master counts as gone.
GONE_AFTER = timedelta(days=3)
_ONLY_PLAYERS = "Eine neue Spielleitung wählen die Spieler: wer eine Figur in der Schlacht führt."
_OVER = "Die Schlacht ist vorbei: Eine neue Spielleitung braucht sie nicht mehr."


@dataclass(frozen=True, slots=True)
class Candidate:
    """Who shall be the game master, and what he is called."""

    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Wanting:
    """What became of somebody's wish: `done` = the candidate leads now; else these sides must still agree."""

    done: bool
    missing: tuple[str, ...] = ()


class StillThere(NotAllowed):
    """The game master is not gone; the players may choose another one from `since` on."""

    def __init__(self, since: datetime) -> None:
        super().__init__("Die Spielleitung ist noch da.")
        self.since = since


def want_master(desk: Desk, battle: int, person: str, candidate: Candidate, left: Collection[str] = ()) -> Wanting:
    """Keep that the person's side wants the candidate; when all sides want him, he leads alone. The thread is told.

    `left` are those who can't come back: they are no longer where the battle is played.
    Raises: Refused, StillThere, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        sides = _sides(connection, table)
        mine = next((side for side, persons in sides.items() if person in persons), None)
        if mine is None:
            raise NotAllowed(_ONLY_PLAYERS)
        if table.row.over:
            raise NotAllowed(_OVER)
        signs = takeovers.signs_of_life(connection, battle)
        if candidate.person in signs:
            raise NotAllowed(f"{candidate.name} leitet diese Schlacht schon.")
        at = desk.now()
        back = max((sign + GONE_AFTER for master, sign in signs.items() if master not in left), default=at)
        if back > at:
            raise StillThere(back)
        # Who has been seen since then was not gone: what was said before counts no more.
        seen = max(signs.values(), default=None)
        votes = {
            row.side: row
            for row in takeovers.wanted(connection, battle)
            if row.person in sides.get(row.side, ()) and (seen is None or row.agreed_at > seen)
        }
        again = mine in votes and votes[mine].candidate == candidate.person
        votes[mine] = TakeoverRow(mine, person, candidate.person, at)
        takeovers.want(connection, battle, votes[mine])
        agreed = [side for side in sides if side in votes and votes[side].candidate == candidate.person]
        missing = tuple(table.side.side_name(side) for side in sides if side not in agreed)
        if not missing:
            _take_over(desk, connection, table, candidate.person, votes, at)
            lines = tuple(_told_agreed(table, candidate, sides, votes))
        else:
            lines = _told_wanted(table, candidate, mine, sides[mine][person], missing)
        if not (again and missing):
            told = notice(lines, f"{table.row.key}.takeover.{desk.draw_key()}", tuple(signs) if missing else ())
            outbox.insert(connection, battle, None, [told], at)
    return Wanting(not missing, missing)


def _sides(connection: Connection, table: Table) -> dict[str, dict[str, str]]:
    """Return the sides that have players, each with these and their seats."""
    sitting = [row for row in seats.seats_of(connection, table.row.id) if row.seat != GAME_MASTER]
    sides: dict[str, dict[str, str]] = {}
    for figure in table.figures:
        for row in sitting:
            if row.seat == figure.seat:
                sides.setdefault(figure.side, {})[row.person] = row.seat
    return sides


def _take_over(
    desk: Desk, connection: Connection, table: Table, candidate: str, votes: Collection[str], at: datetime
) -> None:
    row = SeatRow(GAME_MASTER, candidate)
    seats.delete_seat(connection, table.row.id, GAME_MASTER)
    seats.insert_seat(connection, table.row.id, row, at)
    takeovers.forget(connection, table.row.id, votes)
    welcome(desk, connection, table, row)


def _told_wanted(table: Table, candidate: Candidate, side: str, seat: str, missing: tuple[str, ...]) -> tuple[str, ...]:
    others = " und ".join(missing)
    return (
        f"{table.side.side_name(side)} ({seat}) wünscht sich {candidate.name} als Spielleitung, weil sie sich nicht "
        "mehr meldet.",
        f"Stimmt jemand von {others} zu (/schlacht uebernehmen mit demselben Namen), so gilt es. Meldet "
        "sich die Spielleitung vorher, bleibt alles, wie es ist.",
    )


def _told_agreed(
    table: Table, candidate: Candidate, sides: dict[str, dict[str, str]], votes: dict[str, TakeoverRow]
) -> Iterator[str]:
    names = [f"{table.side.side_name(side)} ({sides[side][votes[side].person]})" for side in sides]
    yield f"{candidate.name} leitet jetzt die Schlacht. Darauf geeinigt haben sich {' und '.join(names)}."
