"""The board as SVG: a string for a page that links `board.css`; no style and no script of its own."""

from collections.abc import Callable, Iterator
from typing import Final

from motuc_bot.picture.arrows import moves, strike_tips, strikes
from motuc_bot.picture.ground import coordinates, ground, outline
from motuc_bot.picture.layout import centre, size
from motuc_bot.picture.markup import escaped, plain
from motuc_bot.picture.tokens import signs, tokens
from motuc_bot.picture.view import BoardView, Target
from motuc_bot.picture.words import summary
from rules.board import Field, Grid

# A picture is shown at most so much larger than its units, and about so many pixels wide or high if that is smaller.
_LARGEST_SCALE, _PIXELS = 1.7, 1150
# From so many columns on the picture does not become narrower than what can still be read (board.css).
_WIDTHS: Final = ((28, " board-vast"), (20, " board-wide"), (14, " board-broad"))


def board_svg(view: BoardView, *, title: str, name: str = "board", link: Callable[[Field], str] | None = None) -> str:
    """Return the picture of a board as one `svg` element.

    `title` is what screen readers call it; `name` begins the ids in it, one for each picture of a page. `link` gives
    the address behind a target (without one it is `#C5`); the target has its field in `data-field`, too.
    """
    return "".join(_parts(view, title, name, link or _fragment))


def _parts(view: BoardView, title: str, name: str, link: Callable[[Field], str]) -> Iterator[str]:
    width, height = size(view)
    scale = min(_LARGEST_SCALE, max(0.75, _PIXELS / max(width, height)))
    ids = escaped(plain(name))
    wide = next((extra for columns, extra in _WIDTHS if view.columns > columns), "")
    # What is in an image is hidden from screen readers, so that one with links is a group.
    role = "group" if view.targets else "img"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board{wide}" viewBox="0 0 {width} {height}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" role="{role}" '
        f'aria-labelledby="{ids}-title" aria-describedby="{ids}-desc">'
        f'<title id="{ids}-title">{escaped(plain(title))}</title><desc id="{ids}-desc">{escaped(summary(view))}</desc>'
    )
    yield '<g aria-hidden="true">' if view.targets else "<g>"
    yield from ground(view)
    yield from coordinates(view)
    yield from moves(view)
    yield from strikes(view)
    yield from tokens(view)
    yield from strike_tips(view)
    yield from signs(view)
    yield "</g>"
    if view.targets:
        yield from _targets(view, link)
    yield "</svg>"


def _targets(view: BoardView, link: Callable[[Field], str]) -> Iterator[str]:
    standing = {piece.field for piece in view.pieces if not piece.fallen}
    covered = {piece.field for piece in view.pieces} | {thing.field for thing in view.things}
    yield '<g class="board-targets">'
    for target in view.targets:
        kind = "aim" if target.field in standing else "step"
        yield _target(view.grid, target, link(target.field), kind)
        if target.field not in covered:
            x, y = centre(view.grid, target.field)
            yield f'<circle cx="{x}" cy="{y}" r="5"/>'
        yield "</a>"
    yield "</g>"


def _target(grid: Grid, target: Target, address: str, kind: str) -> str:
    label = escaped(plain(target.label))
    return (
        f'<a class="board-target board-{kind}" href="{escaped(plain(address))}" data-field="{target.field}" '
        f'aria-label="{label}"><title>{label}</title><path d="{outline(grid, target.field, 0.94)}"/>'
    )


def _fragment(field: Field) -> str:
    return f"#{field}"
