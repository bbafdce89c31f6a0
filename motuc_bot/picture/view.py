"""What a picture of a board shows: plain facts that any system can give, and nothing that the viewer may not know."""

from dataclasses import dataclass
from enum import StrEnum

from rules.board import Field, Grid


class Camp(StrEnum):
    """Whose a piece is, as the picture tells it: by shape and by colour."""

    DARK = "dark"
    LIGHT = "light"
    NEUTRAL = "neutral"


class StrikeKind(StrEnum):
    """How one piece acts on another: hand to hand, from afar, by magic; each has a line of its own."""

    MELEE = "melee"
    SHOT = "shot"
    SPELL = "spell"


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure on the board; `mark` is its two letters, `life` what it has now and what it has at most.

    `states` are German words; `mine` tells that the viewer leads it.
    """

    field: Field
    mark: str
    name: str
    side: Camp
    life: tuple[int, int]
    states: tuple[str, ...] = ()
    fallen: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """What lies on a field."""

    field: Field
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """The way of a piece, both ends included; a way of two fields may be a jump."""

    path: tuple[Field, ...]
    side: Camp


@dataclass(frozen=True, slots=True)
class Strike:
    """What a piece does to another one, or to itself where both fields are the same."""

    from_field: Field
    to_field: Field
    side: Camp
    kind: StrikeKind = StrikeKind.MELEE


@dataclass(frozen=True, slots=True)
class Target:
    """A field that can be chosen; the German label says what for."""

    field: Field
    label: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board as one viewer sees it at one moment; `moves` and `strikes` are those of the latest phase.

    Raises:
        ValueError: something lies off the board.
    """

    columns: int
    rows: int
    grid: Grid = Grid.SQUARE
    blocked: frozenset[Field] = frozenset()
    raised: frozenset[Field] = frozenset()
    pieces: tuple[Piece, ...] = ()
    things: tuple[Thing, ...] = ()
    moves: tuple[Move, ...] = ()
    strikes: tuple[Strike, ...] = ()
    targets: tuple[Target, ...] = ()

    def __post_init__(self) -> None:
        shown = {*self.blocked, *self.raised}
        shown.update(one.field for kind in (self.pieces, self.things, self.targets) for one in kind)
        shown.update(field for move in self.moves for field in move.path)
        shown.update(field for strike in self.strikes for field in (strike.from_field, strike.to_field))
        outside = [f for f in shown if not (1 <= f.column <= self.columns and 1 <= f.row <= self.rows)]
        if outside:
            raise ValueError(f"off the board: {', '.join(map(str, sorted(outside)))}")
