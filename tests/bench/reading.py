"""Figures of the reader, in processor time so that a loaded machine changes little."""

from collections.abc import Iterator
from functools import partial
from time import process_time

from motuc_bot.systems.motuc.reader import Reader
from tests.bench.measure import Measure, least_of
from tests.systems.motuc.reading import VOCABULARY
from tests.systems.motuc.test_reader_fuzz import HEADS, HOSTILE, hostile_post

TWO_PARTS = "Skeletor: geht nach C5 und greift dort He-Man mit der Axt an"


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    reader = Reader(VOCABULARY)
    two_parts = least_of(lambda: reader.read(TWO_PARTS), rounds=15, repeat=200, clock=process_time)
    yield Measure("a command of two parts read", two_parts * 1e6, 150, "µs")
    building = least_of(lambda: Reader(VOCABULARY), rounds=15, repeat=20, clock=process_time)
    yield Measure("the reader of a battle built", building * 1e3, 2, "ms")
    hostile = max(least_of(partial(reader.read, post), rounds=3, clock=process_time) for post in _hostile())
    yield Measure("the worst of all posts of 4,000 hostile characters read", hostile * 1e3, 20, "ms")


def _hostile() -> Iterator[str]:
    for head in HEADS:
        for piece in HOSTILE:
            yield hostile_post(head, piece)
