"""What was entered in a form, read field by field; whatever is wrong is told in German at its field."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import name_key, plain
from motuc_bot.shortened import shortened
from motuc_bot.systems.forms import FieldKind, Form, FormFault, FormField, Option, Values
from rules.board import Board, Field

_NUMBER = re.compile(r"([+-]?)0*([0-9]+)")
_BETWEEN_NAMES = re.compile(r"[,;\n]")
_BETWEEN_FIELDS = re.compile(r"[,;\s]+")
_LONGEST_NUMBER = 9
_LONGEST_QUOTE = 40
# How many options are listed where somebody chose something else.
_MOST_LISTED = 6
# In percent: how near an option must be to be suggested; where all can be listed it must be much nearer.
_NEAR, _VERY_NEAR = 55.0, 75.0
# No field is longer than this, whatever it holds.
_LONGEST = 20_000
_OPTION = "option"


class Entered:
    """What was entered in a form. Every method raises FormFault for what does not belong into its field."""

    def __init__(self, form: Form, values: Values) -> None:
        self._form = form
        self._values = values

    def text(self, name: str) -> str:
        """Return a text in one line, without blanks around it; "" only where none is required."""
        field = self._form.field(name)
        text = _clean(field, self._single(field))
        if not text and field.required:
            raise FormFault(name, "Hier fehlt noch etwas.")
        if field.high is not None and len(text) > field.high:
            raise FormFault(name, f"Das ist zu lang: höchstens {field.high} Zeichen, nicht {len(text)}.")
        return text

    def words(self, name: str) -> tuple[str, ...]:
        """Return the names in a text, which commas separate, each once."""
        found: dict[str, str] = {}
        for word in self.text(name).split(","):
            if word.strip():
                found.setdefault(name_key(word) or word.strip(), word.strip())
        return tuple(found.values())

    def number(self, name: str) -> int:
        """Return a whole number within its bounds."""
        number = self.number_if_given(name)
        if number is None:
            raise FormFault(name, "Hier fehlt noch eine Zahl.")
        return number

    def number_if_given(self, name: str) -> int | None:
        """Return a whole number within its bounds, None where the field is empty and may be."""
        field = self._form.field(name)
        text = _clean(field, self._single(field)).replace("−", "-")
        if not text:
            if field.required:
                raise FormFault(name, "Hier fehlt noch eine Zahl.")
            return None
        match = _NUMBER.fullmatch(text)
        if match is None or not text.isascii():
            raise FormFault(name, f"Das muss eine ganze Zahl sein{_span(field)}, nicht {quoted(text)}.")
        number = int(match[1] + match[2][:_LONGEST_NUMBER])
        if field.low is not None and number < field.low:
            raise FormFault(name, f"Das ist zu wenig: mindestens {field.low}.")
        if (field.high is not None and number > field.high) or len(match[2]) > _LONGEST_NUMBER:
            raise FormFault(
                name, "Das ist zu viel." if field.high is None else f"Das ist zu viel: höchstens {field.high}."
            )
        return number

    def choice(self, name: str) -> str:
        """Return the value of the chosen option, which may also be written as its label."""
        field = self._form.field(name)
        text = _clean(field, self._single(field))
        if not text:
            raise FormFault(name, "Hier musst du etwas auswählen.")
        return _chosen(field, text)

    def choices(self, name: str) -> tuple[str, ...]:
        """Return the values of the chosen options in the order in which they were given, none twice."""
        field = self._form.field(name)
        found: list[str] = []
        for text in self._several(field, _BETWEEN_NAMES):
            value = _chosen(field, text)
            if value in found:
                raise FormFault(name, f"{quoted(text)} steht zweimal da.")
            found.append(value)
            if field.high is not None and len(found) > field.high:
                raise FormFault(name, f"Das sind zu viele: höchstens {field.high}.")
        if not found and field.required:
            raise FormFault(name, "Hier musst du etwas auswählen.")
        return tuple(found)

    def fields(self, name: str, board: Board) -> tuple[Field, ...]:
        """Return fields of the board, each once, in the order of the board."""
        field = self._form.field(name)
        found: set[Field] = set()
        for text in self._several(field, _BETWEEN_FIELDS):
            try:
                place = Field.parse(text)
            except ValueError:
                raise FormFault(name, f"{quoted(text)} ist kein Feld. So heißen Felder: C5.") from None
            if place not in board:
                size = f"{board.columns} × {board.rows} Felder"
                raise FormFault(name, f"{place} liegt nicht auf dem Spielfeld ({size}).")
            found.add(place)
        return tuple(sorted(found, key=lambda place: (place.row, place.column)))

    def _single(self, field: FormField) -> str:
        value = self._values.get(field.name, field.default)
        if isinstance(value, str):
            return value
        if len(value) > 1:
            raise FormFault(field.name, "Hier geht nur eine Angabe.")
        return value[0] if value else ""

    def _several(self, field: FormField, between: re.Pattern[str]) -> Iterable[str]:
        """Yield what was sent as a list, or written in one line."""
        value = self._values.get(field.name, ())
        parts = (value,) if isinstance(value, str) else value
        for part in parts:
            # An option is taken as it is, whatever signs it has.
            whole = any(part == option.value for option in field.options)
            for text in (part,) if whole else between.split(part[:_LONGEST]):
                if word := _clean(field, text):
                    yield word


def quoted(text: str) -> str:
    """Return the text as a fault quotes it, cut off where it is long."""
    return f"„{shortened(text, _LONGEST_QUOTE)}“"


def meant(nearest: Sequence[str]) -> str:
    """Return `Meintest du A, B oder C?`, nothing if nothing is near."""
    *first, last = nearest or ("",)
    return f"Meintest du {', '.join(first)} oder {last}?" if first else f"Meintest du {last}?" if last else ""


def _chosen(field: FormField, text: str) -> str:
    for option in field.options:
        if text == option.value:
            return option.value
    key = name_key(text)
    for option in field.options:
        if key and key in (name_key(option.value), name_key(option.label)):
            return option.value
    raise FormFault(field.name, f"{quoted(text)} steht nicht zur Wahl. {_advice(field.options, text)}".rstrip())


def _advice(options: Sequence[Option], text: str) -> str:
    index = NameIndex((_OPTION, option.label, (option.value,)) for option in options)
    few = len(options) <= _MOST_LISTED
    if nearest := index.nearest(text[:_LONGEST_QUOTE], _OPTION, _VERY_NEAR if few else _NEAR):
        return meant(nearest)
    if not few:
        return ""
    return f"Möglich: {', '.join(option.label for option in options)}."


def _clean(field: FormField, text: str) -> str:
    """Return the text in one line, composed and without blanks around it."""
    if len(text) > _LONGEST:
        raise FormFault(field.name, "Das ist zu lang.")
    if field.kind is FieldKind.LONG_TEXT:
        lines = (" ".join(line.split()) for line in plain(text).splitlines())
        text = "\n".join(lines).strip()
    else:
        text = " ".join(plain(text).split())
    if any(sign != "\n" and unicodedata.category(sign) in ("Cc", "Cf", "Cn", "Co", "Cs") for sign in text):
        raise FormFault(field.name, "Darin steht ein Zeichen, das man nicht sehen kann.")
    return text


def _span(field: FormField) -> str:
    if field.low is not None and field.high is not None:
        return f" von {field.low} bis {field.high}"
    return ""
