"""A place in a battle: a side's player or the game master. A person may change, the seat stays."""

from typing import NewType

Seat = NewType("Seat", str)

GAME_MASTER = Seat("SL")
