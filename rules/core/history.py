"""The log of a battle: which events belong to which post, and which of them still count."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from rules.core.seat import Seat

E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Posted:
    """Post `number` of `seat` was accepted; the events up to the next `Posted` came of it.

    Number 0 are orders by form while the battle is set up; the posts of the thread count from 1.
    """

    number: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class RolledBack:
    """Everything that came of the posts after post `to` counts no more."""

    to: int


@dataclass(frozen=True, slots=True)
class RollBack:
    """The game master's command to go back: to just after post `to`, or before the last post that still counts."""

    to: int | None = None


def effective(log: Iterable[E | Posted | RolledBack]) -> tuple[E | Posted, ...]:
    """Return the events that still count, in order; a post that only rolled back leaves its bare `Posted`."""
    kept: list[E | Posted] = []
    for event in log:
        if isinstance(event, RolledBack):
            own_marker = kept.pop()
            cut = next(
                (at for at, old in enumerate(kept) if isinstance(old, Posted) and old.number > event.to), len(kept)
            )
            del kept[cut:]
            kept.append(own_marker)
        else:
            kept.append(event)
    return tuple(kept)


def last_counting_post(log: Iterable[E | Posted | RolledBack]) -> int | None:
    """Return the number (from 1) of the last post of which something still counts, None if there is none."""
    number, last = None, None
    for event in effective(log):
        if isinstance(event, Posted):
            number = event.number
        elif number:
            last = number
    return last
