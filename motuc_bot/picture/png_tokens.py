"""Pieces and things on the sheet: the same tokens and signs as in the SVG."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from motuc_bot.picture.layout import Occupied, Placed, Point, occupied
from motuc_bot.picture.markup import plain
from motuc_bot.picture.png_palette import INK
from motuc_bot.picture.png_sheet import Sheet
from motuc_bot.picture.shapes import (
    BADGE,
    BODY,
    FALLEN_AT,
    HALO,
    MORE_AT,
    RHOMB_REACH,
    RING,
    SQUARE_BEND,
    SQUARE_HALF,
    THINGS_AT,
    badges,
    life_level,
    life_share,
)
from motuc_bot.picture.view import BoardView, Camp

_MARK, _LETTER, _COUNT, _MORE = 14.5, 10.5, 9.5, 10.0
# What a mark can take in a token of each shape.
_ROOM: Final = {Camp.DARK: 21.0, Camp.LIGHT: 21.0, Camp.NEUTRAL: 18.5}
_LIFE, _EDGE, _HALO_WIDTH = 3.4, 1.0, 2.0
_CROSS, _GEM = 2.6, 6.8


def tokens(sheet: Sheet, view: BoardView) -> None:
    """Draw the tokens of the pieces, row by row."""
    for field in occupied(view):
        for placed in field.tokens:
            if placed.piece.fallen:
                _fallen(sheet, placed)
            else:
                _standing(sheet, placed)


def signs(sheet: Sheet, view: BoardView) -> None:
    """Draw the small signs that lie above all else: states, the fallen beneath the standing, things on the ground."""
    for field in occupied(view):
        for placed in field.tokens:
            for _, letter, at in badges(placed.piece):
                x, y = _around(placed, [at])[0]
                _disc(sheet, x, y, placed.scale, ("badge", "badge-text"), 0.8)
                sheet.text(x, y, letter, _LETTER * placed.scale, INK["badge-text"])
        _chips(sheet, field)


def _standing(sheet: Sheet, placed: Placed) -> None:
    piece = placed.piece
    side, share = piece.side, life_share(piece)

    def filled(radius: float, further: float, ink: str, part: float = 1.0) -> None:
        if side is Camp.LIGHT and part == 1:
            sheet.disc(placed.x, placed.y, (radius + further) * placed.scale, INK[ink])
        else:
            sheet.area(_around(placed, _part(side, radius, further, part)), INK[ink])

    if piece.mine:
        sheet.curve(_around(placed, _outline(side, HALO, 0)), _HALO_WIDTH * placed.scale, INK["halo"])
    filled(RING, _LIFE / 2, "track")
    if share:
        filled(RING, _LIFE / 2, life_level(share), share)
    filled(RING, -_LIFE / 2, "ground")
    filled(BODY, _EDGE / 2, f"{side}-rim")
    filled(BODY, -_EDGE / 2, side)
    _mark(sheet, placed, f"{side}-text")


def _fallen(sheet: Sheet, placed: Placed) -> None:
    scale = placed.scale
    around = _around(placed, _outline(placed.piece.side, RING, 0))
    sheet.dashes(around, 1.6 * scale, INK["down"], 3 * scale, 3 * scale)
    _mark(sheet, placed, "down")
    reach, y = 10 * scale, placed.y + 1.2 * scale
    sheet.curve(((placed.x - reach, y), (placed.x + reach, y)), 1.4 * scale, INK["down"])


def _mark(sheet: Sheet, placed: Placed, ink: str) -> None:
    scale, piece = placed.scale, placed.piece
    sheet.text(placed.x, placed.y, plain(piece.mark), _MARK * scale, INK[ink], _ROOM[piece.side] * scale)


def _chips(sheet: Sheet, field: Occupied) -> None:
    if field.fallen:
        x, y = field.x + FALLEN_AT[0], field.y + FALLEN_AT[1]
        _disc(sheet, x, y, 1, ("chip", "down"), 1.2)
        if len(field.fallen) > 1:
            sheet.text(x, y, str(len(field.fallen)), _MORE, INK["label"])
        else:
            for slope in (_CROSS, -_CROSS):
                sheet.curve(((x - _CROSS, y - slope), (x + _CROSS, y + slope)), 2, INK["down"])
    if field.things:
        right, down = THINGS_AT if field.tokens else (0.0, 0.0)
        x, y = field.x + right, field.y + down
        for reach, ink in ((_GEM + 0.6 * sqrt(2), "chip"), (_GEM - 0.6 * sqrt(2), "thing")):
            sheet.area(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), INK[ink])
        if len(field.things) > 1:
            sheet.text(x, y, str(len(field.things)), _COUNT, INK["thing-text"], 2 * BADGE)
    if field.more:
        x, y = field.x + MORE_AT[0], field.y + MORE_AT[1]
        _disc(sheet, x, y, 1, ("chip", "down"), 1.2)
        sheet.text(x, y, f"+{len(field.more)}", _MORE, INK["label"], 2 * BADGE - 2)


def _disc(sheet: Sheet, x: float, y: float, scale: float, inks: tuple[str, str], width: float) -> None:
    inner, outer = inks
    sheet.disc(x, y, (BADGE + width / 2) * scale, INK[outer])
    sheet.disc(x, y, (BADGE - width / 2) * scale, INK[inner])


def _around(placed: Placed, shape: Iterable[Point]) -> list[Point]:
    x, y, scale = placed.x, placed.y, placed.scale
    return [(x + right * scale, y + down * scale) for right, down in shape]


@lru_cache(maxsize=512)
def _part(side: Camp, radius: float, further: float, share: float) -> tuple[Point, ...]:
    """Return the outline of a shape, or of the sector of it that holds so much of its outline from the top."""
    outline = _outline(side, radius, further)
    if share >= 1:
        return outline
    lengths = [hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(outline)]
    left = share * sum(lengths)
    sector: list[Point] = [(0.0, 0.0), outline[0]]
    for (x0, y0), (x1, y1), length in zip(outline, outline[1:], lengths, strict=False):
        if left <= length:
            return (*sector, (x0 + (x1 - x0) * left / length, y0 + (y1 - y0) * left / length))
        left -= length
        sector.append((x1, y1))
    return tuple(sector)


@lru_cache
def _outline(side: Camp, radius: float, further: float) -> tuple[Point, ...]:
    """Return a closed line around a token, so much further out, from the top clockwise back to the top.

    The light camp has round tokens, the dark one square ones with soft corners, others rhombs.
    """
    if side is Camp.LIGHT:
        return _bend(0, 0, radius + further, 0, 360, 40)
    if side is Camp.DARK:
        half = radius * SQUARE_HALF
        bend = half * SQUARE_BEND
        middle, edge, bend = half - bend, half + further, bend + further
        corners = ((middle, -middle, 0), (middle, middle, 90), (-middle, middle, 180), (-middle, -middle, 270))
        bent = [point for x, y, angle in corners for point in _bend(x, y, bend, angle, 90, 6)]
        return ((0.0, -edge), *bent, (0.0, -edge))
    out = radius * RHOMB_REACH + further * sqrt(2)
    return (0.0, -out), (out, 0.0), (0.0, out), (-out, 0.0), (0.0, -out)


def _bend(x: float, y: float, radius: float, start: int, degrees: int, steps: int) -> tuple[Point, ...]:
    """Return a piece of a circle, clockwise from an angle that begins at the top."""
    angles = ((start + degrees * step / steps) * pi / 180 for step in range(steps + 1))
    return tuple((x + radius * sin(angle), y - radius * cos(angle)) for angle in angles)
