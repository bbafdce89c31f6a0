"""What is true of every state, always."""

from collections.abc import Iterator

from rules.motuc.conditions import effective_agility
from rules.motuc.model import START_LIFE, State
from rules.motuc.weapons import fits
from rules.motuc.words import Phase


def invariants(state: State) -> Iterator[str]:
    """Yield whatever is broken in the state: nothing, always."""
    board = state.setup.board
    standing = [figure for figure in state.figures if figure.standing and figure.field is not None]
    if len({figure.field for figure in standing}) != len(standing):
        yield "two standing figures on one field (R-B5)"
    for figure in state.figures:
        name = figure.name
        if figure.field is not None and (figure.field not in board or figure.field in board.blocked):
            yield f"{name} stands on {figure.field} (R-B3)"
        if not 0 <= figure.life <= START_LIFE:
            yield f"{name} has life {figure.life}"
        if not 0 <= figure.stamina <= figure.sheet.stamina:
            yield f"{name} has stamina {figure.stamina}"
        if figure.spent < 0 or effective_agility(state, figure) < 0:
            yield f"{name} has spent {figure.spent} agility"
        ids = [item.id for item in figure.items]
        if any(held not in ids for held in figure.hands) or len(set(figure.hands)) != len(figure.hands):
            yield f"{name} holds what it does not carry"
        if not fits(tuple(item.weapon for item in figure.held)):
            yield f"{name} holds too much (R-T5, R-T6)"
        if any(item.charge is not None and item.charge < 0 for item in figure.items):
            yield f"{name} has shot with an empty weapon (R-F4)"
        if not figure.standing and (figure.prone or figure.effects):
            yield f"{name} is defeated and still has a state (R-P5)"
    everything = [item.id for figure in state.figures for item in figure.items]
    everything += [lying.item.id for lying in state.ground]
    if len(set(everything)) != len(everything):
        yield "one weapon in two places"
    if state.round > state.setup.rounds:
        yield f"round {state.round} of {state.setup.rounds}"
    if state.phase is Phase.OVER and (state.actions or state.answers):
        yield "actions are left after the end"
    if state.phase.mover is not None and any(figure.field is None for figure in standing):
        yield "a figure without a field takes part"
