"""A battle gets its thread."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

import discord

from motuc_bot.bot.here import asker, bot_of
from motuc_bot.referee.guild_settings import may_open
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.referee.threads import ThreadRow, bind_thread
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.systems.registry import SIDES

_NO_PLACE = "Hier lässt sich kein Thread eröffnen: bitte einen Text- oder Forumkanal nehmen (kanal)."
_NO_RIGHT = "Mir fehlt dort das Recht, Threads zu eröffnen und darin zu schreiben."
_WEEK: Literal[10080] = 10080


@dataclass(frozen=True, slots=True)
class Wanted:
    """The battle that somebody wants: of a template, with what shall be different."""

    template: str
    name: str | None = None
    rounds: int | None = None
    place: discord.TextChannel | discord.ForumChannel | None = None


async def open_thread(interaction: discord.Interaction[Any], wanted: Wanted) -> int:
    """Open thread and battle, and return the thread. Raises: Refused, FormFault, DatabaseFault."""
    bot, user = bot_of(interaction), interaction.user
    if interaction.guild_id is None or not isinstance(user, discord.Member):
        raise NotAllowed(_NO_PLACE)
    if not interaction.permissions.manage_guild:
        await bot.work(may_open, bot.desk, interaction.guild_id, [role.id for role in user.roles])
    document = _document(wanted)
    thread = await _thread(interaction, wanted, str(document["battle"]["name"]))
    try:
        opened = await bot.work(open_battle, bot.desk, SIDES[0].system.key, document, asker(interaction))
        # The first message of a forum's thread has the thread's id; in a text channel one is yet to be written.
        status = thread.id if isinstance(thread.parent, discord.ForumChannel) else None
        row = ThreadRow(opened.battle, interaction.guild_id, thread.id, status, asker(interaction))
        await bot.work(bind_thread, bot.desk, row)
    except (Refused, DatabaseFault):
        with suppress(discord.HTTPException):
            await thread.delete()
        raise
    bot.opened(row)
    await bot.pinned.refresh(opened.battle)
    await bot.moved(opened.battle)
    return thread.id


def _document(wanted: Wanted) -> Any:
    """Return what was agreed. Raises: NotAllowed, FormFault."""
    up = SIDES[0].setting_up
    template = next((one for one in up.templates() if wanted.template in (one.key, one.label)), None)
    if template is None:
        known = ", ".join(one.label for one in up.templates())
        raise NotAllowed(f"Diese Vorlage gibt es nicht. Es gibt: {known}.")
    values = dict(template.values)
    if wanted.name is not None:
        values["name"] = wanted.name
    if wanted.rounds is not None:
        values["rounds"] = str(wanted.rounds)
    return up.battle_document(values, (), ())


async def _thread(interaction: discord.Interaction[Any], wanted: Wanted, name: str) -> discord.Thread:
    """Open the thread. Raises: NotAllowed."""
    here = interaction.channel
    place = wanted.place or (here.parent if isinstance(here, discord.Thread) else here)
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
