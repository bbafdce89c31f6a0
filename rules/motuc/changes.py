"""Small edits of a state, each returning a new one."""

from rules.core import changed
from rules.motuc.model import Figure, State
from rules.motuc.words import ItemId


def with_figure(state: State, after: Figure) -> tuple[Figure, ...]:
    """Return the figures of the state with `after` in the place of its old self."""
    name, figures = after.sheet.name, state.figures
    for at, figure in enumerate(figures):
        if figure.sheet.name == name:
            return (*figures[:at], after, *figures[at + 1 :])
    return figures


def without_item(figure: Figure, item: ItemId) -> Figure:
    """Return the figure without the item, in hand or on the belt."""
    return changed(
        figure,
        items=tuple(kept for kept in figure.items if kept.id != item),
        hands=tuple(held for held in figure.hands if held != item),
    )
