"""Behind a proxy: discord.py asks it alone, also where it goes on after a connection that broke."""

import asyncio
import json
from typing import Any

import discord
import pytest
from aiohttp import web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from motuc_bot.bot.addresses import point_at

_USER = {"id": "7", "username": "Schiedsrichter", "discriminator": "0", "avatar": None, "bot": True}
_APPLICATION = {
    "id": "7", "name": "", "icon": None, "description": "", "summary": "", "verify_key": "", "flags": 0,
    "bot_public": True, "bot_require_code_grant": False, "owner": _USER,
}  # fmt: skip
_HELLO = {"op": 10, "d": {"heartbeat_interval": 40_000}}
_ELSEWHERE = {"v": 10, "user": _USER, "guilds": [], "session_id": "s", "resume_gateway_url": "ws://127.0.0.1:9/"}
_READY = {"op": 0, "s": 1, "t": "READY", "d": {**_ELSEWHERE, "application": {"id": "7", "flags": 0}}}
_RECONNECT, _IDENTIFY, _RESUME, _HEARTBEAT = {"op": 7, "d": None}, 2, 6, 1


async def test_a_broken_connection_goes_on_at_the_proxy(monkeypatch: pytest.MonkeyPatch, aiohttp_server: Any) -> None:
    for holder, name in ((Route, "BASE"), (DiscordWebSocket, "DEFAULT_GATEWAY"), (Asset, "BASE")):
        monkeypatch.setattr(holder, name, getattr(holder, name))
    monkeypatch.setattr(DiscordWebSocket, "gateway", None, raising=False)
    begun: list[int] = []
    resumed = asyncio.Event()

    async def user(request: web.Request) -> web.Response:
        return _json(_USER)

    async def application(request: web.Request) -> web.Response:
        return _json(_APPLICATION)

    async def gateway(request: web.Request) -> web.WebSocketResponse:
        line = web.WebSocketResponse()
        await line.prepare(request)
        await line.send_json(_HELLO)
        async for said in line:
            op = said.json()["op"]
            if op == _HEARTBEAT:
                continue
            begun.append(op)
            if op == _RESUME:
                resumed.set()
                break
            await line.send_json(_READY)
            await line.send_json(_RECONNECT)
        return line

    proxy = web.Application()
    proxy.router.add_get("/api/v10/users/@me", user)
    proxy.router.add_get("/api/v10/oauth2/applications/@me", application)
    proxy.router.add_get("/", gateway)
    server = await aiohttp_server(proxy)
    point_at(api=str(server.make_url("/api/v10")), gateway=str(server.make_url("/")).replace("http", "ws"))
    client = discord.Client(intents=discord.Intents.none())
    playing = asyncio.create_task(client.start("geheim"))
    try:
        await asyncio.wait_for(resumed.wait(), 30)
    finally:
        await client.close()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert begun == [_IDENTIFY, _RESUME]


def _json(content: object) -> web.Response:
    # discord.py knows the type without a charset only.
    return web.Response(body=json.dumps(content).encode(), content_type="application/json")
