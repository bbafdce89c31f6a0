"""Setting up: a new battle from a template, own figures and weapons, then the line-up."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web

from motuc_bot.picture.svg import board_svg
from motuc_bot.picture.view import BoardView
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.systems.forms import COLUMNS, GRID, ROWS, FieldKind, Form, FormFault, Template
from motuc_bot.systems.registry import SIDES
from motuc_bot.table.entered import Entered, entered, text_in
from motuc_bot.table.hall import HALL, work
from motuc_bot.table.page import page
from motuc_bot.table.visitors import EVERYBODY, visitor
from rules.board import Field, Grid

ROUTES = web.RouteTableDef()

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
    side, sent = SIDES[0], await entered(request)
    up = side.setting_up
    form, own = up.battle_form(), _own(sent)
    values = _values(form, sent)
    match sent.get("tun"):
        case "figur":
            return _own_page(request, up.figure_form(own.weapon_names), values, own, _FIGURE)
        case "waffe":
            return _own_page(request, up.weapon_form(), values, own, _WEAPON)
        case "ohne":
            return _new_page(request, form.filled(values), Own())
    hall, name = request.app[HALL], str(sent.get("nonce", ""))[:80]
    async with hall.opening:
        battle = hall.opened(name)
        if battle is None:
            try:
                document = up.battle_document(values, own.figures, own.weapons)
                battle = (await work(open_battle, hall.desk, side.system.key, document, EVERYBODY)).battle
            except FormFault as fault:
                return _new_page(request, form.filled(values), own, faults={fault.field: fault.text}, status=422)
            except Refused as refused:
                return _new_page(request, form.filled(values), own, lines=refused.lines, status=422)
            hall.remember_opened(name, battle)
    raise web.HTTPSeeOther(f"/schlacht/{battle}/aufstellung")


@ROUTES.post("/neu/eigene")
async def add_own(request: web.Request) -> web.Response:
    """An own figure or weapon is added to the battle that is being set up."""
    _only_host(request)
    up, sent = SIDES[0].setting_up, await entered(request)
    own, before = _own(sent), _carried(sent)
    kind = _WEAPON if sent.get("art") == _WEAPON else _FIGURE
    form = up.weapon_form() if kind == _WEAPON else up.figure_form(own.weapon_names)
    values = _values(form, sent)
    if sent.get("tun") != "zurueck":
        if len(own.figures) + len(own.weapons) >= _MOST_OWN:
            lines = (f"❓ Mehr als {_MOST_OWN} eigene Figuren und Waffen passen nicht in eine Schlacht.",)
            return _new_page(request, up.battle_form().filled(before), own, lines=lines, status=422)
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
    templates = SIDES[0].setting_up.templates()
    return page(
        request,
        "new.html",
        status=status,
        nonce=secrets.token_hex(12),
        form=form,
        own=own,
        faults=faults or {},
        lines=lines,
        templates=templates,
        previews={template.key: _preview(template) for template in templates},
        chosen=request.query.get("vorlage"),
    )


def _preview(template: Template) -> str:
    """Return the board of a template, drawn small."""
    values = template.values
    board = BoardView(
        columns=int(str(values[COLUMNS])),
        rows=int(str(values[ROWS])),
        grid=Grid(str(values[GRID])),
        blocked=frozenset(map(Field.parse, values.get("blocked", ()))),
        raised=frozenset(map(Field.parse, values.get("raised", ()))),
    )
    return board_svg(board, title=template.label, name=f"board-{template.key}")


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


def _values(form: Form, sent: Entered) -> dict[str, str | list[str]]:
    """Return what was entered in the fields of the form."""
    several = (FieldKind.CHOICES, FieldKind.BOARD)
    values: dict[str, str | list[str]] = {}
    for field in form.fields:
        given = [value for value in sent.getall(field.name, []) if isinstance(value, str)]
        if field.kind in several:
            values[field.name] = given
        elif given:
            values[field.name] = given[0]
    return values


def _own(sent: Entered) -> Own:
    """Return the own figures and weapons that the form carries; the battle checks them again."""
    try:
        kept = json.loads(text_in(sent, "eigene") or "{}")
    except (ValueError, RecursionError):
        return Own()
    if not isinstance(kept, dict):
        return Own()
    figures, weapons = _rows(kept.get("figures")), _rows(kept.get("weapons"))
    return Own(figures, weapons) if len(figures) + len(weapons) <= _MOST_OWN else Own()


def _rows(kept: object) -> tuple[Mapping[str, object], ...]:
    rows = kept if isinstance(kept, list) else []
    return tuple(row for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str))


def _carried(sent: Entered) -> dict[str, str | list[str]]:
    """Return what had been entered in the form before this one."""
    try:
        kept = json.loads(text_in(sent, "bisher") or "{}")
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
