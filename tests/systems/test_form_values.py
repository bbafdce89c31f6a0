"""What is entered in a form is read as it was meant, or refused in German at its field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.systems.form_values import Entered
from motuc_bot.systems.forms import FieldKind, Form, FormFault, FormField, Option, Values
from rules.board import Board, Field

OPTIONS = (Option("red", "Rot"), Option("green", "Grün"), Option("a,b", "A und B"))
FORM = Form(
    "Probe",
    (
        FormField("text", "Text", FieldKind.TEXT, "wie immer", high=20),
        FormField("lines", "Text", FieldKind.LONG_TEXT, required=False),
        FormField("number", "Zahl", FieldKind.NUMBER, "6", low=1, high=99),
        FormField("maybe", "Zahl", FieldKind.NUMBER, low=-5, required=False),
        FormField("choice", "Farbe", FieldKind.CHOICE, "red", options=OPTIONS),
        FormField("choices", "Farben", FieldKind.CHOICES, ("red",), options=OPTIONS, high=2, required=False),
        FormField("some", "Farben", FieldKind.CHOICES, options=OPTIONS),
        FormField("fields", "Felder", FieldKind.BOARD, ()),
    ),
)
BOARD = Board(4, 3)


def entered(**values: str | list[str]) -> Entered:
    return Entered(FORM, values)


def fault(read: str, name: str, value: str | list[str]) -> str:
    with pytest.raises(FormFault) as caught:
        getattr(entered(**{name: value}), read)(name)
    assert caught.value.field == name
    return caught.value.text


def test_text_comes_in_one_line() -> None:
    assert entered(text="  a \n\t b ").text("text") == "a b"
    assert entered(text=["a"]).text("text") == "a"
    assert entered().text("text") == "wie immer"
    assert entered(text="He\u00adMan\u200b").text("text") == "HeMan"
    assert entered(lines=" a  b \r\n c\n").text("lines") == "a b\nc"
    assert entered().text("lines") == ""
    assert entered(text="b, a,, b ,B").words("text") == ("b", "a")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", "Hier fehlt noch etwas."),
        ([], "Hier fehlt noch etwas."),
        (" \n", "Hier fehlt noch etwas."),
        ("x" * 21, "Das ist zu lang: höchstens 20 Zeichen, nicht 21."),
        ("x" * 30_000, "Das ist zu lang."),
        (["a", "b"], "Hier geht nur eine Angabe."),
        ("a\x00b", "Darin steht ein Zeichen, das man nicht sehen kann."),
        ("a\u2066b", "Darin steht ein Zeichen, das man nicht sehen kann."),
        ("a\ud800", "Darin steht ein Zeichen, das man nicht sehen kann."),
    ],
)
def test_text_that_is_none(value: str | list[str], text: str) -> None:
    assert fault("text", "text", value) == text


def test_numbers() -> None:
    assert entered(number=" 07 ").number("number") == 7
    assert entered(number="+7").number("number") == 7
    assert entered(number=["99"]).number("number") == 99
    assert entered().number("number") == 6
    assert entered(maybe="−5").number_if_given("maybe") == -5
    assert entered(maybe=" ").number_if_given("maybe") is None
    assert entered().number_if_given("maybe") is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", "Hier fehlt noch eine Zahl."),
        ("viele", "Das muss eine ganze Zahl sein von 1 bis 99, nicht „viele“."),
        ("1.5", "Das muss eine ganze Zahl sein von 1 bis 99, nicht „1.5“."),
        ("٣", "Das muss eine ganze Zahl sein von 1 bis 99, nicht „٣“."),
        ("x" * 100, f"Das muss eine ganze Zahl sein von 1 bis 99, nicht „{'x' * 39}…“."),
        ("0", "Das ist zu wenig: mindestens 1."),
        ("-3", "Das ist zu wenig: mindestens 1."),
        ("100", "Das ist zu viel: höchstens 99."),
        ("9" * 5000, "Das ist zu viel: höchstens 99."),
        (["1", "2"], "Hier geht nur eine Angabe."),
    ],
)
def test_numbers_that_are_none(value: str | list[str], text: str) -> None:
    assert fault("number", "number", value) == text


def test_a_number_without_bounds_is_bound_all_the_same() -> None:
    assert fault("number_if_given", "maybe", "9" * 50) == "Das ist zu viel."
    assert fault("number_if_given", "maybe", "-" + "9" * 50) == "Das ist zu wenig: mindestens -5."
    assert fault("number", "maybe", "") == "Hier fehlt noch eine Zahl."
    assert fault("number", "maybe", "x") == "Das muss eine ganze Zahl sein, nicht „x“."


def test_choices() -> None:
    assert entered(choice="green").choice("choice") == "green"
    assert entered(choice="GRÜN").choice("choice") == "green"
    assert entered().choice("choice") == "red"
    assert entered(choices=["green", "red"]).choices("choices") == ("green", "red")
    assert entered(choices="rot; grün").choices("choices") == ("red", "green")
    assert entered(choices="a,b").choices("choices") == ("a,b",)
    assert entered(choices=["a,b"]).choices("choices") == ("a,b",)
    assert entered().choices("choices") == (), "nothing sent is nothing chosen"


@pytest.mark.parametrize(
    ("read", "name", "value", "text"),
    [
        ("choice", "choice", "", "Hier musst du etwas auswählen."),
        ("choice", "choice", "gruen?", ""),
        ("choice", "choice", "Grünn", "„Grünn“ steht nicht zur Wahl. Meintest du Grün?"),
        ("choice", "choice", "xyzzy", "„xyzzy“ steht nicht zur Wahl. Möglich: Rot, Grün, A und B."),
        ("choice", "choice", "???", "„???“ steht nicht zur Wahl. Möglich: Rot, Grün, A und B."),
        ("choices", "choices", "rot, red", "„red“ steht zweimal da."),
        ("choices", "choices", "rot, grün, A und B", "Das sind zu viele: höchstens 2."),
        ("choices", "some", [], "Hier musst du etwas auswählen."),
    ],
)
def test_choices_that_are_none(read: str, name: str, value: str | list[str], text: str) -> None:
    if text:
        assert fault(read, name, value) == text
    else:
        assert entered(**{name: value}).choice(name) == "green"


def test_fields() -> None:
    expected = (Field.parse("B1"), Field.parse("A2"), Field.parse("D3"))
    assert entered(fields=["d3", "A2", "b1", "A2"]).fields("fields", BOARD) == expected
    assert entered(fields=" d3,A2;b1\n").fields("fields", BOARD) == expected
    assert entered().fields("fields", BOARD) == ()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("X", "„X“ ist kein Feld. So heißen Felder: C5."),
        (["A1", "E1"], "E1 liegt nicht auf dem Spielfeld (4 × 3 Felder)."),
        ("A0", "„A0“ ist kein Feld. So heißen Felder: C5."),
    ],
)
def test_fields_that_are_none(value: str | list[str], text: str) -> None:
    with pytest.raises(FormFault) as caught:
        entered(fields=value).fields("fields", BOARD)
    assert (caught.value.field, caught.value.text) == ("fields", text)


def test_a_form_is_filled_with_values() -> None:
    filled = FORM.filled({"text": ["neu"], "number": "7", "choices": "green", "fields": ["A1"], "strange": "x"})
    defaults = {field.name: field.default for field in filled.fields}
    assert defaults == {
        "text": "neu",
        "lines": "",
        "number": "7",
        "maybe": "",
        "choice": "red",
        "choices": ("green",),
        "some": (),
        "fields": ("A1",),
    }
    assert FORM.filled({"choice": []}).field("choice").default == ""
    with pytest.raises(KeyError):
        FORM.field("strange")


_anything = st.text(st.characters(), max_size=12) | st.sampled_from(["red", "Rot", "5", "A1", "a1, b2", "\ud800"])


@given(st.dictionaries(st.sampled_from([field.name for field in FORM.fields]), _anything | st.lists(_anything)))
def test_nothing_else_is_ever_raised(values: Values) -> None:
    read = Entered(FORM, values)
    FORM.filled(values)
    for field in FORM.fields:
        for way in (read.text, read.words, read.number_if_given, read.choice, read.choices):
            try:
                way(field.name)
            except FormFault as caught:
                check_told(caught, field.name)
        try:
            assert all(place in BOARD for place in read.fields(field.name, BOARD))
        except FormFault as caught:
            check_told(caught, field.name)


def check_told(told: FormFault, name: str) -> None:
    assert told.field == name
    assert told.text.endswith((".", "?"))
