"""The matrix of the grammar table (reader_corpus.yaml): each row in each way of writing it, read or refused as told."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from motuc_bot.language import LineKind, ReadLine
from motuc_bot.systems.motuc.phrase import phrase
from motuc_bot.systems.motuc.side import MotucSide
from motuc_bot.transcript.load import PostRow, Transcript
from motuc_bot.transcript.play import Played, play
from rules.core import RollBack
from rules.motuc.answers import LeftToReferee
from rules.motuc.commands import Command, React

CORPUS = Path(__file__).with_name("reader_corpus.yaml")
SPEECH, PROSE = "💬", "—"


@cache
def corpus() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load(CORPUS.read_text(encoding="utf-8"))
    return content


def cells() -> Iterator[tuple[str, str, Any]]:
    for row, columns in corpus()["rows"].items():
        for column, cell in columns.items():
            yield row, column, cell


def readings() -> Iterator[Any]:
    """Yield every post with what is made of it."""
    for row, column, cell in cells():
        posts = ((entry["text"], entry["reads"]) for entry in cell) if column == "phase" else cell.items()
        for text, expected in posts:
            if text != "hole":
                yield pytest.param(text, expected, id=f"{row}-{column}-{text}")


def untimely() -> Iterator[Any]:
    for row, column, cell in cells():
        if column == "phase" and isinstance(cell, list):
            for entry in cell:
                yield pytest.param(entry, id=f"{row}-{entry['in']}-{entry['text']}")


@cache
def played(phase: str, more: PostRow | None = None) -> Played:
    """Return the battle of the corpus brought to a phase, with one post more."""
    document: dict[str, Any] = {**corpus()["battle"]}
    del document["system"]
    if phase == "placement":
        document["teams"] = {
            team: [{key: value for key, value in entry.items() if key != "at"} for entry in entries]
            for team, entries in document["teams"].items()
        }
    posts = tuple(PostRow(by=post["by"], text=post["text"]) for post in corpus()["phases"][phase])
    transcript = Transcript(CORPUS, MotucSide(), document, (), (*posts, *([more] if more else [])), None)
    return play(transcript)


def written(line: ReadLine[Command | RollBack]) -> str:
    """Return a line as the corpus writes it."""
    if line.error is not None:
        facts = line.error.facts
        suggested = [facts["verb"]] if "verb" in facts else list(facts.get("suggestions", ()))[:1]  # type: ignore[call-overload]
        return f"!{line.error.code} {line.error.why}" + (f": {suggested[0]}" if suggested else "")
    if line.kind is LineKind.SPEECH:
        return SPEECH
    return " | ".join(map(_german, line.commands))


def _german(command: Command | RollBack) -> str:
    if isinstance(command, React) and any(isinstance(one.answer, LeftToReferee) for one in command.reactions):
        return f"{command.figure}: überlässt es dem Schiedsrichter"
    return phrase(command)


@pytest.mark.parametrize(("text", "expected"), list(readings()))
def test_reading(text: str, expected: str):
    lines = MotucSide().read(played("black_moves").battle.state, text).lines
    assert (" // ".join(map(written, lines)) or PROSE) == expected


@pytest.mark.parametrize("entry", list(untimely()))
def test_out_of_turn(entry: dict[str, str]):
    before = played(entry["in"])
    assert before.battle.state.phase == entry["in"]
    answer = played(entry["in"], PostRow(by=entry["by"], text=entry["text"])).answers[-1]
    assert [fault.code for fault in answer.faults] == ["wrong_phase"] * len(answer.faults) != []


def test_every_row_has_every_column():
    rows, columns = corpus()["rows"], list(corpus()["columns"])
    assert list(rows) == [
        *("walk", "pass", "melee", "ranged", "spell", "disarm", "weapons", "several", "reaction", "start", "hands"),
        *("finish", "take back", "GM"),
    ]
    assert {row: list(cells) for row, cells in rows.items()} == dict.fromkeys(rows, columns)


def test_no_cell_is_empty_and_every_hole_has_its_reason():
    assert [(row, column) for row, column, cell in cells() if not cell] == []
    holes = [cell for _, _, cell in cells() if "hole" in cell]
    assert [hole for hole in holes if list(hole) != ["hole"] or len(hole["hole"]) < 20] == []


def test_phases_are_those_they_are_called_by():
    assert [phase for phase in corpus()["phases"] if played(phase).battle.state.phase != phase] == []
