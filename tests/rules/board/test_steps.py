import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import Board, Field, Grid, adjacent, distance, neighbours
from tests.rules.board import exact
from tests.rules.board.strategies import boards, fields

SQUARE, HEX = Board(12, 8), Board(12, 8, Grid.HEX)


def named(text: str) -> set[Field]:
    return {Field.parse(name) for name in text.split()}


@pytest.mark.parametrize(
    ("board", "field", "expected"),
    [
        (HEX, "D4", "C4 E4 D3 E3 D5 E5"),
        (HEX, "D5", "C5 E5 C4 D4 C6 D6"),
        (HEX, "A1", "B1 A2"),
        (HEX, "A2", "A1 B1 B2 A3 B3"),
        (HEX, "L1", "K1 K2 L2"),
        (HEX, "L8", "K8 L7"),
        (SQUARE, "D4", "C3 D3 E3 C4 E4 C5 D5 E5"),
        (SQUARE, "A1", "B1 A2 B2"),
        (SQUARE, "L8", "K7 L7 K8"),
        (SQUARE, "A4", "A3 B3 B4 A5 B5"),
    ],
)
def test_neighbours(board: Board, field: str, expected: str):
    found = neighbours(board, Field.parse(field))
    assert set(found) == named(expected)
    assert len(found) == len(set(found))


@pytest.mark.parametrize("grid", Grid)
def test_neighbours_are_the_fields_that_touch(grid: Grid):
    board = Board(6, 5, grid)
    for field in board.fields():
        touching = {other for other in board.fields() if exact.touching(grid, field, other)}
        assert set(neighbours(board, field)) == touching
        assert {other for other in board.fields() if adjacent(board, field, other)} == touching


def test_neighbours_keep_to_their_own_board():
    assert Field(3, 3) in neighbours(Board(3, 3), Field(2, 2))
    assert Field(3, 3) not in neighbours(Board(2, 3), Field(2, 2))
    assert Field(3, 3) not in neighbours(Board(3, 2), Field(2, 2))
    assert Field(1, 1) in neighbours(Board(3, 3), Field(2, 2))
    assert Field(1, 1) not in neighbours(Board(3, 3, Grid.HEX), Field(2, 2))


def test_straight_neighbours_come_first():
    assert " ".join(map(str, neighbours(SQUARE, Field.parse("D4")))) == "D3 C4 E4 D5 C3 E3 C5 E5"
    assert " ".join(map(str, neighbours(HEX, Field.parse("D4")))) == "D3 E3 C4 E4 D5 E5"


def test_terrain_does_not_part_neighbours():
    walled = Board(12, 8, blocked=frozenset({Field(4, 3)}))
    assert neighbours(walled, Field(4, 4)) == neighbours(SQUARE, Field(4, 4))


@pytest.mark.parametrize(
    ("board", "a", "b", "steps"),
    [
        (SQUARE, "A1", "A1", 0),
        (SQUARE, "A1", "B2", 1),
        (SQUARE, "A1", "C2", 2),
        (SQUARE, "A1", "L8", 11),
        (SQUARE, "C8", "D1", 7),
        (HEX, "A1", "A1", 0),
        (HEX, "A1", "A2", 1),
        (HEX, "B1", "A2", 1),
        (HEX, "A1", "B2", 2),
        (HEX, "A2", "A1", 1),
        (HEX, "A2", "B1", 1),
        (HEX, "A2", "C1", 2),
        (HEX, "A1", "A3", 2),
        (HEX, "A1", "B3", 2),
        (HEX, "A1", "C3", 3),
        (HEX, "L1", "A1", 11),
        (HEX, "A1", "L8", 15),
        (HEX, "L8", "A1", 15),
        (HEX, "L1", "A8", 14),
    ],
)
def test_distance(board: Board, a: str, b: str, steps: int):
    assert distance(board, Field.parse(a), Field.parse(b)) == steps


@pytest.mark.parametrize("board", [Board(7, 6), Board(7, 6, Grid.HEX), Board(2, 9, Grid.HEX), Board(9, 2, Grid.HEX)])
def test_distance_is_the_number_of_steps_on_the_empty_board(board: Board):
    for start in board.fields():
        assert {field: distance(board, start, field) for field in board.fields()} == exact.flood(board, start, ())


@given(boards(), st.data())
@settings(deadline=None)
def test_distance_is_a_metric(board: Board, data: st.DataObject):
    a, b, c = (data.draw(fields(board)) for _ in range(3))
    assert distance(board, a, b) == distance(board, b, a)
    assert distance(board, a, c) <= distance(board, a, b) + distance(board, b, c)
    assert (distance(board, a, b) == 0) == (a == b)
    assert adjacent(board, a, b) == (distance(board, a, b) == 1) == (b in neighbours(board, a))


@pytest.mark.parametrize("grid", Grid)
def test_distance_and_adjacency_reach_beyond_the_board(grid: Grid):
    board = Board(2, 2, grid)
    assert distance(board, Field(1, 1), Field(-3, 1)) == 4
    assert adjacent(board, Field(1, 1), Field(0, 1))
    assert adjacent(board, Field(1, 1), Field(1, 0))
    assert not adjacent(board, Field(1, 1), Field(1, -1))
