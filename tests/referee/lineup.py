"""A battle whose line-up is still to come, and people who fill it by forms."""

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.give_orders import give_orders
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.store.tables import OUTBOX
from rules.motuc.words import Team
from tests.referee.table import Thread, enlisted

# Schnapp is worth as much as each of Clawful, Buzz-Off and Zodac.
OWN_FIGURE: dict[str, Any] = {
    "name": "Schnapp",
    "aliases": ["Schnappi"],
    "side": "evil",
    "melee": 5,
    "ranged": 2,
    "strength": 5,
    "armour": 1,
    "agility": 4,
    "stamina": 5,
    "base": 58,
    "weapons": [],
}
AGREED: dict[str, Any] = {
    "battle": {
        "name": "Aufstellung",
        "rounds": 1,
        "armouries": {"black": ["Krummschwert", "Eisenschild"], "white": ["Langschwert", "Langschwert"]},
    },
    "figures": [OWN_FIGURE],
}


@dataclass(slots=True)
class LineUp(Thread):
    """The thread of a battle in line-up; each form is a message of its own."""

    def join(self, person: str, *orders: Any, message: Message | None = None) -> Answer:
        """Take the seat of the person's name, with figures."""
        return take_seat(self.desk, Form(self.battle, person, orders, message or self.message(), person))

    def order(self, person: str, *orders: Any, seat: str | None = None, message: Message | None = None) -> Answer:
        """Give orders by form."""
        return give_orders(self.desk, Form(self.battle, person, orders, message or self.message(), seat))


def lineup(desk: Desk, document: dict[str, Any] | None = None) -> LineUp:
    """Open a battle to which nobody has come yet; `sl` is the game master."""
    return LineUp(desk, open_battle(desk, "motuc", AGREED if document is None else document, "sl").battle)


def filled(desk: Desk, document: dict[str, Any] | None = None) -> LineUp:
    """Open a battle with two figures a side, of equal values: kalle's and uwe's against anna's and ben's."""
    thread = lineup(desk, document)
    for figure, team, seat in (
        ("Clawful", Team.BLACK, "kalle"),
        ("Buzz-Off", Team.WHITE, "anna"),
        ("Schnapp", Team.BLACK, "uwe"),
        ("Zodac", Team.WHITE, "ben"),
    ):
        thread.join(seat, enlisted(figure, team, seat))
    return thread


def sent(desk: Desk, battle: int) -> list[tuple[str | None, str, dict[str, Any]]]:
    """Return what is to be sent: to whom (None = the thread), of which kind, what."""
    query = sa.select(OUTBOX.c.person, OUTBOX.c.kind, OUTBOX.c.body)
    with desk.store.reading() as connection:
        rows = connection.execute(query.where(OUTBOX.c.battle_id == battle).order_by(OUTBOX.c.id)).all()
    return [(person, kind, json.loads(body)) for person, kind, body in rows]


def told(desk: Desk, battle: int, person: str | None = None) -> list[str]:
    """Return all lines for the thread, or for a person."""
    return [line for to, _, body in sent(desk, battle) if to == person for line in body["lines"]]
