"""Both grids drawn on one integer plane, so that every geometric question has an exact answer."""

from typing import Final

from rules.board.board import Grid
from rules.board.field import Field

# Hexagons are drawn sheared to integers: true widths are √3/2 of these, true heights 1/2. Straight lines, sides of a
# line and order along it survive that; angles do not (see fans.py).
CORNERS: Final = {
    Grid.SQUARE: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    Grid.HEX: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)),
}


def centre(grid: Grid, field: Field) -> tuple[int, int]:
    """The centre (x, y) of a field, x in half fields to the right, y downwards; its corners are `CORNERS` from there.

    Squares lie 2 apart both ways; hexagons 2 apart in a row, rows 3 apart, even rows shifted right by 1 (R-B1).
    """
    column, row = field
    if grid is Grid.HEX:
        return 2 * column + 1 - row % 2, 3 * row
    return 2 * column, 2 * row
