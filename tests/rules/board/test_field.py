import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board import Field, column_letters


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("A1", Field(1, 1)),
        ("C5", Field(3, 5)),
        ("c5", Field(3, 5)),
        ("Z9", Field(26, 9)),
        ("AA12", Field(27, 12)),
        ("aB40", Field(28, 40)),
        ("AN1", Field(40, 1)),
        ("AZ1", Field(52, 1)),
        ("BA1", Field(53, 1)),
        ("ZZ99", Field(702, 99)),
        ("C05", Field(3, 5)),
    ],
)
def test_a_name_is_column_letters_and_row(text: str, field: Field):
    assert Field.parse(text) == field


@pytest.mark.parametrize(
    "text",
    ["", "C", "5", "5C", "C0", "C00", "C-1", "C+1", "C100", "AAA1", " C5", "C5 ", "C5\n", "C 5", "C,5", "C5.", "C_5"],
)
def test_anything_else_is_no_name(text: str):
    with pytest.raises(ValueError, match=r"field|rows"):
        Field.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "C\N{ARABIC-INDIC DIGIT FIVE}",
        "C\N{FULLWIDTH DIGIT FIVE}",
        "C\N{SUPERSCRIPT TWO}",
        "\N{FULLWIDTH LATIN CAPITAL LETTER C}5",
        "\N{CYRILLIC CAPITAL LETTER ES}5",
        "\N{KELVIN SIGN}5",
        "\N{LATIN SMALL LETTER LONG S}5",
        "Ä5",
        "ß5",
    ],
)
def test_letters_and_digits_of_other_scripts_are_no_names(text: str):
    with pytest.raises(ValueError, match="not the name of a field"):
        Field.parse(text)


@given(st.integers(1, 702), st.integers(1, 99))
def test_a_name_reads_back(column: int, row: int):
    field = Field(column, row)
    assert Field.parse(str(field)) == field
    assert Field.parse(str(field).lower()) == field


@given(st.text(alphabet="aZ019 -", max_size=5))
def test_a_text_is_a_name_or_refused(text: str):
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if letters.isalpha() and len(letters) <= 2 and 1 <= len(digits) <= 2 and int(digits) > 0:
        assert str(Field.parse(text)) == f"{letters.upper()}{int(digits)}"
    else:
        with pytest.raises(ValueError, match=r"field|rows"):
            Field.parse(text)


def test_names_run_from_z_to_aa():
    assert [column_letters(column) for column in (1, 2, 25, 26, 27, 28, 52, 53, 702, 703)] == [
        *("A", "B", "Y", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"),
    ]


def test_there_is_no_column_before_a():
    with pytest.raises(ValueError, match="counted from 1"):
        column_letters(0)


def test_a_place_left_of_the_board_has_a_text():
    assert str(Field(0, 3)) == "(0, 3)"
    assert str(Field(1, 0)) == "A0"


def test_a_field_is_a_pair_that_sorts_by_column():
    column, row = Field(3, 5)
    assert (column, row) == (3, 5) == Field(3, 5)
    assert sorted([Field(2, 1), Field(1, 2), Field(1, 1)]) == [(1, 1), (1, 2), (2, 1)]
