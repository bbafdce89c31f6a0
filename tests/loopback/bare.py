"""The loopback server without a bot's library: a test asks it by plain HTTP, as a bot with a token."""

import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from tests.loopback.people import Person
from tests.loopback.server import Server
from tests.loopback.world import EVERYBODY, Application, Channel, Guild, Kind, Overwrite, World

TOKEN = "loopback.token.of-a-bare-bot"
_INVITED = EVERYBODY | discord.Permissions(pin_messages=True)


@dataclass(frozen=True, slots=True)
class Answer:
    """What Discord answered."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        """The code of a refusal, 0 if it is none."""
        return int(self.body.get("code", 0)) if isinstance(self.body, dict) and self.status >= 400 else 0

    def wrong(self) -> set[str]:
        """Return the fields that are wrong, as `components.0.type`."""
        return set(_paths(self.body.get("errors", {}), ()))


@dataclass(slots=True, repr=False)
class Bare:
    """A guild with a bot and a person in it."""

    server: Server
    session: aiohttp.ClientSession
    application: Application
    guild: Guild
    channel: Channel
    ann: Person

    @property
    def world(self) -> World:
        """What there is."""
        return self.server.world

    async def ask(self, method: str, path: str, body: Any = None, *, token: str = TOKEN, **more: Any) -> Answer:
        """Ask as the bot."""
        headers = {"Authorization": f"Bot {token}"} if token else {}
        if body is not None:
            more["json"] = body
        async with self.session.request(method, f"{self.server.api}{path}", headers=headers, **more) as response:
            text = await response.text()
            return Answer(response.status, json.loads(text) if text else None, dict(response.headers))

    async def send(self, body: Any, channel: Channel | None = None) -> Answer:
        """Write a message."""
        return await self.ask("POST", f"/channels/{(channel or self.channel).id}/messages", body)

    async def upload(self, path: str, payload: Any, *files: tuple[str, bytes]) -> Answer:
        """Write a message with files."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(payload))
        for at, (name, data) in enumerate(files):
            form.add_field(f"files[{at}]", io.BytesIO(data), filename=name, content_type="application/octet-stream")
        return await self.ask("POST", path, data=form)

    async def thread(self, **more: Any) -> Channel:
        """Return a new thread of the bot."""
        body = {"name": "Schlacht", "type": int(Kind.PUBLIC_THREAD), **more}
        answer = await self.ask("POST", f"/channels/{self.channel.id}/threads", body)
        assert answer.status == 200, answer
        return self.world.channels[int(answer.body["id"])]

    def allow(self, **flags: bool) -> None:
        """Allow (or not) the bot something in the channel."""
        allowed = discord.Permissions(**{name: True for name, on in flags.items() if on}).value
        denied = discord.Permissions(**{name: True for name, on in flags.items() if not on}).value
        self.channel.overwrites.append(Overwrite(self.application.user.id, allowed, denied, member=True))


@asynccontextmanager
async def bare() -> AsyncIterator[Bare]:
    """Give a server with a bot that no library speaks for."""
    async with Server().running() as server, aiohttp.ClientSession() as session:
        world = server.world
        application = world.add_application("Bote", TOKEN)
        guild = world.add_guild("Eternia", world.add_user("Grayskull"))
        world.join(guild, application.user, world.add_role(guild, "Bote", _INVITED))
        channel = world.add_channel(guild, "arena")
        user = world.add_user("ann")
        world.join(guild, user)
        yield Bare(server, session, application, guild, channel, Person(server, user, guild))


def _paths(errors: Any, at: tuple[str, ...]) -> list[str]:
    found = [".".join(at)] if "_errors" in errors else []
    for name, inner in errors.items():
        if name != "_errors":
            found += _paths(inner, (*at, name))
    return found
