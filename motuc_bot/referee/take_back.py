"""A post is taken back by a button at its answer: the same as its author's next post saying so (R-P8)."""

from motuc_bot.judging.judged import Incoming
from motuc_bot.judging.preview import preview
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import posts
from motuc_bot.store.posts import Private, Readable
from motuc_bot.store.store import Connection
from rules.core import GAME_MASTER, Seat

_ORDER = "zurück"
_PUBLIC = Readable(None, Private.NONE)
# Among so many posts the last one of its author is found; who has waited longer writes it himself.
_RECENT = 30


def take_back(desk: Desk, battle: int, person: str, number: int, message: Message) -> Answer:
    """Take the post back for its author. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
        row = posts.read_number(connection, battle, _PUBLIC, number)
        seat = _seat(connection, table, number)
    if row is None or row.seat not in table.seats:
        raise NotAllowed("Zurücknehmen kann das nur, wer es gepostet hat.")
    if seat is None:
        raise NotAllowed(f"Dafür ist es zu spät: Beitrag #{number} lässt sich nicht mehr zurücknehmen (R-P8).")
    return post(desk, NewPost(battle, person, _ORDER, message, seat))


def _seat(connection: Connection, table: Table, number: int) -> Seat | None:
    """Return whose post it is, if that is his last one and can be taken back now."""
    _, rows = posts.read_page(connection, table.row.id, _PUBLIC, _RECENT, None)
    wanted = next((row for row in rows if row.number == number and row.ordered), None)
    if wanted is None or wanted.seat == GAME_MASTER:
        return None
    mine = [row.number for row in rows if row.seat == wanted.seat and row.number and row.ordered]
    seat = Seat(wanted.seat)
    if mine[-1] != number or not preview(table.side, table.battle, Incoming(seat, _ORDER)).counts:
        return None
    return seat
