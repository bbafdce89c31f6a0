"""The formula of the base values, its coefficients kept as data."""

from fractions import Fraction
from math import floor
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

from motuc_bot.systems.german_errors import Wrong
from motuc_bot.systems.motuc.battle_file import FigureRow
from rules.motuc.words import Category, Trait

Coefficient = Annotated[float, Field(ge=-99, le=99, allow_inf_nan=False)]


class Formula(BaseModel):
    """What one point of each value, one point of magic power and each trait add to a base value.

    `skill` counts for the better of melee and ranged, `second` for the other one.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    constant: Coefficient = 0
    skill: Coefficient
    second: Coefficient
    strength: Coefficient
    armour: Coefficient
    agility: Coefficient
    stamina: Coefficient
    magic: dict[Annotated[Category, Field(strict=False)], Coefficient]
    traits: dict[Annotated[Trait, Field(strict=False)], Coefficient]

    @model_validator(mode="after")
    def _complete(self) -> "Formula":
        for word in (*Category, *Trait):
            if word not in self.magic and word not in self.traits:
                raise Wrong(f"der Koeffizient für „{word}“ fehlt")
        return self

    def base(self, figure: FigureRow) -> int:
        """Return the base value of a figure, computed exactly; half a point is rounded up."""
        terms = [
            (self.constant, 1),
            (self.skill, max(figure.melee, figure.ranged)),
            (self.second, min(figure.melee, figure.ranged)),
            (self.strength, figure.strength),
            (self.armour, figure.armour),
            (self.agility, figure.agility),
            (self.stamina, figure.stamina),
        ]
        if figure.magic is not None:
            terms.append((self.magic[figure.magic.category], figure.magic.power))
        terms += [(self.traits[trait], 1) for trait in figure.traits]
        exact = sum((Fraction(str(coefficient)) * points for coefficient, points in terms), Fraction(0))
        return floor(exact + Fraction(1, 2))
