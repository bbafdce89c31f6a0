"""Dice that are known beforehand, and strict about it (§10)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice.port import Reason


@dataclass(frozen=True, slots=True)
class Expected:
    """A die of a tape that must also be rolled with these faces and for this purpose."""

    value: int
    faces: int
    purpose: str


class TapeError(Exception):
    """A tape and the dice that were asked for don't fit.

    `position` is the place on the tape, counted from 1; `reason` the die that was asked for, None if there was none.
    """

    def __init__(self, message: str, position: int, reason: Reason | None) -> None:
        super().__init__(f"die {position}: {message}")
        self.position = position
        self.reason = reason


class TapeEmpty(TapeError):
    """A die was asked for behind the end of the tape."""


class WrongDie(TapeError):
    """The next value can't be shown by the die asked for, or was meant for another one."""


class DiceLeft(TapeError):
    """The tape holds more dice than were rolled; `position` is that of the first one left."""


class Tape:
    """Rolls the given values one after the other, each once."""

    def __init__(self, values: Sequence[int | Expected]) -> None:
        self._values = tuple(values)
        self._taken = 0

    @property
    def left(self) -> int:
        """How many values have not been rolled yet."""
        return len(self._values) - self._taken

    def roll(self, faces: int, reason: Reason) -> int:
        """The next value of the tape; after an error the tape stands where it stood.

        Raises:
            TapeEmpty: all values have been rolled.
            WrongDie: the value is not 1 to `faces`, or an `Expected` names other faces or another purpose.
        """
        position = self._taken + 1
        asked = f"1d{faces} of {reason.figure} for {reason.purpose}"
        if not self.left:
            raise TapeEmpty(f"the tape ends before {asked}", position, reason)
        entry = self._values[self._taken]
        if isinstance(entry, Expected):
            value = entry.value
            if (entry.faces, entry.purpose) != (faces, reason.purpose):
                raise WrongDie(f"expected 1d{entry.faces} for {entry.purpose}, asked for {asked}", position, reason)
        else:
            value = entry
        if not 1 <= value <= faces:
            raise WrongDie(f"{value} can't be the result of {asked}", position, reason)
        self._taken = position
        return value

    def finish(self) -> None:
        """Returns if every value has been rolled.

        Raises:
            DiceLeft: some have not.
        """
        if self.left:
            raise DiceLeft(f"{self.left} left over", self._taken + 1, None)
