"""The SVG of a board: well-formed, complete, escaped, without style or script, the same as yesterday."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.picture.svg import board_svg
from motuc_bot.picture.view import BoardView, Camp, Move, Piece, Target, Thing
from rules.board import Grid
from tests.picture.boards import at, crowded, fields, piece, small, views

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parent / "golden"
CSS = Path(__file__).parents[2] / "motuc_bot" / "picture" / "board.css"


def parsed(view: BoardView, name: str = "board") -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(view, title="Lage", name=name))


def tokens(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [node for node in root.iter(f"{SVG}g") if "data-piece" in node.attrib]


def texts(root: ElementTree.Element) -> str:
    return " ".join(root.itertext())


@pytest.mark.parametrize("grid", Grid)
def test_looks_as_it_did(grid: Grid):
    """To accept a change that has been looked at, delete the file and run the test twice."""
    golden = GOLDEN / f"{grid}.svg"
    drawn = board_svg(small(grid), title="Lage nach Post 7").replace("><", ">\n<") + "\n"
    if not golden.exists():
        golden.write_text(drawn, encoding="utf-8")
        pytest.fail(f"{golden.name} was missing and has been written: look at it")
    assert drawn == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("grid", Grid)
def test_shows_every_piece_and_thing(grid: Grid):
    root = parsed(small(grid))
    assert {node.attrib["data-piece"] for node in tokens(root)} == {"Skeletor", "He-Man", "Goblin", "Beast Man"}
    told = texts(root)
    assert "Skeletor auf B2, Leben 3 von 10, am Boden, verwirrt" in told
    assert "besiegt: Orko" in told
    assert "Beast Man auf D3, besiegt" in told
    assert "am Boden: Axt, Beil" in told
    assert "gesperrt" in told
    assert "erhöht" in told


@pytest.mark.parametrize("grid", Grid)
@pytest.mark.parametrize("size", [(2, 2), (2, 40), (12, 8), (40, 2), (40, 40)])
def test_every_size_has_its_coordinates(grid: Grid, size: tuple[int, int]):
    columns, rows = size
    root = parsed(BoardView(columns, rows, grid))
    labels = next(node for node in root.iter(f"{SVG}g") if node.get("class") == "board-labels")
    found = Counter(node.text for node in labels)
    edges = 2 if max(size) > 16 else 1
    assert found["A"] == found["1"] == found[str(rows)] == edges
    assert found["AN"] == (edges if columns == 40 else 0)
    assert sum(found.values()) == edges * (columns + rows)
    width, height = (float(value) for value in root.attrib["viewBox"].split()[2:])
    for node in labels:
        assert 0 < float(node.attrib["x"]) < width
        assert 0 < float(node.attrib["y"]) < height


def test_even_rows_of_hexagons_are_shifted_right():
    def x_of(name: str) -> float:
        (token,) = tokens(parsed(BoardView(4, 4, Grid.HEX, pieces=(piece(name, "An", "Anna"),))))
        found = re.match(r"translate\(([\d.]+)", token.attrib["transform"])
        assert found is not None
        return float(found.group(1))

    assert x_of("B2") - x_of("B1") == 20
    assert x_of("B3") == x_of("B1")


NASTY = [
    "<script>alert(1)</script>",
    '" onload="x',
    "Tom & 'Jerry'",
    "a\u202eb\u2066c",
    "nul\x00\x0b\ud800",
    "]]>",
    "<!--",
]


@pytest.mark.parametrize("nasty", NASTY)
def test_names_stay_names(nasty: str):
    view = BoardView(
        3,
        3,
        pieces=(
            Piece(at("A1"), nasty, nasty, Camp.DARK, (5, 10), (nasty,)),
            Piece(at("A1"), "xx", nasty, Camp.DARK, (0, 10), fallen=True),
        ),
        things=(Thing(at("B2"), (nasty,)),),
        targets=(Target(at("C3"), nasty),),
    )
    drawn = board_svg(view, title=nasty, name=nasty, link=lambda field: f"?{nasty}={field}")
    root = ElementTree.fromstring(drawn)
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        "svg", "title", "desc", "g", "path", "circle", "text", "a",
    }  # fmt: skip
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", drawn)
    assert not any(attribute.startswith("on") for node in root.iter() for attribute in node.attrib)
    if "\ud800" not in nasty and "\u202e" not in nasty:
        assert next(iter(tokens(root))).attrib["data-piece"] == nasty


def test_a_name_from_right_to_left_is_kept_together():
    (token,) = tokens(parsed(BoardView(2, 2, pieces=(piece("A1", "An", "\u05d0\u05d1"),))))
    assert token[0].text == "\u2068\u05d0\u05d1\u2069 auf A1, Leben 10 von 10"


def test_has_neither_style_nor_script():
    drawn = board_svg(small(Grid.HEX), title="Lage") + board_svg(crowded(), title="Lage")
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=|href=\"javascript", drawn)


def test_every_class_has_its_rule_and_every_colour_is_defined_in_both_lights():
    css = CSS.read_text(encoding="utf-8")
    wide = board_svg(BoardView(40, 40), title="") + board_svg(BoardView(25, 4), title="")
    drawn = board_svg(small(Grid.HEX), title="") + board_svg(crowded(), title="") + wide
    used = {name for classes in re.findall(r'class="([^"]*)"', drawn) for name in classes.split()}
    only_for_scripts = {"board-targets", "board-piece", "board-raised", "board-blocked", "board-move", "board-step"}
    missing = {name for name in used if not re.search(rf"\.{name}(?![\w-])", css)}
    assert missing <= only_for_scripts | {"board-mine"}
    light, system_dark, dark = (
        set(re.findall(r"(--board-[\w-]+):", block)) for block in re.findall(r"\.board \{([^}]*--board[^}]*)\}", css)
    )
    assert light == system_dark == dark
    inherited = {"--board-body", "--board-edge", "--board-text", "--board-way"}
    assert set(re.findall(r"var\((--[\w-]+)\)", css)) <= light | inherited


def test_a_picture_is_an_image_and_one_with_links_is_a_group():
    image = parsed(replace(small(Grid.SQUARE), targets=()), name="heute")
    assert image.attrib["role"] == "img"
    ids = {node.attrib["id"]: node.text for node in image.iter() if "id" in node.attrib}
    assert ids == {"heute-title": "Lage", "heute-desc": "4 × 3 Felder, 3 Figuren stehen, 2 besiegt."}
    assert image.attrib["aria-labelledby"] == "heute-title"
    group = parsed(small(Grid.SQUARE))
    assert group.attrib["role"] == "group"
    links = list(group.iter(f"{SVG}a"))
    assert [link.attrib["data-field"] for link in links] == ["C3", "B2"]
    assert [link.attrib["aria-label"] for link in links] == ["He-Man: nach C3 laufen", "He-Man: Angriff auf Skeletor"]
    assert [link.attrib["href"] for link in links] == ["#C3", "#B2"]
    assert [link.attrib["class"] for link in links] == ["board-target board-step", "board-target board-aim"]


@pytest.mark.parametrize("number", range(1, 13))
def test_many_pieces_share_a_field(number: int):
    names = [f"Figur {index}" for index in range(number)]
    view = BoardView(3, 3, pieces=tuple(piece("B2", "Fi", name) for name in names), things=(Thing(at("B2"), ("Axt",)),))
    root = parsed(view)
    shown = [node.attrib["data-piece"] for node in tokens(root)]
    assert len(shown) == (number if number <= 9 else 8)
    assert all(f"{name} auf B2" in texts(root) for name in names)
    places = {node.attrib["transform"] for node in tokens(root)}
    assert len(places) == len(shown)


def test_what_lies_off_the_board_is_refused():
    with pytest.raises(ValueError, match="off the board: E1"):
        BoardView(4, 3, pieces=(piece("E1", "An", "Anna"),))
    with pytest.raises(ValueError, match="off the board: A4"):
        BoardView(4, 3, moves=(Move(fields("A3 A4"), Camp.DARK),))


def test_a_crowded_board_is_light():
    assert len(board_svg(crowded(), title="Lage").encode()) < 40_000


@given(views(), st.text())
def test_any_view_is_well_formed(view: BoardView, title: str):
    drawn = board_svg(view, title=title)
    ElementTree.fromstring(drawn)
    assert "nan" not in re.findall(r' d="([^"]*)"', drawn)
