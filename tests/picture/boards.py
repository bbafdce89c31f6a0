"""Boards to draw: small ones with a little of everything, and a crowded one."""

from itertools import pairwise

from motuc_bot.picture.view import BoardView, Camp, Move, Piece, Strike, StrikeKind, Target, Thing
from rules.board import Field, Grid

at = Field.parse


def fields(names: str) -> tuple[Field, ...]:
    return tuple(at(name) for name in names.split())


def piece(field: str, mark: str, name: str, side: Camp = Camp.DARK, life: int = 10, **more: object) -> Piece:
    return Piece(at(field), mark, name, side, (life, 10), **more)  # type: ignore[arg-type]


def small(grid: Grid) -> BoardView:
    """Return a board of 4 × 3 with every kind of thing on it."""
    return BoardView(
        columns=4,
        rows=3,
        grid=grid,
        blocked=frozenset(fields("D1")),
        raised=frozenset(fields("B2")),
        pieces=(
            piece("B2", "Sk", "Skeletor", life=3, states=("am Boden", "verwirrt")),
            piece("C2", "He", "He-Man", Camp.LIGHT, life=7, mine=True),
            piece("C2", "Or", "Orko", Camp.LIGHT, life=0, fallen=True),
            piece("A3", "Go", "Goblin", Camp.NEUTRAL),
            piece("D3", "Be", "Beast Man", life=0, fallen=True),
        ),
        things=(Thing(at("C2"), ("Zauberstab",)), Thing(at("A1"), ("Axt", "Beil"))),
        moves=(Move(fields("A1 B1 B2"), Camp.DARK), Move(fields("D2 C2"), Camp.LIGHT)),
        strikes=(
            Strike(at("B2"), at("C2"), Camp.DARK),
            Strike(at("C2"), at("A3"), Camp.LIGHT, StrikeKind.SHOT),
            Strike(at("B2"), at("B2"), Camp.DARK, StrikeKind.SPELL),
        ),
        targets=(Target(at("C3"), "He-Man: nach C3 laufen"), Target(at("B2"), "He-Man: Angriff auf Skeletor")),
    )


def crowded() -> BoardView:
    """Return 12 × 8 squares with fourteen figures in the middle, all in some state, and many arrows."""
    places = fields("E3 F3 G3 H3 E4 F4 G4 H4 E5 F5 G5 H5 E6 F6")
    return BoardView(
        columns=12,
        rows=8,
        blocked=frozenset(fields("A1 B1 L8 K8")),
        raised=frozenset(fields("E3 F4 C2 C3")),
        pieces=tuple(
            Piece(
                field,
                f"F{number}"[:2],
                f"Figur mit langem Namen {number}",
                (Camp.DARK, Camp.LIGHT)[number % 2],
                (1 + number % 10, 10),
                ("verwirrt", "Schutzschild"),
                mine=number % 4 == 0,
            )
            for number, field in enumerate(places)
        ),
        things=tuple(Thing(field, ("Havoc-Stab", "Machtschwert")) for field in places[:6]),
        moves=tuple(
            Move((Field(2, field.row), Field(3, field.row), Field(4, field.row), field), Camp.DARK) for field in places
        ),
        strikes=tuple(Strike(one, other, Camp.DARK) for one, other in pairwise(places)),
        targets=tuple(Target(Field(column, 8), f"Figur: nach {Field(column, 8)}") for column in range(1, 11)),
    )
