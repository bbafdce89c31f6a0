"""Which action a die belongs to: the same action keeps its dice, whatever happens around it."""

from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.model import State
from rules.motuc.weapons import weapon_of

DiceKey = tuple[str | int, ...]


def dice_key(state: State, action: Action) -> DiceKey:
    """Return round, phase, figure and the action in canonical words."""
    actor = state.figure(action.figure)
    words: tuple[str | int, ...]
    match action:
        case Melee() | Disarming():
            stake = "all" if action.stake is None else action.stake
            words = (action.kind, action.target, weapon_of(actor, action.item).name, stake)
        case Volley():
            words = (action.kind, weapon_of(actor, action.item).name, *action.targets)
        case Casting():
            target = "" if action.target is None else action.target
            direction = "" if action.direction is None else str(action.direction)
            words = (action.kind, action.spell, target, direction)
    return (state.round, state.phase, action.figure, *words)
