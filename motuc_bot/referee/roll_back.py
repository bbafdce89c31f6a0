"""The game master takes back posts."""

from motuc_bot.referee.act import act
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.record import Message
from rules.core import GAME_MASTER, RollBack


def roll_back(desk: Desk, battle: int, person: str, message: Message, to: int | None = None) -> Answer:
    """Go back to just after post `to`, or before the last one that still counts. Raises: Refused, DatabaseFault."""
    return act(desk, battle, person, (RollBack(to),), message, seat=GAME_MASTER)
