"""Measuring a piece of work, and telling whether it keeps its limit."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure: what it is, its value and its limit, both in `unit`; smaller is better."""

    name: str
    value: float
    limit: float
    unit: str

    def line(self) -> str:
        """Return the figure as a line of the table."""
        verdict = "ok" if self.value <= self.limit else "over"
        return f"{self.name:<62} {self.value:>9.2f} {self.unit:<3} limit {self.limit:>7.1f} {self.unit:<3} {verdict}"


def least_of(
    work: Callable[[], object], *, rounds: int, repeat: int = 1, clock: Callable[[], float] = perf_counter
) -> float:
    """Return the seconds that one call takes by the clock: the least of several rounds (each of `repeat` calls).

    What else runs on the machine only ever adds to it.
    """
    times = []
    for _ in range(rounds):
        begin = clock()
        for _ in range(repeat):
            work()
        times.append((clock() - begin) / repeat)
    return min(times)


def report(measures: Iterable[Measure]) -> None:
    """Print every figure."""
    for measure in measures:
        print(measure.line())
