"""For whom a person may speak and look: for the seats on which he sits, and for nobody else."""

from motuc_bot.referee.desk import Table
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store.posts import PostRow, Private, Readable
from rules.core import GAME_MASTER, Seat

# The seat of somebody who has none: no player's name may begin like that.
NOBODY = "("
MASTER_ONLY = "Das darf nur die Spielleitung."


def seat_of(table: Table, person: str, wanted: str | None) -> Seat:
    """Return the seat of the person: the wanted one, else the game master's, else his first one.

    Who has none gets a seat that no figure has. Raises: NotAllowed.
    """
    if wanted is not None:
        if wanted not in table.seats and wanted == GAME_MASTER:
            raise NotAllowed(MASTER_ONLY)
        if wanted not in table.seats:
            raise NotAllowed(f"Für „{wanted}“ darfst du hier nicht schreiben.")
        return Seat(wanted)
    if not table.seats:
        return Seat(f"{NOBODY}{person})")
    return GAME_MASTER if GAME_MASTER in table.seats else Seat(table.seats[0])


def speakers(table: Table, person: str, wanted: str | None) -> tuple[Seat, ...]:
    """Return the seats for which a post may be meant: the game master's last, for he may order everybody's figures.

    Raises: NotAllowed.
    """
    if wanted is not None or len(table.seats) < 2:
        return (seat_of(table, person, wanted),)
    return tuple(sorted(map(Seat, table.seats), key=lambda seat: seat == GAME_MASTER))


def seated(table: Table, person: str, wanted: str | None) -> Seat:
    """Return the seat of the person, who must have one. Raises: NotAllowed."""
    seat = seat_of(table, person, wanted)
    if seat not in table.seats:
        raise NotAllowed("Du hast in dieser Schlacht keinen Platz.")
    return seat


def reader_of(table: Table, person: str | None, wanted: str | None) -> Seat | None:
    """Return as whom the person reads posts: like `seat_of`; None = a spectator. Raises: NotAllowed."""
    return None if person is None else seat_of(table, person, wanted)


def readable(table: Table, reader: Seat | None) -> Readable:
    """Return which posts the reader may see: all that is public, all of his seat, the game master everything.

    Orders that came by private message are seen by all once nothing is secret any more; what was refused, or said to
    the referee alone, never is.
    """
    if reader == GAME_MASTER:
        return Readable(reader, Private.ALL)
    secret = table.side.keeps_secrets(table.battle.state)
    return Readable(reader, Private.NONE if secret else Private.COUNTED)


def may_read(table: Table, row: PostRow, reader: Seat | None) -> bool:
    """Tell whether a post is among those that the reader may see."""
    allowed = readable(table, reader)
    if not row.private or row.seat == reader or allowed.private is Private.ALL:
        return True
    return allowed.private is Private.COUNTED and row.counts
