"""What happened lately, as far as it matters: the latest of many."""

from dataclasses import dataclass, field

_MOST = 1000


@dataclass(slots=True)
class Recent:
    """The latest thousand numbers that were added."""

    _numbers: dict[int, None] = field(default_factory=dict)

    def __contains__(self, number: int) -> bool:
        return number in self._numbers

    def add(self, number: int) -> None:
        """Add a number; the oldest one goes if there are too many."""
        self._numbers[number] = None
        if len(self._numbers) > _MOST:
            del self._numbers[next(iter(self._numbers))]

    def discard(self, number: int) -> None:
        """Take a number away."""
        self._numbers.pop(number, None)
