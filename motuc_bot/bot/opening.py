"""A battle gets its thread."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import discord

from motuc_bot.bot.here import asker, bot_of
from motuc_bot.referee.guild_settings import may_open
from motuc_bot.referee.open_battle import check_document, open_battle
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.referee.threads import ThreadRow, move_thread, place_of
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.systems.forms import Template
from motuc_bot.systems.registry import SIDES
from rules.core import GAME_MASTER

Place = discord.TextChannel | discord.ForumChannel

_NO_PLACE = "Hier lässt sich kein Thread eröffnen: bitte einen Text- oder Forumkanal nehmen (kanal)."
_NO_RIGHT = (
    "Mir fehlt dort das Recht, Threads zu eröffnen und darin zu schreiben: Nimm einen anderen Kanal, oder frag "
    "jemanden, der den Server verwaltet (/selbsttest zeigt, was fehlt)."
)
_NOT_YOURS = "Eine Schlacht mit dieser Nummer leitest du hier nicht: Wähle sie aus der Liste."
_WEEK: Literal[10080] = 10080


@dataclass(frozen=True, slots=True)
class Wanted:
    """The battle that somebody wants: of a rule system, as agreed in the document, in a channel (None = this one)."""

    system: str
    document: Mapping[str, object]
    place: Place | None = None


def template_of(name: str) -> Template:
    """Return the template that is called so. Raises: NotAllowed."""
    templates = SIDES[0].setting_up.templates()
    found = next((one for one in templates if name in (one.key, one.label)), None)
    if found is None:
        known = ", ".join(one.label for one in templates)
        raise NotAllowed(f"Diese Vorlage gibt es nicht. Es gibt: {known}.")
    return found


def of_template(name: str, changed: Mapping[str, str], place: Place | None) -> Wanted:
    """Return the battle of a template in which some fields are different. Raises: NotAllowed, FormFault."""
    values = {**template_of(name).values, **changed}
    return Wanted(SIDES[0].system.key, SIDES[0].setting_up.battle_document(values, (), ()), place)


async def open_thread(interaction: discord.Interaction[Any], wanted: Wanted) -> int:
    """Open thread and battle, and return the thread. Raises: Refused, DatabaseFault."""
    bot, person = bot_of(interaction), asker(interaction)
    guild = await _allowed(interaction)
    # A thread that is there for a moment only would be seen by all.
    await bot.work(check_document, wanted.system, wanted.document)
    agreed = wanted.document.get("battle")
    name = str(agreed.get("name") or "") if isinstance(agreed, Mapping) else ""
    thread = await _thread(interaction, wanted.place, name)
    async with _used(thread):
        row_of = partial(_row, guild=guild, thread=thread, person=person)
        opened = await bot.work(open_battle, bot.desk, wanted.system, wanted.document, person, thread=row_of)
    bot.opened(row_of(opened.battle))
    await bot.pinned.refresh(opened.battle)
    await bot.moved(opened.battle)
    return thread.id


async def open_other_thread(interaction: discord.Interaction[Any], battle: int, place: Place | None) -> int:
    """Let a battle whose thread is gone go on in a new one, and return it. Raises: Refused, DatabaseFault."""
    bot, person = bot_of(interaction), asker(interaction)
    old = await bot.work(place_of, bot.desk, battle)
    if old.thread is None or person not in old.persons(GAME_MASTER):
        raise NotAllowed(_NOT_YOURS)
    if interaction.guild_id is None:
        raise NotAllowed(_NO_PLACE)
    with suppress(discord.NotFound, discord.Forbidden):
        await bot.fetch_channel(old.thread.channel_id)
        raise NotAllowed(f"Der Thread dieser Schlacht ist noch da: <#{old.thread.channel_id}>")
    seen = await bot.work(read_battle, bot.desk, battle, None, None, NO_POSTS)
    thread = await _thread(interaction, place, seen.name)
    row = _row(battle, interaction.guild_id, thread, old.thread.created_by)
    async with _used(thread):
        await bot.work(move_thread, bot.desk, row)
    bot.threads.pop(old.thread.channel_id, None)
    bot.opened(row)
    await bot.pinned.show_anew(battle)
    await bot.moved(battle)
    return thread.id


@asynccontextmanager
async def _used(thread: discord.Thread) -> AsyncIterator[None]:
    """Take a new thread away again if nothing comes of it."""
    try:
        yield
    except (Refused, DatabaseFault):
        with suppress(discord.HTTPException):
            await thread.delete()
        raise


def _row(battle: int, guild: int, thread: discord.Thread, person: str) -> ThreadRow:
    # The first message of a forum's thread has the thread's id; in a text channel one is yet to be written.
    status = thread.id if isinstance(thread.parent, discord.ForumChannel) else None
    return ThreadRow(battle, guild, thread.id, status, person)


async def _allowed(interaction: discord.Interaction[Any]) -> int:
    """Return the server if battles may be opened there by whoever asks. Raises: NotAllowed."""
    bot, user = bot_of(interaction), interaction.user
    if interaction.guild_id is None or not isinstance(user, discord.Member):
        raise NotAllowed(_NO_PLACE)
    if not interaction.permissions.manage_guild:
        await bot.work(may_open, bot.desk, interaction.guild_id, [role.id for role in user.roles])
    return interaction.guild_id


async def _thread(interaction: discord.Interaction[Any], wanted: Place | None, name: str) -> discord.Thread:
    """Open the thread. Raises: NotAllowed."""
    here = interaction.channel
    place = wanted or (here.parent if isinstance(here, discord.Thread) else here)
    name = name[:100] or "Schlacht"
    try:
        match place:
            case discord.TextChannel():
                kind = discord.ChannelType.public_thread
                return await place.create_thread(name=name, type=kind, auto_archive_duration=_WEEK)
            case discord.ForumChannel():
                made = await place.create_thread(
                    name=name, content="Die Aufstellung beginnt.", auto_archive_duration=_WEEK
                )
                return made.thread
            case _:
                raise NotAllowed(_NO_PLACE)
    except discord.Forbidden:
        raise NotAllowed(_NO_RIGHT) from None
    except discord.HTTPException as error:
        # Such as a forum that wants tags.
        raise NotAllowed(f"Discord nimmt dort keinen Thread an: {error.text[:200]}") from None
