"""New values of figures, wherever they changed."""

from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.wording import counted
from rules.motuc.conditions import available_agility, effective_agility
from rules.motuc.model import Item, State
from rules.motuc.words import FigureName, Team


def new_values(before: State, after: State, name: FigureName) -> list[str]:
    """Return the values of one figure that are others now: `Leben 6`, `Ausdauer 3`."""
    old, new = before.figure(name), after.figure(name)
    values = []
    if new.life != old.life:
        values.append(f"Leben {new.life}")
    if new.stamina != old.stamina:
        values.append(f"Ausdauer {new.stamina}")
    agility = effective_agility(after, new)
    if agility != effective_agility(before, old):
        dread = " (Angstaura)" if available_agility(after, new) < new.sheet.agility else ""
        values.append(f"Beweglichkeit {agility}{dread}")
    return values


def news(before: State, after: State, *, but: FigureName | None = None) -> list[str]:
    """Return one line for each standing figure with new values, except `but`."""
    lines = []
    for figure in after.figures:
        if figure.standing and figure.name != but and before.find(figure.name) is not None:
            values = new_values(before, after, figure.name)
            if values:
                lines.append(f"→ {figure.name}: {', '.join(values)}")
    return lines


def charges(before: State, after: State) -> list[str]:
    """Return a line for each weapon that shot and can be loaded."""
    old = {item.id: item.charge for figure in before.figures for item in figure.items}
    lines = []
    for item in _items(after):
        if item.charge is not None and item.charge < (old.get(item.id) or 0):
            left = (
                f"noch {counted(item.charge, 'Schuss', 'Schüsse')}" if item.charge else "leer, muss nachgeladen werden"
            )
            lines.append(f"{item.weapon.name}: {left}.")
    return lines


def survivors(state: State) -> list[str]:
    """Return one line for each team with standing figures: how much life each has."""
    lines = []
    for team in Team:
        standing = [f"{figure.name} {figure.life}" for figure in state.team(team) if figure.standing]
        if standing:
            lines.append(f"Leben von {TEAMS[team]}: {', '.join(standing)}")
    return lines


def _items(state: State) -> list[Item]:
    lying = [lying.item for lying in state.ground]
    return [item for figure in state.figures for item in figure.items] + lying
