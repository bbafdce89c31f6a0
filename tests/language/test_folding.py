"""Words and numbers as they are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.language.folding import fold, folded_words, name_key, plain
from motuc_bot.language.numbers import CARDINALS, ORDINALS, TIMES, whole_number


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Äxte", "aexte"),
        ("A\u0308xte", "aexte"),
        ("weiß", "weiss"),
        ("WEISS", "weiss"),
        ("Séance", "seance"),
        ("Ça", "ca"),
        ("hab's", "habs"),
        ("Zoë", "zoe"),
        ("ﬁx", "fix"),
    ],
)
def test_fold(word: str, folded: str):
    assert fold(plain(word)) == folded


def test_words_and_keys():
    assert folded_words("He-Man, Prinz_Adam!") == ["he", "man", "prinz", "adam"]
    assert name_key("He-Man (Battle Cat)") == name_key("heman battlecat") == "hemanbattlecat"


def test_plain_drops_what_cannot_be_seen():
    assert plain("Ske\u00adle\u200btor\ufe0f") == "Skeletor"


@given(st.text())
def test_folding_twice_changes_nothing(text: str):
    assert all(fold(word) == word for word in folded_words(" ".join(folded_words(text))))


def test_number_words():
    assert (CARDINALS["zwoelf"], TIMES["einmal"], TIMES["zweimal"], ORDINALS["ersten"]) == (12, 1, 2, 1)
    assert "ein" not in CARDINALS


@pytest.mark.parametrize(("digits", "number"), [("0", 0), ("12", 12), ("9999", 9999), ("10000", None), ("٣", None)])
def test_whole_number(digits: str, number: int | None):
    assert whole_number(digits) == number
