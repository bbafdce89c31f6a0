"""The line-up: who takes which figures, what they carry and hold, and the start."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from motuc_bot.referee.act import act
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form
from motuc_bot.referee.give_orders import give_orders
from motuc_bot.referee.read_battle import NO_POSTS, SeenBattle, read_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.forms import FormFault, Option
from motuc_bot.systems.registry import known_side
from motuc_bot.systems.roster import RosterRow
from motuc_bot.table.battle_pages import number_of
from motuc_bot.table.entered import entered, message_in
from motuc_bot.table.hall import HALL, Seating, work
from motuc_bot.table.held import uncovered
from motuc_bot.table.page import page
from motuc_bot.table.visitors import Visitor, visitor
from rules.core import GAME_MASTER, Seat

ROUTES = web.RouteTableDef()


@dataclass(frozen=True, slots=True)
class Enlisted:
    """A figure of a side, with what may be chosen for it."""

    row: RosterRow
    mine: bool
    carried: tuple[Option, ...]
    armoury: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class LineupSide:
    """A side with its figures, their sum, and who may still join it."""

    key: str
    name: str
    sum: int
    figures: tuple[Enlisted, ...]
    free: tuple[Option, ...]
    armoury: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Lineup:
    """All that the page of a line-up shows."""

    battle: SeenBattle
    sides: tuple[LineupSide, ...]
    open: bool
    master: bool


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/aufstellung")
async def show(request: web.Request) -> web.Response:
    """The line-up of a battle."""
    await uncovered(request, number_of(request))
    return await _lineup_page(request)


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/aufstellung")
async def change(request: web.Request) -> web.StreamResponse:
    """One change of the line-up; the page tells what came of it."""
    battle, form, hall = number_of(request), await entered(request), request.app[HALL]
    who = visitor(request, battle)
    if who.person is None:
        raise NotAllowed("Hier stellt nur auf, wer einen Platz hat.")
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    chosen = [value for value in form.getall("waffen", []) if isinstance(value, str) and value]
    try:
        lines = await work(_changed, hall.desk, battle, who, fields, chosen, message_in(form))
    except (FormFault, FileFault) as fault:
        return await _lineup_page(request, lines=(f"❓ {fault.text}",), status=422, kept=fields)
    except Refused as refused:
        return await _lineup_page(request, lines=refused.lines, status=422, kept=fields)
    hall.tell(battle)
    if fields.get("tun") == "los":
        raise web.HTTPSeeOther(f"/schlacht/{battle}")
    return await _lineup_page(request, lines=lines)


def _changed(
    desk: Desk, battle: int, who: Visitor, fields: dict[str, str], chosen: Sequence[str], message: Message
) -> tuple[str, ...]:
    """Carry the change out and return what the referee says. Raises: FormFault, FileFault, Refused."""
    assert who.person is not None
    seen = read_battle(desk, battle, who.person, excerpt=NO_POSTS)
    side, state = known_side(seen.system), seen.state
    up = side.setting_up
    figure = fields.get("figur", "")
    orders: list[Any]
    match fields.get("tun"):
        case "dazu":
            name = " ".join(fields.get("platz", "").split()) or (seen.mine[0] if seen.mine else "")
            if not (who.host or name in seen.mine):
                raise NotAllowed("Du stellst nur für deinen eigenen Platz auf.")
            order = up.enlist(state, Seat(name), figure, fields.get("seite", ""), chosen)
            return take_seat(desk, Form(battle, who.person, (order,), message, name)).lines
        case "raus":
            orders = [up.withdraw(state, figure)]
        case "waffen":
            orders = [up.equip(state, figure, chosen)]
        case "haende":
            orders = [up.hold(state, figure, chosen)]
        case "los" if not side.in_lineup(state):
            # From a page that is older than that: the same order would end the next phase too.
            return ()
        case "los":
            answer = act(desk, battle, who.person, (up.start(),), message, seat=GAME_MASTER)
            if not answer.accepted:
                raise Refused(answer.lines)
            return answer.lines
        case _:
            raise NotAllowed("So geht das nicht: bitte die Knöpfe der Seite benutzen.")
    seat = GAME_MASTER if GAME_MASTER in seen.mine else None
    return give_orders(desk, Form(battle, who.person, orders, message, seat)).lines


async def _lineup_page(
    request: web.Request, lines: tuple[str, ...] = (), status: int = 200, kept: Mapping[str, str] | None = None
) -> web.Response:
    """Return the page; `kept` is what was entered in a form that was refused."""
    battle = number_of(request)
    who = visitor(request, battle)
    found = await work(_lineup, request.app[HALL].desk, battle, who)
    return page(
        request,
        "lineup.html",
        status=status,
        lineup=found,
        battle=found.battle,
        lines=lines,
        kept=kept or {},
        nonce=secrets.token_hex(12),
        names_seats=request.app[HALL].seating is Seating.HOT_SEAT or found.master,
    )


def _lineup(desk: Desk, battle: int, who: Visitor) -> Lineup:
    seen = read_battle(desk, battle, who.person, excerpt=NO_POSTS)
    side = known_side(seen.system)
    up, state, still_open = side.setting_up, seen.state, side.in_lineup(seen.state)
    rows = side.roster(state)
    master = GAME_MASTER in seen.mine
    # Whoever names the seats may let anybody join either side.
    joining = "(neu)" if master else next((seat for seat in seen.mine if seat != GAME_MASTER), "(neu)")
    sides = []
    for option in up.sides():
        mine = [row for row in rows if row.side == option.value]
        sides.append(
            LineupSide(
                key=option.value,
                name=option.label,
                sum=sum(row.value for row in mine),
                figures=tuple(
                    Enlisted(
                        row,
                        master or row.seat in seen.mine,
                        up.carried(state, row.name),
                        up.armoury_choices(state, option.value, row.name) if still_open else (),
                    )
                    for row in mine
                ),
                free=up.lineup_choices(state, Seat(joining), option.value) if still_open and seen.mine else (),
                armoury=up.armoury_choices(state, option.value) if still_open else (),
            )
        )
    return Lineup(seen, tuple(sides), still_open, master)
