"""Exact chances of sums of dice."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm


@dataclass(frozen=True, slots=True)
class Distribution:
    """The chances of an integer that dice decide; every operation takes its operands as independent.

    So `die + die` are two dice of one kind, not one die doubled (that is `map`). Made by `die`, `constant`, `dice` and
    `mixture`. `weights` are the possible values, ascending, each with its chance as a positive integer share of their
    sum, in lowest terms: equal distributions are equal objects with equal hashes.
    """

    weights: tuple[tuple[int, int], ...]

    @staticmethod
    def die(faces: int) -> "Distribution":
        """A fair die: 1 to `faces`, each as likely as the others.

        Raises:
            ValueError: `faces` is less than 1.
        """
        if faces < 1:
            raise ValueError(f"a die has at least one face, not {faces}")
        return Distribution(tuple((value, 1) for value in range(1, faces + 1)))

    @staticmethod
    def constant(value: int) -> "Distribution":
        """A number that is certain."""
        return Distribution(((value, 1),))

    def __add__(self, other: "Distribution | int") -> "Distribution":
        """The sum with a number or with an independent distribution."""
        if isinstance(other, int):
            return Distribution(tuple((value + other, weight) for value, weight in self.weights))
        return _sum(self, other)

    def __radd__(self, other: int) -> "Distribution":
        return self + other

    def __neg__(self) -> "Distribution":
        """The same with the other sign."""
        return Distribution(tuple((-value, weight) for value, weight in reversed(self.weights)))

    def __sub__(self, other: "Distribution | int") -> "Distribution":
        """The difference to a number or to an independent distribution."""
        return self + -other

    def __rsub__(self, other: int) -> "Distribution":
        return -self + other

    def items(self) -> tuple[tuple[int, Fraction], ...]:
        """Each possible value with its chance, ascending; the chances add up to 1."""
        total = self._total()
        return tuple((value, Fraction(weight, total)) for value, weight in self.weights)

    def chance(self, predicate: Callable[[int], bool]) -> Fraction:
        """The chance of a value for which `predicate` holds."""
        return Fraction(sum(weight for value, weight in self.weights if predicate(value)), self._total())

    def above(self, other: "Distribution | int") -> Fraction:
        """The chance to be strictly greater than a number or than an independent distribution."""
        return (self - other).chance(lambda difference: difference > 0)

    def at_least(self, other: "Distribution | int") -> Fraction:
        """The chance to be equal to or greater than a number or an independent distribution."""
        return (self - other).chance(lambda difference: difference >= 0)

    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * weight for value, weight in self.weights), self._total())

    def map(self, f: Callable[[int], int]) -> "Distribution":
        """The distribution of `f` of this number."""
        weights: Counter[int] = Counter()
        for value, weight in self.weights:
            weights[f(value)] += weight
        return _distribution(weights)

    def _total(self) -> int:
        return sum(weight for _, weight in self.weights)


@lru_cache(maxsize=1024)
def dice(count: int, faces: int) -> Distribution:
    """The sum of `count` dice with so many faces; no dice add up to 0.

    Raises:
        ValueError: `count` is negative or `faces` less than 1.
    """
    if count < 0:
        raise ValueError(f"a number of dice is not negative: {count}")
    die = Distribution.die(faces)
    total = Distribution.constant(0)
    for _ in range(count):
        total += die
    return total


def mixture(parts: Iterable[tuple[Fraction, Distribution]]) -> Distribution:
    """The distribution that is each of the given ones with the chance before it.

    Raises:
        ValueError: a chance is negative or they don't add up to 1.
    """
    pairs = tuple(parts)
    if any(chance < 0 for chance, _ in pairs) or sum(chance for chance, _ in pairs) != 1:
        raise ValueError(f"chances of a mixture must add up to 1: {', '.join(str(chance) for chance, _ in pairs)}")
    chances: dict[int, Fraction] = {}
    for chance, part in pairs:
        for value, weight in part.items():
            chances[value] = chances.get(value, Fraction(0)) + chance * weight
    common = lcm(*(chance.denominator for chance in chances.values()))
    return _distribution({value: int(chance * common) for value, chance in chances.items()})


@lru_cache(maxsize=1024)
def _sum(a: Distribution, b: Distribution) -> Distribution:
    weights: Counter[int] = Counter()
    for value, weight in a.weights:
        for other, other_weight in b.weights:
            weights[value + other] += weight * other_weight
    return _distribution(weights)


def _distribution(weights: Mapping[int, int]) -> Distribution:
    """The distribution with these weights, in the one form that equal distributions share."""
    common = gcd(*weights.values())
    return Distribution(tuple((value, weights[value] // common) for value in sorted(weights) if weights[value]))
