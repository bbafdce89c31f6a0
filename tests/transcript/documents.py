"""A small transcript for tests to spoil."""

from copy import deepcopy
from typing import Any

_BASE: dict[str, Any] = {
    "system": "motuc",
    "battle": {"name": "Probe", "board": {"columns": 6, "rows": 4}, "rounds": 2, "value": "any"},
    "dice": [],
    "weapons": [
        {"name": "Schwert", "melee": {"attack": 2, "defence": 2, "reach": 2, "damage": 4}},
        {"name": "Bogen", "ranged": {"range": 6, "damage": 3, "shots": 2, "reload": 4}},
    ],
    "figures": [
        {
            "name": name,
            "melee": 5,
            "ranged": 4,
            "strength": 5,
            "armour": 1,
            "agility": 4,
            "stamina": 4,
            "base": 20,
            "weapons": ["Schwert"],
        }
        for name in ("Anna", "Bert")
    ],
    "teams": {
        "black": [{"figure": "Anna", "player": "ann", "at": "A2"}],
        "white": [{"figure": "Bert", "player": "ben", "at": "F2"}],
    },
    "posts": [],
}


def base() -> dict[str, Any]:
    """Return a battle that can be played, as a file would hold it."""
    return deepcopy(_BASE)
