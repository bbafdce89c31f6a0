"""Lines of sight, exact on both grids (R-B4)."""

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rules.board.board import Board, Grid
from rules.board.field import Field
from rules.board.plane import CORNERS, centre

# How much of a field that the segment only grazes must lie on it to count: one corner of a square; a whole edge of a
# hexagon, both its corners ("a field touched in one point only never blocks").
_GRAZED_CORNERS: Final = {Grid.SQUARE: 1, Grid.HEX: 2}


class _Line(NamedTuple):
    crossed: tuple[Field, ...]
    pairs: tuple[tuple[Field, Field], ...]


def in_sight(board: Board, a: Field, b: Field, opaque: Container[Field]) -> bool:
    """Whether `a` and `b` see each other past the fields of `opaque` and the board's blocked ones (R-B4).

    `opaque` holds the fields with a standing figure; the two end fields never block, and neighbours always see each
    other. A field between blocks if the segment of the centres passes through its interior; two fields with a shared
    corner (square) or edge (hex) on the segment block only together. The answer is the same for `b` and `a`.
    """
    crossed, pairs = _line(board.grid, a, b)
    blocked = board.blocked
    for field in crossed:
        if field in opaque or field in blocked:
            return False
    for one, other in pairs:
        # A member off the board is in neither set, so such a pair never blocks.
        if (one in opaque or one in blocked) and (other in opaque or other in blocked):
            return False
    return True


# Holds every pair of a board of 180 fields; beyond that the cache of shapes behind it still answers.
@lru_cache(maxsize=1 << 15)
def _line(grid: Grid, a: Field, b: Field) -> _Line:
    """What lies between `a` and `b`: the shape of that offset, put in its place."""
    right, down = a.column, a.row - a.row % 2  # an even number of rows, so that hexagons keep their shift
    shape = _shape(grid, a.row % 2, b.column - right, b.row - down)

    def placed(field: Field) -> Field:
        return Field(field.column + right, field.row + down)

    return _Line(
        tuple(placed(field) for field in shape.crossed),
        tuple((placed(one), placed(other)) for one, other in shape.pairs),
    )


@lru_cache(maxsize=1 << 14)
def _shape(grid: Grid, start_row: int, end_column: int, end_row: int) -> _Line:
    """The fields between column 0 of row `start_row` and the end, and the grazed pairs, in order of rows."""
    start, end = Field(0, start_row), Field(end_column, end_row)
    x0, y0 = centre(grid, start)
    x1, y1 = centre(grid, end)
    dx, dy = x1 - x0, y1 - y0
    if _touch(grid, dx, dy):
        return _Line((), ())
    crossed: list[Field] = []
    grazed: dict[tuple[tuple[int, int], ...], list[Field]] = {}
    for field in _nearby(start, end):
        x, y = centre(grid, field)
        corners = [(x - x0 + right, y - y0 + down) for right, down in CORNERS[grid]]
        sides = [dx * down - dy * right for right, down in corners]
        if min(sides) < 0 < max(sides):
            # The whole line enters this field. Rows are right already, so it does that between the two ends exactly
            # if the centre lies between theirs from left to right, too.
            if min(x0, x1) <= x <= max(x0, x1):
                crossed.append(field)
        else:
            contact = tuple(sorted(corner for corner, side in zip(corners, sides, strict=True) if side == 0))
            between = all(0 < dx * right + dy * down < dx * dx + dy * dy for right, down in contact)
            if between and len(contact) == _GRAZED_CORNERS[grid]:
                grazed.setdefault(contact, []).append(field)
    return _Line(tuple(crossed), tuple((one, other) for one, other in grazed.values()))


def _nearby(start: Field, end: Field) -> Iterator[Field]:
    """The fields that a segment can meet, without its two ends, row by row."""
    left, right = sorted((start.column, end.column))
    top, bottom = sorted((start.row, end.row))
    # One column more on each side: a vertical segment between hexagons grazes fields half a column away.
    around = (Field(column, row) for row in range(top, bottom + 1) for column in range(left - 1, right + 2))
    return (field for field in around if field not in (start, end))


def _touch(grid: Grid, dx: int, dy: int) -> bool:
    """Whether two fields whose centres lie that far apart share a corner."""
    corners = CORNERS[grid]
    return any((dx + right, dy + down) in corners for right, down in corners)
