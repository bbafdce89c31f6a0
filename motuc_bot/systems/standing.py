"""What somebody leaves in private for reactions to come, as the referee needs it of every system."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StandingFault:
    """What is wrong with one line of a message with standing orders: the line, a stable code, German for its author."""

    number: int
    line: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A private message with orders for reactions to come; with `faults` it counts for nothing.

    `text` is what is kept of it, tidied, and read again later; empty = it takes back what was left before. `told` tells
    its author how it was understood.
    """

    # Never shown: it is secret.
    text: str = field(default="", repr=False)
    told: tuple[str, ...] = field(default=(), repr=False)
    faults: tuple[StandingFault, ...] = field(default=(), repr=False)
