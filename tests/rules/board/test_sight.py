from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import Board, Field, Grid, in_sight, neighbours
from tests.rules.board import exact
from tests.rules.board.strategies import scenes

Scene = tuple[Board, Field, Field, frozenset[Field]]

SQUARE, HEX = Board(12, 8), Board(12, 8, Grid.HEX)


def named(text: str) -> frozenset[Field]:
    return frozenset(Field.parse(name) for name in text.split())


# from, to, each of these blocks alone, each of these pairs blocks together, all of these together block nothing
SQUARE_LINES = [
    ("A1", "E1", "B1 C1 D1", [], "A2 B2 C2 D2 E2"),
    ("C2", "C6", "C3 C4 C5", [], "B3 B4 B5 D3 D4 D5"),
    ("A1", "C3", "B2", ["B1 A2", "C2 B3"], "A2 C2"),
    ("A3", "C1", "B2", ["A2 B3", "B1 C2"], "A2 C2"),
    ("A1", "D2", "B1 C2", ["B2 C1"], "A2 B2 D1"),  # the middle of the segment is a corner
    ("A1", "B3", "A2 B2", [], "B1 A3 C2"),
    ("A1", "E3", "B1 B2 C2 D2 D3", [], "A2 C1 C3 E2 D1"),
    ("A1", "C1", "B1", [], "A2 B2 C2"),
]
HEX_LINES = [
    ("A1", "E1", "B1 C1 D1", [], "A2 B2 C2 D2"),
    ("B1", "B3", "", ["A2 B2"], "A2 A1 C1 A3 C3"),
    ("B2", "B6", "B4", ["B3 C3", "B5 C5"], "B3 C5"),  # two pairs, each judged alone
    ("A1", "B2", "", ["B1 A2"], "B1 B3"),
    ("C1", "A2", "", ["B1 B2"], "B1 A1 A3"),
    ("A1", "D3", "B2", ["B1 A2", "C2 C3"], "B1 C3"),
    ("A1", "E2", "B1 C1 C2 D2", [], "B2 D1"),  # B2 and D1 are touched in one point
    ("A1", "B3", "A2", [], "B2 A3 B1"),
    ("A1", "C2", "B1 B2", [], "A2 C1"),
]
LINES = [(SQUARE, *line) for line in SQUARE_LINES] + [(HEX, *line) for line in HEX_LINES]


@pytest.mark.parametrize(("board", "start", "end", "alone", "together", "harmless"), LINES)
def test_lines_by_hand(board: Board, start: str, end: str, alone: str, together: list[str], harmless: str):
    a, b = Field.parse(start), Field.parse(end)
    for one, other in ((a, b), (b, a)):
        assert in_sight(board, one, other, ())
        assert in_sight(board, one, other, named(harmless) | {a, b})
        for field in named(alone):
            assert not in_sight(board, one, other, {field})
        for pair in together:
            first, second = named(pair)
            assert not in_sight(board, one, other, {first, second})
            assert in_sight(board, one, other, {first})
            assert in_sight(board, one, other, {second})


@pytest.mark.parametrize(
    ("start", "end", "inner"),
    [("A1", "A3", "A2"), ("A5", "A7", "A6"), ("L2", "L4", "L3"), ("L6", "L8", "L7")],
)
def test_the_outside_of_the_board_blocks_nothing(start: str, end: str, inner: str):
    everything = named(inner) | frozenset(HEX.fields())
    assert in_sight(HEX, Field.parse(start), Field.parse(end), everything)
    assert in_sight(HEX, Field.parse(end), Field.parse(start), everything)


def test_away_from_the_border_the_same_line_is_blocked():
    assert not in_sight(HEX, Field.parse("B1"), Field.parse("B3"), named("A2 B2"))
    assert not in_sight(HEX, Field.parse("K2"), Field.parse("K4"), named("K3 L3"))


