"""Ways and blows as SVG arrows, each on a rim that parts it from what lies below."""

from collections.abc import Iterable, Iterator

from motuc_bot.picture.layout import Point, centre
from motuc_bot.picture.markup import points
from motuc_bot.picture.view import BoardView, Strike
from motuc_bot.picture.ways import AROUND, Way, bends, blow, ways


def moves(view: BoardView) -> Iterator[str]:
    """Yield the ways of the latest phase."""
    for way in ways(view):
        head, line = _closed(way.head), _rounded(way)
        x, y = way.line[0]
        yield f'<g class="board-move board-{way.move.side}">'
        yield f'<path class="board-rim" d="{line}{head}"/><path class="board-way" d="{line}"/>'
        yield f'<path class="board-tip" d="{head}"/><circle class="board-tip" cx="{x}" cy="{y}" r="3.5"/></g>'


def strikes(view: BoardView) -> Iterator[str]:
    """Yield the lines of the blows of the latest phase, each once; they pass below the tokens."""
    for strike in dict.fromkeys(view.strikes):
        yield _opening(strike)
        drawn = blow(view, strike)
        if drawn is None:
            x, y = centre(view.grid, strike.from_field)
            yield f'<circle class="board-way" cx="{x}" cy="{y}" r="{AROUND}"/></g>'
        else:
            line = _open(drawn.line)
            yield f'<path class="board-rim" d="{line}{_closed(drawn.head)}"/><path class="board-way" d="{line}"/></g>'


def strike_tips(view: BoardView) -> Iterator[str]:
    """Yield the heads of the blows, each once; they lie on the rims of the tokens that they hit."""
    for strike in dict.fromkeys(view.strikes):
        drawn = blow(view, strike)
        if drawn is not None:
            tail, head = _open(drawn.tail), _closed(drawn.head)
            yield f'{_opening(strike)}<path class="board-stub" d="{tail}"/><path class="board-tip" d="{head}"/></g>'


def _opening(strike: Strike) -> str:
    return f'<g class="board-strike board-{strike.kind} board-{strike.side}">'


def _open(line: Iterable[Point]) -> str:
    return "M" + "L".join(points(*stop) for stop in line)


def _closed(line: Iterable[Point]) -> str:
    return f"{_open(line)}z"


def _rounded(way: Way) -> str:
    """Return the data of the line of a way, its corners rounded off."""
    data = f"M{points(*way.line[0])}"
    for first, corner, second in bends(way.line):
        data += f"L{points(*first)}Q{points(*corner, *second)}"
    return f"{data}L{points(*way.line[-1])}"
