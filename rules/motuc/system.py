"""MotUC-Battle as a rule system of the house: the contract, chapter by chapter."""

from collections.abc import Iterable

from rules.board import Board
from rules.core import Audience, FigureRow, Offer, Posted, Result, Seat, Waiting
from rules.core.contract import SystemKey
from rules.dice import Dice
from rules.motuc import decide as _decide
from rules.motuc import evolve as _evolve
from rules.motuc import invariants as _invariants
from rules.motuc import offers as _offers
from rules.motuc import opening as _opening
from rules.motuc import settle as _settle
from rules.motuc import view as _view
from rules.motuc import waiting as _waiting
from rules.motuc.codes import Ruling
from rules.motuc.commands import Command
from rules.motuc.conditions import agilities_left
from rules.motuc.events import Event
from rules.motuc.model import Config, Figure, Setup, State
from rules.motuc.words import Phase, ValueRule


class Motuc:
    """The rules of MotUC-Battle."""

    key = SystemKey("motuc")
    version = 1
    blank = State(Setup("", Board(2, 2), 1, ValueRule.ANY, (), ()))
    going_back = Ruling.R_X6

    def open(self, config: Config, dice: Dice) -> tuple[Event, ...]:
        """Return the events that open a battle. Raises: Rejected."""
        del dice  # opening rolls nothing; start positions are drawn at their reveal
        return _opening.opened(self.blank, config)

    def decide(self, state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
        """Return what the command makes happen at once. Raises: Rejected."""
        return _decide.decide(state, seat, command)

    def settle(self, state: State, dice: Dice) -> tuple[Event, ...]:
        """Return what follows by itself."""
        return _settle.settle(state, dice)

    def evolve(self, state: State, event: Event | Posted) -> State:
        """Return the state after the event."""
        return _evolve.evolve(state, event)

    def waiting(self, state: State) -> tuple[Waiting, ...]:
        """Return what the battle waits for."""
        return _waiting.waiting(state)

    def lapse(self, state: State, seat: Seat) -> tuple[Command, ...]:
        """Return what counts when the seat's time is up."""
        return _waiting.lapse(state, seat)

    def offers(self, view: _view.View, seat: Seat) -> tuple[Offer[Command], ...]:
        """Return what the seat may do."""
        return _offers.offers(view, seat)

    def audience(self, event: Event) -> Audience:
        """Return who may learn of the event."""
        return _view.audience(event)

    def view(self, state: State, seat: Seat | None) -> _view.View:
        """Return what the seat may know."""
        return _view.view(state, seat)

    def figures(self, state: State) -> tuple[FigureRow, ...]:
        """Return the rows of the figures table, in list order."""
        return tuple(map(_row, state.figures, agilities_left(state)))

    def invariants(self, state: State) -> Iterable[str]:
        """Yield whatever is broken in this state."""
        return _invariants.invariants(state)

    def over(self, state: State) -> Result | None:
        """Return how the battle ended."""
        return Result(state.winner) if state.phase is Phase.OVER else None


def statuses(figure: Figure) -> tuple[str, ...]:
    """Return the states of a figure: prone, then lasting spells, each once."""
    prone = ("prone",) if figure.prone else ()
    return prone + tuple(dict.fromkeys(effect.kind.value for effect in figure.effects))


def _row(figure: Figure, agility: int) -> FigureRow:
    return FigureRow(
        figure.name,
        figure.team,
        figure.seat,
        (
            ("field", None if figure.field is None else str(figure.field)),
            ("life", figure.life),
            ("stamina", figure.stamina),
            ("agility", agility),
            ("status", " ".join(statuses(figure))),
            ("defeated", not figure.standing),
        ),
    )


MOTUC = Motuc()
