"""Single steps and the distance they add up to (R-B1)."""

from functools import lru_cache
from typing import Final

from rules.board.board import Board, Grid
from rules.board.field import Field

# Straight steps come before diagonal ones: of equally short paths the search then finds the straighter one.
_SQUARE: Final = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
_HEX_ODD_ROW: Final = ((-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
_HEX_EVEN_ROW: Final = ((0, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (1, 1))


def neighbours(board: Board, field: Field) -> tuple[Field, ...]:
    """The fields of the board that touch `field`, always in the same order (R-B1); terrain doesn't matter."""
    return _neighbours(board.columns, board.rows, board.grid, field)


def distance(board: Board, a: Field, b: Field) -> int:
    """The number of steps from `a` to `b`, whatever stands between (R-B1); the fields may lie off the board."""
    across = abs(a[0] - b[0])
    down = abs(a[1] - b[1])
    if board.grid is Grid.HEX:
        # In half fields; each step to another row gains one of them, each step within a row two.
        across = abs(2 * (a[0] - b[0]) - a[1] % 2 + b[1] % 2)
        return down if across <= down else (across + down) // 2
    return across if across > down else down


def adjacent(board: Board, a: Field, b: Field) -> bool:
    """Whether `a` and `b` touch (R-B1); no field is adjacent to itself."""
    return distance(board, a, b) == 1


def same_direction(grid: Grid, origin: Field, toward: Field, elsewhere: Field) -> Field:
    """The field that lies to `elsewhere` as the neighbour `toward` lies to `origin`; it may lie off the board.

    Raises:
        ValueError: `toward` is not a neighbour of `origin`.
    """
    step = (toward.column - origin.column, toward.row - origin.row)
    right, down = _steps(grid, elsewhere)[_steps(grid, origin).index(step)]
    return Field(elsewhere.column + right, elsewhere.row + down)


# By size and grid, not by board: a board's hash would cost more than the answer. Holds a 40 × 40 board whole.
@lru_cache(maxsize=4096)
def _neighbours(columns: int, rows: int, grid: Grid, field: Field) -> tuple[Field, ...]:
    reached = (Field(field.column + right, field.row + down) for right, down in _steps(grid, field))
    return tuple(there for there in reached if 1 <= there.column <= columns and 1 <= there.row <= rows)


def _steps(grid: Grid, field: Field) -> tuple[tuple[int, int], ...]:
    if grid is Grid.SQUARE:
        return _SQUARE
    return _HEX_ODD_ROW if field.row % 2 else _HEX_EVEN_ROW
