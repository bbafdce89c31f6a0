"""Posts as six kinds of people would write them from the player guide, each with what is made of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from motuc_bot.language import Ambiguous, LineKind, ReadLine
from motuc_bot.systems.motuc.phrase import phrase
from rules.core import RollBack
from rules.motuc.commands import Command
from tests.systems.motuc.test_reader_fresh import reader

CORPUS = Path(__file__).with_name("reader_personas.txt")
SPEECH, PROSE = "💬", "—"
ARROW = "    → "


def _posts() -> Iterator[tuple[str, str]]:
    post = ""
    for entry in CORPUS.read_text(encoding="utf-8").splitlines():
        if entry.startswith(ARROW):
            yield post, entry.removeprefix(ARROW)
        else:
            post = entry


def _written(line: ReadLine[Command | RollBack]) -> str:
    """Return a line as the corpus writes it: what is ordered, or the reason of its refusal with what is suggested."""
    if isinstance(line.error, Ambiguous):
        return "!ambiguous"
    if line.error is not None:
        verb = line.error.facts.get("verb")
        return f"!{line.error.why}" + (f": {verb}" if verb else "")
    return SPEECH if line.kind is LineKind.SPEECH else " | ".join(map(phrase, line.commands))


@pytest.mark.parametrize(("post", "expected"), list(_posts()))
def test_reading(post: str, expected: str):
    assert (" // ".join(map(_written, reader().read(post).lines)) or PROSE) == expected


def test_there_are_twenty_of_each():
    sections = CORPUS.read_text(encoding="utf-8").split("\n[")[1:]
    assert {section.split("]")[0]: section.count(ARROW) for section in sections if section.count(ARROW) < 20} == {}
    assert len(sections) == 6
