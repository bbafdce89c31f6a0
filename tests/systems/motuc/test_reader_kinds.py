"""Kinds of wording (reader_kinds.txt), each with what is made of it: read, or refused where in doubt."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from motuc_bot.language import LineKind
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from tests.systems.motuc.test_reader_fresh import FIGURES, WEAPONS, reader

CORPUS = Path(__file__).with_name("reader_kinds.txt")
ARROW = " => "
READER = reader()


def _rows() -> Iterator[tuple[str, str]]:
    for entry in CORPUS.read_text(encoding="utf-8").splitlines():
        if ARROW in entry:
            post, _, expected = entry.partition(ARROW)
            yield post, expected


def _read(post: str, of: Reader = READER) -> str:
    lines = of.read(post).lines
    if any(line.error is not None for line in lines):
        return "!"
    return " | ".join(phrase(command) for line in lines if line.kind is LineKind.COMMAND for command in line.commands)


@pytest.mark.parametrize(("post", "expected"), list(_rows()))
def test_reading(post: str, expected: str) -> None:
    # `-` counts for nothing: refused or mere speech.
    assert _read(post) in (("", "!") if expected == "-" else (expected,))


@pytest.mark.parametrize(
    "verb", ["liegt", "liebt", "lebt", "fragt", "sitzt", "hofft", "braut", "singt", "trägt", "weint"]
)
def test_an_everyday_verb_is_no_slip(verb: str) -> None:
    for line in READER.read(f"Teela: {verb} das Schwert").lines:
        assert line.error is None or line.error.why != "misspelt_verb"


def test_the_weapon_that_should_fall() -> None:
    """It may be named where the order is plain without it, unless the target surely has none such (R-X3)."""

    def holding(*weapons: str) -> Reader:
        names = tuple((name, ()) for name in FIGURES)
        return Reader(Vocabulary(names, tuple((name, ()) for name in WEAPONS), carried=(("He-Man", weapons),)))

    whip = "Beast Man: reißt He-Man mit der Peitsche das Schwert aus der Hand"
    bare = "Orko: entreißt He-Man das Schwert"
    assert _read(whip) == _read(whip, holding("Schwert", "Schild")) == "Beast Man: entwaffnet He-Man mit Peitsche"
    assert _read(whip, holding("Kampfaxt", "Schild")) == _read(whip, holding("Keule")) == "!"
    assert _read(bare, holding("Schwert")) == "Orko: entwaffnet He-Man"
    assert _read(bare) == _read(bare, holding("Schwert", "Schild")) == _read(bare, holding("Schild")) == "!"
