"""A server of Discord for tests: real discord.py against simcord, with people who write and press."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from motuc_bot.bot.client import MotucBot
from motuc_bot.bot.names import person_of
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import SeenBattle, read_battle
from tests.referee.table import open_desk


@dataclass(slots=True)
class Server:
    """The bot on a server; `people` by name. `faults` collects what nobody foresaw."""

    env: Env
    desk: Desk
    guild: GuildHandle
    channel: ChannelHandle
    faults: list[str]
    people: dict[str, MemberActor] = field(default_factory=dict)

    @property
    def bot(self) -> MotucBot:
        """The bot that runs now."""
        assert isinstance(self.env.bot, MotucBot)
        return self.env.bot

    def person(self, name: str) -> MemberActor:
        """Return the member of that name, who comes if he is not there yet."""
        if name not in self.people:
            self.people[name] = self.guild.add_member(self.env.create_user(name))
        return self.people[name]

    async def restart(self, *, reads: bool = True) -> None:
        """Stop the bot and start another one on the same database."""
        await self.env.restart_bot(MotucBot(self.desk, reads=reads))
        await self.env.settle()

    async def open(self, **options: Any) -> "Thread":
        """Let the game master open a battle."""
        options = {"vorlage": "duell", **options}
        before = {thread.id for thread in self.channel.threads}
        result = await self.person("meister").slash(self.channel, "schlacht neu", **options)
        made = [thread for thread in self.channel.threads if thread.id not in before]
        assert len(made) == 1, [one.content for one in answers(result)]
        return Thread(self, made[0], self.bot.threads[made[0].id])


@dataclass(slots=True)
class Thread:
    """The thread of a battle."""

    server: Server
    channel: ChannelHandle
    battle: int

    async def slash(self, name: str, command: str, /, **options: Any) -> str:
        """Use a command and return what it answered to its user alone."""
        result = await self.server.person(name).slash(self.channel, command, **options)
        assert result.acknowledged
        assert result.ephemeral
        return "\n".join(one.content for one in answers(result))

    async def shown(self, name: str, command: str, /, **options: Any) -> Any:
        """Use a command that shows first what it would change, and return its message with the buttons."""
        result = await self.server.person(name).slash(self.channel, command, **options)
        assert result.ephemeral
        (message,) = answers(result)
        return message

    async def carry_out(self, name: str, command: str, /, **options: Any) -> None:
        """Use such a command and let it count."""
        await self.server.person(name).click(await self.shown(name, command, **options), label="Ausführen")

    async def write(self, name: str, text: str, **more: Any) -> discord.Message:
        """Write into the thread."""
        return await self.server.person(name).send(self.channel, text, **more)

    async def whisper(self, name: str, text: str) -> discord.Message:
        """Write to the bot in private."""
        return await self.server.person(name).send_dm(text)

    async def fill(self) -> None:
        """Let kalle play Skeletor's side and anna the other, with one figure each of like value."""
        assert "als kalle" in await self.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
        assert "als anna" in await self.slash("anna", "schlacht beitreten", seite="white", figur="Buzz-Off")

    async def begin(self, kalle: str = "D3", anna: str = "E3") -> None:
        """Bring the battle to its first move; the game master puts the figures side by side."""
        await self.fill()
        await self.slash("meister", "schlacht start")
        await self.whisper("kalle", "Clawful: Start A3")
        await self.whisper("anna", "Buzz-Off: Start H3")
        await self.carry_out("meister", "sl platzieren", figur="Clawful", feld=kalle)
        await self.carry_out("meister", "sl platzieren", figur="Buzz-Off", feld=anna)

    async def begin_in_pairs(self) -> None:
        """Do the same with a second figure for each player, so that an attack does not end the phase."""
        await self.fill()
        await self.slash("kalle", "schlacht beitreten", seite="black", figur="Spikor")
        await self.slash("anna", "schlacht beitreten", seite="white", figur="Clamp Champ")
        await self.slash("meister", "schlacht start")
        await self.whisper("kalle", "Clawful: Start A3\nSpikor: Start A5")
        await self.whisper("anna", "Buzz-Off: Start H3\nClamp Champ: Start H5")
        for figure, place in (("Clawful", "D3"), ("Buzz-Off", "E3")):
            await self.carry_out("meister", "sl platzieren", figur=figure, feld=place)

    async def attack(self) -> discord.Message:
        """Let Clawful attack, and return the question to anna."""
        await self.write("kalle", "Clawful: greift Buzz-Off an\nfertig")
        return self.questions()[-1]

    def questions(self) -> list[discord.Message]:
        """Return the messages with something to press."""
        return [message for message in self.channel.history() if message.components]

    def texts(self) -> list[str]:
        """Return what stands in the thread."""
        return [message.content for message in self.channel.history()]

    def said(self) -> str:
        """Return what stands in the thread, in one."""
        return "\n".join(self.texts())

    def private(self, name: str) -> list[str]:
        """Return what the bot wrote to somebody in private."""
        ours = self.server.bot.user
        assert ours is not None
        history = self.server.person(name).user.dm_channel.history()
        return [message.content for message in history if message.author.id == ours.id]

    def seen(self, name: str | None = None) -> SeenBattle:
        """Return the battle as somebody sees it."""
        person = None if name is None else person_of(self.server.person(name).id)
        return read_battle(self.server.desk, self.battle, person)

    def now(self, message: discord.Message) -> discord.Message:
        """Return a message as it is now."""
        history = self.channel.history()
        return next(one for one in history if one.id == message.id)

    def marks(self, message: discord.Message) -> list[str]:
        """Return the reactions at a message."""
        return [str(reaction.emoji) for reaction in self.now(message).reactions]


def answers(result: Any) -> list[Any]:
    """Return all messages that answered an interaction."""
    return [one for one in (result.response, *result.followups) if one is not None]


def buttons(message: discord.Message) -> dict[str, str]:
    """Return the ids of a message's buttons by what stands on them."""
    return {
        child.label or "": child.custom_id or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.Button)
    }


class _Faults(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@asynccontextmanager
async def serving(folder: Path, name: str = "battles.db") -> AsyncIterator[Server]:
    """Give a server with a bot on a new database; whatever nobody foresaw fails the test at its end."""
    desk = open_desk(f"sqlite:///{folder / name}", timedelta(milliseconds=1))
    caught = _Faults()
    log = logging.getLogger("motuc_bot")
    log.addHandler(caught)
    try:
        # Not `simcord.run`: it sets its clock for one task, and a fixture lives in two.
        env = Env(MotucBot(desk), settle_timeout=30.0)
        await env.start()
        try:
            guild = env.create_guild("Eternia")
            yield Server(env, desk, guild, guild.create_text_channel("arena"), caught.texts)
        finally:
            await env.shutdown()
        env.raise_errors()
    finally:
        log.removeHandler(caught)
        desk.store.close()
    assert caught.texts == []


def without_ids(text: str) -> str:
    """Return the text without what differs from server to server by chance: ids of messages and people."""
    return re.sub(r"\d{15,}", "…", text)
