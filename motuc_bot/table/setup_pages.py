"""Setting up: a new battle from a template, own figures and weapons, then the line-up."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from multidict import MultiDictProxy

from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.systems.forms import FieldKind, Form, FormFault
from motuc_bot.systems.registry import SIDES
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.page import page
from motuc_bot.table.visitors import EVERYBODY, visitor

ROUTES = web.RouteTableDef()

Entered = MultiDictProxy[Any]
_FIGURE, _WEAPON = "figur", "waffe"
_MOST_OWN = 50


@dataclass(frozen=True, slots=True)
class Own:
    """Own figures and weapons, carried from form to form until the battle is opened."""

    figures: tuple[Mapping[str, object], ...] = ()
    weapons: tuple[Mapping[str, object], ...] = ()

    @property
    def weapon_names(self) -> tuple[str, ...]:
        """The names of the own weapons."""
        return tuple(str(row.get("name")) for row in self.weapons)

    def to_json(self) -> str:
        """Return them as a form carries them."""
        return json.dumps({"figures": self.figures, "weapons": self.weapons}, ensure_ascii=False)


@ROUTES.get("/neu")
async def new(request: web.Request) -> web.Response:
    """The form for a new battle, filled in from a template."""
    _only_host(request)
    up = SIDES[0].setting_up
    templates = up.templates()
    wanted = next((one for one in templates if one.key == request.query.get("vorlage")), None)
    form = up.battle_form() if wanted is None else up.battle_form().filled(wanted.values)
    return _new_page(request, form, Own())


@ROUTES.post("/neu")
async def open_new(request: web.Request) -> web.StreamResponse:
    """The battle is opened, or a form for an own figure or weapon comes in between."""
    _only_host(request)
    side, entered = SIDES[0], await request.post()
    up = side.setting_up
    form, own = up.battle_form(), _own(entered)
    values = _values(form, entered)
    match entered.get("tun"):
        case "figur":
            return _own_page(request, up.figure_form(own.weapon_names), values, own, _FIGURE)
        case "waffe":
            return _own_page(request, up.weapon_form(), values, own, _WEAPON)
        case "ohne":
            return _new_page(request, form.filled(values), Own())
    try:
        document = up.battle_document(values, own.figures, own.weapons)
        opened = await work(open_battle, request.app[HALL].desk, side.system.key, document, EVERYBODY)
    except FormFault as fault:
        return _new_page(request, form.filled(values), own, faults={fault.field: fault.text}, status=422)
    except Refused as refused:
        return _new_page(request, form.filled(values), own, lines=refused.lines, status=422)
    raise web.HTTPSeeOther(f"/schlacht/{opened.battle}/aufstellung")


@ROUTES.post("/neu/eigene")
async def add_own(request: web.Request) -> web.Response:
    """An own figure or weapon is added to the battle that is being set up."""
    _only_host(request)
    up, entered = SIDES[0].setting_up, await request.post()
    own, before = _own(entered), _carried(entered)
    kind = _WEAPON if entered.get("art") == _WEAPON else _FIGURE
    form = up.weapon_form() if kind == _WEAPON else up.figure_form(own.weapon_names)
    values = _values(form, entered)
    if entered.get("tun") != "zurueck":
        try:
            if kind == _WEAPON:
                own = Own(own.figures, (*own.weapons, up.weapon_row(values)))
            else:
                own = Own((*own.figures, up.figure_row(values, own.weapon_names)), own.weapons)
        except FormFault as fault:
            filled = form.filled(values)
            return _own_page(request, filled, before, own, kind, faults={fault.field: fault.text}, status=422)
    return _new_page(request, up.battle_form().filled(before), own)


def _new_page(
    request: web.Request,
    form: Form,
    own: Own,
    *,
    faults: Mapping[str, str] | None = None,
    lines: tuple[str, ...] = (),
    status: int = 200,
) -> web.Response:
    board = {field.name: field for field in form.fields if field.name in ("columns", "rows")}
    return page(
        request,
        "new.html",
        status=status,
        form=form,
        own=own,
        faults=faults or {},
        lines=lines,
        templates=SIDES[0].setting_up.templates(),
        board=board,
    )


def _own_page(
    request: web.Request,
    form: Form,
    before: Mapping[str, str | list[str]],
    own: Own,
    kind: str,
    *,
    faults: Mapping[str, str] | None = None,
    status: int = 200,
) -> web.Response:
    return page(
        request,
        "own.html",
        status=status,
        form=form,
        own=own,
        kind=kind,
        before=json.dumps(before, ensure_ascii=False),
        faults=faults or {},
    )


def _values(form: Form, entered: Entered) -> dict[str, str | list[str]]:
    """Return what was entered in the fields of the form."""
    several = (FieldKind.CHOICES, FieldKind.BOARD)
    values: dict[str, str | list[str]] = {}
    for field in form.fields:
        sent = [value for value in entered.getall(field.name, []) if isinstance(value, str)]
        if field.kind in several:
            values[field.name] = sent
        elif sent:
            values[field.name] = sent[0]
    return values


def _own(entered: Entered) -> Own:
    """Return the own figures and weapons that the form carries; the battle checks them again."""
    try:
        kept = json.loads(str(entered.get("eigene", "") or "{}"))
        figures, weapons = kept.get("figures", []), kept.get("weapons", [])
    except (ValueError, AttributeError, RecursionError):
        return Own()
    rows = [row for row in (*figures, *weapons) if isinstance(row, dict)]
    if len(rows) != len(figures) + len(weapons) or len(rows) > _MOST_OWN:
        return Own()
    return Own(tuple(figures), tuple(weapons))


def _carried(entered: Entered) -> dict[str, str | list[str]]:
    """Return what had been entered in the form before this one."""
    try:
        kept = json.loads(str(entered.get("bisher", "") or "{}"))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {
        str(name): value if isinstance(value, str) else [str(one) for one in value]
        for name, value in kept.items()
        if isinstance(value, str | list)
    }


def _only_host(request: web.Request) -> None:
    if not visitor(request).host:
        raise NotAllowed("Eine neue Schlacht beginnt, wer die Seite gestartet hat.")
