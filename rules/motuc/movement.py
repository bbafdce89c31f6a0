"""Moving: walking, flying, floating (§4)."""

from collections.abc import Set as AbstractSet

from rules.board import Field, find_path, within_steps
from rules.core import Rejected, Seat
from rules.motuc import events as ev
from rules.motuc.codes import Ruling
from rules.motuc.commands import Walk
from rules.motuc.conditions import effective_agility, occupant, occupied
from rules.motuc.model import Figure, State
from rules.motuc.orders import Need, ready_to_move
from rules.motuc.words import Trait


def walk(state: State, seat: Seat, command: Walk) -> tuple[ev.Event, ...]:
    """Return the walk along the shortest legal path (§4, R-M1 to R-M3). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.WALK)
    if figure.usage.walked:
        raise Rejected(Ruling.R_M3, "walked_already", figure=figure.name)
    if command.to == figure.field:
        raise Rejected(Ruling.R_B5, "already_there", figure=figure.name, field=command.to)
    enterable(state, figure, command.to)
    for stop in command.via:
        _passable(state, figure, stop)
    path = _path(state, figure, command)
    steps = len(path) - 1
    limit = allowance(state, figure)
    if steps > limit:
        raise Rejected(
            Ruling.R_M1,
            "too_far",
            figure=figure.name,
            field=command.to,
            steps=steps,
            stamina=figure.stamina,
            agility=effective_agility(state, figure),
        )
    stamina, agility = price(figure, steps)
    return (ev.Walked(figure=figure.name, path=path, stamina=stamina, agility=agility),)


def allowance(state: State, figure: Figure) -> int:
    """Return how many fields the figure may walk now: stamina + effective agility (R-M1)."""
    return figure.stamina + effective_agility(state, figure)


def reachable(state: State, figure: Figure) -> tuple[Field, ...]:
    """Return the fields to which the figure may walk now, sorted by column and row."""
    return tuple(sorted(steps_to(state, figure)))


def steps_to(state: State, figure: Figure) -> dict[Field, int]:
    """Return how many steps it takes to each field to which the figure may walk now."""
    start = figure.field
    if start is None:
        return {}
    taken = occupied(state, but=figure) | state.setup.board.blocked
    steps = within_steps(state.setup.board, start, _barred(state, figure), allowance(state, figure))
    return {field: count for field, count in steps.items() if field != start and field not in taken}


def price(figure: Figure, steps: int) -> tuple[int, int]:
    """Return the stamina and the agility that a walk of so many steps costs (R-M1)."""
    return min(1, figure.stamina), max(0, steps - figure.stamina)


def enterable(state: State, figure: Figure, field: Field) -> None:
    """Let pass if the figure may end on the field. Raises: Rejected (R-B3, R-B5)."""
    board = state.setup.board
    if field not in board:
        raise Rejected(Ruling.R_B3, "off_board", figure=figure.name, field=field)
    if field in board.blocked:
        raise Rejected(Ruling.R_B3, "blocked", figure=figure.name, field=field)
    other = occupant(state, field)
    if other is not None and other.name != figure.name:
        raise Rejected(Ruling.R_B5, "occupied", figure=figure.name, field=field, other=other.name)


def _passable(state: State, figure: Figure, field: Field) -> None:
    if figure.has(Trait.FLIES):
        if field not in state.setup.board:
            raise Rejected(Ruling.R_B3, "off_board", figure=figure.name, field=field)
    else:
        enterable(state, figure, field)


def _barred(state: State, figure: Figure) -> AbstractSet[Field]:
    if figure.has(Trait.FLIES):
        return frozenset()
    return occupied(state, but=figure) | state.setup.board.blocked


def _path(state: State, figure: Figure, command: Walk) -> tuple[Field, ...]:
    barred = _barred(state, figure)
    assert figure.field is not None  # ready_to_move lets figures act only in move phases, where all stand on a field
    path: tuple[Field, ...] = (figure.field,)
    for goal in (*command.via, command.to):
        leg = find_path(state.setup.board, path[-1], goal, barred)
        if leg is None:
            raise Rejected(Ruling.R_M1, "no_path", figure=figure.name, field=goal)
        path += leg[1:]
    return path
