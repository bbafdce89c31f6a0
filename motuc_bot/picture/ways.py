"""Where ways and blows run, in units: their lines, their heads, and where a line bends."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

from motuc_bot.picture.layout import REACH, Point, centre, shortened
from motuc_bot.picture.view import BoardView, Move, Strike
from rules.board import Field

# The circle of what a piece does to itself, just around its token.
AROUND: Final = 19.6
_HEAD, _HALF_HEAD = 9.0, 5.0
# Blows and their answers, drawn beside each other.
_ASIDE: Final = 3.5
# How far a blow reaches over the rims of the tokens, so that it can be seen between neighbours, too.
_OVERLAP: Final = 12.0
_CORNER: Final = 11.0


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a piece: where it began, a line through all its fields, and a head of three corners, the tip first.

    The line ends a little within the head.
    """

    move: Move
    line: tuple[Point, ...]
    head: tuple[Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow at another field: its straight line, its head, the tip first, and the end of the line next to the head."""

    strike: Strike
    line: tuple[Point, Point]
    head: tuple[Point, Point, Point]
    tail: tuple[Point, Point]


def ways(view: BoardView) -> Iterator[Way]:
    """Yield the ways of the latest phase that lead anywhere."""
    taken = {piece.field for piece in view.pieces if not piece.fallen}
    for move in view.moves:
        stops: list[Point] = [centre(view.grid, field) for field in _without_repetition(move.path)]
        if len(stops) >= 2:
            _, tip = shortened(stops[-2], stops[-1], 0, REACH if move.path[-1] in taken else 3.0)
            head, base = _head(stops[-2], tip)
            yield Way(move, (*stops[:-1], base), head)


def blow(view: BoardView, strike: Strike) -> Blow | None:
    """Return how a blow runs; nothing where a piece does something to itself."""
    if strike.from_field == strike.to_field:
        return None
    begin, end = centre(view.grid, strike.from_field), centre(view.grid, strike.to_field)
    length = hypot(end[0] - begin[0], end[1] - begin[1])
    right, down = -(end[1] - begin[1]) / length * _ASIDE, (end[0] - begin[0]) / length * _ASIDE
    aside = ((begin[0] + right, begin[1] + down), (end[0] + right, end[1] + down))
    start, tip = shortened(*aside, _OVERLAP, _OVERLAP)
    head, base = _head(start, tip)
    tail, _ = shortened(base, start, 4, 0)
    return Blow(strike, (start, base), head, (tail, base))


def bends(line: tuple[Point, ...]) -> Iterator[tuple[Point, Point, Point]]:
    """Yield where a line with rounded corners leaves the straight, the corner, and where it is straight again."""
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        if not _straight(before, corner, after):
            _, first = shortened(before, corner, 0, _CORNER)
            second, _ = shortened(corner, after, _CORNER, 0)
            yield first, corner, second


def _without_repetition(path: tuple[Field, ...]) -> list[Field]:
    return [field for at, field in enumerate(path) if at == 0 or field != path[at - 1]]


def _head(before: Point, tip: Point) -> tuple[tuple[Point, Point, Point], Point]:
    """Return the corners of an arrowhead, the tip first, and where its line ends."""
    length = hypot(tip[0] - before[0], tip[1] - before[1])
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    x, y = tip[0] - ux * _HEAD, tip[1] - uy * _HEAD
    one = (x - uy * _HALF_HEAD, y + ux * _HALF_HEAD)
    other = (x + uy * _HALF_HEAD, y - ux * _HALF_HEAD)
    base = (tip[0] - ux * (_HEAD - 1.5), tip[1] - uy * (_HEAD - 1.5))
    return (tip, one, other), base


def _straight(before: Point, corner: Point, after: Point) -> bool:
    (x0, y0), (x1, y1), (x2, y2) = before, corner, after
    # The last piece may end at the rim of a token: a tenth of a unit more or less is no corner.
    return abs((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)) < 1 and (x1 - x0) * (x2 - x1) + (y1 - y0) * (y2 - y1) > 0
