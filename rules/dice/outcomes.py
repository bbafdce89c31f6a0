"""Every way the dice can fall."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from rules.dice.port import Dice, Reason

T = TypeVar("T")


def outcomes(run: Callable[[Dice], T]) -> tuple[tuple[T, Fraction], ...]:
    """Each result that `run` can have, once, with its exact chance; the chances add up to 1.

    `run` is called once for every sequence of dice it can ask for, in the order 1, 1, 1; 1, 1, 2; …; it must depend on
    nothing but its dice. Results must be hashable; equal ones are merged at the place of the first.

    Raises:
        ValueError: `run` rolls a die without faces, or other dice after the same values.
    """
    chances: dict[T, Fraction] = {}
    branch = _Branch([])
    while True:
        result = run(branch)
        chances[result] = chances.get(result, Fraction(0)) + branch.chance()
        following = branch.next()
        if following is None:
            return tuple(chances.items())
        branch = following


class _Branch:
    """Dice that show the given values, each kept with its faces, and from there on 1."""

    def __init__(self, given: list[tuple[int, int]]) -> None:
        self._given = given
        self._shown: list[tuple[int, int]] = []

    def roll(self, faces: int, reason: Reason) -> int:
        if faces < 1:
            raise ValueError(f"a die has at least one face, not {faces}: {reason}")
        value = 1
        if len(self._shown) < len(self._given):
            value, given_faces = self._given[len(self._shown)]
            if faces != given_faces:
                raise ValueError(f"after the same values a d{faces} instead of a d{given_faces} was rolled: {reason}")
        self._shown.append((value, faces))
        return value

    def chance(self) -> Fraction:
        sequences = 1
        for _, faces in self._shown:
            sequences *= faces
        return Fraction(1, sequences)

    def next(self) -> "_Branch | None":
        """The branch behind this one, depth first, or None behind the last."""
        if len(self._shown) < len(self._given):
            raise ValueError("after the same values fewer dice were rolled")
        shown = self._shown
        while shown and shown[-1][0] == shown[-1][1]:
            shown = shown[:-1]
        if not shown:
            return None
        value, faces = shown[-1]
        return _Branch([*shown[:-1], (value + 1, faces)])
