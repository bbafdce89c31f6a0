"""The board in letters: a mark of two letters for each figure, things on the ground, and the figures below."""

import unicodedata

from rules.board import Field, text_map
from rules.motuc.conditions import effective_agility
from rules.motuc.model import START_LIFE, Figure, State
from rules.motuc.system import statuses
from rules.motuc.words import FigureName, Team

GROUND = "+"
STATUSES = {"prone": "am Boden", "confused": "verwirrt", "invisible": "unsichtbar", "shielded": "Schutzschild"}


def marks(state: State) -> dict[FigureName, str]:
    """Return a mark of two characters for each figure, no two alike, the same all through the battle."""
    taken: dict[FigureName, str] = {}
    for number, figure in enumerate(state.figures, start=1):
        letters = _letters(figure.name)
        wanted = [letters[0].upper() + letter for letter in letters[1:]] or [letters[0].upper() + "1"]
        fallback = f"{number:02}"
        taken[figure.name] = next((mark for mark in wanted if mark not in taken.values()), fallback)
    return taken


def map_lines(state: State) -> list[str]:
    """Return the board as lines of text for a monospaced font: standing figures, weapons on the ground, terrain."""
    shown: dict[Field, str] = {lying.field: GROUND for lying in state.ground}
    names = marks(state)
    for figure in state.figures:
        if figure.standing and figure.field is not None:
            shown[figure.field] = names[figure.name]
    return text_map(state.setup.board, shown).splitlines()


def roster_lines(state: State) -> list[str]:
    """Return one line for each figure: mark, name, life as a bar, stamina, agility, hands, states."""
    names = marks(state)
    width = max((len(figure.name) for figure in state.figures), default=0)
    lines = []
    for team, title in ((Team.BLACK, "Schwarz"), (Team.WHITE, "Weiß")):
        lines.append(f"{title}:")
        lines += [
            f"{names[figure.name]} {figure.name:<{width}} {_values(state, figure)}" for figure in state.team(team)
        ]
    return lines


def states_of(figure: Figure) -> tuple[str, ...]:
    """Return the states of a figure in German."""
    return tuple(STATUSES[status] for status in statuses(figure))


def _values(state: State, figure: Figure) -> str:
    if not figure.standing:
        return "besiegt"
    bar = "█" * figure.life + "░" * (START_LIFE - figure.life)
    hands = ", ".join(item.weapon.name for item in figure.held) or "leere Hände"
    states = "".join(f", {state}" for state in states_of(figure))
    agility = effective_agility(state, figure)
    return f"{bar} {figure.life:>2}  Ausd. {figure.stamina}  Bew. {agility}  {hands}{states}"


def _letters(name: str) -> str:
    """Return the letters and digits of the name in lower case, without accents; never empty."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in plain if sign.isalnum() and sign.isascii()) or "x"
