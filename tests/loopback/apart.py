"""The referee in a process of its own, as an operator starts it: `motuc-bot bot`. The server stays in this one.

So neither takes the other's time. Nothing can be asked of the program there: that it is done is seen by what it did.
"""

import asyncio
import os
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import motuc_bot
from motuc_bot.bot.permissions import needed
from tests.loopback.motuc import TOKEN, House
from tests.loopback.server import Server
from tests.loopback.settling import PATIENCE, Settling
from tests.loopback.world import Flag, Guild, Kind
from tests.outbox.left import anything_left
from tests.referee.table import open_desk

# After the last request so long nothing more must come.
_STILL = 0.05
_ROOT = Path(motuc_bot.__file__).parents[1]


@dataclass(slots=True, repr=False)
class HouseApart(House):
    """The guild, with the referee elsewhere: in the process `program`."""

    program: Process | None = None

    async def settled(self) -> None:
        """Return when all is answered and nothing more has come for a while. Raises: TimeoutError."""
        end, asked, since = time.monotonic() + PATIENCE, -1, 0.0
        while True:
            now = time.monotonic()
            if now > end:
                raise TimeoutError("the referee does not come to rest")
            if not self._done() or len(self.server.asked) != asked:
                asked, since = len(self.server.asked), now
            elif now - since > _STILL:
                return
            await asyncio.sleep(0.01)

    def _done(self) -> bool:
        if self.server.in_flight or not self.server.gateway.quiet():
            return False
        for made in self.server.interactions.known.values():
            if made.reply is None or any(message.flags & Flag.LOADING for message in made.answers):
                return False
        with self.desk.store.reading() as connection:
            return not anything_left(connection) and self._all_is_marked()

    def _all_is_marked(self) -> bool:
        """Tell whether each message shows what became of it: here people write nothing but orders."""
        played = [
            channel
            for channel in self.server.world.channels.values()
            if channel.kind is Kind.DM or (channel.guild is self.guild and channel.thread is not None)
        ]
        return all(message.marks() for one in played for message in one.shown() if not message.author.bot)


@asynccontextmanager
async def program(*arguments: str, folder: Path, **settings: str) -> AsyncIterator[Process]:
    """Let a program of Python run until the end; what it logs lies in the folder."""
    environment = os.environ | {"PYTHONPATH": str(_ROOT), **settings}
    with open(folder / f"{arguments[1]}.log", "wb") as log:
        running = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=folder, env=environment, stdout=log, stderr=log
        )
        try:
            yield running
        finally:
            running.terminate()
            await running.wait()


async def hears(server: Server, token: str) -> None:
    """Return when a bot has connected, and has asked nothing for a while. Raises: TimeoutError."""
    end = time.monotonic() + PATIENCE
    while not any(session.application.token == token for session in server.gateway.sessions.values()):
        if time.monotonic() > end:
            raise TimeoutError(token)
        await asyncio.sleep(0.01)
    # discord.py waits two seconds for more guilds before it is ready.
    await asyncio.sleep(3.0)


@asynccontextmanager
async def house_apart(server: Server, folder: Path, guild: Guild) -> AsyncIterator[HouseApart]:
    """Give the guild with the referee in it, on a new database."""
    world, url = server.world, f"sqlite:///{folder / 'battles.db'}"
    application = world.add_application("MotUC-Bot", TOKEN)
    world.join(guild, application.user, world.add_role(guild, "MotUC-Bot", needed()))
    settings = {
        "MOTUC_DATABASE_URL": url,
        "MOTUC_DISCORD_TOKEN": TOKEN,
        "MOTUC_DISCORD_API_URL": server.api,
        "MOTUC_DISCORD_GATEWAY_URL": server.gateway.url,
        "MOTUC_DISCORD_CDN_URL": server.cdn,
    }
    channel = world.add_channel(guild, "arena")
    async with program("-m", "motuc_bot", "bot", folder=folder, **settings) as running:
        await hears(server, TOKEN)
        desk = open_desk(url, timedelta(milliseconds=1))
        try:
            yield HouseApart(server, desk, application, guild, channel, [], Settling(server), program=running)
        finally:
            desk.store.close()
