"""Seats by secret links: the game master makes them, hands them out, and may take them back."""

from dataclasses import dataclass
from datetime import UTC, datetime

from aiohttp import web

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.sit import rise, sit
from motuc_bot.referee.who_sits import who_sits
from motuc_bot.table.battle_pages import number_of
from motuc_bot.table.entered import entered, text_in
from motuc_bot.table.hall import HALL, Seating, work
from motuc_bot.table.page import page
from motuc_bot.table.visitors import EVERYBODY, is_host_secret, new_secret, person_of, remember_link, visitor

ROUTES = web.RouteTableDef()

_THIS_MACHINE = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat in the list, with the people who have a link to it; `link` only just after it was made."""

    name: str
    people: tuple[str, ...]
    link: str | None = None


@ROUTES.get(r"/schlacht/{battle:\d{1,9}}/plaetze")
async def seats(request: web.Request) -> web.Response:
    """The seats of a battle, for the game master."""
    _only_host(request)
    return await _seats_page(request)


@ROUTES.post(r"/schlacht/{battle:\d{1,9}}/plaetze")
async def change_seats(request: web.Request) -> web.Response:
    """Make a link for a seat, or take all links of a seat back."""
    _only_host(request)
    form, hall, battle = await entered(request), request.app[HALL], number_of(request)
    seat = " ".join(text_in(form, "platz").split())
    if text_in(form, "tun") == "zuruecknehmen":
        await work(rise, hall.desk, battle, EVERYBODY, seat, keep=EVERYBODY)
        # Pages that are open with such a link see from now on what everybody sees.
        hall.tell(battle)
        return await _seats_page(request)
    secret = new_secret()
    await work(sit, hall.desk, battle, EVERYBODY, seat, person_of(secret))
    # Where the same battle is played at one machine again, this seat must be there too.
    await work(sit, hall.desk, battle, EVERYBODY, seat, EVERYBODY)
    return await _seats_page(request, seat, f"{_scheme(request)}://{request.host}/platz/{battle}/{secret}")


@ROUTES.get(r"/platz/{battle:\d{1,9}}/{secret:[A-Za-z0-9_-]{20,100}}")
async def take_link(request: web.Request) -> web.StreamResponse:
    """A link is opened: the browser keeps its secret, and the address has it no more."""
    battle, secret = number_of(request), request.match_info["secret"]
    seen = await work(read_battle, request.app[HALL].desk, battle, person_of(secret), excerpt=NO_POSTS)
    if not seen.mine:
        raise NotAllowed("Dieser Link gilt nicht (mehr). Bitte die Spielleitung um einen neuen.")
    response = web.HTTPSeeOther(f"/schlacht/{battle}")
    remember_link(response, battle, secret)
    raise response


@ROUTES.get(r"/leitung/{secret:[A-Za-z0-9_-]{20,100}}")
async def take_host_link(request: web.Request) -> web.StreamResponse:
    """The link of whoever started the page."""
    response, hall, secret = web.HTTPSeeOther("/"), request.app[HALL], request.match_info["secret"]
    if hall.seating is Seating.LINKS:
        if not is_host_secret(hall, secret):
            raise NotAllowed("Dieser Link gilt nicht (mehr). Der neue steht dort, wo die Seite gestartet wurde.")
        remember_link(response, None, secret)
    raise response


async def _seats_page(request: web.Request, made: str = "", link: str | None = None) -> web.Response:
    battle = number_of(request)
    found = await work(_seats, request.app[HALL].desk, battle, made, link)
    return page(request, "seats.html", seats=found, battle=battle, at=datetime.now(UTC))


def _seats(desk: Desk, battle: int, made: str, link: str | None) -> tuple[SeatShown, ...]:
    rows = who_sits(desk, battle, EVERYBODY)
    names = dict.fromkeys([*(row.seat for row in rows), *([made] if made else [])])
    return tuple(
        SeatShown(
            name,
            tuple(row.person for row in rows if row.seat == name and row.person != EVERYBODY),
            link if name == made else None,
        )
        for name in names
    )


def _scheme(request: web.Request) -> str:
    """Return how the browser has come; a server before us on the same machine may tell that it was by https."""
    told = request.headers.get("X-Forwarded-Proto", "").strip().lower()
    return told if told in ("http", "https") and request.remote in _THIS_MACHINE else request.scheme


def _only_host(request: web.Request) -> None:
    if not visitor(request).host:
        raise NotAllowed("Plätze vergibt die Spielleitung.")