@pytest.mark.parametrize(("board", "start", "end", "alone", "together", "harmless"), LINES)
def test_blocked_ground_hides_like_a_figure(
    board: Board, start: str, end: str, alone: str, together: list[str], harmless: str
):
    def ground(*fields: Field) -> Board:
        return Board(board.columns, board.rows, board.grid, blocked=frozenset(fields))

    a, b = Field.parse(start), Field.parse(end)
    assert in_sight(ground(a, b, *named(harmless)), a, b, ())
    for field in named(alone):
        assert not in_sight(ground(field), a, b, ())
    for pair in together:
        first, second = named(pair)
        assert not in_sight(ground(first, second), a, b, ())
        assert not in_sight(ground(first), a, b, {second})
        assert not in_sight(ground(second), a, b, {first})
        assert in_sight(ground(first), a, b, {first})


@pytest.mark.parametrize("board", [Board(5, 4), Board(5, 5, Grid.HEX)])
def test_neighbours_and_the_own_field_are_always_seen(board: Board):
    everything = frozenset(board.fields())
    walls = Board(board.columns, board.rows, board.grid, blocked=everything)
    for field in board.fields():
        for near in (field, *neighbours(board, field)):
            assert in_sight(board, field, near, everything)
            assert in_sight(walls, field, near, ())


def test_raised_ground_hides_nothing():
    assert in_sight(Board(3, 3, raised=named("B1")), Field(1, 1), Field(3, 1), ())


@pytest.mark.parametrize("board", [Board(5, 5), Board(5, 5, Grid.HEX), Board(4, 6, Grid.HEX)])
def test_every_line_of_a_small_board_against_exact_clipping(board: Board):
    """One and two opaque fields tell all: which fields block alone, and which only together."""
    everything = tuple(board.fields())
    for a in everything:
        for b in everything:
            met = exact.between(board, a, b)
            for field in everything:
                assert in_sight(board, a, b, (field,)) == (field not in met.crossed), (a, b, field)
            for pair in combinations(everything, 2):
                blocks = not met.crossed.isdisjoint(pair) or frozenset(pair) in met.pairs
                assert in_sight(board, a, b, pair) != blocks, (a, b, pair)
            assert in_sight(board, a, b, met.points), (a, b)


@pytest.mark.parametrize("board", [Board(10, 7), Board(6, 9, Grid.HEX)])
def test_lines_across_a_larger_board(board: Board):
    everything = frozenset(board.fields())
    for a in (Field(1, 1), Field(board.columns, 2)):
        for b in everything:
            met = exact.between(board, a, b)
            for field in everything:
                assert in_sight(board, a, b, (field,)) == (field not in met.crossed), (a, b, field)
            pairs_on_board = {pair for pair in met.pairs if pair <= everything}
            assert in_sight(board, a, b, everything - met.crossed) == (not pairs_on_board), (a, b)


@given(scenes())
@settings(deadline=None)
def test_sight_against_exact_clipping(scene: Scene):
    board, a, b, opaque = scene
    assert in_sight(board, a, b, opaque) == exact.sees(board, a, b, opaque)


@given(scenes(largest=40))
@settings(deadline=None)
def test_sight_is_symmetric(scene: Scene):
    board, a, b, opaque = scene
    assert in_sight(board, a, b, opaque) == in_sight(board, b, a, opaque)


@given(scenes(), st.data())
@settings(deadline=None)
def test_figures_and_walls_are_interchangeable(scene: Scene, data: st.DataObject):
    board, a, b, opaque = scene
    walls = data.draw(st.frozensets(st.sampled_from(sorted(opaque)))) if opaque else frozenset()
    walled = Board(board.columns, board.rows, board.grid, blocked=walls)
    assert in_sight(walled, a, b, opaque - walls) == in_sight(board, a, b, opaque)


@given(scenes())
@settings(deadline=None)
def test_the_ends_never_hide_each_other(scene: Scene):
    board, a, b, opaque = scene
    assert in_sight(board, a, b, opaque | {a, b}) == in_sight(board, a, b, opaque - {a, b})
