"""Shortest ways across the board (R-M2)."""

from collections.abc import Container, Iterator
from itertools import takewhile

from rules.board.board import Board
from rules.board.field import Field
from rules.board.steps import neighbours


def find_path(board: Board, start: Field, goal: Field, barred: Container[Field]) -> tuple[Field, ...] | None:
    """A shortest path from `start` to `goal`, both included, or None if there is none; always the same one (R-M2).

    No field of `barred` is entered; `start` may be one of them. Blocked terrain is barred only if the caller says so.
    """
    if start == goal:
        return (start,)
    came_from: dict[Field, Field] = {}
    for field, before, _ in _spread(board, start, barred):
        came_from[field] = before
        if field == goal:
            return _traced(came_from, start, goal)
    return None


def within_steps(board: Board, start: Field, barred: Container[Field], steps: int) -> dict[Field, int]:
    """Every field that can be reached in at most `steps` steps, with the least number it takes; `start` takes 0 (R-M2).

    No field of `barred` is entered; `start` may be one of them. Blocked terrain is barred only if the caller says so.
    """
    nearby = takewhile(lambda step: step[2] <= steps, _spread(board, start, barred))
    return {start: 0} | {field: taken for field, _, taken in nearby}


def _spread(board: Board, start: Field, barred: Container[Field]) -> Iterator[tuple[Field, Field, int]]:
    """Each reachable field but `start`, nearest first: the field, the one before it, the steps it takes."""
    seen = {start}
    frontier = [start]
    steps = 0
    while frontier:
        steps += 1
        reached: list[Field] = []
        for before in frontier:
            for field in neighbours(board, before):
                if field not in seen and field not in barred:
                    seen.add(field)
                    reached.append(field)
                    yield field, before, steps
        frontier = reached


def _traced(came_from: dict[Field, Field], start: Field, goal: Field) -> tuple[Field, ...]:
    path = [goal]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))
