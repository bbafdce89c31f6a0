"""Finishing a figure or all of a seat, and taking back (R-P3, R-P4, R-P8)."""

from rules.core import GAME_MASTER, GeneralCode, Rejected, Seat
from rules.motuc import events as ev
from rules.motuc import journal
from rules.motuc.codes import Ruling
from rules.motuc.commands import Done, Pass, TakeBack
from rules.motuc.model import State
from rules.motuc.orders import Need, not_paused, owned, ready_to_move
from rules.motuc.reactions import leave_rest
from rules.motuc.words import FigureName


def pass_by(state: State, seat: Seat, command: Pass) -> tuple[ev.Event, ...]:
    """Return the passing of a figure (R-P3). Raises: Rejected."""
    figure = ready_to_move(state, seat, command.figure, Need.NOTHING)
    return (ev.Passed(figure.name),)


def done(state: State, seat: Seat, command: Done) -> tuple[ev.Event, ...]:
    """Return the finishing of the seat's figures, or the leaving of its reactions (R-P3, R-P4). Raises: Rejected."""
    teams = {figure.team for figure in state.figures if figure.seat == seat}
    if not teams or (command.team is not None and command.team not in teams):
        raise Rejected(GeneralCode.NOT_YOUR_FIGURE, "no_figures", seat=seat)
    not_paused(state, seat)
    active = state.phase.mover or state.phase.reactor
    if active not in teams:
        raise Rejected(GeneralCode.WRONG_PHASE, "not_your_phase", phase=state.phase)
    if state.phase.reactor is not None:
        return leave_rest(state, seat)
    unfinished = tuple(
        figure.name for figure in state.figures if figure.seat == seat and figure.standing and not figure.usage.finished
    )
    return (ev.SeatFinished(seat, unfinished),) if unfinished else ()


def take_back(state: State, seat: Seat, command: TakeBack) -> tuple[ev.Event, ...]:
    """Return the taking back of a figure's part or of the seat's whole latest post (R-P8). Raises: Rejected."""
    if command.figure is not None:
        figure = owned(state, seat, command.figure)
        if state.phase.mover is not figure.team:
            raise Rejected(GeneralCode.WRONG_PHASE, "not_its_move_phase", figure=figure.name, phase=state.phase)
        not_paused(state, seat)
        post = journal.latest_post_of_figure(state, figure.name)
        names: tuple[FigureName, ...] = (figure.name,)
    else:
        teams = {figure.team for figure in state.figures if figure.seat == seat}
        if state.phase.mover is None or (state.phase.mover not in teams and seat != GAME_MASTER):
            raise Rejected(GeneralCode.WRONG_PHASE, "not_your_phase", phase=state.phase)
        not_paused(state, seat)
        post = journal.latest_post_of_seat(state, seat)
        names = () if post is None else journal.figures_of_post(state, post)
    if post is None:
        raise Rejected(Ruling.R_P8, "nothing_to_take_back", figure=command.figure)
    for name in names:
        entries = journal.undone(state, name, post)
        if command.figure is None and any(entry.post > post for entry in entries):
            raise Rejected(Ruling.R_P8, "acted_since", figure=name)
    event = ev.TakenBack(seat, names, (post,) * len(names))
    _still_free(state, event)
    return (event,)


def _still_free(state: State, event: ev.TakenBack) -> None:
    """Let pass if nobody stands now on a field that would be given back (R-P8, R-B5)."""
    after = journal.taken_back(state, event)
    for name in event.figures:
        field = after.figure(name).field
        for other in after.figures:
            if other.name != name and other.standing and other.field == field and field is not None:
                raise Rejected(Ruling.R_P8, "field_taken", figure=name, field=field, other=other.name)
