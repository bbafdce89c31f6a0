"""Pieces and things as SVG: a token tells whose, who, how much life, in what state, and whether it is the viewer's."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from motuc_bot.picture.layout import Occupied, Placed, occupied
from motuc_bot.picture.markup import escaped, number, plain, points
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
from motuc_bot.picture.view import BoardView, Camp, Piece
from motuc_bot.picture.words import description

_CROSS: Final = "M-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2"
_GEM: Final = "M0-6.8l6.8 6.8-6.8 6.8-6.8-6.8z"


def tokens(view: BoardView) -> Iterator[str]:
    """Yield the tokens of the pieces, row by row."""
    for field in occupied(view):
        for placed in field.tokens:
            yield from _token(placed)


def signs(view: BoardView) -> Iterator[str]:
    """Yield the small signs that lie above all else: states, the fallen beneath the standing, things on the ground."""
    for field in occupied(view):
        for placed in field.tokens:
            yield from _badges(placed)
        yield from _chips(field)


def _chips(field: Occupied) -> Iterator[str]:
    if field.fallen:
        title = f"besiegt: {', '.join(plain(piece.name) for piece in field.fallen)}"
        yield from _chip(field, FALLEN_AT, "board-fallen", title, _CROSS, len(field.fallen))
    if field.things:
        place = THINGS_AT if field.tokens else (0.0, 0.0)
        title = f"am Boden: {', '.join(map(plain, field.things))}"
        yield from _chip(field, place, "board-thing", title, _GEM, len(field.things))
    if field.more:
        x, y = field.x + MORE_AT[0], field.y + MORE_AT[1]
        title = "; ".join(map(description, field.more))
        yield f'<g class="board-chip" transform="translate({points(x, y)})"><title>{escaped(title)}</title>'
        yield f'<circle r="{BADGE}"/><text>+{len(field.more)}</text></g>'


def _chip(field: Occupied, at: tuple[float, float], kind: str, title: str, sign: str, count: int) -> Iterator[str]:
    place = points(field.x + at[0], field.y + at[1])
    yield f'<g class="board-chip {kind}" transform="translate({place})"><title>{escaped(title)}</title>'
    yield f'<circle r="{BADGE}"/>' if sign is _CROSS else ""
    yield f'<path d="{sign}"/>'
    yield f"<text>{count}</text></g>" if count > 1 else "</g>"


def _token(placed: Placed) -> Iterator[str]:
    piece = placed.piece
    classes = f"board-piece board-{piece.side}"
    classes += " board-down" if piece.fallen else ""
    classes += " board-mine" if piece.mine else ""
    yield (
        f'<g class="{classes}" transform="translate({points(placed.x, placed.y)}){_scale(placed)}" '
        f'data-piece="{escaped(plain(piece.name))}" data-at="{piece.field}">'
        f"<title>{escaped(description(piece))}</title>"
    )
    if piece.mine and not piece.fallen:
        yield f'<path class="board-halo" d="{_shape(piece.side, HALO)}"/>'
    if not piece.fallen:
        yield from _life(piece)
    yield f'<path class="board-body" d="{_shape(piece.side, BODY if not piece.fallen else RING)}"/>'
    yield f'<text class="board-mark">{escaped(plain(piece.mark))}</text></g>'


def _life(piece: Piece) -> Iterator[str]:
    ring = _shape(piece.side, RING)
    yield f'<path class="board-track" d="{ring}"/>'
    share = life_share(piece)
    if not share:
        return
    measured = "" if share == 1 else f' pathLength="100" stroke-dasharray="{number(100 * share)} 100"'
    yield f'<path class="board-life board-{life_level(share)}" d="{ring}"{measured}/>'


def _badges(placed: Placed) -> Iterator[str]:
    for word, letter, (right, down) in badges(placed.piece):
        x, y = placed.x + right * placed.scale, placed.y + down * placed.scale
        yield f'<g class="board-badge" transform="translate({points(x, y)}){_scale(placed)}">'
        yield f'<title>{escaped(word)}</title><circle r="{BADGE}"/><text>{escaped(letter)}</text></g>'


def _scale(placed: Placed) -> str:
    return "" if placed.scale == 1 else f" scale({placed.scale})"


@lru_cache
def _shape(side: Camp, radius: float) -> str:
    """Return the data of a closed line around a token.

    The light camp has round tokens, the dark one square ones with soft corners, others rhombs. Each line begins at the
    top and runs clockwise, for life is measured along it.
    """
    if side is Camp.LIGHT:
        r, across = number(radius), number(2 * radius)
        return f"M0-{r}a{r} {r} 0 0 1 0 {across}a{r} {r} 0 0 1 0-{across}z"
    if side is Camp.DARK:
        half = radius * SQUARE_HALF
        bend = half * SQUARE_BEND
        top, r, short, edge = number(half), number(bend), number(half - bend), number(2 * (half - bend))
        turn = f"a{r} {r} 0 0 1"
        return f"M0-{top}h{short}{turn} {r} {r}v{edge}{turn}-{r} {r}h-{edge}{turn}-{r}-{r}v-{edge}{turn} {r}-{r}z"
    out = number(radius * RHOMB_REACH)
    return f"M0-{out}L{out} 0 0 {out}-{out} 0z"
