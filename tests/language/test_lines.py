"""A post taken apart: lines, parts, heads, speech."""

import pytest

from motuc_bot.language.lines import parts_of
from motuc_bot.language.speech import split_parts, without_speech


def heads(post: str) -> list[tuple[int, str | None, str]]:
    return [(part.number, part.head, part.body.strip()) for part in parts_of(post)]


@pytest.mark.parametrize(
    ("line", "head", "body"),
    [
        ("Anna: geht", "Anna", "geht"),
        ("**Anna**: geht", "Anna**", "geht"),
        ("**Anna:** geht", "Anna", "geht"),
        ("**Anna: geht**", "Anna", "geht"),
        ("*_Anna: geht_*", "Anna", "geht"),
        ("- Anna: -> C5", "Anna", "-> C5"),
        ("-> C5", None, "-> C5"),
        ("fertig", None, "fertig"),
        ("Um 20:30 Uhr", "Um 20", "30 Uhr"),
        ('"Anna: geht"', None, '"Anna: geht"'),
        ("(Anna: geht)", None, "(Anna: geht)"),
        ("x" * 61 + ": geht", None, "x" * 61 + ": geht"),
    ],
)
def test_head_and_body(line: str, head: str | None, body: str):
    assert heads(line) == [(1, head, body)]


def test_quotes_and_code_are_left_out():
    post = "a\n> b\n```\nc\n```\nd ```e``` f\n  > g\nh\n>>> i\nj"
    assert [(part.number, part.text) for part in parts_of(post)] == [(1, "a"), (8, "h")]


def test_lines_without_words_are_left_out():
    assert heads("\n!!!\n👹\n---") == []


def test_parts():
    assert split_parts('a; "b; c"; d') == ["a", ' "b; c"', " d"]
    assert split_parts("a *b; c* d") == ["a *b; c* d"]
    assert [part.first for part in parts_of("a; b; c\nd")] == [True, False, False, True]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("geht", "geht"),
        ('"Ha!"', None),
        ('"Ha!" *lacht*.', None),
        ('"Ha! geht', None),
        ("„Ha“ geht", "geht"),
        ("“Ha” geht", "geht"),
        ("»Ha« geht", "geht"),
        ("«Ha» geht", "geht"),
        ("‚Ha‘ geht", "geht"),
        ("'Ha' geht", "geht"),
        ("hab's und geht's", "hab's und geht's"),
        ("geht *lacht* los", "geht los"),
        ("geht nach *C5*", "geht nach C5"),
        ("geht nach **C5**", "geht nach C5"),
        ("geht * los", "geht * los"),
    ],
)
def test_without_speech(text: str, rest: str | None):
    left = without_speech(text, lambda marked: "C5" in marked)
    assert (None if left is None else " ".join(left.split())) == rest
