"""The referee on the loopback server, as it runs on Discord: its own HTTP, its own gateway, a database in a file."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from motuc_bot.bot.addresses import point_at
from motuc_bot.bot.client import MotucBot
from motuc_bot.bot.permissions import needed
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import SeenBattle, read_battle
from motuc_bot.referee.threads import threads_of
from tests.loopback.interactions import Interaction
from tests.loopback.people import Person, components
from tests.loopback.server import Server
from tests.loopback.settling import Settling
from tests.loopback.world import Application, Channel, Guild
from tests.outbox.left import anything_left
from tests.referee.table import open_desk

TOKEN = "loopback.token.of-the-referee"


class Referee(MotucBot):
    """The bot, without the waits that are discord.py's own."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        # Two seconds for more guilds; here all come at once.
        self._connection.guild_ready_timeout = 0.05

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: else five seconds would go by before it is done again."""


@dataclass(slots=True, repr=False)
class House:
    """A guild with the referee in it. `logged` is what its program logged as an error."""

    server: Server
    desk: Desk
    application: Application
    guild: Guild
    channel: Channel
    logged: list[str]
    settling: Settling
    bot: MotucBot = field(init=False)
    people: dict[str, Person] = field(default_factory=dict)
    _running: "asyncio.Task[None] | None" = None

    def person(self, name: str) -> Person:
        """Return the member of that name, who comes if he is not there yet."""
        if name not in self.people:
            user = self.server.world.add_user(name)
            self.server.world.join(self.guild, user)
            self.people[name] = Person(self.server, user, self.guild)
        return self.people[name]

    async def settled(self) -> None:
        """Return when the bot has nothing left to do."""
        await self.settling.settled()

    async def does(self, used: Interaction) -> str:
        """Wait for what comes of a command or a button, and return what it answered."""
        await self.settled()
        return used.said()

    async def start(self) -> None:
        """Start the bot; it is there when it hears."""
        self.bot = Referee(self.desk)
        self.settling.bots = [self.bot]
        self.settling.busy = [self._busy]
        self._running = asyncio.create_task(self.bot.start(TOKEN), name="the bot")
        ready = asyncio.create_task(self._ready())
        await asyncio.wait([self._running, ready], return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            ready.cancel()
            await self._running
        await self.settled()

    async def stop(self) -> None:
        """Stop the bot."""
        if self._running is None:
            return
        running, self._running = self._running, None
        await self.bot.close()
        with suppress(asyncio.CancelledError):
            await running

    async def restart(self) -> None:
        """Stop the bot and start another one on the same database."""
        await self.stop()
        await self.start()

    async def open(self, **options: Any) -> "Thread":
        """Let the game master open a battle."""
        world = self.server.world
        before = {one.id for one in world.channels_of(self.guild)}
        options = {"vorlage": "duell", **options}
        said = await self.does(self.person("meister").uses(self.channel, "/schlacht neu", **options))
        made = [one for one in world.channels_of(self.guild) if one.id not in before and one.thread]
        assert len(made) == 1, said
        battle = next(row.battle_id for row, _ in threads_of(self.desk) if row.channel_id == made[0].id)
        return Thread(self, made[0], battle)

    async def _ready(self) -> None:
        while not (self.bot.hearing.is_set() and self.bot.is_ready()):
            await asyncio.sleep(0.002)

    def _busy(self) -> str | None:
        """Return what the bot has yet to do by itself, None for nothing."""
        if self.bot.is_closed():
            return None
        if not self.bot.hearing.is_set():
            return "a bot that does not hear yet"
        if any(lock.locked() for lock in self.bot.pinned._writing.values()):
            return "something is being sent"
        if self.bot._behind:
            return "a battle that is behind"
        with self.desk.store.reading() as connection:
            return "the outbox is not empty" if anything_left(connection) else None


@dataclass(slots=True)
class Thread:
    """The thread of a battle."""

    house: House
    channel: Channel
    battle: int

    async def uses(self, name: str, command: str, /, **options: Any) -> str:
        """Use a command there, and return the answer."""
        return await self.house.does(self.house.person(name).uses(self.channel, command, **options))

    async def carries_out(self, name: str, command: str, /, **options: Any) -> str:
        """Use a command that may want to be confirmed, confirm it, and return what it says then."""
        used = self.house.person(name).uses(self.channel, command, **options)
        await self.house.settled()
        for shown in used.answers:
            if any(one.get("label") == "Ausführen" for one in components(shown)):
                await self.house.does(self.house.person(name).presses(shown, "Ausführen"))
        return used.said()

    async def fill(self) -> None:
        """Let kalle play Skeletor's side and anna the other, with one figure each of like value."""
        assert "als kalle" in await self.uses("kalle", "/schlacht beitreten", seite="black", figur="Clawful")
        assert "als anna" in await self.uses("anna", "/schlacht beitreten", seite="white", figur="Buzz-Off")

    async def begin(self, *, pairs: bool = False) -> None:
        """Bring a duel to its first move, with the figures side by side.

        In `pairs` each player has a second one, so that an attack does not end the phase.
        """
        await self.fill()
        starts = [("kalle", "Clawful: Start A3"), ("anna", "Buzz-Off: Start H3")]
        if pairs:
            await self.uses("kalle", "/schlacht beitreten", seite="black", figur="Spikor")
            await self.uses("anna", "/schlacht beitreten", seite="white", figur="Clamp Champ")
            starts += [("kalle", "Spikor: Start A5"), ("anna", "Clamp Champ: Start H5")]
        await self.uses("meister", "/schlacht start")
        for name, start in starts:
            self.house.person(name).dm(start)
            await self.house.settled()
        for figure, to in (("Clawful", "D3"), ("Buzz-Off", "E3")):
            said = await self.carries_out("meister", "/sl platzieren", figur=figure, feld=to)
            assert said.startswith("✅"), said

    def seen(self) -> SeenBattle:
        """Return the battle as a spectator sees it."""
        return read_battle(self.house.desk, self.battle, None)


class _Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@contextmanager
def pointed_at(server: Server) -> Any:
    """Let discord.py find Discord here, until the end."""
    with (
        patch.object(Route, "BASE", Route.BASE),
        patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY),
        patch.object(Asset, "BASE", Asset.BASE),
    ):
        point_at(api=server.api, gateway=server.gateway.url, cdn=server.cdn)
        assert yarl.URL(server.gateway.url) == DiscordWebSocket.DEFAULT_GATEWAY
        yield


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    """Give a guild with the referee in it, on a new database."""
    errors = _Errors()
    logs = [logging.getLogger(name) for name in ("motuc_bot", "discord")]
    for log in logs:
        log.addHandler(errors)
    desk = open_desk(f"sqlite:///{folder / 'battles.db'}")
    try:
        async with Server().running() as server:
            with pointed_at(server):
                world = server.world
                # The desk's own goes on a minute each time somebody looks: whatever is being sent would be let go of.
                desk.now = world.clock.now
                application = world.add_application("MotUC-Bot", TOKEN)
                guild = world.add_guild("Eternia", world.add_user("Grayskull"))
                world.join(guild, application.user, world.add_role(guild, "MotUC-Bot", needed()))
                channel = world.add_channel(guild, "arena")
                made = House(server, desk, application, guild, channel, errors.texts, Settling(server))
                try:
                    await made.start()
                    yield made
                finally:
                    server.hooks.clear()
                    await made.stop()
    finally:
        for log in logs:
            log.removeHandler(errors)
        desk.store.close()
