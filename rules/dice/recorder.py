"""Dice that remember what they showed."""

from dataclasses import dataclass

from rules.dice.port import Dice, Reason


@dataclass(frozen=True, slots=True)
class Rolled:
    """One die that was rolled, with the value it showed."""

    faces: int
    value: int
    reason: Reason


class Recorder:
    """Rolls the dice it was given and keeps each in `rolls`, in order."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.rolls: list[Rolled] = []

    def roll(self, faces: int, reason: Reason) -> int:
        """The value the wrapped dice show; a roll that fails is not kept."""
        value = self._dice.roll(faces, reason)
        self.rolls.append(Rolled(faces, value, reason))
        return value
