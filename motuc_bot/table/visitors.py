"""Who is at the page: by his cookie, never by what he says."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from aiohttp import web

from motuc_bot.table.hall import HALL, Hall, Seating

# At one machine everybody is the same person, and sits everywhere.
EVERYBODY = "tisch"

_COOKIE = "motuc"
# What a browser without that cookie gets with the answer.
_NEW = web.RequestKey("new_cookie", str)
_SEAT_COOKIE = "motuc_platz_{}"
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at the page: `person` as the referee knows him (None = a spectator); `host` may open battles."""

    person: str | None
    host: bool


def visitor(request: web.Request, battle: int | None = None) -> Visitor:
    """Return who asks for a page, as far as this battle goes."""
    hall = request.app[HALL]
    if hall.seating is Seating.HOT_SEAT:
        return Visitor(EVERYBODY, True)
    if is_host_secret(hall, request.cookies.get(_SEAT_COOKIE.format("sl"), "")):
        return Visitor(EVERYBODY, True)
    secret = "" if battle is None else request.cookies.get(_SEAT_COOKIE.format(battle), "")
    return Visitor(person_of(secret) if secret else None, False)


def is_host_secret(hall: Hall, secret: str) -> bool:
    """Tell whether this is the secret of whoever started the page; where he has none, nothing is."""
    return bool(hall.host) and same(secret, hall.host)


def same(one: str, other: str) -> bool:
    """Tell whether two secrets are the same, in a time that tells nothing of where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "surrogateescape"), other.encode("utf-8", "surrogateescape"))


def new_secret() -> str:
    """Return the secret of a link that nobody can guess."""
    return secrets.token_urlsafe(32)


def person_of(secret: str) -> str:
    """Return as whom the referee knows the holder of a link: the database never holds the secret itself."""
    return f"link:{_digest(secret)}"


def remember_link(response: web.StreamResponse, battle: int | None, secret: str) -> None:
    """Let the browser keep a link's secret, so that it need not stand in any address any more."""
    name = _SEAT_COOKIE.format("sl" if battle is None else battle)
    _set(response, name, secret)


def form_token(request: web.Request) -> str:
    """Return what every form of this browser must send along: only our own pages can know it.

    A browser without a cookie gets one, so that the token of this page will do.
    """
    cookie = request.cookies.get(_COOKIE) or request.get(_NEW)
    if cookie is None:
        cookie = request[_NEW] = secrets.token_urlsafe(32)
    return _digest(f"form:{cookie}")


def browser_of(request: web.Request) -> str | None:
    """Return what tells one browser from others; None = it has not been here before."""
    return request.cookies.get(_COOKIE) or None


def has_cookie(request: web.Request) -> bool:
    """Tell whether the browser has been here before."""
    return browser_of(request) is not None


def keep_cookie(request: web.Request, response: web.StreamResponse) -> None:
    """Send the cookie to a browser that got a new one."""
    if _NEW in request and not response.prepared:
        _set(response, _COOKIE, request[_NEW])


def _set(response: web.StreamResponse, name: str, value: str) -> None:
    # Lax: whoever comes by a link in a chat has his cookies at once. Posts need the token and the right origin anyway.
    response.set_cookie(name, value, max_age=_YEAR, httponly=True, samesite="Lax", path="/")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
