"""A post with many faults: the first are explained, the rest are named, none is left out."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from motuc_bot.judging.judged import MOST_EXPLAINED
from motuc_bot.judging.line_faults import Fault, told, told_briefly
from motuc_bot.language.reading import Reading
from motuc_bot.systems.motuc.side import MotucSide
from motuc_bot.transcript.load import load
from motuc_bot.transcript.play import Answer, play
from tests.transcript.documents import base


def answer(folder: Path, text: str) -> Answer:
    path = folder / "probe.yaml"
    path.write_text(yaml.safe_dump(base() | {"posts": [{"by": "ann", "text": text}]}), encoding="utf-8")
    return play(load(path)).answers[0]


def test_as_many_as_a_team_has_figures_are_explained(tmp_path: Path) -> None:
    six = answer(tmp_path, "Anna: geht nach Z9\n" * MOST_EXPLAINED)
    assert sum("Spalten A bis" in line for line in six.lines) == 6
    assert sum("Zum Beispiel" in line for line in six.lines) == 1, "one figure, one example"
    seven = answer(tmp_path, "Anna: geht nach Z9\n" * (MOST_EXPLAINED + 1))
    assert seven.lines[:7] == six.lines[:7]
    assert seven.lines[7:-2] == ("❓ Zeile 7: Felder außerhalb des Plans und gesperrte Felder betritt niemand (R-B3).",)
    assert seven.lines[-2:] == six.lines[-2:]
    assert seven.lines[-2:] == (
        "Dieser Beitrag zählt nicht, frühere gelten weiter.",
        "Bitte den ganzen Beitrag noch einmal posten, sobald alles passt.",
    )


def test_what_to_write_instead_has_its_own_line_where_all_is_too_long(tmp_path: Path) -> None:
    found = answer(tmp_path, "Anna: geht nach Z9\nAnna: geht")
    assert [line.startswith("❓ Zeile") for line in found.lines] == [True, False, True, False, False]
    assert found.lines[1].startswith("Zum Beispiel: `Anna: geht nach ")
    assert found.faults[0].message == f"{found.lines[0].removeprefix('❓ Zeile 1: ')}\n{found.lines[1]}"
    short = answer(tmp_path, "Anna: geht")
    assert len(short.lines) == 3
    assert short.lines[0].startswith("❓ Anna: Es fehlt ein Feld wie C5. Zum Beispiel: `Anna: geht nach ")


def test_every_faulty_line_is_in_the_answer_and_in_the_document(tmp_path: Path) -> None:
    wrong = ["Anna: geht nach Z9", "Anna: geht", "Anna: greift Zora an", "Bert: geht nach E2"]
    found = answer(tmp_path, "\n".join(f"{wrong[at % 4]}\nProsa." for at in range(60)))
    numbers = list(range(1, 120, 2))
    assert [fault.line for fault in found.faults] == numbers
    assert all(fault.message and fault.code for fault in found.faults)
    places = [line.partition(": ")[0] for line in found.lines if line.startswith("❓")]
    # Six explained, four kinds named, each with its place.
    assert len(places) == 10
    assert all(place.startswith("❓ Zeile") for place in places)
    named = [int(number) for place in places for number in re.findall(r"\b\d+\b", place)]
    assert sorted(named) == numbers


def test_a_long_answer_fits_a_phone(tmp_path: Path) -> None:
    found = answer(tmp_path, "Anna: geht nach Z9\n" * 60)
    assert found.lines[7].startswith("❓ Zeilen 7–60: ")
    assert sum(map(len, found.lines)) < 1500


def test_no_line_is_read_a_second_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    once = MotucSide.read

    def counted(side: MotucSide, state: Any, text: str) -> Reading[Any]:
        read.append(text)
        return once(side, state, text)

    monkeypatch.setattr(MotucSide, "read", counted)
    text = "Anna: geht nach B2 und greift Bert an"
    found = answer(tmp_path, text)
    # The example keeps what the line was after, so the commands did get there.
    assert found.lines[1] == "Zum Beispiel: `Anna: geht nach E2, greift Bert an`"
    assert read == [text]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ([7], "Zeile 7"),
        ([7, 7], "Zeile 7"),
        ([6, 7], "Zeilen 6 und 7"),
        ([6, 7, 8], "Zeilen 6–8"),
        ([6, 7, 9], "Zeilen 6, 7 und 9"),
        ([6, 7, 7, 8, 11, 20, 21], "Zeilen 6–8, 11, 20 und 21"),
        ([6, 9, 12, 13, 14], "Zeilen 6, 9 und 12–14"),
    ],
)
def test_the_numbers_of_lines(lines: list[int], shown: str) -> None:
    assert list(told_briefly((Fault(line, "syntax", "So nicht.") for line in lines), {})) == [f"❓ {shown}: So nicht."]


def test_what_is_said_of_several_lines_may_be_another_sentence() -> None:
    faults = [Fault(line, "syntax", message) for line, message in ((7, "Eins."), (8, "Zwei."), (9, "Eins."))]
    assert list(told_briefly(faults, {"Eins.": "Viele.", "Zwei.": "Viele."})) == [
        "❓ Zeilen 7 und 9: Viele.",
        "❓ Zeile 8: Zwei.",
    ]


def test_names_are_places_if_they_tell_all_faulty_lines_apart() -> None:
    faults = [Fault(1, "syntax", "So nicht."), Fault(2, "syntax", "Bert darf nicht."), Fault(3, "syntax", "Nein.")]
    assert list(told(faults, ["Anna: geht", "Bert: geht", "Cora: geht nach"])) == [
        "❓ Anna: So nicht.",
        "❓ Bert darf nicht.",
        "❓ Cora: Nein.",
    ]
    by_number = ["❓ Zeile 1: So nicht.", "❓ Zeile 2: Bert darf nicht.", "❓ Zeile 3: Nein."]
    assert list(told(faults, ["Anna: geht", "Bert: geht", "Anna: geht nach"])) == by_number
    assert list(told(faults, ["Anna: geht", "Bert: geht", "geht nach"])) == by_number
    assert list(told(faults, ["Anna: geht", "Bert: geht", "Cora: geht nach", "Dora: geht"])) == by_number
