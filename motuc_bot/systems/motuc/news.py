"""New values of figures, wherever they changed."""

from collections.abc import Mapping
from types import MappingProxyType

from motuc_bot.systems.motuc.spoken import TEAMS
from motuc_bot.systems.motuc.wording import counted, listed
from rules.board import distance
from rules.motuc.conditions import available_agility, effective_agility, effective_strength
from rules.motuc.model import Figure, Item, State
from rules.motuc.words import FigureName, Team, Trait

Costs = Mapping[FigureName, str]

NO_COSTS: Costs = MappingProxyType({})


def new_values(before: State, after: State, name: FigureName, costs: Costs = NO_COSTS) -> list[str]:
    """Return the values of one figure that are others now: `Leben 6`, `Ausdauer 3`.

    `costs` says by figure for what 1 stamina was paid.
    """
    old, new = before.figure(name), after.figure(name)
    values = []
    if new.life != old.life:
        values.append(f"Leben {new.life}")
    if new.stamina != old.stamina:
        price = f" (−1 {costs[name]})" if name in costs and old.stamina > 0 else ""
        values.append(f"Ausdauer {new.stamina}{price}")
    lowered = []
    strength, agility = effective_strength(after, new), effective_agility(after, new)
    if strength != effective_strength(before, old):
        lowered.append(f"Kraft {strength}")
    if agility != effective_agility(before, old):
        lowered.append(f"Beweglichkeit {agility}")
    if lowered:
        lowered[-1] += _dread(before, after, name)
    return values + lowered


def under_an_aura(state: State, figure: Figure) -> list[str]:
    """Return a line about what an aura takes from a figure, if one does (R-X4)."""
    strength, agility = effective_strength(state, figure), available_agility(state, figure)
    lowered = [f"Kraft {strength}"] if strength < figure.sheet.strength else []
    lowered += [f"Beweglichkeit {agility}"] if agility < figure.sheet.agility else []
    return [f"→ {figure.name}: {', '.join(lowered)} ({aura_over(state, figure)})"] if lowered else []


def _dread(before: State, after: State, name: FigureName) -> str:
    """Return whose aura has changed strength or agility of the figure, nothing if none has (R-X4)."""
    old, new = before.figure(name), after.figure(name)
    now = effective_strength(after, new), available_agility(after, new)
    if now == (effective_strength(before, old), available_agility(before, old)):
        return ""
    return (
        " (keine Angstaura mehr)" if now == (new.sheet.strength, new.sheet.agility) else f" ({aura_over(after, new)})"
    )


def aura_over(state: State, figure: Figure, friends: str = ", wirkt auch auf eigene Figuren") -> str:
    """Return the strongest aura that the figure is in: `Angstaura von Scare-Glow`, and that it works on friends."""
    bearers = [
        (distance(state.setup.board, other.field, figure.field), other)
        for other in state.figures
        if other.standing and other.has(Trait.FEAR_AURA) and other is not figure and other.field and figure.field
    ]
    if not bearers:
        return "Angstaura"
    bearer = min(bearers, key=lambda one: one[0])[1]
    return f"Angstaura von {bearer.name}" + (friends if bearer.team is figure.team else "")


def losses(before: State, after: State) -> list[str]:
    """Return in short what the resolution did to the figures: `Stratos −4 (6 Leben)`, `Teela ohne Schild`."""
    lost = []
    for new in after.figures:
        old = before.figure(new.name)
        if not old.standing:
            continue
        if not new.standing:
            lost.append(f"{new.name} ist besiegt")
            continue
        items = {item.id for item in new.items}
        dropped = [item.weapon.name for item in old.items if item.id not in items and not item.weapon.thrown]
        effects = [f"−{old.life - new.life} ({new.life} Leben)"] if new.life < old.life else []
        effects += [f"+{new.life - old.life} ({new.life} Leben)"] if new.life > old.life else []
        effects += [f"ohne {listed(dropped)}"] if dropped else []
        effects += ["am Boden"] if new.prone and not old.prone else []
        effects += ["verwirrt"] if new.confused and not old.confused else []
        effects += ["unsichtbar"] if new.invisible and not old.invisible else []
        if effects:
            lost.append(f"{new.name} {', '.join(effects)}")
    return lost


def restored(before: State, after: State) -> list[str]:
    """Return one line for each figure that is again what it was, given the states before and after a taking back."""
    lines = []
    for new in after.figures:
        old = before.find(new.name)
        if old is None or new.field is None:
            continue
        again = [f"auf {new.field}"] if new.field != old.field else []
        again += ["am Boden"] if new.prone and not old.prone else []
        again += ["nicht mehr am Boden"] if old.prone and not new.prone else []
        again += new_values(before, after, new.name)
        hands = [item.weapon.name for item in new.held]
        again += [f"in der Hand {listed(hands) or 'nichts'}"] if new.hands != old.hands else []
        if again:
            lines.append(f"→ {new.name}: wieder {', '.join(again)}")
    return lines


def news(before: State, after: State, *, but: FigureName | None = None, costs: Costs = NO_COSTS) -> list[str]:
    """Return one line for each standing figure with new values, except `but`."""
    lines = []
    same = {id(figure) for figure in before.figures}
    # Only an aura changes a value of a figure to which nothing has happened (R-X4).
    if any(Trait.FEAR_AURA in figure.sheet.traits and id(figure) not in same for figure in after.figures):
        same.clear()
    for figure in after.figures:
        if id(figure) in same or not figure.standing or figure.name == but:
            continue
        if before.find(figure.name) is not None:
            values = new_values(before, after, figure.name, costs)
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
