"""A battle in memory: its log, its state, and how a post is judged whole (R-P10)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.core.contract import System
from rules.core.history import Posted, RollBack, RolledBack, effective, last_counting_post
from rules.core.rejected import GeneralCode, Rejected
from rules.core.seat import GAME_MASTER, Seat
from rules.core.unfolding import Unfolding
from rules.dice import Dice

Config = TypeVar("Config")
State = TypeVar("State")
Command = TypeVar("Command")
Event = TypeVar("Event")
View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class Post(Generic[Command]):
    """What one post orders: the commands of each of its command lines, in order."""

    number: int
    seat: Seat
    lines: tuple[tuple[Command | RollBack, ...], ...]


@dataclass(frozen=True, slots=True)
class LineRefusal:
    """Why one line of a post is refused; `line` is its index in `Post.lines`."""

    line: int
    rejected: Rejected


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Event]):
    """What came of a post: either refusals, or events."""

    refusals: tuple[LineRefusal, ...] = ()
    events: tuple[Event | Posted | RolledBack, ...] = ()

    @property
    def accepted(self) -> bool:
        """Tell whether the post counts."""
        return not self.refusals


@dataclass(frozen=True, slots=True)
class DraftedLine(Generic[State, Event]):
    """What one line of a post would make happen, given the state before it; nothing if it is `rejected`."""

    before: State
    events: tuple[Event | Posted | RolledBack, ...] = ()
    rejected: Rejected | None = None


@dataclass(frozen=True, slots=True)
class Draft(Generic[State, Event]):
    """A post judged, but nothing that follows by itself: its lines in order and the state after the good ones."""

    marker: Posted
    lines: tuple[DraftedLine[State, Event], ...]
    state: State

    @property
    def refusals(self) -> tuple[LineRefusal, ...]:
        """What is wrong with the lines of the post."""
        return tuple(
            LineRefusal(index, line.rejected) for index, line in enumerate(self.lines) if line.rejected is not None
        )

    @property
    def events(self) -> tuple[Event | Posted | RolledBack, ...]:
        """The marker of the post, then what its good lines make happen."""
        return (self.marker, *(event for line in self.lines for event in line.events))


@dataclass(frozen=True, slots=True)
class Battle(Generic[Config, State, Command, Event, View]):
    """A battle of any system: the log of all events and the state they fold to."""

    system: System[Config, State, Command, Event, View]
    log: tuple[Event | Posted | RolledBack, ...]
    state: State

    @classmethod
    def open(
        cls, system: System[Config, State, Command, Event, View], config: Config, dice: Dice
    ) -> "Battle[Config, State, Command, Event, View]":
        """Return the battle that `config` describes, settled. Raises: Rejected."""
        unfolding: Unfolding[State, Event | Posted] = Unfolding(system.evolve, system.blank)
        for event in system.open(config, dice):
            unfolding.happen(event)
        _settle(system, unfolding, dice)
        return cls(system, unfolding.events, unfolding.state)

    @classmethod
    def replay(
        cls, system: System[Config, State, Command, Event, View], log: Iterable[Event | Posted | RolledBack]
    ) -> "Battle[Config, State, Command, Event, View]":
        """Return the battle that a kept log folds to."""
        kept = tuple(log)
        return cls(system, kept, _fold(system, kept))

    def judge(
        self, post: Post[Command], dice: Dice
    ) -> "tuple[Battle[Config, State, Command, Event, View], Verdict[Event]]":
        """Return the battle after the post and the verdict; a refused post changes nothing and has rolled nothing.

        Every line is judged by the state the earlier good lines leave; only when all are good does what follows by
        itself happen (R-P10). A line to roll back may only come first.
        """
        drafted = self.draft(post)
        if drafted.refusals:
            return self, Verdict(refusals=drafted.refusals)
        unfolding: Unfolding[State, Event | Posted] = Unfolding(self.system.evolve, drafted.state)
        _settle(self.system, unfolding, dice)
        events = drafted.events + unfolding.events
        return Battle(self.system, self.log + events, unfolding.state), Verdict(events=events)

    def review(self, post: Post[Command]) -> tuple[LineRefusal, ...]:
        """Return what is wrong with the lines of the post, without letting anything count."""
        return self.draft(post).refusals

    def draft(self, post: Post[Command]) -> Draft[State, Event]:
        """Return what each line of the post would make happen at once; nothing counts and no die is rolled."""
        marker = Posted(post.number, post.seat)
        state = self.system.evolve(self.state, marker)
        lines: list[DraftedLine[State, Event]] = []
        for index, line in enumerate(post.lines):
            trial: Unfolding[State, Event | Posted] = Unfolding(self.system.evolve, state)
            back: tuple[RolledBack, ...] = ()
            try:
                for command in line:
                    if isinstance(command, RollBack):
                        if index or command is not line[0]:
                            raise Rejected(GeneralCode.SYNTAX, "roll_back_must_come_first")
                        back = (self._roll_back(post.seat, command),)
                        trial = Unfolding(self.system.evolve, _fold(self.system, (*self.log, marker, *back)))
                    else:
                        for event in self.system.decide(trial.state, post.seat, command):
                            trial.happen(event)
            except Rejected as rejected:
                lines.append(DraftedLine(state, rejected=rejected))
            else:
                lines.append(DraftedLine(state, (*back, *trial.events)))
                state = trial.state
        return Draft(marker, tuple(lines), state)

    def _roll_back(self, seat: Seat, command: RollBack) -> RolledBack:
        if seat != GAME_MASTER:
            raise Rejected(GeneralCode.NOT_YOUR_FIGURE, "game_master_only")
        last = last_counting_post(self.log)
        if last is None:
            raise Rejected(self.system.going_back, "nothing_to_roll_back")
        if command.to is None:
            return RolledBack(last - 1)
        if not 0 <= command.to < last:
            raise Rejected(self.system.going_back, "no_such_post", to=command.to, last=last)
        return RolledBack(command.to)


def _fold(system: System[Config, State, Command, Event, View], log: tuple[Event | Posted | RolledBack, ...]) -> State:
    state = system.blank
    for event in effective(log):
        state = system.evolve(state, event)
    return state


def _settle(
    system: System[Config, State, Command, Event, View], unfolding: Unfolding[State, Event | Posted], dice: Dice
) -> None:
    while events := system.settle(unfolding.state, dice):
        for event in events:
            unfolding.happen(event)
