"""Ways and blows as SVG arrows, each on a rim that parts it from what lies below."""

from collections.abc import Iterator
from math import hypot
from typing import Final

from motuc_bot.picture.layout import REACH, Point, centre, shortened
from motuc_bot.picture.markup import points
from motuc_bot.picture.view import BoardView, Move, Strike
from rules.board import Field

_HEAD, _HALF_HEAD = 9.0, 5.0
# Blows and their answers, drawn beside each other.
_ASIDE: Final = 3.5
# How far a blow reaches over the rims of the tokens, so that it can be seen between neighbours, too.
_OVERLAP: Final = 12.0
_CORNER: Final = 11.0
# The circle of what a piece does to itself, just around its token.
_AROUND: Final = 19.6


def moves(view: BoardView) -> Iterator[str]:
    """Yield the ways of the latest phase."""
    taken = {piece.field for piece in view.pieces if not piece.fallen}
    for move in view.moves:
        yield from _move(view, move, REACH if move.path and move.path[-1] in taken else 3.0)


def strikes(view: BoardView) -> Iterator[str]:
    """Yield the lines of the blows of the latest phase, each once; they pass below the tokens."""
    for strike in dict.fromkeys(view.strikes):
        yield _opening(strike)
        if strike.from_field == strike.to_field:
            x, y = centre(view.grid, strike.from_field)
            yield f'<circle class="board-way" cx="{x}" cy="{y}" r="{_AROUND}"/></g>'
        else:
            _, line, head = _strike(view, strike)
            yield f'<path class="board-rim" d="{line}{head}"/><path class="board-way" d="{line}"/></g>'


def strike_tips(view: BoardView) -> Iterator[str]:
    """Yield the heads of the blows, each once; they lie on the rims of the tokens that they hit."""
    for strike in dict.fromkeys(view.strikes):
        if strike.from_field != strike.to_field:
            tail, _, head = _strike(view, strike)
            yield f'{_opening(strike)}<path class="board-stub" d="{tail}"/><path class="board-tip" d="{head}"/></g>'


def _move(view: BoardView, move: Move, distance: float) -> Iterator[str]:
    stops = [centre(view.grid, field) for field in _without_repetition(move.path)]
    if len(stops) < 2:
        return
    _, tip = shortened(stops[-2], stops[-1], 0, distance)
    ways: list[Point] = [*stops[:-1], tip]
    head, base = _head(ways[-2], tip)
    line = _rounded([*ways[:-1], base])
    x, y = stops[0]
    yield f'<g class="board-move board-{move.side}">'
    yield f'<path class="board-rim" d="{line}{head}"/><path class="board-way" d="{line}"/>'
    yield f'<path class="board-tip" d="{head}"/><circle class="board-tip" cx="{x}" cy="{y}" r="3.5"/></g>'


def _opening(strike: Strike) -> str:
    return f'<g class="board-strike board-{strike.kind} board-{strike.side}">'


def _strike(view: BoardView, strike: Strike) -> tuple[str, str, str]:
    """Return the data of the end of a blow, of its line and of its head."""
    begin, end = centre(view.grid, strike.from_field), centre(view.grid, strike.to_field)
    length = hypot(end[0] - begin[0], end[1] - begin[1])
    right, down = -(end[1] - begin[1]) / length * _ASIDE, (end[0] - begin[0]) / length * _ASIDE
    aside = ((begin[0] + right, begin[1] + down), (end[0] + right, end[1] + down))
    start, tip = shortened(*aside, _OVERLAP, _OVERLAP)
    head, base = _head(start, tip)
    tail, _ = shortened(base, start, 4, 0)
    return f"M{points(*tail)}L{points(*base)}", f"M{points(*start)}L{points(*base)}", head


def _without_repetition(path: tuple[Field, ...]) -> list[Field]:
    return [field for at, field in enumerate(path) if at == 0 or field != path[at - 1]]


def _head(before: Point, tip: Point) -> tuple[str, Point]:
    """Return the data of an arrowhead, and where its line ends."""
    length = hypot(tip[0] - before[0], tip[1] - before[1])
    ux, uy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    x, y = tip[0] - ux * _HEAD, tip[1] - uy * _HEAD
    one = (x - uy * _HALF_HEAD, y + ux * _HALF_HEAD)
    other = (x + uy * _HALF_HEAD, y - ux * _HALF_HEAD)
    base = (tip[0] - ux * (_HEAD - 1.5), tip[1] - uy * (_HEAD - 1.5))
    return f"M{points(*tip)}L{points(*one)}L{points(*other)}z", base


def _rounded(ways: list[Point]) -> str:
    """Return the data of a line through the points, its corners rounded off."""
    data = f"M{points(*ways[0])}"
    for before, corner, after in zip(ways, ways[1:], ways[2:], strict=False):
        if _straight(before, corner, after):
            continue
        _, first = shortened(before, corner, 0, _CORNER)
        second, _ = shortened(corner, after, _CORNER, 0)
        data += f"L{points(*first)}Q{points(*corner, *second)}"
    return f"{data}L{points(*ways[-1])}"


def _straight(before: Point, corner: Point, after: Point) -> bool:
    (x0, y0), (x1, y1), (x2, y2) = before, corner, after
    # The last piece may end at the rim of a token: a tenth of a unit more or less is no corner.
    return abs((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)) < 1 and (x1 - x0) * (x2 - x1) + (y1 - y0) * (y2 - y1) > 0
