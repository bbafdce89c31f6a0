import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import Board, Field, Grid, text_map
from tests.rules.board.strategies import boards


def named(text: str) -> frozenset[Field]:
    return frozenset(Field.parse(name) for name in text.split())


def lines(*expected: str) -> str:
    return "\n".join(expected)


def test_a_square_map():
    board = Board(4, 3, blocked=named("B2"), raised=named("C2 D3"))
    assert text_map(board, {Field(1, 1): "H", Field(4, 3): "S"}) == lines(
        "   A B C D",
        " 1 H . . .",
        " 2 . # ^ .",
        " 3 . . . S",
    )


def test_a_square_map_with_longer_marks():
    assert text_map(Board(3, 2), {Field(2, 1): "He", Field(3, 2): "S"}) == lines(
        "   A  B  C",
        " 1 .  He .",
        " 2 .  .  S",
    )


def test_even_rows_of_hexagons_are_shifted_right():
    board = Board(3, 4, Grid.HEX, blocked=named("A2"))
    assert text_map(board, {Field(3, 4): "X"}) == lines(
        "   A B C",
        " 1 . . .",
        " 2  # . .",
        " 3 . . .",
        " 4  . . X",
    )


def test_longer_marks_keep_hexagons_shifted_by_half_a_field():
    assert text_map(Board(3, 2, Grid.HEX), {Field(1, 1): "He", Field(3, 2): "Sk"}) == lines(
        "   A   B   C",
        " 1 He  .   .",
        " 2   .   .   Sk",
    )


def test_a_mark_hides_the_ground():
    board = Board(2, 2, blocked=named("A1"), raised=named("B1"))
    assert text_map(board, {Field(1, 1): "x", Field(2, 1): "y"}).splitlines()[1] == " 1 x y"


def test_columns_beyond_z_have_two_letters():
    first, row = text_map(Board(28, 2), {}).splitlines()[:2]
    assert first.endswith(" Y  Z  AA AB")
    assert row == " 1 " + "  ".join("." * 28)


def test_rows_beyond_9_stay_aligned():
    assert text_map(Board(2, 10), {}).splitlines()[-2:] == [" 9 . .", "10 . ."]


@pytest.mark.parametrize("mark", ["", "abc"])
def test_marks_have_one_or_two_characters(mark: str):
    with pytest.raises(ValueError, match="one or two characters"):
        text_map(Board(3, 3), {Field(1, 1): mark})


def test_marks_lie_on_the_board():
    with pytest.raises(ValueError, match="mark off the board: D1"):
        text_map(Board(3, 3), {Field(4, 1): "x"})


@given(boards(), st.sampled_from(["x", "xy"]), st.data())
def test_each_field_stands_below_its_column(board: Board, mark: str, data: st.DataObject):
    field = data.draw(st.builds(Field, st.integers(1, board.columns), st.integers(1, board.rows)))
    drawn = text_map(board, {field: mark}).splitlines()
    second = drawn[0].index("B") - drawn[0].index("A")
    shift = second // 2 if board.grid is Grid.HEX and field.row % 2 == 0 else 0
    assert len(drawn) == board.rows + 1
    assert drawn[field.row].index(mark) == 3 + second * (field.column - 1) + shift
    assert all(line == line.rstrip() for line in drawn)
