"""Ways and blows on the sheet, each on a rim that parts it from what lies below."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from motuc_bot.picture.layout import Point, centre
from motuc_bot.picture.png_palette import INK
from motuc_bot.picture.png_sheet import Sheet
from motuc_bot.picture.view import BoardView, StrikeKind
from motuc_bot.picture.ways import AROUND, Way, bends, blow, ways

_RIM, _WAY, _STUB = 5.5, 3.0, 2.8
# Width, and how much is drawn and left out; what is cast is dotted.
_DASHES: Final = {StrikeKind.MELEE: (2.8, 5.0, 3.0), StrikeKind.SHOT: (2.4, 8.0, 4.0)}
_DOT, _DOT_STEP = 3.0, 5.1
_BEND: Final = tuple(step / 6 for step in range(7))


def moves(sheet: Sheet, view: BoardView) -> None:
    """Draw the ways of the latest phase."""
    for way in ways(view):
        line, ink = _rounded(way), INK[f"{way.move.side}-way"]
        sheet.line(line, _RIM, INK["ground"])
        _rimmed(sheet, way.head, _RIM)
        sheet.line(line, _WAY, ink)
        sheet.area(way.head, ink)
        sheet.disc(*way.line[0], 3.5, ink)


def strikes(sheet: Sheet, view: BoardView) -> None:
    """Draw the lines of the blows of the latest phase, each once; they pass below the tokens."""
    for strike in dict.fromkeys(view.strikes):
        drawn = blow(view, strike)
        if drawn is None:
            line = _circle(centre(view.grid, strike.from_field))
        else:
            line = drawn.line
            sheet.curve(line, _RIM, INK["ground"])
            _rimmed(sheet, drawn.head, _RIM)
        if strike.kind is StrikeKind.SPELL:
            sheet.dots(line, _DOT, INK[strike.kind], _DOT_STEP)
        else:
            width, on, off = _DASHES[strike.kind]
            sheet.dashes(line, width, INK[strike.kind], on, off)


def strike_tips(sheet: Sheet, view: BoardView) -> None:
    """Draw the heads of the blows, each once; they lie on the rims of the tokens that they hit."""
    for strike in dict.fromkeys(view.strikes):
        drawn = blow(view, strike)
        if drawn is not None:
            sheet.curve(drawn.tail, _STUB, INK[strike.kind])
            _rimmed(sheet, drawn.head, 1)
            sheet.area(drawn.head, INK[strike.kind])


def _rimmed(sheet: Sheet, head: Sequence[Point], width: float) -> None:
    sheet.line([*head, head[0], head[1]], width, INK["ground"])


def _rounded(way: Way) -> list[Point]:
    """Return the line of a way with its corners rounded off."""
    line = [way.line[0]]
    for (x0, y0), (x1, y1), (x2, y2) in bends(way.line):
        for t in _BEND:
            before, corner, after = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
            line.append((before * x0 + corner * x1 + after * x2, before * y0 + corner * y1 + after * y2))
    return [*line, way.line[-1]]


def _circle(middle: Point) -> tuple[Point, ...]:
    x, y = middle
    return tuple((x + AROUND * cos(step * pi / 24), y + AROUND * sin(step * pi / 24)) for step in range(49))
