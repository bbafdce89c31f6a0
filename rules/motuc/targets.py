"""Who may be chosen as a target, and whether an announced action can still be carried out (R-P2)."""

from rules.board import Field, adjacent
from rules.core import Rejected
from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.codes import Ruling
from rules.motuc.conditions import sees
from rules.motuc.model import Figure, State
from rules.motuc.orders import known
from rules.motuc.weapons import holds, takeable
from rules.motuc.words import Trait


def place(figure: Figure) -> Field:
    """Return the field of a figure that takes part; every figure has one once the start positions are revealed."""
    if figure.field is None:
        raise ValueError(f"{figure.name} has no field yet")
    return figure.field


def adjacent_enemy(state: State, figure: Figure, name: str) -> Figure:
    """Return the target of a melee attack or of disarming (R-N1). Raises: Rejected (R-N1, R-Z7)."""
    target = known(state, name)
    if target.team is figure.team:
        raise Rejected(Ruling.R_N1, "no_enemy", figure=figure.name, target=name)
    if not target.standing:
        raise Rejected(Ruling.R_N1, "target_fallen", figure=figure.name, target=name)
    if not adjacent(state.setup.board, place(figure), place(target)):
        raise Rejected(
            Ruling.R_N1,
            "not_adjacent",
            figure=figure.name,
            target=name,
            field=place(figure),
            target_field=place(target),
        )
    visible(figure, target)
    return target


def seen(state: State, figure: Figure, target: Figure) -> None:
    """Let pass if the line of sight between the two is free (R-B4). Raises: Rejected."""
    here, there = place(figure), place(target)
    if not sees(state, here, there):
        raise Rejected(
            Ruling.R_B4, "no_line_of_sight", figure=figure.name, target=target.name, field=here, target_field=there
        )


def visible(figure: Figure, target: Figure) -> None:
    """Let pass if the figure may choose the target although that may be invisible (R-Z7, R-Z5). Raises: Rejected."""
    if target.invisible and target.team is not figure.team and not figure.has(Trait.ROBOT):
        raise Rejected(Ruling.R_Z7, "invisible", figure=figure.name, target=target.name)


def actor_hindrance(state: State, action: Action) -> str | None:
    """Return why the actor can't carry its announced action out, None if it can (R-P2)."""
    actor = state.figure(action.figure)
    if not actor.standing:
        return "actor_fallen"
    if actor.prone:
        return "actor_prone"
    if actor.confused:
        return "actor_confused"
    match action:
        case Casting():
            ready = can_cast(actor)
        case Melee() | Volley() | Disarming():
            ready = holds(actor, action.item)
    return None if ready else "weapon_lost"


def target_hindrance(state: State, action: Action, target: str | None) -> str | None:
    """Return why the action can't meet its target any more, None if it can (R-P2, R-X3)."""
    if target is None:
        return None
    figure = state.figure(target)
    if not figure.standing:
        return "target_fallen"
    if isinstance(action, Disarming) and not takeable(figure):
        return "nothing_to_take"
    return None


def can_cast(mage: Figure) -> bool:
    """Tell whether the mage has in hand what spells need (R-Z1)."""
    return mage.has(Trait.WANDLESS) or any(item.weapon.wand for item in mage.held)
