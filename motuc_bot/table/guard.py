"""What keeps the page safe: headers, forms only from our own pages, not too many requests."""

import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import ip_address

from aiohttp import web
from aiohttp.typedefs import Middleware

from motuc_bot.referee.refused import NoSuchBattle, NotAllowed, Refused
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.table import visitors
from motuc_bot.table.entered import entered, text_in
from motuc_bot.table.hall import HALL
from motuc_bot.table.page import error_page

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# As a form, a post of 20,000 characters takes up to 240,000.
MOST_BYTES = 300_000
POSTS_AT_ONCE, POSTS_A_SECOND = 40.0, 4.0
# Previews come while somebody types. Cookies can be made up: an address has a pace too, for a whole household.
PREVIEWS, HOUSEHOLD = 4.0, 10.0

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": with that a browser sends our own forms from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
# For the file of a battle, and the proof of its dice, all of it is gone through.
_COSTLY = ("/datei", "/wuerfel")
_PREVIEW = "/vorschau"
_FILES = ("/static/", "/board.css")
_WITH_SECRET = ("/platz/", "/leitung/")
_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(:[0-9]{1,5})?")
_MOST_BUCKETS = 10_000
_LOG = logging.getLogger(__name__)


async def put_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Put the headers on every answer: pages, faults, redirections, files, streams."""
    response.headers.update(_HEADERS)
    if request.path.startswith(_WITH_SECRET):
        response.headers["Referrer-Policy"] = "no-referrer"
    # Files may be kept, and are asked for again: after an update they fit the page.
    response.headers["Cache-Control"] = "no-cache" if request.path.startswith(_FILES) else "no-store"


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
        _LOG.warning("%s", fault)
        # Where the database lies is for whoever runs it.
        told = (str(fault),) if visitors.visitor(request).host else (_AWAY,)
        return error_page(request, 503, "Die Datenbank macht Ärger", told)
    except web.HTTPRedirection:
        raise
    except web.HTTPException as error:
        return error_page(request, error.status, _TITLES.get(error.status, "Das geht nicht"), _told(error))
    except Exception:
        number = secrets.token_hex(4)
        # Not the address itself: it may hold the secret of a seat.
        resource = request.match_info.route.resource
        _LOG.exception("page %s failed, error id %s", resource and resource.canonical, number)
        return error_page(request, 500, "Ein Fehler", (f"Hier ist etwas schiefgegangen (Fehler {number}).",))


@web.middleware
async def own_name(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer only by an address or a known name of this machine.

    Else a foreign page could let its own name point here, and be of the same origin as we are.
    """
    match = _HOST.fullmatch(request.headers.get("Host", "").lower())
    if match is None or not (match[1] in request.app[HALL].names or _is_address(match[1])):
        raise web.HTTPMisdirectedRequest(text="Unter diesem Namen gibt es hier keine Seite (--name).")
    return await handler(request)


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


@web.middleware
async def own_pages(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let a form count only if it comes from one of our own pages."""
    if request.method not in _SAFE:
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site", "same-origin")
        ours = (f"http://{request.host}".lower(), f"https://{request.host}".lower())
        if (origin is not None and origin.lower() not in ours) or site not in ("same-origin", "none"):
            raise web.HTTPForbidden(text="Diese Anfrage kam von einer fremden Seite.")
        given = request.headers.get("X-Motuc-Token") or text_in(await entered(request), "token")
        if not visitors.has_cookie(request) or not visitors.same(given, visitors.form_token(request)):
            raise web.HTTPForbidden(text="Die Seite ist veraltet: bitte neu laden und noch einmal absenden.")
    response = await handler(request)
    visitors.keep_cookie(request, response)
    return response


class Pace:
    """Lets each browser ask for so much at once, and so much a second after that."""

    def __init__(self, at_once: float = POSTS_AT_ONCE, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, times: float = 1.0) -> bool:
        """Tell whether one more may come now; `times` as many may come as usual."""
        now, most = self._clock(), self._at_once * times
        left, since = self._buckets.pop(who, (most, now))
        left = min(most, left + (now - since) * POSTS_A_SECOND * times)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        while len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed


def paced(pace: Pace) -> Middleware:
    """Return the middleware that keeps the pace."""

    @web.middleware
    async def keep_pace(request: web.Request, handler: Handler) -> web.StreamResponse:
        costly = request.method not in _SAFE or request.path.endswith(_COSTLY)
        if costly and not _in_time(pace, request):
            raise web.HTTPTooManyRequests(text="Das war zu viel auf einmal: bitte kurz warten.")
        return await handler(request)

    return keep_pace


def _in_time(pace: Pace, request: web.Request) -> bool:
    """Tell whether the browser, or whoever comes without a cookie from that address, may ask now."""
    browser, address = visitors.browser_of(request), request.remote or ""
    preview = request.path.endswith(_PREVIEW)
    times, kind = (PREVIEWS, "preview") if preview else (1.0, "post")
    if browser is None:
        return pace.allows(f"{kind} from {address}", times)
    return pace.allows(f"{kind} by {visitors.form_token(request)}", times) and pace.allows(
        f"{kind} in {address}", times * HOUSEHOLD
    )


_AWAY = "Bitte in ein paar Minuten noch einmal versuchen; ein Entwurf bleibt beim Zurückgehen erhalten."
_TITLES = {
    400: "Nicht zu lesen",
    403: "Das geht nicht",
    404: "Nicht gefunden",
    413: "Zu groß",
    421: "Falscher Name",
    429: "Zu schnell",
    503: "Zu voll",
}
_TEXTS = {
    404: "Diese Seite gibt es nicht.",
    405: "So geht das nicht: bitte die Knöpfe der Seite benutzen.",
    413: "Das ist zu lang: ein Beitrag darf nicht so groß sein.",
}


def _told(error: web.HTTPException) -> tuple[str, ...]:
    own = error.text if error.text and not error.text.startswith(f"{error.status}:") else None
    return (_TEXTS.get(error.status) or own or "Das hat nicht geklappt.",)
