"""The gateway's protocol, frame by frame."""

import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.loopback.bare import TOKEN, Bare

GUILD_MESSAGES, CONTENT = 1 << 9, 1 << 15


@pytest.fixture
async def socket(discord_alone: Bare) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with discord_alone.session.ws_connect(discord_alone.server.gateway.url) as made:
        hello = await made.receive_json()
        assert hello["op"] == 10
        assert hello["d"]["heartbeat_interval"] > 0
        yield made


async def identified(socket: aiohttp.ClientWebSocketResponse, **more: Any) -> Any:
    await socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": GUILD_MESSAGES | CONTENT, **more}})
    ready = await socket.receive_json()
    assert (ready["t"], ready["s"]) == ("READY", 1)
    assert (await socket.receive_json())["t"] == "GUILD_CREATE"
    return ready["d"]


async def test_heartbeats(socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 1, "d": None})
    assert await socket.receive_json() == {"op": 11, "d": None}


async def test_numbers_go_on_and_what_was_missed_is_sent_again(discord_alone: Bare, socket: Any) -> None:
    ready = await identified(socket)
    discord_alone.ann.says(discord_alone.channel, "1")
    first = await socket.receive_json()
    assert (first["s"], first["d"]["content"]) == (3, "1")
    await socket.close()
    discord_alone.ann.says(discord_alone.channel, "2")
    async with discord_alone.session.ws_connect(ready["resume_gateway_url"]) as again:
        await again.receive_json()
        await again.send_json({"op": 6, "d": {"token": TOKEN, "session_id": ready["session_id"], "seq": 2}})
        frames = [await again.receive_json() for _ in range(3)]
    assert [(frame["t"], frame["s"]) for frame in frames] == [
        ("MESSAGE_CREATE", 3),
        ("MESSAGE_CREATE", 4),
        ("RESUMED", 5),
    ]


async def test_an_unknown_session(socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 6, "d": {"token": TOKEN, "session_id": "nie gehört", "seq": 1}})
    assert await socket.receive_json() == {"op": 9, "d": False}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"op": 2, "d": {"token": "falsch", "intents": 0}}, 4004),
        ({"op": 99, "d": None}, 4001),
    ],
)
async def test_what_ends_a_connection(socket: aiohttp.ClientWebSocketResponse, frame: Any, code: int) -> None:
    await socket.send_json(frame)
    assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
    assert socket.close_code == code


async def test_a_number_that_was_never_sent(discord_alone: Bare, socket: Any) -> None:
    ready = await identified(socket)
    async with discord_alone.session.ws_connect(discord_alone.server.gateway.url) as other:
        await other.receive_json()
        await other.send_json({"op": 6, "d": {"token": TOKEN, "session_id": ready["session_id"], "seq": 99}})
        await other.receive()
        assert other.close_code == 4007


async def test_one_compressed_stream(discord_alone: Bare) -> None:
    unpack = zlib.decompressobj()
    async with discord_alone.session.ws_connect(f"{discord_alone.server.gateway.url}?compress=zlib-stream") as socket:
        hello = await socket.receive_bytes()
        assert hello.endswith(b"\x00\x00\xff\xff")
        assert b'"op":10' in unpack.decompress(hello)
        await socket.send_json({"op": 1, "d": None})
        assert b'"op":11' in unpack.decompress(await socket.receive_bytes())


async def test_a_shard_that_is_none(discord_alone: Bare, socket: aiohttp.ClientWebSocketResponse) -> None:
    await socket.send_json({"op": 2, "d": {"token": TOKEN, "intents": 0, "shard": [2, 2]}})
    assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
    assert socket.close_code == 4010
