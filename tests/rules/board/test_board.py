import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import Board, Field, Grid
from tests.rules.board.strategies import boards


def test_a_board_is_square_and_open_unless_said_otherwise():
    board = Board(12, 8)
    assert (board.grid, board.blocked, board.raised) == (Grid.SQUARE, frozenset(), frozenset())


@pytest.mark.parametrize(("columns", "rows"), [(2, 2), (2, 40), (40, 2), (40, 40)])
def test_boards_have_2_to_40_columns_and_rows(columns: int, rows: int):
    assert len(list(Board(columns, rows).fields())) == columns * rows


@pytest.mark.parametrize(
    ("columns", "rows", "complaint"),
    [(1, 8, "columns, not 1"), (41, 8, "columns, not 41"), (12, 1, "rows, not 1"), (12, 41, "rows, not 41")],
)
def test_other_sizes_are_refused(columns: int, rows: int, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        Board(columns, rows)


@pytest.mark.parametrize("outside", [Field(0, 1), Field(1, 0), Field(13, 1), Field(1, 9)])
def test_terrain_lies_on_the_board(outside: Field):
    with pytest.raises(ValueError, match="off the board"):
        Board(12, 8, blocked=frozenset({outside}))
    with pytest.raises(ValueError, match="off the board"):
        Board(12, 8, raised=frozenset({outside}))


def test_terrain_may_reach_the_last_corner():
    corner, other = Field(12, 8), Field(1, 1)
    board = Board(12, 8, blocked=frozenset({corner}), raised=frozenset({other}))
    assert board.blocked == {corner}
    assert board.raised == {other}


def test_no_field_is_blocked_and_raised():
    both = frozenset({Field(3, 5), Field(2, 2)})
    with pytest.raises(ValueError, match="both blocked and raised: B2, C5"):
        Board(12, 8, blocked=both | {Field(1, 1)}, raised=both)


def test_fields_come_row_by_row():
    assert [str(field) for field in Board(3, 2).fields()] == ["A1", "B1", "C1", "A2", "B2", "C2"]


@given(boards(), st.integers(-1, 42), st.integers(-1, 42))
def test_a_board_contains_just_its_fields(board: Board, column: int, row: int):
    field = Field(column, row)
    assert (field in board) == (field in set(board.fields()))


def test_equal_boards_are_interchangeable():
    one, other = (Board(5, 5, Grid.HEX, blocked=frozenset({Field(2, 2)})) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Board(5, 5, Grid.SQUARE, blocked=frozenset({Field(2, 2)}))
