"""What a seat may still choose in the line-up: figures with their value, weapons with what they add to it."""

from collections.abc import Sequence

from motuc_bot.systems.forms import Option
from motuc_bot.systems.motuc import setup
from rules.core import Rejected, Seat
from rules.motuc import lineup
from rules.motuc.commands import Enlist
from rules.motuc.model import Sheet, State, Weapon
from rules.motuc.words import FigureName, Team, WeaponName

# Whose value is that of his weapons alone.
NOBODY = Sheet(FigureName(""), melee=0, ranged=0, strength=0, armour=0, agility=0, stamina=0, base=0)


def lineup_choices(state: State, seat: Seat, team: Team) -> tuple[Option, ...]:
    """Return the figures that the seat may take into the team now, in the order of the pool (R-S4, R-T3, R-T7)."""
    weapons = {weapon.name: weapon for weapon in state.setup.weapons}
    found = []
    for sheet in state.setup.sheets:
        try:
            lineup.enlist(state, seat, Enlist(sheet.name, team, seat))
        except Rejected:
            continue
        found.append(Option(sheet.name, f"{sheet.name} (Wert {_worth(sheet, sheet.weapons, weapons)})"))
    return tuple(found)


def armoury_choices(state: State, team: Team, figure: str | None = None) -> tuple[Option, ...]:
    """Return the weapons that are left for the team, with how many and what one adds to a value (R-T1, R-T4).

    With a `figure`, in the team or still to come, it is what that one may have instead of what it has taken, with what
    each adds to its value with its own weapons: nothing where it has two of its own. Raises: FileFault.
    """
    weapons = {weapon.name: weapon for weapon in state.setup.weapons}
    sheet = None if figure is None else setup.sheet_of(state, figure)
    if sheet is not None and len(sheet.weapons) >= lineup.MOST_WEAPONS:
        return ()
    return tuple(
        Option(name, f"{name} ({_stock(left)}Wert {_gain(sheet, name, weapons)})")
        for name in setup.in_armoury(state, team)
        if (left := _left(state, team, name, sheet)) is None or left > 0
    )


def _left(state: State, team: Team, name: WeaponName, taker: Sheet | None) -> int | None:
    """Return how many pieces are left, those of the taker put back; None where there is no end of them."""
    stock = next((armoury for armoury in state.setup.armouries if armoury.team is team), None)
    if stock is None:
        return None
    others = (figure for figure in state.team(team) if taker is None or figure.name != taker.name)
    return stock.weapons.count(name) - sum(figure.armoury.count(name) for figure in others)


def _stock(left: int | None) -> str:
    return "" if left is None else f"noch {left}, "


def _gain(sheet: Sheet | None, name: WeaponName, weapons: dict[WeaponName, Weapon]) -> str:
    if sheet is None:
        return f"bis zu {lineup.value(NOBODY, (weapons[name],)):+}"
    own = _worth(sheet, sheet.weapons, weapons)
    return f"{_worth(sheet, (*sheet.weapons, name), weapons) - own:+}"


def _worth(sheet: Sheet, names: Sequence[WeaponName], weapons: dict[WeaponName, Weapon]) -> int:
    return lineup.value(sheet, tuple(weapons[name] for name in names))
