"""The name and place of one field (R-B2)."""

import re
from typing import NamedTuple

# Explicit ASCII ranges: with IGNORECASE or \d, letters and digits of other scripts would pass.
_NAME = re.compile(r"([A-Za-z]{1,2})([0-9]{1,2})")


class Field(NamedTuple):
    """A field by its column and row, both counted from 1: column 1 is A, row 1 is the top (R-B2).

    Any integers can be held, so that a place off the board can be named; whether a board has it is asked of the board.
    """

    column: int
    row: int

    def __str__(self) -> str:
        """The field as players write it: `C5`, `AA12`."""
        if self.column < 1:
            return f"({self.column}, {self.row})"
        return f"{column_letters(self.column)}{self.row}"

    @classmethod
    def parse(cls, text: str) -> "Field":
        """The field that `text` names: one or two letters of either case, then a row of one or two digits (R-B2).

        Raises:
            ValueError: `text` is anything else, also with blanks around it.
        """
        match = _NAME.fullmatch(text)
        if match is None:
            raise ValueError(f"not the name of a field: {text!r}")
        letters, digits = match.groups()
        if int(digits) < 1:
            raise ValueError(f"rows are counted from 1: {text!r}")
        return cls(_column_number(letters.upper()), int(digits))


def column_letters(column: int) -> str:
    """The letters of a column counted from 1: A to Z, then AA, AB and so on (R-B2).

    Raises:
        ValueError: `column` is less than 1.
    """
    if column < 1:
        raise ValueError(f"columns are counted from 1: {column}")
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
