"""Battles on the table of a test: everybody at one machine, or each with a link."""

from datetime import UTC, datetime
from typing import Any

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.sit import sit
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.table.visitors import EVERYBODY, person_of
from tests.referee.table import DUEL

SEATS = ("kalle", "anna")
# Each of the two has two figures, and nobody stands anywhere yet.
HIDDEN: dict[str, Any] = {
    "battle": {"name": "Im Nebel", "rounds": 2, "value": "any"},
    "teams": {
        "black": [{"figure": "Skeletor", "player": "kalle"}, {"figure": "Beast Man", "player": "kalle"}],
        "white": [{"figure": "He-Man", "player": "anna"}, {"figure": "Teela", "player": "anna"}],
    },
}
ALL_STARTS = (("kalle", "Start Skeletor A3, Beast Man A5"), ("anna", "Start He-Man L3, Teela L5"))


def opened(desk: Desk, document: dict[str, Any] = DUEL) -> int:
    """Open a battle in which the person at the machine sits everywhere."""
    battle = open_battle(desk, "motuc", document, EVERYBODY).battle
    for seat in SEATS:
        take_seat(desk, Form(battle, EVERYBODY, (), Message(f"{battle}-{seat}", _now()), seat))
    return battle


def linked(desk: Desk, battle: int, seat: str, secret: str) -> str:
    """Let somebody with a link share the seat, and return the way of the link."""
    sit(desk, battle, EVERYBODY, seat, person_of(secret))
    return f"/platz/{battle}/{secret}"


def posted(desk: Desk, battle: int, seat: str, text: str, *, private: bool = False, name: str = "") -> Answer:
    """Post from the seat; each text is a message of its own."""
    message = Message(name or f"{battle}-{seat}-{text}", _now())
    return post(desk, NewPost(battle, EVERYBODY, text, message, seat, private))


def _now() -> datetime:
    return datetime(2030, 1, 2, 18, 0, tzinfo=UTC)
