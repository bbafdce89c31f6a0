"""The checks that every order passes first, in this order: name, owner, phase, finished, able to act, R-P9."""

from enum import StrEnum

from rules.core import GAME_MASTER, GeneralCode, Rejected, Seat
from rules.motuc.codes import Ruling
from rules.motuc.model import Figure, State
from rules.motuc.words import Phase


class Need(StrEnum):
    """What an order needs of the figure (R-Z4, R-P9)."""

    NOTHING = "nothing"
    HANDLING = "handling"
    WALK = "walk"
    ACTION = "action"


def known(state: State, name: str) -> Figure:
    """Return the figure of that name. Raises: Rejected (unknown_name)."""
    figure = state.find(name)
    if figure is None:
        raise Rejected(GeneralCode.UNKNOWN_NAME, "unknown_figure", name=name)
    return figure


def owned(state: State, seat: Seat, name: str) -> Figure:
    """Return the figure if the seat may order it; the game master may order all. Raises: Rejected."""
    figure = known(state, name)
    if seat not in (figure.seat, GAME_MASTER):
        raise Rejected(GeneralCode.NOT_YOUR_FIGURE, "not_your_figure", figure=name, owner=figure.seat)
    return figure


def game_master_only(seat: Seat) -> None:
    """Let only the game master pass. Raises: Rejected (not_your_figure)."""
    if seat != GAME_MASTER:
        raise Rejected(GeneralCode.NOT_YOUR_FIGURE, "game_master_only")


def in_phase(state: State, *phases: Phase) -> None:
    """Let pass in the given phases only. Raises: Rejected (wrong_phase)."""
    if state.phase not in phases:
        raise Rejected(GeneralCode.WRONG_PHASE, "wrong_phase", phase=state.phase)


def not_paused(state: State, seat: Seat) -> None:
    """Let players pass only while the battle is not paused. Raises: Rejected (wrong_phase)."""
    if state.paused and seat != GAME_MASTER:
        raise Rejected(GeneralCode.WRONG_PHASE, "paused")


def ready_to_move(state: State, seat: Seat, name: str, need: Need) -> Figure:
    """Return the figure if it may do `need` now in its move phase. Raises: Rejected."""
    figure = owned(state, seat, name)
    not_paused(state, seat)
    if state.phase.mover is not figure.team:
        raise Rejected(GeneralCode.WRONG_PHASE, "not_its_move_phase", figure=name, phase=state.phase)
    if not figure.standing:
        raise Rejected(Ruling.R_P5, "defeated", figure=name)
    if figure.usage.acted or figure.usage.passed:
        raise Rejected(GeneralCode.ALREADY_ACTED, "acted" if figure.usage.acted else "passed", figure=name)
    if need is Need.NOTHING:
        return figure
    if figure.confused:
        raise Rejected(Ruling.R_Z4, "confused", figure=name)
    if figure.prone and need is not Need.HANDLING:
        raise Rejected(Ruling.R_Z4, "prone", figure=name)
    if figure.usage.things >= 2:
        raise Rejected(Ruling.R_P9, "two_things_done", figure=name)
    return figure
