"""What reading a post yields."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from motuc_bot.language.refusals import Ambiguous, Unreadable

Command = TypeVar("Command")


class LineKind(StrEnum):
    """What a line of a post is."""

    COMMAND = "command"
    SPEECH = "speech"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class ReadLine(Generic[Command]):
    """One line of a post, or one of its parts between `;`: `number` counts the lines of the post from 1.

    A faulty command line has an `error` and no commands; speech and prose have neither.
    """

    number: int
    text: str
    kind: LineKind
    commands: tuple[Command, ...] = ()
    error: Unreadable | Ambiguous | None = None


@dataclass(frozen=True, slots=True)
class Reading(Generic[Command]):
    """The command lines, faulty lines and speech of a post, in order; prose is left out."""

    lines: tuple[ReadLine[Command], ...] = ()
