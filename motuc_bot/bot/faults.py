"""What people are told when something fails: one German sentence with a number; the log has the rest."""

import logging
import secrets
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from discord import app_commands

from motuc_bot.bot.splitting import split
from motuc_bot.logs import without_tokens
from motuc_bot.referee.refused import Refused
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.systems.faults import FileFault
from motuc_bot.systems.forms import FormFault
from motuc_bot.systems.side import UnknownInPool, UnusablePool

_log = logging.getLogger("motuc_bot.bot")

_AWAY = "Die Datenbank ist gerade nicht zu erreichen; bitte gleich noch einmal."


def lines_of(error: BaseException) -> tuple[str, ...] | None:
    """Return what people are told of a refusal, None for what nobody foresaw."""
    match error:
        case Refused():
            return error.lines
        case FormFault() | FileFault():
            return (f"❓ {error.text}",)
        case UnknownInPool() | UnusablePool():
            return (f"❓ {error}",)
        case DatabaseFault():
            _log.error("Datenbank: %s", error)
            return (_AWAY,)
        case _:
            return None


def logged(error: BaseException, doing: str) -> str:
    """Log what nobody foresaw, without tokens, and return the German sentence for whoever it met."""
    number = secrets.token_hex(3)
    text = "".join(traceback.format_exception(error))
    _log.error("Fehler %s (%s): %s", number, doing, without_tokens(text))
    return f"Da ist etwas schiefgegangen (Fehler {number}). Es hat nichts gezählt, was hier nicht bestätigt ist."


@asynccontextmanager
async def answering(
    interaction: discord.Interaction[Any], *, ephemeral: bool = True, thinking: bool = True
) -> AsyncIterator[None]:
    """Tell Discord at once that an answer will come, and answer with what was refused.

    Without `thinking` the answer to a button changes the message with the button.
    """
    await interaction.response.defer(ephemeral=ephemeral, thinking=thinking)
    try:
        yield
    except Exception as error:
        lines = lines_of(error)
        await say(interaction, (logged(error, _doing(interaction)),) if lines is None else lines)


async def say(interaction: discord.Interaction[Any], lines: tuple[str, ...], **more: Any) -> None:
    """Answer, in as many messages as it takes; nobody but the asker reads them."""
    texts = split(lines) or ("✅",)
    if not interaction.response.is_done():
        await interaction.response.send_message(texts[0], ephemeral=True, **more)
    else:
        await interaction.followup.send(texts[0], ephemeral=True, **more)
    for text in texts[1:]:
        await interaction.followup.send(text, ephemeral=True)


class Tree(app_commands.CommandTree[Any]):
    """The commands; whatever fails in them ends here."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer in German."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, app_commands.CheckFailure | app_commands.TransformerError):
            lines: tuple[str, ...] = ("❓ Das geht hier nicht.",)
        else:
            lines = lines_of(cause) or (logged(cause, _doing(interaction)),)
        # An interaction that is too old can't be answered any more.
        with suppress(discord.HTTPException):
            await say(interaction, lines)


def _doing(interaction: discord.Interaction[Any]) -> str:
    command = interaction.command
    return f"/{command.qualified_name}" if command is not None else "Knopf"
