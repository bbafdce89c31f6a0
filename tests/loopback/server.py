"""The loopback server: Discord's REST API and gateway on this machine, with Discord's limits.

It stands in for Discord where a test wants the whole way: the bot's own HTTP and websocket, real JSON, real refusals.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.loopback.calls import Call, read_call
from tests.loopback.gateway import Gateway
from tests.loopback.hooks import Hook, Hooks, What
from tests.loopback.interactions import Interactions
from tests.loopback.rates import Rates
from tests.loopback.refusals import Json, Refusal
from tests.loopback.routes import Routes
from tests.loopback.world import World

_API = "/api/v10"


@dataclass(frozen=True, slots=True)
class Fault:
    """A request that was refused as Discord would refuse it."""

    method: str
    path: str
    status: int
    code: int
    body: Json
    sent: Any = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A request and the status of its answer (0: the connection was closed)."""

    method: str
    path: str
    body: Any
    status: int


@dataclass(slots=True, repr=False)
class Server:
    """The server; `faults` are the requests it refused by itself, `asked` all that came, in the order of the answers.

    What `hooks` let go wrong is no fault.
    """

    world: World = field(default_factory=World)
    hooks: Hooks = field(default_factory=Hooks)
    rates: Rates = field(default_factory=Rates)
    faults: list[Fault] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    in_flight: int = 0
    url: str = ""
    gateway: Gateway = field(init=False)
    interactions: Interactions = field(init=False)
    _routes: Routes = field(init=False)

    def __post_init__(self) -> None:
        self.gateway = Gateway(self.world)
        self.interactions = Interactions(self.world)
        self._routes = Routes(self.world, self.interactions)

    @property
    def api(self) -> str:
        """Where the REST API is."""
        return f"{self.url}{_API}"

    @property
    def cdn(self) -> str:
        """Where files are."""
        return f"{self.url}/cdn"

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Server"]:
        """Serve on a free port until the end."""
        application = web.Application(client_max_size=1 << 26)
        application.router.add_get("/gateway/", self.gateway.serve)
        application.router.add_route("*", f"{_API}/{{path:.*}}", self._answer)
        application.router.add_get("/cdn/attachments/{file}/{name}", self._file)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            host, port = runner.addresses[0][:2]
            self.url = f"http://{host}:{port}"
            self.world.cdn = self.cdn
            self.gateway.url = self._routes.gateway_url = f"ws://{host}:{port}/gateway/"
            yield self
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.in_flight += 1
        try:
            return await self._answered(request, request.rel_url.raw_path.removeprefix(_API))
        finally:
            self.in_flight -= 1

    async def _answered(self, request: web.Request, path: str) -> web.StreamResponse:
        hooks = self.hooks.meet(request.method, path)
        # Read in any case: an answer to a request that is still being sent is lost on its way.
        try:
            call = await read_call(request, path)
        except Refusal as refusal:
            return self._refused(Call(request.method, path, {}), refusal, {})
        for hook in hooks:
            if hook.what is What.WAIT:
                await hook.wait()
        for hook in hooks:
            if hook.what is What.LOSE:
                return self._lost(request, call)
            if hook.what is What.ANSWER:
                return self._hooked(call, hook)
        bucket = self.rates.bucket(call.method, path)
        wait = bucket.take()
        if wait:
            self.faults.append(Fault(call.method, path, 429, 0, {"retry_after": wait}, call.body))
            return self._slowed(call, wait, bucket.headers())
        try:
            body = self._routes.work(call, request.headers.get("Authorization"))
        except Refusal as refusal:
            return self._refused(call, refusal, bucket.headers())
        for hook in hooks:
            if hook.what is What.LOSE_ANSWER:
                return self._lost(request, call)
            if hook.what is What.MISREPORT:
                return self._hooked(call, hook)
        return self._sent(call, 204 if body is None else 200, body, bucket.headers())

    def _refused(self, call: Call, refusal: Refusal, headers: dict[str, str]) -> web.Response:
        self.faults.append(Fault(call.method, call.path, refusal.status, refusal.code, refusal.body, call.body))
        return self._sent(call, refusal.status, refusal.body, headers)

    def _hooked(self, call: Call, hook: Hook) -> web.Response:
        if hook.status == 429:
            return self._slowed(call, hook.retry_after, {}, everywhere=hook.everywhere)
        return self._sent(call, hook.status, {"message": f"{hook.status}: …", "code": 0}, {})

    def _slowed(self, call: Call, wait: float, headers: dict[str, str], *, everywhere: bool = False) -> web.Response:
        body = {"message": "You are being rate limited.", "retry_after": wait, "global": everywhere}
        # `Via` tells that it is Discord who says so, and not what stands before it.
        told = {"Retry-After": str(max(1, round(wait))), "Via": "1.1 google"}
        told["X-RateLimit-Scope"] = "global" if everywhere else "user"
        return self._sent(call, 429, body, headers | told)

    def _lost(self, request: web.Request, call: Call) -> web.Response:
        self.asked.append(Asked(call.method, call.path, call.body, 0))
        if request.transport is not None:
            request.transport.close()
        return web.Response()

    def _sent(self, call: Call, status: int, body: Any, headers: dict[str, str]) -> web.Response:
        self.asked.append(Asked(call.method, call.path, call.body, status))
        if body is None:
            return web.Response(status=status, headers=headers)
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        # Without a charset, as Discord: discord.py looks for just that.
        return web.Response(status=status, body=text.encode(), content_type="application/json", headers=headers)

    async def _file(self, request: web.Request) -> web.Response:
        number = int(request.match_info["file"])
        for channel in self.world.channels.values():
            for message in channel.messages.values():
                for file in message.attachments:
                    if file.id == number:
                        return web.Response(body=file.data)
        raise web.HTTPNotFound
