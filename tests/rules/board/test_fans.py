import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import Board, Field, Grid, adjacent, distance, fan
from tests.rules.board import exact
from tests.rules.board.strategies import boards, fields

SQUARE, HEX = Board(12, 8), Board(12, 8, Grid.HEX)


def spread(board: Board, origin: str, toward: str, radius: int) -> str:
    return " ".join(map(str, fan(board, Field.parse(origin), Field.parse(toward), radius)))


@pytest.mark.parametrize(
    ("toward", "near", "far"),
    [
        ("D3", "C3 D3 E3", "B2 C2 D2 E2 F2"),
        ("E3", "D3 E3 E4", "D2 E2 F2 F3 F4"),
        ("E4", "E3 E4 E5", "F2 F3 F4 F5 F6"),
        ("E5", "D5 E4 E5", "D6 E6 F4 F5 F6"),
        ("D5", "C5 D5 E5", "B6 C6 D6 E6 F6"),
        ("C5", "C4 C5 D5", "B4 B5 B6 C6 D6"),
        ("C4", "C3 C4 C5", "B2 B3 B4 B5 B6"),
        ("C3", "C3 C4 D3", "B2 B3 B4 C2 D2"),
    ],
)
def test_fans_of_the_eight_directions_of_a_square(toward: str, near: str, far: str):
    assert spread(SQUARE, "D4", toward, 1) == near
    assert spread(SQUARE, "D4", toward, 2) == f"{near} {far}"


@pytest.mark.parametrize(
    ("toward", "second", "third"),
    [
        ("E4", "F3 F4 F5", "G3 G4 G5"),
        ("E3", "D2 E2 F3", "E1 F1 F2"),
        ("D3", "C2 C3 D2", "B2 C1 D1"),
        ("C4", "B4 C3 C5", "A4 B3 B5"),
        ("D5", "C5 C6 D6", "B6 C7 D7"),
        ("E5", "D6 E6 F5", "E7 F6 F7"),
    ],
)
def test_fans_of_the_six_directions_of_a_hexagon(toward: str, second: str, third: str):
    assert spread(HEX, "D4", toward, 1) == toward
    assert spread(HEX, "D4", toward, 2) == f"{toward} {second}"
    assert spread(HEX, "D4", toward, 3) == f"{toward} {second} {third}"


def test_a_fan_from_an_unshifted_row():
    assert spread(HEX, "D5", "D4", 3) == "D4 D3 E3 E4 D2 E2 F3"
    assert spread(HEX, "D5", "E5", 2) == "E5 E4 E6 F5"


def test_a_fan_ends_at_the_border():
    assert spread(SQUARE, "A1", "A2", 2) == "A2 B2 A3 B3 C3"
    assert spread(SQUARE, "L8", "L7", 3) == "K7 L7 J6 K6 L6 I5 J5 K5 L5"
    assert spread(HEX, "A1", "B1", 2) == "B1 B2 C1"


def test_a_direction_may_point_off_the_board():
    assert fan(SQUARE, Field(1, 4), Field(0, 4), 3) == ()
    assert fan(SQUARE, Field(1, 4), Field(0, 3), 2) == (Field(1, 3), Field(1, 2))


def test_a_fan_without_radius_is_empty():
    assert fan(SQUARE, Field(4, 4), Field(4, 3), 0) == ()


@pytest.mark.parametrize(
    ("board", "toward"), [(SQUARE, "D4"), (SQUARE, "D2"), (SQUARE, "F5"), (HEX, "D4"), (HEX, "C3"), (HEX, "D2")]
)
def test_a_direction_is_a_neighbour(board: Board, toward: str):
    with pytest.raises(ValueError, match=f"{toward} is not a neighbour of D4"):
        fan(board, Field.parse("D4"), Field.parse(toward), 2)


def within_the_angle(grid: Grid, origin: Field, toward: Field, field: Field) -> bool:
    """By the squared cosine: at least 1/2 for 45°, at least 3/4 for 30°."""
    u, v = exact.offset(grid, origin, toward), exact.offset(grid, origin, field)
    inner = exact.product(grid, u, v)
    lengths = exact.product(grid, u, u) * exact.product(grid, v, v)
    return inner > 0 and (2 * inner**2 >= lengths if grid is Grid.SQUARE else 4 * inner**2 >= 3 * lengths)


@given(boards(12), st.integers(0, 12), st.data())
@settings(deadline=None)
def test_fans_against_exact_cosines(board: Board, radius: int, data: st.DataObject):
    origin = data.draw(fields(board))
    around = [field for field in exact.ring_and_board(board) if adjacent(board, origin, field)]
    toward = data.draw(st.sampled_from(around))
    expected = {
        field
        for field in board.fields()
        if 1 <= distance(board, origin, field) <= radius and within_the_angle(board.grid, origin, toward, field)
    }
    found = fan(board, origin, toward, radius)
    assert set(found) == expected
    assert list(found) == sorted(expected, key=lambda field: (distance(board, origin, field), field.column, field.row))
