"""Events are dealt out to shards: each bot is told of the guilds of its own, and of what is used and written there."""

from contextlib import AsyncExitStack
from typing import Any

from tests.loopback.bare import TOKEN, Bare
from tests.loopback.people import Person
from tests.loopback.world import Channel, shard_of

# Guilds, their messages, private messages, and what they say.
_INTENTS = 1 << 0 | 1 << 9 | 1 << 12 | 1 << 15
_SHARDS = 2
_LAST = "Schluss"


class Socket:
    """A bot's connection for a shard."""

    def __init__(self, alone: Bare, shard: int) -> None:
        self.alone, self.shard = alone, shard

    async def open(self, open_things: AsyncExitStack) -> Any:
        """Identify, and return what is told of the session."""
        connecting = self.alone.session.ws_connect(self.alone.server.gateway.url)
        self.socket = await open_things.enter_async_context(connecting)
        await self.socket.receive_json()
        identity = {"token": TOKEN, "intents": _INTENTS, "shard": [self.shard, _SHARDS]}
        await self.socket.send_json({"op": 2, "d": identity})
        ready = await self.socket.receive_json()
        assert ready["t"] == "READY"
        return ready["d"]

    async def told(self) -> list[tuple[str, str]]:
        """Return what is told until the last message: the kind of event, and what it is about."""
        found: list[tuple[str, str]] = []
        while True:
            frame = await self.socket.receive_json()
            data = frame["d"]
            about = data.get("content") or data.get("name") or data["data"]["name"]
            if about == _LAST:
                return found
            found.append((frame["t"], about))


async def on_two_shards(alone: Bare) -> list[tuple[Person, Channel]]:
    """Return somebody and a channel in a guild of each shard."""
    world, places = alone.world, []
    for shard in range(_SHARDS):
        guild = world.add_guild(f"Gilde {shard}", alone.ann.user, shard=shard, shards=_SHARDS)
        assert shard_of(guild.id, _SHARDS) == shard
        world.join(guild, alone.application.user)
        places.append((Person(alone.server, alone.ann.user, guild), world.add_channel(guild, "arena")))
    world.leave(alone.guild, alone.application.user)
    return places


async def test_each_shard_is_told_of_its_own_guilds(discord_alone: Bare) -> None:
    """Private messages go to the first; of two sessions of the same shard each is told all."""
    places = await on_two_shards(discord_alone)
    discord_alone.application.commands = [{"id": "1", "name": "hilfe", "type": 1, "version": "1", "options": []}]
    async with AsyncExitStack() as open_things:
        sockets = [Socket(discord_alone, shard) for shard in (0, 1, 1)]
        ready = [await socket.open(open_things) for socket in sockets]
        assert [one["shard"] for one in ready] == [[0, 2], [1, 2], [1, 2]]
        guilds = [[guild["id"] for guild in one["guilds"]] for one in ready]
        assert guilds == [[str(places[shard][0].guild.id)] for shard in (0, 1, 1)]
        for person, channel in places:
            person.says(channel, f"in {person.guild.name}")
            person.uses(channel, "/hilfe")
        ann, _ = places[1]
        ann.dm("Psst")
        ann.uses(ann.private(), "/hilfe")
        for person, channel in places:
            person.says(channel, _LAST)
        first, second, third = [await socket.told() for socket in sockets]
    private = [("MESSAGE_CREATE", "Psst"), ("INTERACTION_CREATE", "hilfe")]
    assert first == [*of_guild(0), *private]
    assert second == third == of_guild(1)


def of_guild(shard: int) -> list[tuple[str, str]]:
    name = f"Gilde {shard}"
    return [("GUILD_CREATE", name), ("MESSAGE_CREATE", f"in {name}"), ("INTERACTION_CREATE", "hilfe")]


async def test_how_many_shards_there_should_be(discord_alone: Bare) -> None:
    assert (await discord_alone.ask("GET", "/gateway/bot")).body["shards"] == 1
    for _ in range(1000):
        discord_alone.world.add_guild("Gilde", discord_alone.ann.user)
    assert (await discord_alone.ask("GET", "/gateway/bot")).body["shards"] == 2
