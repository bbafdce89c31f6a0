"""What keeps the page safe: headers, forms only from our own pages, not too many requests."""

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Middleware

from motuc_bot.referee.refused import NoSuchBattle, NotAllowed, Refused
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.table import visitors
from motuc_bot.table.page import error_page

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MOST_BYTES = 200_000
POSTS_AT_ONCE, POSTS_A_SECOND = 40.0, 4.0

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_MOST_BUCKETS = 10_000
_LOG = logging.getLogger(__name__)


@web.middleware
async def headers(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Put the headers on every answer."""
    response = await handler(request)
    if not response.prepared:
        response.headers.update(_HEADERS)
        if not request.path.startswith("/static/"):
            response.headers["Cache-Control"] = "no-store"
    return response


@web.middleware
async def faults(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn whatever goes wrong into a German page, never a traceback."""
    try:
        return await handler(request)
    except NoSuchBattle as refused:
        return error_page(request, 404, "Nicht gefunden", refused.lines)
    except NotAllowed as refused:
        return error_page(request, 403, "Das geht nicht", refused.lines)
    except Refused as refused:
        return error_page(request, 422, "Das zählt so nicht", refused.lines)
    except DatabaseFault as fault:
        return error_page(request, 503, "Die Datenbank macht Ärger", (str(fault),))
    except web.HTTPRedirection:
        raise
    except web.HTTPException as error:
        return error_page(request, error.status, _TITLES.get(error.status, "Das geht nicht"), _told(error))
    except Exception:
        number = secrets.token_hex(4)
        _LOG.exception("page %s failed, error id %s", request.path, number)
        return error_page(request, 500, "Ein Fehler", (f"Hier ist etwas schiefgegangen (Fehler {number}).",))


@web.middleware
async def own_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let a form count only if it comes from one of our own pages."""
    visitors.greet(request)
    if request.method not in _SAFE:
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="Diese Anfrage kam von einer fremden Seite.")
        given = request.headers.get("X-Motuc-Token") or str((await request.post()).get("token", ""))
        if not visitors.has_cookie(request) or not secrets.compare_digest(given, visitors.form_token(request)):
            raise web.HTTPForbidden(text="Die Seite ist veraltet: bitte neu laden und noch einmal absenden.")
    response = await handler(request)
    visitors.keep_cookie(request, response)
    return response


class Pace:
    """Lets each address send so many forms at once, and so many a second after that."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str) -> bool:
        """Tell whether one more may come now."""
        now = self._clock()
        left, since = self._buckets.pop(address, (POSTS_AT_ONCE, now))
        left = min(POSTS_AT_ONCE, left + (now - since) * POSTS_A_SECOND)
        allowed = left >= 1
        self._buckets[address] = (left - 1 if allowed else left, now)
        while len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed


def paced(pace: Pace) -> Middleware:
    """Return the middleware that keeps the pace."""

    @web.middleware
    async def keep_pace(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.method not in _SAFE and not pace.allows(request.remote or ""):
            raise web.HTTPTooManyRequests(text="Das war zu viel auf einmal: bitte kurz warten.")
        return await handler(request)

    return keep_pace


_TITLES = {403: "Das geht nicht", 404: "Nicht gefunden", 413: "Zu groß", 429: "Zu schnell"}
_TEXTS = {
    404: "Diese Seite gibt es nicht.",
    405: "So geht das nicht: bitte die Knöpfe der Seite benutzen.",
    413: "Das ist zu lang: ein Beitrag darf nicht so groß sein.",
}


def _told(error: web.HTTPException) -> tuple[str, ...]:
    own = error.text if error.text and not error.text.startswith(f"{error.status}:") else None
    return (_TEXTS.get(error.status) or own or "Das hat nicht geklappt.",)
