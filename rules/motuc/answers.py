"""The reactions to one attack (§5.1.1, §5.1.2, §5.2.1, §6.2)."""

from dataclasses import dataclass
from typing import Literal

from rules.motuc.words import WeaponName


@dataclass(frozen=True, slots=True)
class Parry:
    """Parry, with the weapon named or the best one in hand (R-W1)."""

    weapon: WeaponName | None = None
    kind: Literal["parry"] = "parry"


@dataclass(frozen=True, slots=True)
class Dodge:
    """Dodge a melee attack or a shot; `stake` None = all agility that is left (R-N4)."""

    stake: int | None = None
    kind: Literal["dodge"] = "dodge"


@dataclass(frozen=True, slots=True)
class Resist:
    """Resist being disarmed; `stake` None = all agility that is left (R-X3)."""

    stake: int | None = None
    kind: Literal["resist"] = "resist"


@dataclass(frozen=True, slots=True)
class NoDefence:
    """Do nothing against it."""

    kind: Literal["no_defence"] = "no_defence"


@dataclass(frozen=True, slots=True)
class LeftToReferee:
    """Leave it to the default (R-D5)."""

    kind: Literal["left"] = "left"


Answer = Parry | Dodge | Resist | NoDefence | LeftToReferee
