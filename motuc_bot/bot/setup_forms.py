"""A battle that is being set up: what was entered so far in the system's forms, and what is wrong with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from motuc_bot.bot.limits import MOST_OPTIONS, shortened
from motuc_bot.bot.modals import MOST_FIELDS, Entered
from motuc_bot.referee.refused import Refused
from motuc_bot.systems.forms import COLUMNS, GRID, ROWS, FieldKind, Form, FormFault, FormField, Values
from motuc_bot.systems.registry import SIDES

# So many can stand in one list to choose from.
MOST_OWN = MOST_OPTIONS
_MOST_SHOWN = 80


class Subject(StrEnum):
    """What a form is about."""

    BATTLE = "b"
    FIGURE = "f"
    WEAPON = "w"


@dataclass(frozen=True, slots=True)
class Own:
    """An own figure or weapon, as it was entered."""

    subject: Subject
    values: Values

    @property
    def name(self) -> str:
        """Its name, as far as it has one."""
        return str(self.values.get("name") or "").strip() or ("Figur" if self.subject is Subject.FIGURE else "Waffe")


@dataclass(frozen=True, slots=True)
class Draft:
    """A battle that is not yet open: `place` = in which channel, `chosen` = which own thing is being worked on."""

    values: Values
    place: int | None = None
    own: tuple[Own, ...] = ()
    chosen: int | None = None

    def form(self, subject: Subject, at: int) -> Form:
        """Return the form for the battle, or for the own thing of that place, filled in with what was entered."""
        form = _empty(subject, self._weapon_names())
        if subject is Subject.BATTLE:
            return form.filled(self.values)
        return form.filled(self.own[at].values) if at < len(self.own) else form

    def entered(self, subject: Subject, at: int, values: Entered) -> "Draft":
        """Return the draft with what was entered in some fields of a form; a new thing is added."""
        if subject is Subject.BATTLE:
            return replace(self, values={**self.values, **values})
        if at < len(self.own) and self.own[at].subject is subject:
            changed = Own(subject, {**self.own[at].values, **values})
            return replace(self, own=(*self.own[:at], changed, *self.own[at + 1 :]), chosen=at)
        # What was not asked on this page is filled in as in the form.
        own = Own(subject, {**_defaults(_empty(subject, self._weapon_names())), **values})
        return replace(self, own=(*self.own, own), chosen=len(self.own))

    def without(self, at: int) -> "Draft":
        """Return the draft without the own thing of that place."""
        return replace(self, own=(*self.own[:at], *self.own[at + 1 :]), chosen=None)

    def document(self) -> dict[str, object]:
        """Return what was agreed, as it is opened. Raises: Refused with all that is wrong."""
        up, faults = SIDES[0].setting_up, list[str]()
        weapons, figures = list[dict[str, object]](), list[dict[str, object]]()
        for own in sorted(self.own, key=lambda one: one.subject is Subject.FIGURE):
            try:
                if own.subject is Subject.WEAPON:
                    weapons.append(up.weapon_row(own.values))
                else:
                    figures.append(up.figure_row(own.values, [str(row["name"]) for row in weapons]))
            except FormFault as fault:
                faults.append(_told(own.name, _empty(own.subject, ()), fault))
        try:
            document = up.battle_document(self.values, figures, weapons)
        except FormFault as fault:
            faults.append(_told("Schlacht", up.battle_form(), fault))
        if faults:
            raise Refused(tuple(faults))
        return document

    def lines(self) -> Iterator[str]:
        """Yield what is agreed so far."""
        form = self.form(Subject.BATTLE, 0)
        yield " · ".join(f"{field.label}: **{text}**" for field in form.fields if (text := _shown(field)))
        for label, subject in (("Eigene Figuren", Subject.FIGURE), ("Eigene Waffen", Subject.WEAPON)):
            names = [own.name for own in self.own if own.subject is subject]
            if names:
                yield f"{label}: **{shortened(', '.join(names), 300)}**"

    def to_json(self) -> str:
        """Return the draft as it is kept in its message."""
        own = [{"subject": one.subject, "values": dict(one.values)} for one in self.own]
        kept = {"values": dict(self.values), "place": self.place, "own": own, "chosen": self.chosen}
        return json.dumps(kept, ensure_ascii=False, indent=1)

    def _weapon_names(self) -> Sequence[str]:
        return [own.name for own in self.own if own.subject is Subject.WEAPON]


def draft_of(text: str) -> Draft:
    """Return the draft that was kept."""
    kept: dict[str, Any] = json.loads(text)
    own = tuple(Own(Subject(one["subject"]), one["values"]) for one in kept["own"])
    return Draft(kept["values"], kept["place"], own, kept["chosen"])


def pages(form: Form) -> tuple[tuple[FormField, ...], ...]:
    """Return the fields of a form in groups that fit into a modal; those of the board are together."""
    board = tuple(field for field in form.fields if _is_of_board(field))
    rest = [field for field in form.fields if not _is_of_board(field)]
    groups = (rest, board) if len(board) <= MOST_FIELDS else (form.fields,)
    return tuple(
        tuple(group[start : start + MOST_FIELDS]) for group in groups for start in range(0, len(group), MOST_FIELDS)
    )


def page_name(fields: Sequence[FormField]) -> str:
    """Return what a page is called: after its first field, or after the board."""
    if all(map(_is_of_board, fields)):
        return "Spielfeld"
    return fields[0].label if len(fields) == 1 else f"{fields[0].label} …"


def _is_of_board(field: FormField) -> bool:
    return field.kind is FieldKind.BOARD or field.name in (COLUMNS, ROWS, GRID)


def _empty(subject: Subject, weapons: Sequence[str]) -> Form:
    up = SIDES[0].setting_up
    match subject:
        case Subject.BATTLE:
            return up.battle_form()
        case Subject.FIGURE:
            return up.figure_form(weapons)
        case Subject.WEAPON:
            return up.weapon_form()


def _defaults(form: Form) -> Mapping[str, str | Sequence[str]]:
    return {field.name: field.default for field in form.fields}


def _told(name: str, form: Form, fault: FormFault) -> str:
    return f"❓ {name}, {form.field(fault.field).label}: {fault.text}"


def _shown(field: FormField) -> str:
    chosen = (field.default,) if isinstance(field.default, str) else field.default
    labels = {option.value: option.label for option in field.options}
    between = " " if field.kind is FieldKind.BOARD else ", "
    return shortened(between.join(labels.get(value, value) for value in chosen), _MOST_SHOWN)
