"""The board: its size, its grid and its terrain (R-B1, R-B3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.board.field import Field

_SMALLEST, _LARGEST = 2, 40


class Grid(StrEnum):
    """The shape of the fields: squares with 8 neighbours or hexagons with 6 (R-B1)."""

    SQUARE = "square"
    HEX = "hex"


@dataclass(frozen=True, slots=True)
class Board:
    """The fields of a battle and what the ground is like; who stands where is none of its business.

    `blocked` fields are entered by nobody and block sight, `raised` ones give reach (R-B3); all others are open.
    On a hexagonal board rows 2, 4, 6 … are shifted right by half a field (R-B1).

    Raises:
        ValueError: a side is outside 2 to 40, terrain lies off the board, or a field is both blocked and raised.
    """

    columns: int
    rows: int
    grid: Grid = Grid.SQUARE
    blocked: frozenset[Field] = frozenset()
    raised: frozenset[Field] = frozenset()

    def __post_init__(self) -> None:
        for name, size in (("columns", self.columns), ("rows", self.rows)):
            if not _SMALLEST <= size <= _LARGEST:
                raise ValueError(f"a board has {_SMALLEST} to {_LARGEST} {name}, not {size}")
        if outside := sorted(field for field in self.blocked | self.raised if field not in self):
            raise ValueError(f"terrain off the board: {_listed(outside)}")
        if both := sorted(self.blocked & self.raised):
            raise ValueError(f"both blocked and raised: {_listed(both)}")

    def __contains__(self, field: Field) -> bool:
        """Whether the board has this field."""
        column, row = field
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    def fields(self) -> Iterator[Field]:
        """All fields, row by row from A1."""
        return (Field(column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))


def _listed(fields: list[Field]) -> str:
    return ", ".join(map(str, fields))
