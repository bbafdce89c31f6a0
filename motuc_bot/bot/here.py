"""For which battle a command is meant, and what can be chosen while it is typed."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from motuc_bot.bot.limits import MOST_OPTIONS
from motuc_bot.bot.names import person_of
from motuc_bot.language.folding import fold
from motuc_bot.referee.read_battle import NO_POSTS, SeenBattle, read_battle
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.referee.threads import battles_of
from motuc_bot.systems.forms import Option
from motuc_bot.systems.registry import known_side

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_MOST_CHARACTERS = 100
_NOT_HERE = "Das geht nur im Thread einer Schlacht: Gib es dort noch einmal ein. Eine neue eröffnet /schlacht neu."


def bot_of(interaction: discord.Interaction[Any]) -> "MotucBot":
    """Return the bot that got the interaction."""
    return cast("MotucBot", interaction.client)


def asker(interaction: discord.Interaction[Any]) -> str:
    """Return as whom the referee knows whoever asks."""
    return person_of(interaction.user.id)


def human(user: discord.Member) -> discord.Member:
    """Return who was chosen for a seat. Raises: NotAllowed: it is a bot, which would never act."""
    if user.bot:
        raise NotAllowed(f"{user.display_name} ist ein Bot: Bitte einen Menschen auswählen.")
    return user


async def battle_here(interaction: discord.Interaction[Any]) -> int:
    """Return the battle of this thread; in private, the only one in which the asker sits. Raises: NotAllowed."""
    bot = bot_of(interaction)
    await bot.others.look(interaction.channel)
    battle = bot.threads.get(interaction.channel_id or 0)
    if battle is None and interaction.guild_id is None:
        mine = await bot.work(battles_of, bot.desk, asker(interaction))
        battle = mine[0][0] if len(mine) == 1 else None
    if battle is None:
        raise NotAllowed(_NOT_HERE)
    return battle


async def seen_here(interaction: discord.Interaction[Any]) -> SeenBattle:
    """Return the battle as the asker may see it, without its posts. Raises: Refused."""
    bot, battle = bot_of(interaction), await battle_here(interaction)
    return await bot.work(read_battle, bot.desk, battle, asker(interaction), None, NO_POSTS)


async def seen_if_any(interaction: discord.Interaction[Any]) -> SeenBattle | None:
    """Return the same, as for a list to choose from; None: there is no battle here that the asker may see."""
    try:
        return await seen_here(interaction)
    except Refused:
        return None


async def figures_here(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    """Return those figures of the battle of this thread that have in their names what was typed."""
    seen = await seen_if_any(interaction)
    rows = () if seen is None else known_side(seen.system).roster(seen.state)
    return matching((Option(row.name, row.name) for row in rows), typed)


def matching(
    options: Iterable[Option], typed: str, aliases: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> list[app_commands.Choice[str]]:
    """Return the options that have in them what was typed, as many as Discord shows: those that begin so first.

    `aliases` are other names of an option, by its value.
    """
    key = fold(typed)
    words = {option: [fold(word) for word in (option.label, *aliases.get(option.value, ()))] for option in options}
    found = [
        option
        for option, names in words.items()
        if len(option.value) <= _MOST_CHARACTERS and any(key in name for name in names)
    ]
    found.sort(key=lambda option: not any(name.startswith(key) for name in words[option]))
    return [
        app_commands.Choice(name=option.label[:_MOST_CHARACTERS], value=option.value) for option in found[:MOST_OPTIONS]
    ]
