"""`/selbsttest`: whether the bot may do all it needs, tried out on the spot; at its start it looks at that too."""

import io
import logging
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from motuc_bot.bot.faults import answering, say
from motuc_bot.bot.lasting import lasting
from motuc_bot.bot.permissions import Need, invite_link, missing
from motuc_bot.picture.png import board_png
from motuc_bot.picture.view import BoardView
from motuc_bot.referee.refused import NotAllowed

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

NO_CONTENT = (
    "Ich kann nicht lesen, was in Nachrichten steht: Im Developer Portal (Bot → Privileged Gateway Intents) fehlt der "
    "Haken bei „Message Content Intent“. Bis er gesetzt und der Bot neu gestartet ist, gehen Züge mit /befehl, mit "
    "Knöpfen, oder wenn die Nachricht mich erwähnt."
)
_GRANT = "Einzuschalten in: Servereinstellungen → Rollen → meine Rolle, oder in den Einstellungen dieses Kanals."
_TRIAL = "Selbsttest: diese Nachricht verschwindet gleich wieder."
_DIRECT = "Selbsttest: Private Nachrichten kommen bei dir an."
_log = logging.getLogger("motuc_bot.bot")


class SelfTest(commands.Cog):
    """Finds out what is missing before somebody plays."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Tell the log what is missing on the servers, so that the operator sees it."""
        for guild in self.bot.guilds:
            self._look(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Tell the log what is missing on a new server."""
        self._look(guild)

    def _look(self, guild: discord.Guild) -> None:
        lacking = missing(guild.me.guild_permissions)
        if lacking:
            _log.warning("Server %d: es fehlen Rechte: %s", guild.id, ", ".join(need.german for need in lacking))

    @app_commands.command(name="selbsttest", description="Prüft, ob ich hier alles darf, was ich brauche")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def test(self, interaction: discord.Interaction[Any]) -> None:
        """Try everything out and tell what is missing and how to grant it."""
        async with answering(interaction):
            if interaction.guild is None or not interaction.permissions.manage_guild:
                raise NotAllowed("Den Selbsttest macht nur, wer den Server verwaltet.")
            lines = [_told("Beiträge lesen (Message Content Intent)", self.bot.reads)]
            lines += [] if self.bot.reads else [NO_CONTENT]
            lacking = missing(interaction.app_permissions)
            lines += _told_needs(lacking)
            lines.append(_told("Private Nachricht an dich", await self._direct(interaction.user)))
            lines += await self._in_channel(interaction.channel, {need.flag for need in lacking})
            if lacking:
                lines += [_GRANT, f"Oder lade mich mit diesem Link noch einmal ein: {invite_link(self._application())}"]
            lines.append("Zuletzt der Knopf: bitte drücken.")
            await say(interaction, tuple(lines), view=lasting(TrialButton()))

    def _application(self) -> int:
        assert self.bot.application_id is not None
        return self.bot.application_id

    async def _direct(self, user: discord.User | discord.Member) -> bool:
        try:
            await user.send(_DIRECT)
        except discord.HTTPException:
            return False
        return True

    async def _in_channel(self, channel: object, lacking: set[str]) -> Iterable[str]:
        """Return what came of sending a picture and pinning it; a forum has no place for it."""
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return ("▫️ Bild und Anheften: bitte den Selbsttest auch in einem Textkanal oder Thread machen.",)
        picture = await self.bot.work(board_png, BoardView(6, 4))
        lines = []
        async with _trial(channel, picture) as message:
            lines.append(_told("Bild", message is not None and bool(message.attachments)))
            if message is not None:
                lines.append(_told("Anheften", await _works(message.pin())))
                lines.append(_told("Reaktion", await _works(message.add_reaction("✅"))))
        return lines


@asynccontextmanager
async def _trial(
    channel: discord.TextChannel | discord.Thread, picture: bytes
) -> AsyncIterator[discord.Message | None]:
    """Give a message with a picture, which is gone afterwards; None: none could be sent."""
    try:
        message = await channel.send(_TRIAL, file=discord.File(io.BytesIO(picture), "probe.png"), silent=True)
    except discord.HTTPException:
        yield None
        return
    try:
        yield message
    finally:
        with suppress(discord.HTTPException):
            await message.delete()


async def _works(doing: Any) -> bool:
    try:
        await doing
    except discord.HTTPException:
        return False
    return True


def _told_needs(lacking: tuple[Need, ...]) -> list[str]:
    if not lacking:
        return [_told("Rechte in diesem Kanal", True)]
    return [f"❌ Mir fehlt das Recht „{need.german}“ – {need.purpose}." for need in lacking]


def _told(what: str, works: bool) -> str:
    return f"{'✅' if works else '❌'} {what}"


class TrialButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"motuc:s"):
    """A button to try out whether buttons work."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Knopf", custom_id="motuc:s"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "TrialButton":
        """Return the button."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Tell that it works."""
        await say(interaction, ("✅ Knöpfe gehen.",))
