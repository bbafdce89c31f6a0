"""The systems that the referee speaks."""

from typing import Any

from motuc_bot.systems.motuc.side import MotucSide
from motuc_bot.systems.side import Side

# Their types differ, so that here they are Any, as in rules.SYSTEMS.
SIDES: tuple[Side[Any, Any, Any, Any], ...] = (MotucSide(),)


def side_of(key: str) -> Side[Any, Any, Any, Any] | None:
    """Return the language side of the system of that name."""
    return next((side for side in SIDES if side.system.key == key), None)


def known_side(key: str) -> Side[Any, Any, Any, Any]:
    """Return the language side of a system that is there. Raises: KeyError."""
    side = side_of(key)
    if side is None:
        raise KeyError(key)
    return side
