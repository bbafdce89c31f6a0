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
        drafted = self._draft(post)
        if drafted.refusals:
            return self, Verdict(refusals=drafted.refusals)
        unfolding: Unfolding[State, Event | Posted] = Unfolding(self.system.evolve, drafted.state)
        _settle(self.system, unfolding, dice)
        events = drafted.events + unfolding.events
        return Battle(self.system, self.log + events, unfolding.state), Verdict(events=events)

    def review(self, post: Post[Command]) -> tuple[LineRefusal, ...]:
        """Return what is wrong with the lines of the post, without letting anything count."""
        return self._draft(post).refusals

    def _draft(self, post: Post[Command]) -> "_Draft[State, Event]":
        marker = Posted(post.number, post.seat)
        state = self.system.evolve(self.state, marker)
        events: list[Event | Posted | RolledBack] = [marker]
        refusals: list[LineRefusal] = []
        for index, line in enumerate(post.lines):
            trial: Unfolding[State, Event | Posted] = Unfolding(self.system.evolve, state)
            try:
                for command in line:
                    if isinstance(command, RollBack):
                        if index or command is not line[0]:
                            raise Rejected(GeneralCode.SYNTAX, "roll_back_must_come_first")
                        back = self._roll_back(post.seat, command)
                        events.append(back)
                        trial = Unfolding(self.system.evolve, _fold(self.system, (*self.log, marker, back)))
                    else:
                        for event in self.system.decide(trial.state, post.seat, command):
                            trial.happen(event)
            except Rejected as rejected:
                refusals.append(LineRefusal(index, rejected))
            else:
                state = trial.state
                events.extend(trial.events)
        return _Draft(tuple(refusals), tuple(events), state)

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


@dataclass(frozen=True, slots=True)
class _Draft(Generic[State, Event]):
    refusals: tuple[LineRefusal, ...]
    events: tuple[Event | Posted | RolledBack, ...]
    state: State


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
