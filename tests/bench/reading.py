"""Figures of the reader, in processor time so that a loaded machine changes little."""

from collections.abc import Callable, Iterator
from functools import partial
from time import process_time

from motuc_bot.systems.motuc.reader import Reader
from tests.bench.measure import Measure
from tests.systems.motuc.reading import VOCABULARY
from tests.systems.motuc.test_reader_fuzz import HEADS, HOSTILE, hostile_post

TWO_PARTS = "Skeletor: geht nach C5 und greift dort He-Man mit der Axt an"


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    reader = Reader(VOCABULARY)
    two_parts = _cpu_time(lambda: reader.read(TWO_PARTS), rounds=15, repeat=200)
    yield Measure("a command of two parts read", two_parts * 1e6, 150, "µs")
    building = _cpu_time(lambda: Reader(VOCABULARY), rounds=15, repeat=20)
    yield Measure("the reader of a battle built", building * 1e3, 2, "ms")
    hostile = max(_cpu_time(partial(reader.read, post), rounds=3) for post in _hostile())
    yield Measure("the worst of all posts of 4,000 hostile characters read", hostile * 1e3, 20, "ms")


def _hostile() -> Iterator[str]:
    for head in HEADS:
        for piece in HOSTILE:
            yield hostile_post(head, piece)


def _cpu_time(work: Callable[[], object], *, rounds: int, repeat: int = 1) -> float:
    """Return the seconds of processor time that one call takes: the least of several rounds.

    What else runs on the machine only ever adds to it.
    """
    times = []
    for _ in range(rounds):
        begin = process_time()
        for _ in range(repeat):
            work()
        times.append((process_time() - begin) / repeat)
    return min(times)
