"""The pool: the figures, weapons and armouries that every battle may draw on."""

from collections.abc import Sequence
from dataclasses import dataclass

from motuc_bot.language.folding import name_key
from motuc_bot.systems.motuc.battle_file import ArmouriesRow, FigureRow, WeaponRow
from motuc_bot.systems.motuc.pool.formula import Formula
from rules.motuc import lineup
from rules.motuc.model import Item
from rules.motuc.words import ItemId


@dataclass(frozen=True, slots=True)
class Pool:
    """All figures and weapons in the order of their files; what each team's armoury holds, piece by piece."""

    figures: tuple[FigureRow, ...]
    weapons: tuple[WeaponRow, ...]
    armouries: ArmouriesRow
    formula: Formula

    def figure(self, name: str) -> FigureRow | None:
        """Return the figure of that name or alias, however it is spelt; a name wins over an alias."""
        key = name_key(name)
        named = next((row for row in self.figures if name_key(row.name) == key), None)
        return named or next((row for row in self.figures if key in map(name_key, row.aliases)), None)

    def weapon(self, name: str) -> WeaponRow | None:
        """Return the weapon of that name, however it is spelt."""
        key = name_key(name)
        return next((row for row in self.weapons if name_key(row.name) == key), None)

    def own_weapons(self, figure: FigureRow) -> tuple[WeaponRow, ...]:
        """Return the weapons that belong to a figure of the pool."""
        rows = {row.name: row for row in self.weapons}
        return tuple(rows[name] for name in figure.weapons)

    def value(self, figure: FigureRow) -> int:
        """Return what a figure of the pool is worth with nothing but its own weapons (§7, R-T1)."""
        weapons = tuple(row.weapon() for row in self.own_weapons(figure))
        return lineup.value(figure.sheet(tuple(weapon.name for weapon in weapons)), weapons)

    def first_hands(self, figure: FigureRow) -> tuple[str, ...]:
        """Return what a figure of the pool has in hand without a declaration (R-T5)."""
        return held_first(self.own_weapons(figure))


def held_first(weapons: Sequence[WeaponRow]) -> tuple[str, ...]:
    """Return which of these weapons are in hand without a declaration (R-T5)."""
    items = tuple(Item(ItemId(at), row.weapon()) for at, row in enumerate(weapons))
    return tuple(weapons[at].name for at in lineup.first_hands(items))
