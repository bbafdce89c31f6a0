"""Secret start positions and their reveal (§2)."""

from rules.board import Field
from rules.core import GAME_MASTER, GeneralCode, Rejected, Seat
from rules.dice import Dice, Reason
from rules.motuc import events as ev
from rules.motuc.codes import Ruling
from rules.motuc.commands import LeaveStarts, RegisterStart
from rules.motuc.damage import Course
from rules.motuc.lineup import start_fields
from rules.motuc.model import Figure, State
from rules.motuc.orders import in_phase, not_paused, owned
from rules.motuc.words import FigureName, Phase, Team


def register(state: State, seat: Seat, command: RegisterStart) -> tuple[ev.Event, ...]:
    """Return the registering of a start position (R-S1, R-S2). Raises: Rejected."""
    figure = owned(state, seat, command.figure)
    in_phase(state, Phase.PLACEMENT)
    not_paused(state, seat)
    board = state.setup.board
    field = command.field
    if field not in board:
        raise Rejected(Ruling.R_B3, "off_board", figure=figure.name, field=field)
    edge = 1 if figure.team is Team.BLACK else board.columns
    if field.column != edge:
        raise Rejected(Ruling.R_S1, "not_the_own_edge", figure=figure.name, field=field, team=figure.team)
    if field in board.blocked:
        raise Rejected(Ruling.R_B3, "blocked", figure=figure.name, field=field)
    for other in state.figures:
        if other.seat == figure.seat and other.name != figure.name and registered(state, other) == field:
            raise Rejected(Ruling.R_B5, "own_figure_starts_there", figure=figure.name)
    if registered(state, figure) == field:
        return ()  # the same field again keeps its time (R-S2)
    return (ev.StartRegistered(figure.name, figure.seat, field),)


def leave(state: State, seat: Seat, command: LeaveStarts) -> tuple[ev.Event, ...]:
    """Return the leaving of the seat's missing start positions to the referee (R-S3). Raises: Rejected."""
    in_phase(state, Phase.PLACEMENT)
    not_paused(state, seat)
    mine = [figure for figure in state.figures if figure.seat == seat]
    if not mine:
        raise Rejected(GeneralCode.NOT_YOUR_FIGURE, "no_figures", seat=seat)
    return tuple(ev.StartLeft(figure.name) for figure in mine if owes_start(state, figure))


def registered(state: State, figure: Figure) -> Field | None:
    """Return the field registered for the figure, or where it has been put already."""
    if figure.field is not None:
        return figure.field
    for start in state.starts:
        if start.figure == figure.name:
            return start.field
    return None


def owes_start(state: State, figure: Figure) -> bool:
    """Tell whether the figure's start position is still missing."""
    return figure.field is None and all(start.figure != figure.name for start in state.starts)


def reveal(course: Course, dice: Dice) -> None:
    """Put every figure on its start field: first registrations, then the displaced, then the missing (R-S2, R-S3)."""
    taken = {figure.field for figure in course.state.figures if figure.field is not None}
    displaced: list[tuple[FigureName, Field]] = []
    for start in course.state.starts:
        if start.field is None:
            continue
        if start.field in taken:
            displaced.append((start.figure, start.field))
        else:
            taken.add(start.field)
            course.happen(ev.FigurePlaced(start.figure, start.field))
    for name, wanted in displaced:
        field, face = _displaced(course.state, name, wanted, taken, dice)
        taken.add(field)
        course.happen(ev.FigurePlaced(name, field, wanted, face))
    for figure in course.state.figures:
        if figure.field is None:
            field = _from_the_middle(course.state, figure, taken)
            taken.add(field)
            course.happen(ev.FigurePlaced(figure.name, field))


def _displaced(
    state: State, name: FigureName, wanted: Field, taken: set[Field], dice: Dice
) -> tuple[Field, int | None]:
    """Return the nearest free field of the edge; between two at the same distance a W6 decides: 1-3 up (R-S2)."""
    figure = state.figure(name)
    free = [field for field in start_fields(state.setup, figure.team) if field not in taken]
    nearest = min(abs(field.row - wanted.row) for field in free)
    choices = [field for field in free if abs(field.row - wanted.row) == nearest]
    if len(choices) == 1:
        return choices[0], None
    face = dice.roll(6, Reason((state.round, state.phase, name, "start", str(wanted)), "start", name))
    up, down = choices
    return (up if face <= 3 else down), face


def _from_the_middle(state: State, figure: Figure, taken: set[Field]) -> Field:
    """Return the free edge field that is nearest to the middle, of two the upper one (R-S3)."""
    free = [field for field in start_fields(state.setup, figure.team) if field not in taken]
    middle = state.setup.board.rows + 1
    return min(free, key=lambda field: (abs(2 * field.row - middle), field.row))


def seat_may_see(seat: Seat | None, figure: Figure) -> bool:
    """Tell whether the seat may know the figure's start position before the reveal (R-S1)."""
    return seat in (figure.seat, GAME_MASTER)
