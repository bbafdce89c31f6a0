"""What the referee needs of a rule system besides its rules: reading its posts and telling its events."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from motuc_bot.language.reading import Reading
from rules.core import Seat, System

Config = TypeVar("Config")
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")


class UnknownInPool(Exception):
    """A name that nothing in a system's pool has; the text is one German line for the player."""


class Side(Protocol[Config, State, Command, Event]):
    """The language side of one rule system."""

    @property
    def system(self) -> System[Config, State, Command, Event, Any]:
        """The rules."""

    def config(self, document: Mapping[str, object]) -> Config:
        """Return the battle that a transcript describes. Raises: FileFault."""

    def read(self, state: State, text: str) -> Reading[Command]:
        """Return what a post says, in the names of this battle."""

    def is_private(self, command: Command) -> bool:
        """Tell whether the command may come by private message."""

    def code(self, refusal: Exception) -> str:
        """Return the stable code of a refusal."""

    def explain(self, refusal: Exception, state: State, seat: Seat | None = None, text: str = "") -> str:
        """Return in plain German what is wrong with a line, by which ruling, and what the seat can write instead."""

    def tell(self, state: State, events: Sequence[Event], log: Sequence[Event] = ()) -> list[str]:
        """Return the German lines about events, given the state before them and all that happened before."""

    def tell_exposed(self, events: Sequence[Event]) -> list[str]:
        """Return a German line for each event that would better have come by private message."""

    def tell_waiting(self, state: State) -> list[str]:
        """Return German lines about who is awaited now, for what."""

    def phase(self, state: State) -> str:
        """Return a key that changes when a phase ends."""

    def map_lines(self, state: State) -> list[str]:
        """Return the board as lines of text."""

    def roster_lines(self, state: State) -> list[str]:
        """Return the figures with their values as lines of text."""

    def marks(self, state: State) -> dict[str, list[str]]:
        """Return the marks that stand for figures on the map, by side of the battle."""

    def pool_table(self) -> str:
        """Return all figures that battles may draw on, as a table."""

    def pool_sheet(self, name: str) -> str:
        """Return one figure of the pool with all its values. Raises: UnknownInPool."""

    def pool_stocks(self) -> str:
        """Return what lies in the armouries."""

    def document(self, state: State) -> dict[str, object]:
        """Return the state as `replay --json` shows it."""
