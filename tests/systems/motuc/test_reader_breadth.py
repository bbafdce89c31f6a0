"""German as people write it: all persons and tenses, orders of words, spellings, marks (reader_breadth.txt)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.core import RollBack
from rules.motuc.commands import Command
from tests.systems.motuc.reading import READER

CORPUS = Path(__file__).with_name("reader_breadth.txt")


def _pairs() -> Iterator[tuple[str, str]]:
    heading = ""
    for entry in CORPUS.read_text(encoding="utf-8").splitlines():
        if entry.startswith("["):
            heading = entry[1:-1]
        elif entry and not entry.startswith("#"):
            yield heading, entry


def _read(words: str) -> tuple[Command | RollBack, ...]:
    lines = READER.read(f"Skeletor: {words}").lines
    assert [line.error for line in lines if line.error] == []
    return tuple(command for line in lines for command in line.commands)


@pytest.mark.parametrize(("heading", "words"), list(_pairs()))
def test_means_the_same(heading: str, words: str):
    assert _read(words) == _read(heading) != ()


def test_reads_in_capitals():
    headings = {heading for heading, _ in _pairs()}
    assert {heading for heading in headings if _read(heading.upper()) != _read(heading)} == set()


@pytest.mark.parametrize(("umlaut", "spelt"), [("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")])
def test_reads_without_umlauts(umlaut: str, spelt: str):
    written = [words for _, words in _pairs() if umlaut in words]
    assert written
    assert {words for words in written if _read(words.replace(umlaut, spelt)) != _read(words)} == set()
