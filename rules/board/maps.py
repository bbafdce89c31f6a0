"""The board in letters, for a monospaced font."""

from collections.abc import Mapping

from rules.board.board import Board, Grid
from rules.board.field import Field, column_letters


def text_map(board: Board, marks: Mapping[Field, str]) -> str:
    """The board as lines of text: column letters above, row numbers at the left, `.` open, `#` blocked, `^` raised.

    A mark of one or two characters hides the terrain of its field. The map is as narrow as its labels allow; rows
    2, 4, 6 … of a hexagonal board are indented by half a field (R-B1). No line ends in blanks, the last in no newline.

    Raises:
        ValueError: a mark lies off the board or is not one or two characters long.
    """
    for field, mark in marks.items():
        if field not in board:
            raise ValueError(f"mark off the board: {field}")
        if not 1 <= len(mark) <= 2:
            raise ValueError(f"a mark has one or two characters: {mark!r} on {field}")
    letters = [column_letters(column) for column in range(1, board.columns + 1)]
    widest = max(map(len, [*letters, *marks.values()]))
    # Half a hexagon must be a whole number of characters.
    width = 2 * widest if board.grid is Grid.HEX else widest + 1
    lines = [_line("", 0, width, letters)]
    for row in range(1, board.rows + 1):
        fields = (Field(column, row) for column in range(1, board.columns + 1))
        indent = width // 2 if board.grid is Grid.HEX and row % 2 == 0 else 0
        lines.append(_line(str(row), indent, width, [marks.get(field) or _ground(board, field) for field in fields]))
    return "\n".join(lines)


def _line(label: str, indent: int, width: int, cells: list[str]) -> str:
    return f"{label:>2} {'':{indent}}{''.join(cell.ljust(width) for cell in cells)}".rstrip()


def _ground(board: Board, field: Field) -> str:
    if field in board.blocked:
        return "#"
    return "^" if field in board.raised else "."
