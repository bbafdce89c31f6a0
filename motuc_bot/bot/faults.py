"""What people are told when something fails: one German sentence with a number; the log has the rest."""

import asyncio
import logging
import secrets
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import aiohttp
import discord
from discord import app_commands

from motuc_bot.bot.splitting import split
from motuc_bot.logs import without_tokens
from motuc_bot.referee.refused import Refused
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.forms import FormFault
from motuc_bot.systems.side import UnknownInPool, UnusablePool

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

# What is raised while Discord is not to be reached; not all of aiohttp's faults are errors of the system.
UNREACHABLE = (OSError, aiohttp.ClientError)
DISCORD_FAULTS = (discord.HTTPException, *UNREACHABLE)

_log = logging.getLogger("motuc_bot.bot")

_AWAY = "Die Datenbank ist gerade nicht zu erreichen; bitte gleich noch einmal."
_DISCORD_AWAY = (
    "Discord war gerade nicht richtig zu erreichen: Ob es gezählt hat, steht im Thread, oder sieh mit /lage nach. "
    "Wenn nicht, gib es bitte noch einmal ein."
)
_CATCHING_UP = "Ich hole gerade nach, was geschrieben wurde; bitte gleich noch einmal."
_ON_SERVER = "❓ Das geht nur auf dem Server, nicht in einer privaten Nachricht: Gib es dort noch einmal ein."
_NOT_ALLOWED = "❓ Das darfst du hier nicht: Bitte jemanden darum, der den Server verwaltet."
_NO_MEMBER = "❓ Diese Person ist nicht auf dem Server: Wähle jemanden, den Discord dir dort vorschlägt."
_UNUSABLE = "❓ Mit „{value}“ kann ich nichts anfangen: Wähle, was Discord dir bei der Eingabe vorschlägt."
_CHANGED = "❓ Diesen Befehl gibt es so nicht mehr: Lade Discord neu und gib ihn noch einmal ein."
# What Discord says of something that has been answered already.
_ANSWERED = 40060
# Whether Discord shows meanwhile that an answer will come.
_THINKING = "thinking"
# So many seconds before an answer that was lost is given again.
_WAITS = (0.2, 1.0, 3.0)
# So many seconds a command waits until what was missed is taken: Discord lets it be answered for fifteen minutes.
_PATIENCE = 120.0


class Stopped(asyncio.CancelledError):
    """Ends the task that works on what somebody used; nobody is told, and nothing logged."""


class StillCatchingUp(Stopped):
    """What was missed is not taken yet, as whoever asked has been told."""


def lines_of(error: BaseException) -> tuple[str, ...] | None:
    """Return what people are told of a refusal, None for what nobody foresaw."""
    match error:
        case Refused():
            return error.lines
        case FormFault() | FileFault():
            # In a file the place stands before it.
            return (f"❓ {error.text[:1].upper()}{error.text[1:]}",)
        case UnknownInPool() | UnusablePool():
            return (f"❓ {error}",)
        case DatabaseFault():
            _log.error("Datenbank: %s", error)
            return (_AWAY,)
        case aiohttp.ClientError() | ConnectionError() | discord.DiscordServerError():
            _log.warning("Discord ist nicht zu erreichen: %r", error)
            return (_DISCORD_AWAY,)
        case _:
            return None


def logged(error: BaseException, doing: str) -> str:
    """Log what nobody foresaw, without tokens, and return the German sentence for whoever it met."""
    number = secrets.token_hex(3)
    text = "".join(traceback.format_exception(error))
    _log.error("Fehler %s (%s): %s", number, doing, without_tokens(text))
    return (
        f"Da ist etwas schiefgegangen (Fehler {number}). Was hier nicht bestätigt ist, zählt nicht: Versuch es noch "
        "einmal. Hilft das nicht, nenne die Nummer, wer den Bot betreibt."
    )


@asynccontextmanager
async def answering(
    interaction: discord.Interaction[Any], *, ephemeral: bool = True, thinking: bool = True
) -> AsyncIterator[None]:
    """Tell Discord at once that an answer will come, and answer with what was refused.

    Without `thinking` the answer to a button changes the message with the button. What was written before in the
    thread counts first. Raises: Stopped.
    """
    await _acknowledge(interaction, ephemeral=ephemeral, thinking=thinking)
    if not await _caught_up(interaction):
        await say(interaction, (_CATCHING_UP,))
        raise StillCatchingUp
    try:
        yield
    except Exception as error:
        lines = lines_of(error)
        await say(interaction, (logged(error, _doing(interaction)),) if lines is None else lines)


