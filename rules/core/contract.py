"""The contract of a rule system and the small types in its signature."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType, Protocol, TypeVar

from rules.core.history import Posted
from rules.core.offers import Offer
from rules.core.seat import GAME_MASTER, Seat
from rules.dice import Dice

__all__ = [
    "CLOSED",
    "GAME_MASTER",
    "PUBLIC",
    "Audience",
    "FigureRow",
    "Result",
    "Seat",
    "System",
    "SystemKey",
    "Waiting",
    "only",
]

SystemKey = NewType("SystemKey", str)


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may learn of an event; nobody unless said otherwise."""

    public: bool = False
    seats: frozenset[Seat] = frozenset()

    def includes(self, seat: Seat | None) -> bool:
        """Tell whether `seat` (None = a spectator) may learn of it."""
        return self.public or (seat is not None and seat in self.seats)


CLOSED = Audience()
PUBLIC = Audience(public=True)


def only(*seats: Seat) -> Audience:
    """Return the audience of just these seats."""
    return Audience(seats=frozenset(seats))


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something the battle waits for: `seat` owes (or may give) `kind` for `figure`, because of `source`."""

    seat: Seat
    figure: str
    kind: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a battle ended; `winner` is the system's name of the winning side, None for a draw."""

    winner: str | None


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One row of a system's figures table: name, side, seat and the remaining columns by name."""

    name: str
    side: str
    seat: Seat
    values: tuple[tuple[str, str | int | bool | None], ...]


Config = TypeVar("Config", contravariant=True)
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
View = TypeVar("View")


class System(Protocol[Config, State, Command, Event, View]):
    """A rule system: pure functions from states and commands to events and states."""

    @property
    def key(self) -> SystemKey:
        """The name under which battles of this system are kept."""

    @property
    def version(self) -> int:
        """The version of the rules, kept with every battle."""

    @property
    def blank(self) -> State:
        """The state before the first event."""

    @property
    def going_back(self) -> StrEnum:
        """The ruling under which the game master may roll back."""

    def open(self, config: Config, dice: Dice) -> tuple[Event, ...]:
        """Return the events that open a battle. Raises: Rejected."""

    def decide(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        """Return what the command makes happen at once; never rolls. Raises: Rejected."""

    def settle(self, state: State, dice: Dice) -> tuple[Event, ...]:
        """Return what follows by itself; empty when all is quiet."""

    def evolve(self, state: State, event: Event | Posted) -> State:
        """Return the state after the event."""

    def waiting(self, state: State) -> tuple[Waiting, ...]:
        """Return who must do what before the battle goes on."""

    def lapse(self, state: State, seat: Seat) -> tuple[Command, ...]:
        """Return the commands that count when the seat's time is up."""

    def offers(self, view: View, seat: Seat) -> tuple[Offer[Command], ...]:
        """Return what the seat may do."""

    def audience(self, event: Event) -> Audience:
        """Return who may learn of the event."""

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what the seat may know; None = a spectator."""

    def figures(self, state: State) -> tuple[FigureRow, ...]:
        """Return the rows of the figures table."""

    def invariants(self, state: State) -> Iterable[str]:
        """Yield whatever is broken in this state: nothing, always."""

    def over(self, state: State) -> Result | None:
        """Return how the battle ended, None while it goes on."""
