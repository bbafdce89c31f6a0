"""The actions that are announced in the move phase and resolved later (R-P2); kept in the order posted."""

from dataclasses import dataclass
from typing import Literal

from rules.board import Field
from rules.motuc.words import FigureName, ItemId, Spell


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee attack; `item` None = the bare hand, `stake` None = all agility left, should it be dodged (R-N4)."""

    figure: FigureName
    target: FigureName
    item: ItemId | None
    stake: int | None = None
    kind: Literal["melee"] = "melee"


@dataclass(frozen=True, slots=True)
class Volley:
    """Shots with one weapon: the target of each, in the order posted (R-F2)."""

    figure: FigureName
    item: ItemId
    targets: tuple[FigureName, ...]
    kind: Literal["volley"] = "volley"


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell on `target`, or towards a field for the shock wave.

    `origin` is where the mage stood when he named the direction; `life` and `stamina` split a regeneration (None =
    not split).
    """

    figure: FigureName
    spell: Spell
    target: FigureName | None = None
    origin: Field | None = None
    direction: Field | None = None
    life: int | None = None
    stamina: int | None = None
    kind: Literal["casting"] = "casting"


@dataclass(frozen=True, slots=True)
class Disarming:
    """An attempt to take a weapon from the target (§6.2)."""

    figure: FigureName
    target: FigureName
    item: ItemId
    stake: int | None = None
    kind: Literal["disarming"] = "disarming"


Action = Melee | Volley | Casting | Disarming
