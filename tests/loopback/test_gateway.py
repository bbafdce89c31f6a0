"""The gateway, heard by discord.py itself: sessions, what is told to whom, and what goes wrong."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from tests.loopback.bare import TOKEN, Bare
from tests.loopback.gateway import Event
from tests.loopback.motuc import pointed_at
from tests.loopback.settling import Settling


class Listener(discord.Client):
    """Notes what it hears."""

    def __init__(self, intents: discord.Intents) -> None:
        super().__init__(intents=intents)
        self.heard: list[str] = []
        self.changed: list[str] = []
        self.resumed = 0
        self.readied = 0

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: discord.py waits five seconds before it does so again."""

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message.content)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        self.changed.append(payload.message.content)

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_ready(self) -> None:
        self.readied += 1


class Heard:
    """A listener that runs."""

    def __init__(self, alone: Bare, intents: discord.Intents) -> None:
        self.alone = alone
        self.client = Listener(intents)
        self.client._connection.guild_ready_timeout = 0.05
        self.settling = Settling(alone.server, [self.client])

    async def start(self) -> None:
        self.running = asyncio.create_task(self.client.start(TOKEN))
        while not self.client.readied:
            assert not self.running.done(), self.running.exception()
            await asyncio.sleep(0.002)

    async def settled(self) -> list[str]:
        await self.settling.settled()
        return self.client.heard

    async def stop(self) -> None:
        await self.client.close()
        await self.running


@pytest.fixture
async def heard(discord_alone: Bare) -> AsyncIterator[Heard]:
    intents = discord.Intents.default()
    intents.message_content = True
    with pointed_at(discord_alone.server):
        made = Heard(discord_alone, intents)
        await made.start()
        yield made
        await made.stop()


async def test_what_is_told(discord_alone: Bare, heard: Heard) -> None:
    ann = discord_alone.ann
    message = ann.says(discord_alone.channel, "Hallo")
    assert await heard.settled() == ["Hallo"]
    ann.edits(message, "Hallo!")
    ann.dm("Psst")
    assert await heard.settled() == ["Hallo", "Psst"]
    assert heard.client.changed == ["Hallo!"]
    assert [guild.name for guild in heard.client.guilds] == ["Eternia"]
    assert heard.client.get_channel(discord_alone.channel.id) is not None


async def test_without_the_intent_nothing_is_read_but_what_concerns_the_bot(discord_alone: Bare) -> None:
    with pointed_at(discord_alone.server):
        heard = Heard(discord_alone, discord.Intents(guilds=True, guild_messages=True))
        await heard.start()
        discord_alone.ann.says(discord_alone.channel, "geheim")
        discord_alone.ann.says(discord_alone.channel, f"<@{discord_alone.application.id}> Hallo")
        discord_alone.ann.dm("Psst")
        assert await heard.settled() == ["", f"<@{discord_alone.application.id}> Hallo"]
        await heard.stop()


async def test_who_is_not_let_in(discord_alone: Bare) -> None:
    discord_alone.application.reads = False
    intents = discord.Intents.default()
    intents.message_content = True
    with pointed_at(discord_alone.server):
        client = Listener(intents)
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.start(TOKEN)
        await client.close()
        other = Listener(discord.Intents.default())
        with pytest.raises(discord.LoginFailure):
            await other.start("falsch")
        await other.close()


@pytest.mark.parametrize("code", [None, 1001, 4000])
async def test_a_dropped_connection_is_resumed(discord_alone: Bare, heard: Heard, code: int | None) -> None:
    discord_alone.ann.says(discord_alone.channel, "1")
    await heard.settled()
    discord_alone.server.gateway.drop(code)
    discord_alone.ann.says(discord_alone.channel, "2")
    assert await heard.settled() == ["1", "2"]
    assert (heard.client.readied, heard.client.resumed) == (1, 1)


async def test_asked_to_reconnect(discord_alone: Bare, heard: Heard) -> None:
    discord_alone.server.gateway.ask_to_reconnect()
    discord_alone.ann.says(discord_alone.channel, "1")
    assert await heard.settled() == ["1"]
    assert discord_alone.server.gateway.resumed == 1


@pytest.mark.parametrize("resumable", [False, True])
async def test_an_invalid_session(discord_alone: Bare, heard: Heard, resumable: bool) -> None:
    discord_alone.server.gateway.invalidate(resumable=resumable)
    discord_alone.ann.says(discord_alone.channel, "1")
    # What was said between two sessions is not told.
    assert await heard.settled() == (["1"] if resumable else [])
    discord_alone.ann.says(discord_alone.channel, "2")
    assert (await heard.settled())[-1] == "2"
    assert discord_alone.server.gateway.identified == (1 if resumable else 2)


async def test_a_session_that_is_forgotten_begins_anew(discord_alone: Bare, heard: Heard) -> None:
    discord_alone.server.gateway.forget_sessions()
    discord_alone.server.gateway.drop()
    while discord_alone.server.gateway.identified < 2:
        await asyncio.sleep(0.002)
    await heard.settled()
    assert heard.client.readied == 2


async def test_events_out_of_order_and_twice(discord_alone: Bare, heard: Heard) -> None:
    gateway = discord_alone.server.gateway
    gateway.hold()
    for text in ("1", "2", "3"):
        discord_alone.ann.says(discord_alone.channel, text)

    def backwards(events: list[Event]) -> list[Event]:
        return events[::-1]

    gateway.release(backwards)
    assert await heard.settled() == ["3", "2", "1"]
    gateway.duplicate("MESSAGE_CREATE")
    discord_alone.ann.says(discord_alone.channel, "4")
    discord_alone.ann.says(discord_alone.channel, "5")
    assert (await heard.settled())[3:] == ["4", "4", "5"]


async def test_silence(discord_alone: Bare, heard: Heard) -> None:
    gateway = discord_alone.server.gateway
    gateway.fall_silent()
    discord_alone.ann.says(discord_alone.channel, "1")
    assert not gateway.quiet()
    for _ in range(5):
        await asyncio.sleep(0.002)
    assert heard.client.heard == []
    gateway.speak()
    assert await heard.settled() == ["1"]
