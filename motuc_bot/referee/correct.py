"""The game master sets something right, or ends the battle."""

from collections.abc import Sequence
from typing import Any

from motuc_bot.referee.act import act
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.record import Message
from rules.core import GAME_MASTER


def correct(desk: Desk, battle: int, person: str, orders: Sequence[Any], message: Message) -> Answer:
    """Post the game master's orders of the system (R-X6), as the game master. Raises: Refused, DatabaseFault."""
    return act(desk, battle, person, orders, message, seat=GAME_MASTER)


def end(desk: Desk, battle: int, person: str, message: Message) -> Answer:
    """End the battle without a winner. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        ending = desk.view(connection, battle).side.ending
    return correct(desk, battle, person, (ending,), message)
