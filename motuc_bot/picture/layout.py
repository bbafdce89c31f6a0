"""Where everything on a picture lies, in units that any drawing can scale; a field is 40 units wide.

The picture begins at (0, 0); the board itself at (`MARGIN`, `MARGIN`), right of and below its coordinates.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

from motuc_bot.picture.view import BoardView, Piece
from rules.board import Field, Grid

FIELD: Final = 40
MARGIN: Final = 26
# Without coordinates at the right and below there is just room for the frame.
EDGE: Final = 4
# Hexagons are a little higher than regular ones, so that every corner is a whole number.
HEX_PITCH, HEX_SIDE, HEX_RISE = 36, 24, 12
# Corners of a field from its centre, clockwise from the top (left).
CORNERS: Final = {
    Grid.SQUARE: ((-20, -20), (20, -20), (20, 20), (-20, 20)),
    Grid.HEX: ((0, -24), (20, -12), (20, 12), (0, 24), (-20, 12), (-20, -12)),
}
# A board that is larger than this has its coordinates on all four edges.
_LONG_EDGE: Final = 16
# What a piece takes around its centre, its ring of life included.
REACH: Final = 18.5

_PAIR: Final = ((-9.7, 0.0), (9.7, 0.0))
_FOUR: Final = ((-9.7, -9.7), (9.7, -9.7), (-9.7, 9.7), (9.7, 9.7))
_NINE: Final = tuple((x * 12.8, y * 12.8) for y in (-1, 0, 1) for x in (-1, 0, 1))

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in its place: the centre and the scale of its token."""

    piece: Piece
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Occupied:
    """All that is on one field: pieces with a token, those beneath or left over, and the names of things.

    `fallen` lie under a standing piece, `more` have no room; both are shown as a sign only.
    """

    x: float
    y: float
    tokens: tuple[Placed, ...]
    fallen: tuple[Piece, ...]
    more: tuple[Piece, ...]
    things: tuple[str, ...]


def size(view: BoardView) -> tuple[int, int]:
    """Return the width and the height of the picture."""
    width, height = _board_size(view)
    far = MARGIN if labelled_all_round(view) else EDGE
    return MARGIN + width + far, MARGIN + height + far


def labelled_all_round(view: BoardView) -> bool:
    """Tell whether the coordinates stand on all four edges."""
    return max(view.columns, view.rows) > _LONG_EDGE


def centre(grid: Grid, field: Field) -> tuple[int, int]:
    """Return the centre of a field; even rows of hexagons are shifted right by half a field (R-B1)."""
    column, row = field
    if grid is Grid.HEX:
        shift = 0 if row % 2 else FIELD // 2
        return MARGIN + FIELD * (column - 1) + 20 + shift, MARGIN + HEX_PITCH * (row - 1) + HEX_SIDE
    return MARGIN + FIELD * (column - 1) + 20, MARGIN + FIELD * (row - 1) + 20


def column_labels(view: BoardView) -> Iterator[tuple[int, int, int]]:
    """Yield each column with the centre of each of its labels, above the board and perhaps below it."""
    _, height = _board_size(view)
    for column in range(1, view.columns + 1):
        yield column, centre(view.grid, Field(column, 1))[0], MARGIN // 2
        if labelled_all_round(view):
            yield column, centre(view.grid, Field(column, view.rows))[0], MARGIN + height + MARGIN // 2


def row_labels(view: BoardView) -> Iterator[tuple[int, int, int]]:
    """Yield each row with the centre of each of its labels, left of the board and perhaps right of it."""
    width, _ = _board_size(view)
    for row in range(1, view.rows + 1):
        y = centre(view.grid, Field(1, row))[1]
        yield row, MARGIN // 2, y
        if labelled_all_round(view):
            yield row, MARGIN + width + MARGIN // 2, y


def occupied(view: BoardView) -> tuple[Occupied, ...]:
    """Return all fields with something on them, row by row, so that what is drawn later lies nearer to the viewer."""
    pieces: dict[Field, list[Piece]] = {}
    things: dict[Field, tuple[str, ...]] = {}
    for piece in view.pieces:
        pieces.setdefault(piece.field, []).append(piece)
    for thing in view.things:
        things[thing.field] = things.get(thing.field, ()) + thing.names
    fields = sorted({*pieces, *things}, key=lambda field: (field.row, field.column))
    return tuple(_arranged(view.grid, field, pieces.get(field, []), things.get(field, ())) for field in fields)


def _arranged(grid: Grid, field: Field, pieces: list[Piece], things: tuple[str, ...]) -> Occupied:
    x, y = centre(grid, field)
    standing = [piece for piece in pieces if not piece.fallen]
    fallen = [piece for piece in pieces if piece.fallen]
    shown = standing or fallen
    places, scale = _places(len(shown), with_things=bool(things))
    room = len(places) if len(shown) <= len(places) else len(places) - 1
    tokens = tuple(
        Placed(piece, x + right, y + down, scale) for piece, (right, down) in zip(shown, places, strict=False)
    )
    return Occupied(x, y, tokens[:room], tuple(fallen) if standing else (), tuple(shown[room:]), things)


def _places(number: int, *, with_things: bool) -> tuple[tuple[Point, ...], float]:
    """Return the places for so many tokens around the centre of a field, and their scale."""
    if number <= 1:
        return ((0.0, 0.0),), 1.0
    if number == 2:
        return _PAIR, 0.52
    if number <= 4 - with_things:
        return _FOUR, 0.52
    return _NINE, 0.34


def shortened(start: Point, end: Point, first: float, last: float) -> tuple[Point, Point]:
    """Return the segment with so much taken off at its start and at its end, at most all but a short piece."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    most = max(0.0, length - 8)
    factor = min(1.0, most / (first + last)) if first + last else 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    first, last = first * factor, last * factor
    return (x0 + ux * first, y0 + uy * first), (x1 - ux * last, y1 - uy * last)


def _board_size(view: BoardView) -> tuple[int, int]:
    if view.grid is Grid.HEX:
        width = FIELD * view.columns + (FIELD // 2 if view.rows > 1 else 0)
        return width, HEX_PITCH * (view.rows - 1) + 2 * HEX_SIDE
    return FIELD * view.columns, FIELD * view.rows
