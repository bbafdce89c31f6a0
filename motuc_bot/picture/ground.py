"""The board itself as SVG: ground, terrain, grid and coordinates."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from motuc_bot.picture.layout import (
    CORNERS,
    FIELD,
    HEX_PITCH,
    HEX_RISE,
    HEX_SIDE,
    MARGIN,
    centre,
    column_labels,
    row_labels,
)
from motuc_bot.picture.markup import points
from motuc_bot.picture.shapes import CONTOURS, PEAK, hatch
from motuc_bot.picture.view import BoardView
from rules.board import Field, Grid, column_letters


def ground(view: BoardView) -> Iterator[str]:
    """Yield the ground with its terrain and the grid."""
    yield f'<path class="board-ground" d="{_outline(view)}"/>'
    if view.raised:
        fields = sorted(view.raised)
        yield '<g class="board-raised"><title>erhöht</title>'
        yield f'<path class="board-height" d="{_shapes(view.grid, fields, 1)}"/>'
        for factor in CONTOURS:
            yield f'<path class="board-contour" d="{_shapes(view.grid, fields, factor)}"/>'
        yield f'<path class="board-peak" d="{_peaks(view.grid, fields)}"/></g>'
    if view.blocked:
        fields = sorted(view.blocked)
        yield '<g class="board-blocked"><title>gesperrt</title>'
        yield f'<path class="board-rock" d="{_shapes(view.grid, fields, 1)}"/>'
        yield f'<path class="board-hatch" d="{_hatches(view.grid, fields)}"/></g>'
    yield f'<path class="board-grid" d="{_grid(view)}"/>'
    yield f'<path class="board-frame" d="{_outline(view)}"/>'


def coordinates(view: BoardView) -> Iterator[str]:
    """Yield the letters of the columns and the numbers of the rows."""
    yield '<g class="board-labels">'
    for column, x, y in column_labels(view):
        yield f'<text x="{x}" y="{y}">{column_letters(column)}</text>'
    for row, x, y in row_labels(view):
        yield f'<text x="{x}" y="{y}">{row}</text>'
    yield "</g>"


def outline(grid: Grid, field: Field, factor: float = 1) -> str:
    """Return the data of a path around one field, drawn in by the factor."""
    x, y = centre(grid, field)
    right, down = CORNERS[grid][0]
    return f"M{points(x + right * factor, y + down * factor)}l{_around(grid, factor)}z"


@lru_cache
def _around(grid: Grid, factor: float) -> str:
    corners = [(right * factor, down * factor) for right, down in CORNERS[grid]]
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(corners)]
    return points(*(value for step in steps for value in step))


def _shapes(grid: Grid, fields: Iterable[Field], factor: float) -> str:
    return "".join(outline(grid, field, factor) for field in fields)


def _peaks(grid: Grid, fields: Iterable[Field]) -> str:
    right, down = PEAK[grid]
    tops = ((x + right, y + down) for x, y in (centre(grid, field) for field in fields))
    return "".join(f"M{points(x, y)}l4 6.5h-8z" for x, y in tops)


def _hatches(grid: Grid, fields: Iterable[Field]) -> str:
    lines = hatch(grid)
    data = ""
    for field in fields:
        x, y = centre(grid, field)
        data += "".join(f"M{points(x + x0, y + y0)}l{points(x1 - x0, y1 - y0)}" for (x0, y0), (x1, y1) in lines)
    return data


def _outline(view: BoardView) -> str:
    if view.grid is Grid.SQUARE:
        width, height = view.columns * FIELD, view.rows * FIELD
        return f"M{MARGIN} {MARGIN}h{width}v{height}h-{width}z"
    half = FIELD // 2
    top = f"l{half}-{HEX_RISE} {half} {HEX_RISE}" * view.columns
    bottom = f"l-{half} {HEX_RISE}-{half}-{HEX_RISE}" * view.columns
    right = left = ""
    for row in range(1, view.rows):
        step = half if row % 2 else -half
        right += f"v{HEX_SIDE}l{points(step, HEX_RISE)}"
        left = f"l{points(-step, -HEX_RISE)}v-{HEX_SIDE}" + left
    return f"M{MARGIN} {MARGIN + HEX_RISE}{top}{right}v{HEX_SIDE}{bottom}v-{HEX_SIDE}{left}z"


def _grid(view: BoardView) -> str:
    if view.grid is Grid.SQUARE:
        width, height = view.columns * FIELD, view.rows * FIELD
        across = "".join(f"M{MARGIN} {MARGIN + FIELD * row}h{width}" for row in range(1, view.rows))
        down = "".join(f"M{MARGIN + FIELD * column} {MARGIN}v{height}" for column in range(1, view.columns))
        return across + down
    half, data = FIELD // 2, ""
    for row in range(1, view.rows + 1):
        x = MARGIN if row % 2 else MARGIN + half
        y = MARGIN + HEX_PITCH * (row - 1) + HEX_RISE
        data += f"M{x + FIELD} {y}v{HEX_SIDE}" + f"m{FIELD}-{HEX_SIDE}v{HEX_SIDE}" * (view.columns - 2)
        if row < view.rows:
            data += f"M{x} {y + HEX_SIDE}" + f"l{half} {HEX_RISE} {half}-{HEX_RISE}" * view.columns
    return data
