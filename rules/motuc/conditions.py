"""What counts at the moment: effective values, who stands where, who sees whom (R-X4, R-B4, R-B5)."""

from rules.board import Field, distance, in_sight
from rules.motuc.model import Figure, State
from rules.motuc.words import Trait

# Loss in quarters of strength and agility by distance from the bearer of a fear aura (§8).
_AURA_QUARTERS = {1: 2, 2: 1}
# Asked of every figure again and again, and a member of an enumeration is slow to find.
_FEAR_AURA = Trait.FEAR_AURA


def occupied(state: State, *, but: Figure | None = None) -> frozenset[Field]:
    """Return the fields that hold a standing figure, except that of `but`."""
    return frozenset(
        figure.field
        for figure in state.figures
        if figure.life > 0 and figure.field is not None and (but is None or figure.sheet.name != but.sheet.name)
    )


def occupant(state: State, field: Field) -> Figure | None:
    """Return the standing figure on the field."""
    for figure in state.figures:
        if figure.field == field and figure.life > 0:
            return figure
    return None


def sees(state: State, origin: Field, goal: Field) -> bool:
    """Tell whether the line of sight between two fields is free (R-B4)."""
    return in_sight(state.setup.board, origin, goal, occupied(state))


def effective_strength(state: State, figure: Figure) -> int:
    """Return the strength that counts at this moment, an aura's loss taken off (R-X4)."""
    return figure.sheet.strength - _lost(state, figure, figure.sheet.strength)


def available_agility(state: State, figure: Figure) -> int:
    """Return the agility that the round allows: the maximum less an aura's loss, whatever is spent (R-X4, R-X6)."""
    return figure.sheet.agility - _lost(state, figure, figure.sheet.agility)


def effective_agility(state: State, figure: Figure) -> int:
    """Return the agility that is left at this moment; 0 for a defeated figure (R-X4, R-P5)."""
    if figure.life <= 0:
        return 0
    return max(0, available_agility(state, figure) - figure.spent)


def agilities_left(state: State) -> list[int]:
    """Return `effective_agility` of each figure, in list order."""
    if any(_FEAR_AURA in figure.sheet.traits for figure in state.figures):
        return [effective_agility(state, figure) for figure in state.figures]
    # Nobody takes anything off: that need not be found out for each of them.
    return [max(0, figure.sheet.agility - figure.spent) if figure.life > 0 else 0 for figure in state.figures]


def _lost(state: State, figure: Figure, value: int) -> int:
    """Return what the strongest aura takes off `value`, rounded down in favour of the figure."""
    quarters = 0
    # Nearly nobody has any trait: that is looked at first, and quickest in a list.
    for bearer in [one for one in state.figures if one.sheet.traits]:
        if (
            _FEAR_AURA in bearer.sheet.traits
            and bearer.life > 0
            and bearer.field is not None
            and figure.field is not None
            and bearer.sheet.name != figure.sheet.name
        ):
            steps = distance(state.setup.board, bearer.field, figure.field)
            quarters = max(quarters, _AURA_QUARTERS.get(steps, 0))
    return value * quarters // 4
