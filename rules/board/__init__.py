"""Fields, grids, distances, paths, lines of sight, fans and text maps, in exact integers (R-B1 to R-B4)."""

from rules.board.board import Board, Grid
from rules.board.fans import fan
from rules.board.field import Field, column_letters
from rules.board.maps import text_map
from rules.board.paths import find_path, within_steps
from rules.board.sight import in_sight
from rules.board.steps import adjacent, distance, neighbours, same_direction

__all__ = [
    "Board",
    "Field",
    "Grid",
    "adjacent",
    "column_letters",
    "distance",
    "fan",
    "find_path",
    "in_sight",
    "neighbours",
    "same_direction",
    "text_map",
    "within_steps",
]
