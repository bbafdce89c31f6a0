"""A second, slower geometry to judge the first by: fields are the points nearest to their centre, in fractions.

Hexagons live on skewed axes (one step east, one step south-east) with the true inner product of those axes, so nothing
here shares a number with `rules.board.plane`.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from rules.board import Board, Field, Grid

Vector = tuple[Fraction, Fraction]
HALF = Fraction(1, 2)


def place(grid: Grid, field: Field) -> Vector:
    if grid is Grid.SQUARE:
        return Fraction(field.column), Fraction(field.row)
    x = field.column + (HALF if field.row % 2 == 0 else 0)
    return x - HALF * field.row, Fraction(field.row)


@cache
def offset(grid: Grid, a: Field, b: Field) -> Vector:
    (a0, a1), (b0, b1) = place(grid, a), place(grid, b)
    return b0 - a0, b1 - a1


def product(grid: Grid, u: Vector, v: Vector) -> Fraction:
    straight = u[0] * v[0] + u[1] * v[1]
    return straight if grid is Grid.SQUARE else straight + HALF * (u[0] * v[1] + u[1] * v[0])


@cache
def touching(grid: Grid, a: Field, b: Field) -> bool:
    apart = offset(grid, a, b)
    if grid is Grid.SQUARE:
        return max(abs(apart[0]), abs(apart[1])) == 1
    return product(grid, apart, apart) == 1


def walls(grid: Grid) -> list[Vector]:
    """The steps across the sides of a field: the field is where each has an inner product of at most a half."""
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    if grid is Grid.HEX:
        steps += [(1, -1), (-1, 1)]
    return [(Fraction(x), Fraction(y)) for x, y in steps]


@dataclass(frozen=True)
class Stay:
    """Where a segment from 0 to 1 is in a field, and whether it is in its interior."""

    enters: Fraction
    leaves: Fraction
    inside: bool


@cache
def stay(grid: Grid, along: Vector, middle: Vector) -> Stay | None:
    """The part of the segment from the origin by `along` that lies in the closed field around `middle`."""
    enters, leaves, on_a_wall = Fraction(0), Fraction(1), False
    for wall in walls(grid):
        speed = product(grid, along, wall)
        room = HALF + product(grid, middle, wall)  # the field is where t * speed <= room
        if speed > 0:
            leaves = min(leaves, room / speed)
        elif speed < 0:
            enters = max(enters, room / speed)
        elif room < 0:
            return None
        elif room == 0:
            on_a_wall = True
    if enters > leaves:
        return None
    return Stay(enters, leaves, inside=enters < leaves and not on_a_wall)


@dataclass(frozen=True)
class Between:
    crossed: frozenset[Field]
    pairs: frozenset[frozenset[Field]]
    points: frozenset[Field]  # fields touched in one point without being part of a pair


def between(board: Board, a: Field, b: Field) -> Between:
    """What the segment meets on the board and on the ring of places around it, ends left out."""
    if a == b or touching(board.grid, a, b):
        return Between(frozenset(), frozenset(), frozenset())
    along = offset(board.grid, a, b)
    crossed: set[Field] = set()
    points: set[Field] = set()
    grazed: dict[Stay, set[Field]] = {}
    for field in ring_and_board(board):
        met = stay(board.grid, along, offset(board.grid, a, field))
        if met is None or field in (a, b):
            continue
        if met.inside:
            crossed.add(field)
        elif board.grid is Grid.HEX and met.enters == met.leaves:
            points.add(field)
        else:
            grazed.setdefault(met, set()).add(field)
    assert all(len(pair) == 2 for pair in grazed.values())
    return Between(frozenset(crossed), frozenset(frozenset(pair) for pair in grazed.values()), frozenset(points))


def sees(board: Board, a: Field, b: Field, opaque: Collection[Field]) -> bool:
    standing = set(opaque) | board.blocked
    met = between(board, a, b)
    return not (met.crossed & standing) and not any(pair <= standing for pair in met.pairs)


def ring_and_board(board: Board) -> Iterator[Field]:
    return (Field(column, row) for row in range(board.rows + 2) for column in range(board.columns + 2))


def flood(board: Board, start: Field, barred: Collection[Field]) -> dict[Field, int]:
    """Steps to every field that can be reached, wave after wave over the whole board."""
    steps, wave = {start: 0}, {start}
    ahead = {field for field in board.fields() if field not in barred} - wave
    while wave:
        wave = {field for field in ahead if any(touching(board.grid, old, field) for old in wave)}
        ahead -= wave
        steps |= dict.fromkeys(wave, max(steps.values()) + 1)
    return steps
