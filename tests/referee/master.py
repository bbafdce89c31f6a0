"""What the game master orders, given as commands of the rules."""

from collections.abc import Sequence
from typing import Any

from motuc_bot.referee.act import act
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.record import Message
from rules.core import GAME_MASTER, RollBack
from rules.motuc.commands import EndBattle


def correct(desk: Desk, battle: int, person: str, orders: Sequence[Any], message: Message) -> Answer:
    """Give the orders as the game master."""
    return act(desk, battle, person, orders, message, seat=GAME_MASTER)


def end(desk: Desk, battle: int, person: str, message: Message) -> Answer:
    """End the battle without a winner."""
    return correct(desk, battle, person, (EndBattle(),), message)


def roll_back(desk: Desk, battle: int, person: str, message: Message, to: int | None = None) -> Answer:
    """Go back to just after post `to`, or before the last one that still counts."""
    return correct(desk, battle, person, (RollBack(to),), message)
