"""The short sentence for each kind of fault."""

import pytest

from motuc_bot.language.refusals import Ambiguous, Unreadable
from motuc_bot.systems.motuc.kinds_of_fault import name_fault
from rules.core import GeneralCode, Rejected
from rules.motuc.codes import Ruling
from tests.systems.motuc.test_refusals import BY_READER, RAISED, assert_german

ANY = "Das geht so nicht."
CODES = {str(code): code for code in (*GeneralCode, *Ruling)}


def assert_short(text: str) -> None:
    assert_german(text)
    assert text.endswith(".")
    assert len(text) <= 110
    assert text != ANY


@pytest.mark.parametrize(("code", "why"), sorted({(str(code), why) for code, why, _ in RAISED}))
def test_a_refusal_of_the_rules(code, why):
    text = name_fault(Rejected(CODES[code], why))
    assert_short(text)
    assert (f"({code})" in text) == (code in list(Ruling))


@pytest.mark.parametrize(("code", "why"), sorted(BY_READER))
def test_a_refusal_of_the_reader(code, why):
    ambiguous = code == GeneralCode.AMBIGUOUS_NAME
    assert_short(name_fault(Ambiguous(why, "Man", ("He-Man", "Mer-Man")) if ambiguous else Unreadable(code, why)))


def test_faults_of_one_kind_get_the_same_sentence():
    one, other = (Unreadable(GeneralCode.UNKNOWN_NAME, "unknown_figure", name=name) for name in ("Hiemän", "Skelettor"))
    assert name_fault(one) == name_fault(other) == "Diesen Namen gibt es hier nicht."
    assert name_fault(one, several=True) == "Diese Namen gibt es hier nicht."


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ("field_missing", "Es fehlt ein Feld."),
        ("target_missing", "Es fehlt das Ziel."),
        ("spell_missing", "Es fehlt der Zauber."),
        ("not_understood", "Das verstehe ich nicht."),
    ],
)
def test_what_is_missing_is_named(why, text):
    missing = Unreadable(GeneralCode.SYNTAX, why)
    assert name_fault(missing) == name_fault(missing, several=True) == text


def test_a_reason_that_its_code_does_not_fit():
    assert name_fault(Unreadable(GeneralCode.SYNTAX, "not_in_private")) == "Das gilt nicht als private Nachricht."


def test_an_unknown_refusal():
    assert name_fault(ValueError("English")) == ANY
