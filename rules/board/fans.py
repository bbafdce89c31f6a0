"""The fan that a shock wave fills (§5.2.2)."""

from rules.board.board import Board, Grid
from rules.board.field import Field
from rules.board.plane import centre
from rules.board.steps import adjacent, distance


def fan(board: Board, origin: Field, toward: Field, radius: int) -> tuple[Field, ...]:
    """The fields of the board at distance 1 to `radius` that lie in the direction of the neighbour `toward`.

    Their direction from `origin` is at most 45° (square) or 30° (hex) off that of `toward`, border included; they come
    in the order distance, column, row (Schockwelle, §5.2.2). What stands there or in the way doesn't matter.

    Raises:
        ValueError: `toward` is not a neighbour of `origin`; it may lie off the board.
    """
    if not adjacent(board, origin, toward):
        raise ValueError(f"{toward} is not a neighbour of {origin}")
    columns = range(max(1, origin.column - radius), min(board.columns, origin.column + radius) + 1)
    rows = range(max(1, origin.row - radius), min(board.rows, origin.row + radius) + 1)
    square = (Field(column, row) for column in columns for row in rows)
    near = [(distance(board, origin, field), field) for field in square if field != origin]
    return tuple(
        field for steps, field in sorted(near) if steps <= radius and _in_fan(board.grid, origin, toward, field)
    )


def _in_fan(grid: Grid, origin: Field, toward: Field, field: Field) -> bool:
    x0, y0 = centre(grid, origin)
    x1, y1 = centre(grid, toward)
    x2, y2 = centre(grid, field)
    ux, uy, vx, vy = x1 - x0, y1 - y0, x2 - x0, y2 - y0
    across = abs(ux * vy - uy * vx)
    if grid is Grid.HEX:
        # tan 30° = 1/√3; with the true widths (√3/2) and heights (1/2) of the plane every root cancels.
        return 3 * across <= 3 * ux * vx + uy * vy
    return across <= ux * vx + uy * vy
