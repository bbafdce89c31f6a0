"""Boards to draw: small ones with a little of everything, and a crowded one."""

from itertools import pairwise

from hypothesis import strategies as st

from motuc_bot.picture.view import BoardView, Camp, Move, Piece, Strike, StrikeKind, Target, Thing
from rules.board import Field, Grid

at = Field.parse
CAMPS = st.sampled_from(Camp)


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


def battle(grid: Grid) -> BoardView:
    """Return 12 × 8 fields with fourteen figures, as much as a round of a real battle brings: all walk, all fight."""
    dark = fields("D2 F3 F5 G6 C4 B7 A3")
    light = fields("E2 G3 G5 H6 K2 L5 J8")
    ways = (
        fields("B1 C1 D2"), fields("C3 D3 E3 F3"), fields("D6 E5 F5"), fields("E7 F7 G6"), fields("A4 B4 C4"),
        fields("H2 G2 F2 E2"), fields("J4 I4 H3 G3"), fields("I5 H5 G5"), fields("J7 I7 H6"), fields("L3 L2 K2"),
    )  # fmt: skip
    pieces = [
        Piece(
            field,
            mark,
            f"{mark} mit Namen",
            side,
            (0 if number == 6 else 1 + 2 * number % 10, 10),
            (("verwirrt",), ("am Boden", "Schutzschild"), (), ("unsichtbar",))[number % 4],
            fallen=number == 6,
            mine=side is Camp.LIGHT and number % 2 == 0,
        )
        for side, places, marks in (
            (Camp.DARK, dark, "Sk Be Tr El Wh Mö Cl"),
            (Camp.LIGHT, light, "He Te Ma St Or Fä Bu"),
        )
        for number, (field, mark) in enumerate(zip(places, marks.split(), strict=True))
    ]
    blows = [
        Strike(*pair, side)
        for near in zip(dark[:4], light[:4], strict=True)
        for pair, side in ((near, Camp.DARK), ((near[1], near[0]), Camp.LIGHT))
    ]
    return BoardView(
        columns=12,
        rows=8,
        grid=grid,
        blocked=frozenset(fields("A5 F1 H8 E6 L4")),
        raised=frozenset(fields("D5 G4 B8 I2 J2 K5 F3")),
        pieces=tuple(pieces),
        things=tuple(Thing(field, ("Axt", "Stab")[: 1 + field.column % 2]) for field in fields("F5 K7 A3 G1 H6")),
        moves=tuple(Move(way, Camp.DARK if number < 5 else Camp.LIGHT) for number, way in enumerate(ways)),
        strikes=(
            *blows,
            Strike(dark[4], light[1], Camp.DARK, StrikeKind.SHOT),
            Strike(dark[5], light[3], Camp.DARK, StrikeKind.SPELL),
            Strike(light[4], dark[1], Camp.LIGHT, StrikeKind.SHOT),
            Strike(light[5], dark[2], Camp.LIGHT, StrikeKind.SPELL),
        ),
    )


@st.composite
def views(draw: st.DrawFn) -> BoardView:
    columns, rows = draw(st.integers(2, 40)), draw(st.integers(2, 40))
    place = st.builds(Field, st.integers(1, columns), st.integers(1, rows))
    blocked, raised = draw(st.frozensets(place, max_size=6)), draw(st.frozensets(place, max_size=6))
    life = st.tuples(st.integers(-1, 12), st.integers(0, 10))
    words = st.lists(st.text(max_size=6), max_size=6).map(tuple)
    pieces = st.builds(Piece, place, st.text(max_size=3), st.text(), CAMPS, life, words, st.booleans(), st.booleans())
    return BoardView(
        columns,
        rows,
        draw(st.sampled_from(Grid)),
        blocked,
        raised - blocked,
        draw(st.lists(pieces, max_size=8).map(tuple)),
        draw(st.lists(st.builds(Thing, place, words), max_size=4).map(tuple)),
        draw(st.lists(st.builds(Move, st.lists(place, max_size=5).map(tuple), CAMPS), max_size=4).map(tuple)),
        draw(st.lists(st.builds(Strike, place, place, CAMPS), max_size=4).map(tuple)),
        draw(st.lists(st.builds(Target, place, st.text()), max_size=4).map(tuple)),
    )
