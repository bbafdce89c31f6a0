"""Every ruling has cases, and every case ends as it says."""

import re
from pathlib import Path

import pytest

from rules.motuc.codes import Ruling
from tests.rules.conformance.playing import CASES, UNPLAYABLE, case_differences, unplayable_reason

_RULINGS = re.compile(r"^# rulings: (.+)$", re.MULTILINE)
_ERROR = re.compile(r"^# error: (.+)$", re.MULTILINE)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    assert case_differences(path) == []


@pytest.mark.parametrize("path", UNPLAYABLE, ids=lambda path: path.stem)
def test_unplayable(path: Path) -> None:
    wanted = _ERROR.search(path.read_text(encoding="utf-8"))
    assert wanted, f"{path.name} does not say what is wrong with it"
    reason = unplayable_reason(path)
    assert reason is not None
    assert "\n" not in reason
    assert path.name in reason
    assert wanted[1] in reason


def rulings_of(path: Path) -> set[str]:
    """Return the rulings that a case says it proves, and for a battle that can't be played the code it fails by."""
    text = path.read_text(encoding="utf-8")
    found = [name for match in (_RULINGS.findall(text) + _ERROR.findall(text)) for name in re.findall(r"R-\w+", match)]
    return set(found)


def test_every_ruling_has_a_case() -> None:
    proven = {ruling for path in (*CASES, *UNPLAYABLE) for ruling in rulings_of(path)}
    assert {str(ruling) for ruling in Ruling} - proven == set()
    assert proven - {str(ruling) for ruling in Ruling} == set()


def test_every_case_names_its_rulings() -> None:
    # The worked cases name theirs in prose.
    silent = [path.name for path in CASES if path.parent.name == "cases" and not rulings_of(path)]
    assert silent == []
