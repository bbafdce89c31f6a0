"""Pieces and things as SVG: a token tells whose, who, how much life, in what state, and whether it is the viewer's."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from motuc_bot.picture.layout import Occupied, Placed, occupied
from motuc_bot.picture.markup import escaped, number, plain, points
from motuc_bot.picture.view import BoardView, Camp, Piece

# Around (0, 0): the light camp has round tokens, the dark one square ones with soft corners, others rhombs. Each line
# begins at the top and runs clockwise, for life is measured along it.
_BODY, _RING, _HALO = 12.8, 15.3, 18.3
_BADGE: Final = 6.3
_BADGES: Final = ((12.4, -12.4), (-12.4, -12.4), (17.2, 0.0), (-17.2, 0.0))
_FALLEN_AT, _THINGS_AT, _MORE_AT = (-12.6, 13.2), (12.6, 13.2), (12.8, 12.8)
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


def description(piece: Piece) -> str:
    """Return in German who stands where and how."""
    now, full = piece.life
    how = ["besiegt"] if piece.fallen else [f"Leben {now} von {full}", *map(plain, piece.states)]
    return f"{plain(piece.name)} auf {piece.field}, {', '.join(how)}"


def _chips(field: Occupied) -> Iterator[str]:
    if field.fallen:
        title = f"besiegt: {', '.join(plain(piece.name) for piece in field.fallen)}"
        yield from _chip(field, _FALLEN_AT, "board-fallen", title, _CROSS, len(field.fallen))
    if field.things:
        place = _THINGS_AT if field.tokens else (0.0, 0.0)
        title = f"am Boden: {', '.join(map(plain, field.things))}"
        yield from _chip(field, place, "board-thing", title, _GEM, len(field.things))
    if field.more:
        x, y = field.x + _MORE_AT[0], field.y + _MORE_AT[1]
        title = "; ".join(map(description, field.more))
        yield f'<g class="board-chip" transform="translate({points(x, y)})"><title>{escaped(title)}</title>'
        yield f'<circle r="{_BADGE}"/><text>+{len(field.more)}</text></g>'


def _chip(field: Occupied, at: tuple[float, float], kind: str, title: str, sign: str, count: int) -> Iterator[str]:
    place = points(field.x + at[0], field.y + at[1])
    yield f'<g class="board-chip {kind}" transform="translate({place})"><title>{escaped(title)}</title>'
    yield f'<circle r="{_BADGE}"/>' if sign is _CROSS else ""
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
        yield f'<path class="board-halo" d="{_shape(piece.side, _HALO)}"/>'
    if not piece.fallen:
        yield from _life(piece)
    yield f'<path class="board-body" d="{_shape(piece.side, _BODY if not piece.fallen else _RING)}"/>'
    yield f'<text class="board-mark">{escaped(plain(piece.mark))}</text></g>'


def _life(piece: Piece) -> Iterator[str]:
    now, full = piece.life
    ring = _shape(piece.side, _RING)
    yield f'<path class="board-track" d="{ring}"/>'
    share = min(1.0, max(0.0, now / full)) if full > 0 else 0.0
    if not share:
        return
    level = "full" if share > 0.6 else "half" if share > 0.3 else "low"
    measured = "" if share == 1 else f' pathLength="100" stroke-dasharray="{number(100 * share)} 100"'
    yield f'<path class="board-life board-{level}" d="{ring}"{measured}/>'


def _badges(placed: Placed) -> Iterator[str]:
    """Yield a badge for each state: the letter of its last word; where there are too many, the last one says so."""
    words = [] if placed.piece.fallen else [plain(state) for state in placed.piece.states]
    letters = [(word.split() or ["?"])[-1][0].upper() for word in words]
    last = len(_BADGES) - 1
    if len(words) > len(_BADGES):
        words[last:], letters[last:] = [", ".join(words[last:])], ["…"]
    for word, letter, (right, down) in zip(words, letters, _BADGES, strict=False):
        x, y = placed.x + right * placed.scale, placed.y + down * placed.scale
        yield f'<g class="board-badge" transform="translate({points(x, y)}){_scale(placed)}">'
        yield f'<title>{escaped(word)}</title><circle r="{_BADGE}"/><text>{escaped(letter)}</text></g>'


def _scale(placed: Placed) -> str:
    return "" if placed.scale == 1 else f" scale({placed.scale})"


@lru_cache
def _shape(side: Camp, radius: float) -> str:
    """Return the data of a closed line around a token, from the top clockwise."""
    if side is Camp.LIGHT:
        r, across = number(radius), number(2 * radius)
        return f"M0-{r}a{r} {r} 0 0 1 0 {across}a{r} {r} 0 0 1 0-{across}z"
    if side is Camp.DARK:
        half = radius * 0.95
        bend = half * 0.36
        top, r, short, edge = number(half), number(bend), number(half - bend), number(2 * (half - bend))
        turn = f"a{r} {r} 0 0 1"
        return f"M0-{top}h{short}{turn} {r} {r}v{edge}{turn}-{r} {r}h-{edge}{turn}-{r}-{r}v-{edge}{turn} {r}-{r}z"
    out = number(radius * 1.12)
    return f"M0-{out}L{out} 0 0 {out}-{out} 0z"
