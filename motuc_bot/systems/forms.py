"""Forms, templates and lists as a rule system describes them, for any front to show: a page, Discord, a terminal.

A front sends what was entered as text by the name of the field; `form_values` reads it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

Values = Mapping[str, str | Sequence[str]]

# What the fields are called that give the board its size, wherever a form has fields of the kind BOARD.
COLUMNS, ROWS, GRID = "columns", "rows", "grid"


class FieldKind(StrEnum):
    """What is entered in a field, and so how a front shows it.

    BOARD: some fields of the board (`C4`, `D5`), painted on it or written in one line. The form's fields `columns`,
    `rows` and `grid` say what the board is like; several fields of this kind are several colours on the same board.
    """

    TEXT = "text"
    LONG_TEXT = "long_text"
    NUMBER = "number"
    CHOICE = "choice"
    CHOICES = "choices"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: `value` is what the form sends, `label` what people read."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form. `low` and `high` bind a number, `high` also the length of a text or how many are chosen.

    A single value that was not sent is the default; of CHOICES and BOARD nothing sent is nothing chosen.
    Where not all fields fit, those of the same `page` are entered together; people read its name.
    """

    name: str
    label: str
    kind: FieldKind
    default: str | tuple[str, ...] = ""
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    hint: str = ""
    required: bool = True
    page: str = ""


def on_page(page: str, *fields: FormField) -> tuple[FormField, ...]:
    """Return the fields as those of one page."""
    return tuple(replace(field, page=page) for field in fields)


@dataclass(frozen=True, slots=True)
class Form:
    """A form with its fields in the order in which they are shown."""

    title: str
    fields: tuple[FormField, ...]

    def field(self, name: str) -> FormField:
        """Return the field of that name. Raises: KeyError."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def filled(self, values: Values) -> "Form":
        """Return the form with these values as defaults: a template, or what was entered and refused."""
        return replace(self, fields=tuple(_filled(field, values) for field in self.fields))


class FormFault(Exception):
    """A field of a form and, in one German sentence, what is wrong with what was entered there."""

    def __init__(self, field: str, text: str) -> None:
        self.field = field
        self.text = " ".join(text.split())  # what it quotes may have several lines
        super().__init__(f"{field}: {self.text}")


@dataclass(frozen=True, slots=True)
class Template:
    """A form filled in well, to begin with: `values` are for the form of a new battle."""

    key: str
    label: str
    description: str
    values: Mapping[str, str | tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PoolColumn:
    """A column of a list to browse; `key` finds the cell of a row."""

    key: str
    label: str
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class PoolRow:
    """One thing in a list to browse: a cell for each column, lines with more to read, words to filter by.

    A cell is None where the thing has no such value. A filter shows the rows that have all of the chosen tags.
    `aliases` are other names of it.
    """

    name: str
    cells: Mapping[str, str | int | None]
    details: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


def _filled(field: FormField, values: Values) -> FormField:
    if field.kind in (FieldKind.CHOICES, FieldKind.BOARD):
        several = values.get(field.name, ())
        return replace(field, default=(several,) if isinstance(several, str) else tuple(several))
    if field.name not in values:
        return field
    value = values[field.name]
    return replace(field, default=value if isinstance(value, str) else next(iter(value), ""))
