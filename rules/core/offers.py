"""What a seat may do, described finitely: for buttons, help, automatic and random players."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Generic, TypeVar

C_co = TypeVar("C_co", covariant=True)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the given values."""

    options: tuple[object, ...]

    def values(self) -> Iterator[object]:
        """Yield every value that may be chosen."""
        return iter(self.options)


@dataclass(frozen=True, slots=True)
class Between:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def values(self) -> Iterator[object]:
        """Yield every value that may be chosen."""
        return iter(range(self.low, self.high + 1))


@dataclass(frozen=True, slots=True)
class ShareOf:
    """A tuple of `parts` whole numbers, none negative, together from `least` to `total`."""

    total: int
    parts: int
    least: int = 0

    def values(self) -> Iterator[object]:
        """Yield every value that may be chosen."""
        return (shares for shares in self._shares(self.total, self.parts) if sum(shares) >= self.least)

    def _shares(self, total: int, parts: int) -> Iterator[tuple[int, ...]]:
        if parts == 0:
            yield ()
            return
        for first in range(total + 1):
            for rest in self._shares(total - first, parts - 1):
                yield (first, *rest)


@dataclass(frozen=True, slots=True)
class Within:
    """A place out of a region of the board (or whatever a system calls places)."""

    places: tuple[object, ...]

    def values(self) -> Iterator[object]:
        """Yield every value that may be chosen."""
        return iter(self.places)


Choice = OneOf | Between | ShareOf | Within


@dataclass(frozen=True, slots=True)
class Offer(Generic[C_co]):  # type: ignore[explicit-any]
    """One kind of command that a seat may give now.

    `build` makes the command from one value for each of `choices`, given by keyword; choices are independent of each
    other. `figure` is the figure that would act, None for what concerns the whole seat.
    """

    figure: str | None
    build: Callable[..., C_co]  # type: ignore[explicit-any] # its keywords are those of `choices`
    choices: tuple[tuple[str, Choice], ...] = ()

    def commands(self) -> Iterator[C_co]:
        """Yield every command that this offer describes."""
        names = [name for name, _ in self.choices]
        for values in product(*(tuple(choice.values()) for _, choice in self.choices)):
            yield self.build(**dict(zip(names, values, strict=True)))
