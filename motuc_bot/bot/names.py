"""What people and messages of Discord are called towards the referee: by their ids, never by a name."""

from collections.abc import Iterable

import discord

from motuc_bot.referee.record import Message
from rules.core import GAME_MASTER

_LONGEST_SEAT = 36
_SIGNS = ":;@()"
_PERSON, _MESSAGE, _INTERACTION = "discord:", "discord:", "interaction:"


def person_of(user: int) -> str:
    """Return as whom the referee knows a user."""
    return f"{_PERSON}{user}"


def user_of(person: str) -> int | None:
    """Return the user behind a person, None for somebody who is not of Discord."""
    name = person.removeprefix(_PERSON)
    return int(name) if person.startswith(_PERSON) and name.isdecimal() else None


def name_of_message(message: int) -> str:
    """Return under which name the referee keeps a message."""
    return f"{_MESSAGE}{message}"


def free_seat(user: discord.abc.User, taken: Iterable[str]) -> str:
    """Return what the seat of somebody new is called: like him, as far as seats may, and like nobody else."""
    shown = "".join(sign for sign in user.display_name if sign.isprintable() and sign not in _SIGNS)
    name = " ".join(shown.split())[:_LONGEST_SEAT].strip() or f"Spieler {user.id % 10_000}"
    known = {GAME_MASTER.casefold(), *(seat.casefold() for seat in taken)}
    free = (name, *(f"{name} {number}" for number in range(2, 100)))
    return next((one for one in free if one.casefold() not in known), f"Spieler {user.id}")


def message_of(name: object) -> int | None:
    """Return the message that the referee knows by that name, or under whose buttons it was said."""
    number = str(name).removeprefix(_MESSAGE).partition(".")[0]
    return int(number) if str(name).startswith(_MESSAGE) and number.isdecimal() else None


def is_interaction(name: object) -> bool:
    """Tell whether it was said by a command or a form, which has been answered to its author already."""
    return str(name).startswith(_INTERACTION)


def is_pressed(name: object) -> bool:
    """Tell whether it was said by a button or a list, whose presser has been answered already."""
    return message_of(name) is not None and "." in str(name)


def said(interaction: discord.Interaction, part: str = "") -> Message:
    """Return what is said by a command, a button or a form, as a message for the referee."""
    return Message(f"{_INTERACTION}{interaction.id}{part}", interaction.created_at)
