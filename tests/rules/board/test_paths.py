from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import Board, Field, Grid, adjacent, find_path, within_steps
from tests.rules.board import exact
from tests.rules.board.strategies import scenes

Scene = tuple[Board, Field, Field, frozenset[Field]]


def named(text: str) -> frozenset[Field]:
    return frozenset(Field.parse(name) for name in text.split())


def path(board: Board, start: str, goal: str, barred: str = "") -> str | None:
    found = find_path(board, Field.parse(start), Field.parse(goal), named(barred))
    return None if found is None else " ".join(map(str, found))


SQUARE, HEX = Board(12, 8), Board(12, 8, Grid.HEX)


@pytest.mark.parametrize(
    ("start", "goal", "barred", "expected"),
    [
        ("C3", "C3", "", "C3"),
        ("C3", "D4", "", "C3 D4"),
        ("A4", "E4", "", "A4 B4 C4 D4 E4"),
        ("A1", "D4", "", "A1 B2 C3 D4"),
        ("A1", "B2", "B1 A2", "A1 B2"),  # a diagonal step needs only its end field free (R-B1)
        ("A1", "C1", "B1 B2", "A1 A2 B3 C2 C1"),
        ("A1", "C1", "B1", "A1 B2 C1"),
        ("A1", "L8", "B1 B2 A2", None),
        ("A1", "C1", "C1", None),  # the goal itself is barred
        ("A1", "B1", "A1", "A1 B1"),  # the start is not
        ("A1", "A1", "A1", "A1"),
    ],
)
def test_paths_on_squares(start: str, goal: str, barred: str, expected: str | None):
    assert path(SQUARE, start, goal, barred) == expected


@pytest.mark.parametrize(
    ("start", "goal", "barred", "expected"),
    [
        ("D4", "D4", "", "D4"),
        ("A1", "B3", "", "A1 A2 B3"),
        ("A1", "D1", "", "A1 B1 C1 D1"),
        ("A1", "C1", "B1", "A1 A2 B2 C1"),
        ("A1", "C1", "B1 A2", None),
        ("L8", "L6", "L7", "L8 K8 K7 K6 L6"),
    ],
)
def test_paths_on_hexagons(start: str, goal: str, barred: str, expected: str | None):
    assert path(HEX, start, goal, barred) == expected


def test_a_path_leaves_the_board_neither_for_goal_nor_detour():
    assert find_path(Board(3, 2), Field(3, 1), Field(4, 1), ()) is None
    assert find_path(Board(3, 2), Field(1, 1), Field(3, 1), named("B1 B2")) is None


def test_terrain_is_left_to_the_caller():
    board = Board(3, 2, blocked=named("B1"))
    assert path(board, "A1", "C1") == "A1 B1 C1"
    assert find_path(board, Field(1, 1), Field(3, 1), board.blocked) == (Field(1, 1), Field(2, 2), Field(3, 1))


@given(scenes())
@settings(deadline=None)
def test_a_path_is_legal_and_as_short_as_can_be(scene: Scene):
    board, start, goal, barred = scene
    steps = exact.flood(board, start, barred)
    found = find_path(board, start, goal, barred)
    if goal not in steps:
        assert found is None
        return
    assert found is not None
    assert (found[0], found[-1]) == (start, goal)
    assert len(found) - 1 == steps[goal]
    assert not barred & set(found[1:])
    assert all(field in board for field in found)
    assert all(adjacent(board, before, after) for before, after in pairwise(found))


@given(scenes(), st.integers(0, 14))
@settings(deadline=None)
def test_within_steps_is_all_that_can_be_reached(scene: Scene, steps: int):
    board, start, _, barred = scene
    reachable = exact.flood(board, start, barred)
    assert within_steps(board, start, barred, steps) == {
        field: taken for field, taken in reachable.items() if taken <= steps
    }


def test_within_steps_by_hand():
    assert within_steps(SQUARE, Field(1, 1), named("A1 B1 B2"), 2) == {Field(1, 1): 0, Field(1, 2): 1} | dict.fromkeys(
        named("A3 B3"), 2
    )
    assert within_steps(HEX, Field(1, 1), (), 1) == {Field(1, 1): 0, Field(2, 1): 1, Field(1, 2): 1}
    assert within_steps(SQUARE, Field(4, 4), (), 0) == {Field(4, 4): 0}


def test_fields_are_listed_nearest_first():
    assert list(within_steps(SQUARE, Field(4, 4), (), 3).values()) == [0] + 8 * [1] + 16 * [2] + 24 * [3]
