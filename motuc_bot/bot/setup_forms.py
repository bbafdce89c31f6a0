"""A battle that is being set up: what was entered so far in the system's forms, and what is wrong with it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from motuc_bot.bot.limits import MOST_OPTIONS
from motuc_bot.bot.modals import MOST_FIELDS, Entered
from motuc_bot.referee.refused import Refused
from motuc_bot.shortened import shortened
from motuc_bot.systems.forms import FieldKind, Form, FormFault, FormField, Values
from motuc_bot.systems.registry import SIDES
from motuc_bot.systems.setting_up import Row

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
        return " ".join(str(self.values.get("name") or "").split()) or (
            "Figur" if self.subject is Subject.FIGURE else "Waffe"
        )


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
        figures, weapons, faults = self._own_rows()
        up = SIDES[0].setting_up
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
        yield from (f"{field.label}: **{text}**" for field in form.fields if (text := _shown(field)))
        for label, names in (("Eigene Figuren", self._valued_figures()), ("Eigene Waffen", self._weapon_names())):
            if names:
                yield f"{label}: **{shortened(', '.join(names), 300)}**"

    def to_json(self) -> str:
        """Return the draft as it is kept in its message."""
        own = [{"subject": one.subject, "values": dict(one.values)} for one in self.own]
        kept = {"values": dict(self.values), "place": self.place, "own": own, "chosen": self.chosen}
        return json.dumps(kept, ensure_ascii=False, indent=1)

    def _own_rows(self) -> tuple[list[Row], list[Row], list[str]]:
        """Return own figures and weapons as far as nothing is wrong with them, and all that is wrong."""
        up, faults = SIDES[0].setting_up, list[str]()
        weapons, figures = list[Row](), list[Row]()
        # A figure may have a weapon that is not finished: only that one is wrong.
        names = self._weapon_names()
        for own in self.own:
            try:
                if own.subject is Subject.WEAPON:
                    weapons.append(up.weapon_row(own.values))
                else:
                    figures.append(up.figure_row(own.values, names))
            except FormFault as fault:
                faults.append(_told(own.name, _empty(own.subject, ()), fault))
        return figures, weapons, faults

    def _valued_figures(self) -> Sequence[str]:
        """Return the own figures with what they are worth, as long as nothing is wrong with any."""
        figures, weapons, faults = self._own_rows()
        if faults:
            return [own.name for own in self.own if own.subject is Subject.FIGURE]
        return [f"{row['name']} (Wert {SIDES[0].setting_up.figure_value(row, weapons)})" for row in figures]

    def _weapon_names(self) -> Sequence[str]:
        return [own.name for own in self.own if own.subject is Subject.WEAPON]


def draft_of(text: str) -> Draft:
    """Return the draft that was kept."""
    kept: dict[str, Any] = json.loads(text)
    own = tuple(Own(Subject(one["subject"]), one["values"]) for one in kept["own"])
    return Draft(kept["values"], kept["place"], own, kept["chosen"])


def pages(form: Form) -> tuple[tuple[FormField, ...], ...]:
    """Return the fields of a form page by page, none with more of them than fit into a modal."""
    groups: dict[str, list[FormField]] = {}
    for field in form.fields:
        groups.setdefault(field.page, []).append(field)
    return tuple(
        tuple(group[start : start + MOST_FIELDS])
        for group in groups.values()
        for start in range(0, len(group), MOST_FIELDS)
    )


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
    label = form.field(fault.field).label
    # What names its field itself says so once.
    named = re.search(rf"\b{re.escape(label.rpartition(': ')[2])}\b", fault.text)
    return f"❓ {name}: {fault.text}" if named else f"❓ {name}, {label}: {fault.text}"


def _shown(field: FormField) -> str:
    chosen = (field.default,) if isinstance(field.default, str) else field.default
    labels = {option.value: option.label for option in field.options}
    between = " " if field.kind is FieldKind.BOARD else ", "
    return shortened(between.join(labels.get(value, value) for value in chosen), _MOST_SHOWN)
