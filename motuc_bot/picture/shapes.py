"""The shapes of tokens, signs and terrain, in units around a centre: what every drawing of a board has in common."""

from functools import lru_cache
from typing import Final

from motuc_bot.picture.layout import CORNERS, Point
from motuc_bot.picture.markup import plain
from motuc_bot.picture.view import Piece
from rules.board import Grid

# A token from inside to outside: its body, the ring of its life, the halo of the viewer's own. The radius of a round
# one; a square with soft corners and a rhomb are made as large as it looks.
BODY, RING, HALO = 12.8, 15.3, 18.3
SQUARE_HALF, SQUARE_BEND, RHOMB_REACH = 0.95, 0.36, 1.12

BADGE: Final = 6.3
BADGES: Final = ((12.4, -12.4), (-12.4, -12.4), (17.2, 0.0), (-17.2, 0.0))
FALLEN_AT, THINGS_AT, MORE_AT = (-12.6, 13.2), (12.6, 13.2), (12.8, 12.8)

# Each drawn line of the contour of raised ground is the outline of the field, drawn in by so much.
CONTOURS: Final = (0.91, 0.76)
# The sign of raised ground stands where a token leaves it visible.
PEAK: Final = {Grid.SQUARE: (-13.4, -17.6), Grid.HEX: (0.0, -22.0)}
_HATCH_STEP: Final = 9


def life_share(piece: Piece) -> float:
    """Return how much of its life a piece has, from 0 to 1."""
    now, full = piece.life
    return min(1.0, max(0.0, now / full)) if full > 0 else 0.0


def life_level(share: float) -> str:
    """Return the name of the colour for so much life: `full`, `half` or `low`."""
    return "full" if share > 0.6 else "half" if share > 0.3 else "low"


def badges(piece: Piece) -> list[tuple[str, str, Point]]:
    """Return a badge for each state: its words, its letter (of its last word), its place around the token.

    Where there are too many, the last one says so.
    """
    words = [] if piece.fallen else [plain(state) for state in piece.states]
    letters = [(word.split() or ["?"])[-1][0].upper() for word in words]
    last = len(BADGES) - 1
    if len(words) > len(BADGES):
        words[last:], letters[last:] = [", ".join(words[last:])], ["…"]
    return list(zip(words, letters, BADGES, strict=False))


@lru_cache
def hatch(grid: Grid) -> tuple[tuple[Point, Point], ...]:
    """Return the rising strokes x + y = c of a blocked field, cut off a little within its outline."""
    cuts = (_cut(grid, number * _HATCH_STEP + _HATCH_STEP / 2) for number in range(-4, 5))
    return tuple(cut for cut in cuts if cut is not None)


def _cut(grid: Grid, level: float) -> tuple[Point, Point] | None:
    corners = [(right * 0.88, down * 0.88) for right, down in CORNERS[grid]]
    found: list[Point] = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        before, after = x0 + y0 - level, x1 + y1 - level
        if before * after < 0:
            share = before / (before - after)
            found.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    if len(found) != 2:
        return None
    low, high = sorted(found)
    return (low, high) if high[0] - low[0] > 3 else None
