"""How the program is, for whoever watches over it: `/healthz` for a supervisor, `/metrics` for Prometheus."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from motuc_bot.referee.desk import Desk
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.health import answers
from motuc_bot.table.hall import work
from motuc_bot.table.metrics import Metrics
from motuc_bot.table.visitors import same

ROUTES = web.RouteTableDef()

HERE = "127.0.0.1"

_log = logging.getLogger(__name__)

_NO_DATABASE, _NO_PLATFORM = "Die Datenbank ist nicht zu erreichen.", "Keine Verbindung zu Discord."
# What a reverse proxy adds to what it passes on: then it was somebody from elsewhere who asked.
_PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
_SCHEME = "Bearer "


@dataclass(slots=True)
class Health:
    """What is watched: the desk, and whether the platform is connected (None = there is none in this process)."""

    desk: Desk
    connected: Callable[[], bool] | None = None
    metrics_token: str = field(default="", repr=False)
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = Metrics(self.desk)

    def fault(self) -> str | None:
        """Return what keeps the program from working, in German; None = it works."""
        try:
            with self.desk.store.reading() as connection:
                answers(connection)
        except DatabaseFault as fault:
            # Where the database lies is for the log, not for whoever asks.
            _log.warning("%s", fault)
            return _NO_DATABASE
        return None if self.connected is None or self.connected() else _NO_PLATFORM


HEALTH = web.AppKey("health", Health)


@ROUTES.get("/healthz")
async def healthz(request: web.Request) -> web.Response:
    """Tell whether the program works."""
    fault = await work(request.app[HEALTH].fault)
    return web.Response(text=f"{fault or 'ok'}\n", status=200 if fault is None else 503)


@ROUTES.get("/metrics")
async def metrics(request: web.Request) -> web.Response:
    """Tell this machine, and whoever has the token, the numbers."""
    health = request.app[HEALTH]
    if not (_from_here(request) or _has_token(request, health.metrics_token)):
        raise web.HTTPForbidden(text="Das gibt es nur auf diesem Rechner selbst (oder mit MOTUC_METRICS_TOKEN).")
    text = await work(health.metrics.text)
    return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


@asynccontextmanager
async def served(health: Health, port: int) -> AsyncIterator[int]:
    """Serve these two alone, to this machine alone, for as long as this goes on, and give the port (0 = any).

    Raises: OSError.
    """
    app = web.Application()
    app[HEALTH] = health
    app.add_routes(ROUTES)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, HERE, port).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def _from_here(request: web.Request) -> bool:
    """Tell whether somebody at this machine asks, by its own name: a proxy asks for others."""
    return (
        _is_loopback(request.remote or "")
        and _is_loopback(_named(request.host))
        and not any(name in request.headers for name in _PASSED_ON)
    )


def _named(host: str) -> str:
    """Return the name without its port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _is_loopback(address: str) -> bool:
    try:
        return address.lower() == "localhost" or ip_address(address).is_loopback
    except ValueError:
        return False


def _has_token(request: web.Request, token: str) -> bool:
    given = request.headers.get("Authorization", "")
    return bool(token) and given.startswith(_SCHEME) and same(given.removeprefix(_SCHEME), token)
