"""One announced attack, resolved over all dice by the very rules until it is known whether it succeeds."""

from collections.abc import Callable
from fractions import Fraction

from rules.core import Posted, Unfolding
from rules.dice import Dice, outcomes
from rules.motuc import MOTUC, disarming, melee, ranged
from rules.motuc import events as ev
from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.answers import Answer
from rules.motuc.damage import Course
from rules.motuc.model import State
from rules.motuc.reactions import Threat

_ROLLS = (ev.ParryRolled, ev.DodgeRolled, ev.ShotRolled, ev.DisarmRolled)


class Known(Exception):
    """Thrown when it is known how the attack ends."""

    def __init__(self, hit: bool) -> None:
        super().__init__(hit)
        self.hit = hit


def answered(state: State, threat: Threat, answer: Answer) -> State:
    """Return the state in which the answer has been chosen."""
    return MOTUC.evolve(state, ev.ReactionDeclared(threat.attacker, threat.figure, threat.shot, answer))


def success_by_brute_force(state: State, threat: Threat, action: Action) -> Fraction:
    """Return the chance that the attack succeeds, over all dice."""

    def run(dice: Dice) -> bool:
        course: Course = Unfolding(_until_known, state)
        try:
            _resolve(course, threat, action, dice)
        except Known as known:
            return known.hit
        raise AssertionError("nothing came of the attack")

    return dict(outcomes(run)).get(True, Fraction(0))


def _until_known(state: State, event: ev.Event | Posted) -> State:
    if isinstance(event, _ROLLS):
        raise Known(event.hit)
    if isinstance(event, ev.HitWithoutDefence | ev.DisarmedWithoutDefence):
        raise Known(True)
    return MOTUC.evolve(state, event)


def _resolve(course: Course, threat: Threat, action: Action, dice: Dice) -> None:
    match action:
        case Melee():
            melee.resolve(course, action, dice)
        case Disarming():
            disarming.resolve(course, action, dice)
        case Volley():
            ranged._shot(course, action, threat.figure, 1, threat.shot, dice)
        case Casting():
            raise AssertionError("no reaction to spells")


def damage_by_brute_force(state: State, strike: Callable[[Course, Dice], None]) -> dict[int, Fraction]:
    """Return the damage that a hit does, over all dice."""

    def run(dice: Dice) -> int:
        course: Course = Unfolding(MOTUC.evolve, state)
        strike(course, dice)
        return next(event.damage for event in course.events if isinstance(event, ev.DamageRolled))

    return dict(outcomes(run))
