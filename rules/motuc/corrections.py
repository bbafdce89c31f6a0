"""What the game master may do: hurry, pause, correct, hand over, end (R-X6)."""

from rules.core import GeneralCode, Rejected, Seat
from rules.motuc import events as ev
from rules.motuc.codes import Ruling
from rules.motuc.commands import Correct, EndBattle, Pause, Proceed, Reassign, Relocate, Resume
from rules.motuc.conditions import available_agility, effective_agility
from rules.motuc.damage import defeat
from rules.motuc.lineup import ready_to_start
from rules.motuc.model import START_LIFE, Figure, State
from rules.motuc.movement import enterable
from rules.motuc.orders import game_master_only, known
from rules.motuc.targets import place
from rules.motuc.words import Phase, Quantity


def proceed(state: State, seat: Seat, _command: Proceed) -> tuple[ev.Event, ...]:
    """Return the ending of the phase (R-P3, R-P4, R-S3). Raises: Rejected."""
    game_master_only(seat)
    _going_on(state)
    if state.phase is Phase.LINEUP:
        ready_to_start(state)
    return (ev.PhaseHurried(),)


def pause(state: State, seat: Seat, _command: Pause) -> tuple[ev.Event, ...]:
    """Return the beginning of a pause. Raises: Rejected."""
    game_master_only(seat)
    _going_on(state)
    if state.paused:
        raise Rejected(GeneralCode.WRONG_PHASE, "paused_already")
    return (ev.BattlePaused(),)


def resume(state: State, seat: Seat, _command: Resume) -> tuple[ev.Event, ...]:
    """Return the end of a pause. Raises: Rejected."""
    game_master_only(seat)
    _going_on(state)
    if not state.paused:
        raise Rejected(GeneralCode.WRONG_PHASE, "not_paused")
    return (ev.BattleResumed(),)


def correct(state: State, seat: Seat, command: Correct) -> tuple[ev.Event, ...]:
    """Return the setting of a value; life 0 defeats at once (R-X6). Raises: Rejected."""
    figure = _correctable(state, seat, command.figure)
    _begun(state)
    old, most = _bounds(state, figure, command.quantity)
    if not 0 <= command.value <= most:
        raise Rejected(
            Ruling.R_X6,
            "out_of_bounds",
            figure=figure.name,
            quantity=command.quantity,
            value=command.value,
            most=most,
        )
    spent = figure.spent
    if command.quantity is Quantity.AGILITY:
        spent = most - command.value
    corrected = ev.ValueCorrected(figure.name, command.quantity, old, command.value, spent, command.reason)
    if command.quantity is Quantity.LIFE and command.value == 0:
        return (corrected, defeat(figure))
    return (corrected,)


def relocate(state: State, seat: Seat, command: Relocate) -> tuple[ev.Event, ...]:
    """Return the putting of a figure on another field (R-X6). Raises: Rejected."""
    figure = _correctable(state, seat, command.figure)
    _begun(state)
    here = place(figure)
    if here == command.field:
        raise Rejected(Ruling.R_B5, "already_there", figure=figure.name, field=command.field)
    enterable(state, figure, command.field)
    return (ev.FigureRelocated(figure.name, here, command.field, command.reason),)


def reassign(state: State, seat: Seat, command: Reassign) -> tuple[ev.Event, ...]:
    """Return the handing of a figure to another player, who must not play both teams (R-X6, R-T3). Raises: Rejected."""
    figure = _correctable(state, seat, command.figure)
    if figure.seat == command.seat:
        raise Rejected(Ruling.R_X6, "plays_it_already", figure=figure.name, seat=command.seat)
    if any(other.seat == command.seat and other.team is not figure.team for other in state.figures):
        raise Rejected(Ruling.R_T3, "both_teams", seat=command.seat)
    return (ev.FigureReassigned(figure.name, figure.seat, command.seat, command.reason),)


def end(state: State, seat: Seat, _command: EndBattle) -> tuple[ev.Event, ...]:
    """Return the calling off of the battle: a draw (R-X6). Raises: Rejected."""
    game_master_only(seat)
    _going_on(state)
    return (ev.BattleCalledOff(),)


def _going_on(state: State) -> None:
    if state.phase is Phase.OVER:
        raise Rejected(GeneralCode.WRONG_PHASE, "over")


def _begun(state: State) -> None:
    if state.phase in (Phase.LINEUP, Phase.PLACEMENT):
        raise Rejected(GeneralCode.WRONG_PHASE, "not_begun", phase=state.phase)


def _correctable(state: State, seat: Seat, name: str) -> Figure:
    figure = known(state, name)
    game_master_only(seat)
    _going_on(state)
    if not figure.standing:
        raise Rejected(Ruling.R_X6, "defeated", figure=figure.name)
    return figure


def _bounds(state: State, figure: Figure, quantity: Quantity) -> tuple[int, int]:
    """Return the present value and the highest one that the game master may set."""
    match quantity:
        case Quantity.LIFE:
            return figure.life, START_LIFE
        case Quantity.STAMINA:
            return figure.stamina, figure.sheet.stamina
        case Quantity.AGILITY:
            return effective_agility(state, figure), available_agility(state, figure)