async def _acknowledge(interaction: discord.Interaction[Any], *, ephemeral: bool, thinking: bool) -> None:
    """Tell Discord that an answer will come; what somebody used has come in, and counts even if that fails.

    Raises: Stopped.
    """
    interaction.extras[_THINKING] = thinking
    try:
        await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
    except DISCORD_FAULTS as error:
        if isinstance(error, discord.HTTPException) and error.code == _ANSWERED:
            # Discord has reported it twice, or to another program too: who came first works on it.
            raise Stopped from None
        _log.warning("%s kommt, aber Discord nimmt keine Antwort (%s)", _doing(interaction), error)


async def _caught_up(interaction: discord.Interaction[Any]) -> bool:
    """Wait until what was written before is taken, and tell whether it is; where nothing is played nothing waits."""
    bot, channel = cast("MotucBot", interaction.client), interaction.channel_id or 0
    if interaction.guild_id is not None and channel not in bot.threads:
        return True
    try:
        async with asyncio.timeout(_PATIENCE):
            await bot.hearing.wait(channel)
    except TimeoutError:
        return False
    return True


async def say(interaction: discord.Interaction[Any], lines: tuple[str, ...], **more: Any) -> None:
    """Answer, in as many messages as it takes; nobody but the asker reads them.

    What has been done stays done if nobody can be told: an answer that does not come is no fault of what is answered.
    """
    texts = split(lines) or ("✅",)
    try:
        await _begin(interaction, texts[0], more)
        for text in texts[1:]:
            await interaction.followup.send(text, ephemeral=True)
    except DISCORD_FAULTS as error:
        if isinstance(error, discord.HTTPException) and error.status == 400:
            # Discord refuses what is said: that is our fault.
            raise
        _log.warning("%s ist nicht zu beantworten (%s)", _doing(interaction), error)


async def _begin(interaction: discord.Interaction[Any], text: str, more: dict[str, Any]) -> None:
    """Say the first message, once, however often it takes. Raises: Stopped, discord.HTTPException and the like."""
    thinking: bool | None = interaction.extras.pop(_THINKING, None)
    for wait in (*_WAITS, None):
        try:
            if not interaction.response.is_done() and await _at_once(interaction, text, more, first=thinking is None):
                return
            if thinking:
                # In the place of what Discord shows meanwhile: there it stands once, however often it is put.
                await interaction.edit_original_response(content=text, **more)
            else:
                await interaction.followup.send(text, ephemeral=True, **more)
            return
        except UNREACHABLE:
            if wait is None or (interaction.response.is_done() and not thinking):
                # What stands in no place of its own could stand there twice.
                raise
            await asyncio.sleep(wait)
            # If it did come through, then as the first answer.
            thinking = True


async def _at_once(interaction: discord.Interaction[Any], text: str, more: dict[str, Any], *, first: bool) -> bool:
    """Answer what has not been acknowledged, and tell whether it was not.

    Raises: Stopped: `first`, and somebody else has done so; discord.HTTPException and the like.
    """
    try:
        await interaction.response.send_message(text, ephemeral=True, **more)
    except discord.HTTPException as error:
        if error.code != _ANSWERED:
            raise
        if first:
            raise Stopped from None
        # It has been, only the bot was not told.
        return False
    return True


class Tree(app_commands.CommandTree[Any]):
    """The commands; whatever fails in them ends here."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer in German."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        lines = lines_of(cause) or _misused(cause) or (logged(cause, _doing(interaction)),)
        await say(interaction, lines)


def _misused(error: BaseException) -> tuple[str, ...] | None:
    """Return what people are told where a command can't be carried out as it was given, None for all else."""
    match error:
        case app_commands.NoPrivateMessage():
            return (_ON_SERVER,)
        case app_commands.CheckFailure():
            return (_NOT_ALLOWED,)
        case app_commands.TransformerError(type=discord.AppCommandOptionType.user):
            return (_NO_MEMBER,)
        case app_commands.TransformerError():
            return (_UNUSABLE.format(value=str(error.value)[:50]),)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return (_CHANGED,)
        case _:
            return None


def _doing(interaction: discord.Interaction[Any]) -> str:
    command = interaction.command
    return f"/{command.qualified_name}" if command is not None else "Knopf"
