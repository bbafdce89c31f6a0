"""The PNG of a board: in a fixed palette, within its limits, everybody in his place, the same for the same view."""

import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from PIL import Image

from motuc_bot.picture.layout import Placed, centre, occupied, size
from motuc_bot.picture.png import board_png
from motuc_bot.picture.png_ground import _empty
from motuc_bot.picture.png_palette import COLOURS, INK, PALETTE
from motuc_bot.picture.png_sheet import Sheet
from motuc_bot.picture.view import BoardView, Camp, Piece, Strike, StrikeKind, Target, Thing
from rules.board import Field, Grid
from tests.picture.boards import at, battle, crowded, fields, piece, small, views

CSS = Path(__file__).parents[2] / "motuc_bot" / "picture" / "board.css"


class Picture:
    """A picture that can be asked for the colours at places in units."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.image: Image.Image = Image.open(BytesIO(board_png(view)))
        self.image.load()
        self.scale = self.image.width / size(view)[0]

    def at(self, x: float, y: float) -> tuple[int, int, int]:
        index = self.image.getpixel((int(x * self.scale), int(y * self.scale)))
        assert isinstance(index, int | float)
        return PALETTE[int(index)]

    def around(self, field: str, right: float = 0, down: float = 0) -> tuple[int, int, int]:
        x, y = centre(self.view.grid, at(field))
        return self.at(x + right, y + down)

    def on(self, placed: Placed, right: float, down: float) -> tuple[int, int, int]:
        return self.at(placed.x + right * placed.scale, placed.y + down * placed.scale)


def ink(name: str) -> tuple[int, int, int]:
    return PALETTE[INK[name]]


def standing(view: BoardView) -> Iterator[Placed]:
    for field in occupied(view):
        yield from (placed for placed in field.tokens if not placed.piece.fallen)


def chunks(data: bytes) -> list[bytes]:
    found, place = [], 8
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        found.append(data[place + 4 : place + 8])
        place += 12 + length
    return found


def test_the_palette_is_that_of_the_page_in_light():
    (light,) = re.findall(r"^\.board \{([^}]*--board[^}]*)\}", CSS.read_text(encoding="utf-8"), re.MULTILINE)
    assert dict(re.findall(r"--board-([\w-]+): (#[0-9a-f]{6});", light)) == COLOURS
    assert len(PALETTE) == len(set(PALETTE)) <= 64


@pytest.mark.parametrize("name", INK)
def test_every_ink_comes_out_as_it_is(name: str):
    sheet = Sheet(4, 4, 2, INK[name])
    assert Image.open(BytesIO(sheet.png())).getpixel((4, 4)) == INK[name]


def test_is_an_indexed_png_without_anything_about_its_making():
    data = board_png(small(Grid.SQUARE))
    assert set(chunks(data)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    image = Image.open(BytesIO(data))
    assert (image.format, image.mode, image.info) == ("PNG", "P", {})
    palette = image.getpalette()
    assert palette is not None
    assert palette[: 3 * len(PALETTE)] == [value for colour in PALETTE for value in colour]


@pytest.mark.parametrize("grid", Grid)
def test_is_the_same_for_the_same_view_whatever_was_drawn_before(grid: Grid):
    view = battle(grid)
    first = board_png(view)
    empty = board_png(replace(view, pieces=(), things=(), moves=(), strikes=()))
    assert board_png(view) == first != empty
    _empty.cache_clear()
    assert board_png(replace(view, pieces=(), things=(), moves=(), strikes=())) == empty
    assert board_png(view) == first


@pytest.mark.parametrize("grid", Grid)
@pytest.mark.parametrize("board", [(2, 2), (2, 40), (12, 8), (40, 2), (20, 14), (40, 40)])
def test_keeps_within_its_limits(grid: Grid, board: tuple[int, int]):
    columns, rows = board
    corners = (Field(1, 1), Field(columns, 1), Field(1, rows), Field(columns, rows))
    view = BoardView(columns, rows, grid, pieces=tuple(Piece(field, "Xx", "X", Camp.DARK, (9, 9)) for field in corners))
    data = board_png(view)
    picture = Picture(view)
    assert max(picture.image.size) <= 2000
    assert len(data) < 300_000
    assert all(picture.on(placed, 0, -10) == ink("dark") for placed in standing(view))
    if board == (12, 8):
        assert 1100 <= picture.image.width <= 1300


@pytest.mark.parametrize("view", [battle(Grid.SQUARE), battle(Grid.HEX), crowded()], ids=["square", "hex", "crowded"])
def test_a_battle_is_light(view: BoardView):
    assert len(board_png(view)) <= 60_000


@pytest.mark.parametrize(
    "view",
    [small(Grid.SQUARE), small(Grid.HEX), battle(Grid.SQUARE), battle(Grid.HEX), crowded()],
    ids=["small square", "small hex", "square", "hex", "crowded"],
)
def test_every_standing_piece_is_in_its_place_with_its_life(view: BoardView):
    view = replace(
        view, strikes=(), targets=(), things=(), pieces=tuple(replace(one, states=()) for one in view.pieces)
    )
    picture = Picture(view)
    for placed in standing(view):
        now, full = placed.piece.life
        level = "full" if now / full > 0.6 else "half" if now / full > 0.3 else "low"
        top = -17.1 if placed.piece.side is Camp.NEUTRAL else -14.5 if placed.piece.side is Camp.DARK else -15.3
        assert picture.on(placed, 0, -9.5) == ink(placed.piece.side)
        assert picture.on(placed, 0.6, top) == ink(level)
        assert picture.on(placed, -0.8, top) == (ink(level) if now == full else ink("track"))


@pytest.mark.parametrize("number", range(1, 13))
def test_many_pieces_share_a_field(number: int):
    view = BoardView(3, 3, pieces=tuple(piece("B2", "Fi", str(index)) for index in range(number)))
    picture, shown = Picture(view), list(standing(view))
    assert len(shown) == (number if number <= 9 else 8)
    assert all(picture.on(placed, 0, -9.5) == ink("dark") for placed in shown)
    assert (picture.around("B2", 12.8, 8.2) == ink("chip")) == (number > 9)


@pytest.mark.parametrize("grid", Grid)
def test_shows_things_states_the_fallen_and_whose_a_piece_is(grid: Grid):
    view = BoardView(
        4,
        3,
        grid,
        frozenset(fields("D1")),
        frozenset(fields("A1")),
        pieces=(
            piece("B2", "Sk", "Skeletor", states=("am Boden",), mine=True),
            piece("B2", "Or", "Orko", fallen=True),
            piece("C3", "Be", "Beast Man", fallen=True),
        ),
        things=(Thing(at("B2"), ("Axt",)), Thing(at("A3"), ("Axt", "Beil"))),
        targets=(Target(at("C1"), "hin"), Target(at("B2"), "Angriff")),
    )
    picture = Picture(view)
    assert picture.around("B2", 12.4, -17) == ink("badge")
    assert picture.around("B2", -12.6, 9) == ink("chip")
    assert picture.around("B2", 12.6, 17) == ink("thing")
    assert picture.around("A3", 5, 0) == ink("thing")
    assert picture.around("B2", 0, -17.4) == ink("halo")
    assert picture.around("C3", 0, -10) == ink("ground")
    assert picture.around("C3", -14.5, -8) in (ink("down"), ink("ground"))
    assert picture.around("A1", 0, 9) == ink("height")
    assert picture.around("D1", -1, 5) in (ink("rock"), ink("hatch"))
    assert picture.around("C1") == ink("step")
    assert picture.around("C1", 9, 0) == ink("step-ground")
    assert picture.around("B2", 18.8, 0) == ink("aim")


@pytest.mark.parametrize("grid", Grid)
def test_shows_ways_and_blows(grid: Grid):
    view = BoardView(
        7,
        3,
        grid,
        pieces=(piece("A2", "An", "Anna"), piece("G2", "Be", "Bert", Camp.LIGHT)),
        strikes=tuple(Strike(at("A2"), at("G2"), Camp.DARK, kind) for kind in (StrikeKind.SHOT,)),
        moves=small(grid).moves[1:],
    )
    picture = Picture(view)
    assert picture.around("D2") == ink("light-way")
    line = {picture.around("E2", step / 4, 3.5) for step in range(-40, 40)}
    assert {ink("shot"), ink("ground")} <= line
    assert picture.around("G2", -15, 3.5) == ink("shot")


def test_marks_can_be_told_apart():
    def drawn(mark: str, side: Camp = Camp.LIGHT) -> bytes:
        return board_png(BoardView(2, 2, pieces=(piece("A1", mark, "x", side),)))

    marks = ["Ma", "Mä", "Mß", "ÖX", "OX", "Жя", "M…", "×1", "11", "??", "\u3042\u3042"]
    assert len({drawn(mark) for mark in marks}) == len(marks)
    assert drawn("M\u202ea\n") == drawn("Ma")
    assert drawn("\u202e") == drawn("")


@pytest.mark.parametrize("side", Camp)
def test_a_broad_mark_stays_within_its_token(side: Camp):
    empty = Picture(BoardView(2, 2, pieces=(piece("A1", "", "x", side),)))
    for mark in ("WM", "W" * 400, "\u0174\u0166"):
        broad = Picture(BoardView(2, 2, pieces=(piece("A1", mark, "x", side),)))
        for right in (-13.5, 13.5):
            column = [(right, step / 2) for step in range(-30, 30)]
            assert [broad.around("A1", *place) for place in column] == [empty.around("A1", *place) for place in column]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(views())
def test_any_view_can_be_drawn(view: BoardView):
    image = Image.open(BytesIO(board_png(view)))
    assert max(image.size) <= 2000
    assert image.mode == "P"
