"""State and events held together while one thing after the other happens."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Unfolding(Generic[S, E]):
    """Folds each event into the state as it happens, so that damage counts at once for whatever follows."""

    __slots__ = ("_evolve", "_events", "state")

    def __init__(self, evolve: Callable[[S, E], S], state: S) -> None:
        self._evolve = evolve
        self._events: list[E] = []
        self.state = state

    def happen(self, event: E) -> None:
        """Let `event` count from now on."""
        self.state = self._evolve(self.state, event)
        self._events.append(event)

    @property
    def events(self) -> tuple[E, ...]:
        """All that has happened, in order."""
        return tuple(self._events)
