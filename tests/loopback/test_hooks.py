"""What a test lets go wrong really does: for one request or more, before it is done or after."""

import asyncio

import aiohttp
import pytest

from tests.loopback.bare import Bare


async def test_answers_that_fail(discord_alone: Bare) -> None:
    hook = discord_alone.server.hooks.fail(503, "POST", "/messages$", times=2, after=1)
    statuses = [(await discord_alone.send({"content": str(at)})).status for at in range(4)]
    assert statuses == [200, 503, 503, 200]
    assert discord_alone.channel.texts() == ["0", "3"]
    assert hook.met == 2
    # What a test lets go wrong is no fault of the bot's.
    assert discord_alone.server.faults == []
    assert [asked.status for asked in discord_alone.server.asked] == statuses


async def test_slowed_down(discord_alone: Bare) -> None:
    discord_alone.server.hooks.slow_down(0.5, "GET")
    answer = await discord_alone.ask("GET", "/users/@me")
    assert answer.status == 429
    assert answer.body == {"message": "You are being rate limited.", "retry_after": 0.5, "global": False}
    discord_alone.server.hooks.slow_down(0.5, everywhere=True)
    answer = await discord_alone.ask("GET", "/users/@me")
    assert answer.body["global"] is True
    assert answer.headers["X-RateLimit-Scope"] == "global"


async def test_a_connection_that_breaks(discord_alone: Bare) -> None:
    discord_alone.server.hooks.lose("POST", "/messages$")
    with pytest.raises(aiohttp.ClientError):
        await discord_alone.send({"content": "verloren"})
    assert discord_alone.channel.texts() == []
    discord_alone.server.hooks.lose_answer("POST", "/messages$")
    with pytest.raises(aiohttp.ClientError):
        await discord_alone.send({"content": "gesendet"})
    assert discord_alone.channel.texts() == ["gesendet"]
    assert (await discord_alone.send({"content": "gut"})).status == 200


async def test_what_is_done_and_answered_as_if_it_had_failed(discord_alone: Bare) -> None:
    discord_alone.server.hooks.misreport(504, "POST", "/messages$")
    assert (await discord_alone.send({"content": "gesendet"})).status == 504
    assert discord_alone.channel.texts() == ["gesendet"]


async def test_a_request_that_waits(discord_alone: Bare) -> None:
    go = asyncio.Event()
    discord_alone.server.hooks.delay(go, "POST", "/messages$")
    waiting = asyncio.create_task(discord_alone.send({"content": "erst"}))
    assert (await discord_alone.ask("GET", "/users/@me")).status == 200
    assert (await discord_alone.send({"content": "dann"})).status == 200
    assert discord_alone.server.in_flight == 1
    go.set()
    assert (await waiting).status == 200
    assert discord_alone.channel.texts() == ["dann", "erst"]
    discord_alone.server.hooks.delay(0.01)
    discord_alone.server.hooks.clear()
    assert (await discord_alone.send({"content": "gleich"})).status == 200
