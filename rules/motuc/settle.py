"""What follows by itself: phases end, start positions are revealed, announced actions are resolved (§3)."""

from typing import assert_never

from rules.core import Unfolding
from rules.dice import Dice
from rules.motuc import disarming, magic, melee, placement, ranged
from rules.motuc import events as ev
from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.damage import Course
from rules.motuc.evolve import evolve
from rules.motuc.model import State
from rules.motuc.reactions import open_threats
from rules.motuc.targets import actor_hindrance, target_hindrance
from rules.motuc.waiting import open_movers
from rules.motuc.words import Phase, Team

_REACTION_TO = {Phase.BLACK_MOVES: Phase.WHITE_REACTS, Phase.WHITE_MOVES: Phase.BLACK_REACTS}
_MOVES_OF = {Team.BLACK: Phase.BLACK_MOVES, Team.WHITE: Phase.WHITE_MOVES}


def settle(state: State, dice: Dice) -> tuple[ev.Event, ...]:
    """Return all that follows until the battle waits for somebody again; empty when it does so already."""
    course: Course = Unfolding(evolve, state)
    while _step(course, dice):
        pass
    return course.events


def _step(course: Course, dice: Dice) -> bool:
    """Let the next thing happen; False when the battle waits."""
    state = course.state
    if state.phase is Phase.OVER:
        return False
    if state.ended_early:
        course.happen(ev.BattleEnded(None, state.round))
        return True
    match state.phase:
        case Phase.LINEUP:
            return _step_lineup(course)
        case Phase.PLACEMENT:
            return _step_placement(course, dice)
        case _:
            if _end_if_decided(course):
                return True
    if state.phase.mover is not None:
        if not state.hurried and any(True for _ in open_movers(state)):
            return False
        course.happen(ev.PhaseBegan(_REACTION_TO[state.phase], state.round))
        return True
    if not state.hurried and any(True for _ in open_threats(state)):
        return False
    _resolve_all(course, dice)
    return True


def _step_lineup(course: Course) -> bool:
    state = course.state
    if not state.hurried:
        return False
    if all(figure.field is not None for figure in state.figures):
        _begin_moves(course, Team.BLACK, 1)
    else:
        course.happen(ev.PhaseBegan(Phase.PLACEMENT, 0))
    return True


def _step_placement(course: Course, dice: Dice) -> bool:
    state = course.state
    if not state.hurried and any(placement.owes_start(state, figure) for figure in state.figures):
        return False
    placement.reveal(course, dice)
    _begin_moves(course, Team.BLACK, 1)
    return True


def _begin_moves(course: Course, team: Team, number: int) -> None:
    """Begin the team's move phase; spells that last until now end first (R-Z6, R-P3)."""
    course.happen(ev.PhaseBegan(_MOVES_OF[team], number))
    for figure in course.state.figures:
        if figure.effects:
            for effect in dict.fromkeys(effect.kind for effect in figure.effects if effect.until is team):
                course.happen(ev.EffectEnded(figure.name, effect))


def _end_if_decided(course: Course) -> bool:
    """End the battle if a team has no standing figure (§1, R-P6)."""
    standing = {figure.team for figure in course.state.figures if figure.life > 0}
    if len(standing) == len(Team):
        return False
    # Damage counts one blow at a time, so that both teams never fall together.
    course.happen(ev.BattleEnded(standing.pop(), course.state.round))
    return True


def _resolve_all(course: Course, dice: Dice) -> None:
    """Resolve the announced actions in the order posted; then the other side moves, or the next round begins."""
    while course.state.actions:
        action = course.state.actions[0]
        _resolve(course, action, dice)
        course.happen(ev.ActionResolved(action.figure))
        if _end_if_decided(course):
            return
    state = course.state
    if state.phase is Phase.WHITE_REACTS:
        _begin_moves(course, Team.WHITE, state.round)
    elif state.round < state.setup.rounds:
        _begin_moves(course, Team.BLACK, state.round + 1)
    else:
        course.happen(ev.BattleEnded(None, state.round))


def _resolve(course: Course, action: Action, dice: Dice) -> None:
    if isinstance(action, Volley):
        ranged.resolve(course, action, dice)  # each shot lapses alone (R-P2)
        return
    why = actor_hindrance(course.state, action) or target_hindrance(course.state, action, action.target)
    if why is not None:
        course.happen(ev.ActionLapsed(action.figure, action.target, why))
        return
    match action:
        case Melee():
            melee.resolve(course, action, dice)
        case Casting():
            magic.resolve(course, action, dice)
        case Disarming():
            disarming.resolve(course, action, dice)
        case _:
            assert_never(action)
