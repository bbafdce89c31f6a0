"""What the rules ask of whoever rolls their dice."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a die is rolled: enough to tell this die of a battle from every other one.

    `action` identifies what the die belongs to (round, phase, figure, canonical command), `purpose` its part in it
    (`"attack"`, `"parry_reach"`), `figure` who rolls, `index` counts dice of one purpose from 0.
    """

    action: tuple[str | int, ...]
    purpose: str
    figure: str
    index: int = 0


class Dice(Protocol):
    """Anything that can be rolled: sealed dice, a tape, every outcome in turn."""

    def roll(self, faces: int, reason: Reason) -> int:
        """One die with so many faces: 1 to `faces`."""
        ...
