"""Figures of the picture that goes with a result: drawn in processor time, and its weight."""

from collections.abc import Iterator
from functools import partial
from time import process_time

from motuc_bot.picture.png import board_png
from rules.board import Grid
from tests.bench.measure import Measure, least_of
from tests.picture.boards import battle, crowded


def measures() -> Iterator[Measure]:
    """Yield the figures of the worst of three boards of 12 × 8 with fourteen figures."""
    views = [battle(Grid.SQUARE), battle(Grid.HEX), crowded()]
    worst = max(least_of(partial(board_png, view), rounds=25, clock=process_time) for view in views)
    yield Measure("the picture of 12 × 8 with 14 figures", worst * 1e3, 20, "ms")
    yield Measure("its weight", max(len(board_png(view)) for view in views) / 1e3, 60, "kB")
