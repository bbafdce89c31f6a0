"""Who is at the page: by his cookie, never by what he says."""

import hashlib
import secrets
from dataclasses import dataclass

from aiohttp import web

from motuc_bot.table.hall import HALL, Seating

# At one machine everybody is the same person, and sits everywhere.
EVERYBODY = "tisch"

_COOKIE = "motuc"
_SEAT_COOKIE = "motuc_platz_{}"
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at the page: `person` as the referee knows him (None = a spectator); `host` may open battles."""

    person: str | None
    host: bool
    token: str


def visitor(request: web.Request, battle: int | None = None) -> Visitor:
    """Return who asks for a page, as far as this battle goes."""
    hall = request.app[HALL]
    token = form_token(request)
    if hall.seating is Seating.HOT_SEAT:
        return Visitor(EVERYBODY, True, token)
    host = secrets.compare_digest(request.cookies.get(_SEAT_COOKIE.format("sl"), ""), hall.host)
    if host:
        return Visitor(EVERYBODY, True, token)
    secret = "" if battle is None else request.cookies.get(_SEAT_COOKIE.format(battle), "")
    return Visitor(person_of(secret) if secret else None, False, token)


def new_secret() -> str:
    """Return the secret of a link that nobody can guess."""
    return secrets.token_urlsafe(32)


def person_of(secret: str) -> str:
    """Return as whom the referee knows the holder of a link: the database never holds the secret itself."""
    return f"link:{hashlib.sha256(secret.encode()).hexdigest()}"


def remember_link(response: web.StreamResponse, battle: int | None, secret: str) -> None:
    """Let the browser keep a link's secret, so that it need not stand in any address any more."""
    name = _SEAT_COOKIE.format("sl" if battle is None else battle)
    response.set_cookie(name, secret, max_age=_YEAR, httponly=True, samesite="Strict", path="/")


def form_token(request: web.Request) -> str:
    """Return what every form of this browser must send along: only our own pages can know it."""
    cookie = request.cookies.get(_COOKIE) or request.get(_COOKIE, "")
    return hashlib.sha256(f"form:{cookie}".encode()).hexdigest()


def has_cookie(request: web.Request) -> bool:
    """Tell whether the browser has been here before."""
    return bool(request.cookies.get(_COOKIE))


def greet(request: web.Request) -> None:
    """Give a new browser its cookie, before the page with the forms is made."""
    if not has_cookie(request):
        request[_COOKIE] = secrets.token_urlsafe(24)


def keep_cookie(request: web.Request, response: web.StreamResponse) -> None:
    """Send the cookie to a browser that got a new one."""
    if _COOKIE in request and not response.prepared:
        response.set_cookie(_COOKIE, request[_COOKIE], max_age=_YEAR, httponly=True, samesite="Strict", path="/")
