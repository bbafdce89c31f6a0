"""The board itself on the sheet: ground, terrain, grid, coordinates, and the fields that can be chosen."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

from motuc_bot.picture.layout import (
    CORNERS,
    FIELD,
    HEX_PITCH,
    HEX_RISE,
    HEX_SIDE,
    MARGIN,
    Point,
    centre,
    column_labels,
    row_labels,
    size,
)
from motuc_bot.picture.png_palette import INK
from motuc_bot.picture.png_sheet import Sheet
from motuc_bot.picture.shapes import CONTOURS, PEAK, hatch
from motuc_bot.picture.view import BoardView
from rules.board import Field, Grid, column_letters

# A picture is about `_PIXELS` pixels wide or high, but a field is `_SMALLEST` to `_LARGEST` pixels; in any case the
# picture keeps within `_MOST`. A field is a whole number of pixels.
_PIXELS, _MOST = 1120, 2000
_LARGEST, _SMALLEST = 140, 60
_LABEL: Final = 15.0
_TARGET: Final = 0.94


def ground(view: BoardView) -> Sheet:
    """Return a sheet with the ground, its terrain, the grid and the coordinates."""
    # The board stays what it is all through a battle.
    return _empty(BoardView(view.columns, view.rows, view.grid, view.blocked, view.raised)).copy()


def steps(sheet: Sheet, view: BoardView) -> None:
    """Tint the fields that can be chosen; those of standing pieces have a rim instead (`targets`)."""
    standing = {piece.field for piece in view.pieces if not piece.fallen}
    for field in sorted({target.field for target in view.targets} - standing):
        raised = field in view.raised
        sheet.area(_corners(view.grid, field, _TARGET), INK["step-height" if raised else "step-ground"])
        if raised:
            _raised(sheet, view.grid, field)
        _frame(sheet, view.grid, field, _TARGET, 1.4, "step-rim")


def targets(sheet: Sheet, view: BoardView) -> None:
    """Draw above all else what tells that a field can be chosen: a rim around a standing piece, a dot where room is."""
    standing = {piece.field for piece in view.pieces if not piece.fallen}
    covered = {piece.field for piece in view.pieces} | {thing.field for thing in view.things}
    for field in sorted({target.field for target in view.targets}):
        if field in standing:
            _frame(sheet, view.grid, field, _TARGET, 2.6, "aim")
        elif field not in covered:
            sheet.disc(*centre(view.grid, field), 5, INK["step"])


# A board of 12 × 8 takes 5 MB, the largest 20.
@lru_cache(maxsize=4)
def _empty(view: BoardView) -> Sheet:
    width, height = size(view)
    longest = max(width, height)
    pixels = min(_LARGEST, max(_SMALLEST, FIELD * _PIXELS // longest), FIELD * _MOST // longest)
    sheet = Sheet(width, height, pixels / FIELD, INK["chip"])
    sheet.area(_outline(view), INK["ground"])
    for field in sorted(view.raised):
        sheet.area(_corners(view.grid, field), INK["height"])
        _raised(sheet, view.grid, field)
    for field in sorted(view.blocked):
        _blocked(sheet, view.grid, field)
    _grid(sheet, view)
    _coordinates(sheet, view)
    return sheet


def _coordinates(sheet: Sheet, view: BoardView) -> None:
    for column, x, y in column_labels(view):
        sheet.text(x, y, column_letters(column), _LABEL, INK["label"])
    for row, x, y in row_labels(view):
        sheet.text(x, y, str(row), _LABEL, INK["label"])


def _raised(sheet: Sheet, grid: Grid, field: Field) -> None:
    for factor in CONTOURS:
        _frame(sheet, grid, field, factor, 1.1, "contour")
    (middle, level), (right, down) = centre(grid, field), PEAK[grid]
    x, y = middle + right, level + down
    sheet.area(((x, y), (x + 4, y + 6.5), (x - 4, y + 6.5)), INK["peak"])


def _blocked(sheet: Sheet, grid: Grid, field: Field) -> None:
    sheet.area(_corners(grid, field), INK["rock"])
    x, y = centre(grid, field)
    for (x0, y0), (x1, y1) in hatch(grid):
        start, end = (x + x0, y + y0), (x + x1, y + y1)
        sheet.curve((start, end), 2, INK["hatch"])
        sheet.disc(*start, 1, INK["hatch"])
        sheet.disc(*end, 1, INK["hatch"])


def _corners(grid: Grid, field: Field, factor: float = 1) -> list[Point]:
    x, y = centre(grid, field)
    return [(x + right * factor, y + down * factor) for right, down in CORNERS[grid]]


def _frame(sheet: Sheet, grid: Grid, field: Field, factor: float, width: float, ink: str) -> None:
    corners = _corners(grid, field, factor)
    _around(sheet, grid, [*corners, corners[0]], width, ink)


def _around(sheet: Sheet, grid: Grid, corners: list[Point], width: float, ink: str) -> None:
    if grid is Grid.HEX:
        sheet.line([*corners, corners[1]], width, INK[ink])
    else:
        for start, end in pairwise(corners):
            sheet.rule(start, end, width, INK[ink])


def _grid(sheet: Sheet, view: BoardView) -> None:
    if view.grid is Grid.SQUARE:
        right, bottom = MARGIN + view.columns * FIELD, MARGIN + view.rows * FIELD
        for x in range(MARGIN + FIELD, right, FIELD):
            sheet.rule((x, MARGIN), (x, bottom), 1, INK["line"])
        for y in range(MARGIN + FIELD, bottom, FIELD):
            sheet.rule((MARGIN, y), (right, y), 1, INK["line"])
    else:
        _hexagons(sheet, view)
    outline = _outline(view)
    _around(sheet, view.grid, [*outline, outline[0]], 1.6, "frame")


def _hexagons(sheet: Sheet, view: BoardView) -> None:
    half = FIELD // 2
    for row in range(1, view.rows + 1):
        x = MARGIN + (0 if row % 2 else half)
        top = MARGIN + HEX_PITCH * (row - 1) + HEX_RISE
        for column in range(1, view.columns):
            right = x + FIELD * column
            sheet.rule((right, top), (right, top + HEX_SIDE), 1, INK["line"])
        if row < view.rows:
            bottom = top + HEX_SIDE
            zigzag = ((x + half * step, bottom + HEX_RISE * (step % 2)) for step in range(2 * view.columns + 1))
            sheet.curve(zigzag, 1, INK["line"])


def _outline(view: BoardView) -> list[Point]:
    if view.grid is Grid.SQUARE:
        right, bottom = MARGIN + view.columns * FIELD, MARGIN + view.rows * FIELD
        return [(MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom)]
    half, rows = FIELD // 2, range(1, view.rows + 1)
    lefts = [MARGIN + (0 if row % 2 else half) for row in rows]
    uppers = [MARGIN + HEX_RISE + HEX_PITCH * (row - 1) for row in rows]
    tops = [(lefts[0] + half * step, uppers[0] - HEX_RISE * (step % 2)) for step in range(2 * view.columns + 1)]
    last = uppers[-1] + HEX_SIDE
    bottoms = [(lefts[-1] + half * step, last + HEX_RISE * (step % 2)) for step in range(2 * view.columns + 1)]
    down = [(x, y) for x, upper in zip(lefts, uppers, strict=True) for y in (upper, upper + HEX_SIDE)]
    return [*tops, *((x + FIELD * view.columns, y) for x, y in down), *reversed(bottoms), *reversed(down)]
