"""The picture in words: the alternative text."""

import re

import pytest
from hypothesis import given, settings

from motuc_bot.picture.png import alt_text
from motuc_bot.picture.view import BoardView, Camp, Piece, Thing
from rules.board import Field, Grid
from tests.picture.boards import at, battle, crowded, piece, small, views

CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066\u2067\ud800-\udfff]")


def test_tells_who_stands_where_who_has_fallen_and_what_lies_where():
    assert alt_text(small(Grid.HEX)) == (
        "Brett: 4 × 3 Sechsecke, 3 Figuren stehen, 2 besiegt. "
        "Schwarz: Skeletor auf B2, Leben 3 von 10, am Boden, verwirrt. "
        "Weiß: He-Man auf C2, Leben 7 von 10. "
        "Neutral: Goblin auf A3, Leben 10 von 10. "
        "Besiegt: Orko auf C2; Beast Man auf D3. "
        "Dinge am Boden: Zauberstab auf C2; Axt, Beil auf A1."
    )


def test_an_empty_board_is_told_too():
    assert alt_text(BoardView(2, 3)) == "Brett: 2 × 3 Felder, 0 Figuren stehen."


@pytest.mark.parametrize("view", [battle(Grid.SQUARE), crowded()], ids=["battle", "crowded"])
def test_names_all_of_fourteen_figures(view: BoardView):
    told = alt_text(view)
    assert len(told) <= 1024
    assert all(f"{one.name} auf {one.field}" in told for one in view.pieces)


def test_is_shortened_at_whole_entries():
    pieces = tuple(
        Piece(Field(1 + number % 40, 1 + number // 40), "Xx", f"Kämpfer Nummer {number}", Camp.DARK, (5, 10))
        for number in range(200)
    )
    told = alt_text(BoardView(40, 40, pieces=pieces, things=(Thing(at("A1"), ("Axt",)),)))
    assert 950 < len(told) <= 1024
    listed, left = told.removeprefix("Brett: 40 × 40 Felder, 200 Figuren stehen. Schwarz: ").split(". Und ")
    entries = listed.split("; ")
    assert entries == [f"{one.name} auf {one.field}" for one in pieces[: len(entries)]]
    assert left == f"{201 - len(entries)} mehr."


NASTY = ["a\u202eb\u2066c", "nul\x00\x0b\ud800", "zwei\nZeilen\u2028drei", "\u200f\u061c", "x" * 5000, "🗡" * 3000]


@pytest.mark.parametrize("nasty", NASTY)
def test_a_name_cannot_turn_the_line_or_fill_it(nasty: str):
    view = BoardView(
        3,
        3,
        pieces=(Piece(at("A1"), "xx", nasty, Camp.LIGHT, (5, 10), (nasty,)), piece("B2", "Be", "Bert")),
        things=(Thing(at("C3"), (nasty,)), Thing(at("C2"), ("Axt",))),
    )
    told = alt_text(view)
    assert not CONTROLS.search(told)
    assert len(told.encode("utf-16-le")) <= 2048
    assert "Bert auf B2" in told
    assert "Axt auf C2" in told


def test_a_name_from_right_to_left_is_kept_together():
    told = alt_text(BoardView(2, 2, pieces=(piece("A1", "An", "\u05d0\u05d1"),)))
    assert "\u2068\u05d0\u05d1\u2069 auf A1" in told


@settings(max_examples=50)
@given(views())
def test_any_view_can_be_told(view: BoardView):
    told = alt_text(view)
    assert len(told.encode("utf-16-le")) <= 2048
    assert not CONTROLS.search(told)
