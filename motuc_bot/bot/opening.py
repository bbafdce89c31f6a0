"""A battle gets its thread."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from motuc_bot.bot.here import asker, bot_of
from motuc_bot.bot.new_thread import NO_PLACE, Place, new_thread
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import may_open
from motuc_bot.referee.open_battle import check_document, open_battle
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.threads import ThreadRow, move_thread, place_of, thread_in
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.systems.forms import Template
from motuc_bot.systems.registry import SIDES
from rules.core import GAME_MASTER

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_NOT_YOURS = "Eine Schlacht mit dieser Nummer leitest du hier nicht: Wähle sie aus der Liste."


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
    async with new_thread(interaction, wanted.place, name) as thread:

        def begin() -> ThreadRow:
            row_of = partial(_row, guild=guild, thread=thread, person=person)
            return row_of(open_battle(bot.desk, wanted.system, wanted.document, person, thread=row_of).battle)

        row = await _kept(bot, thread, begin, lambda row: row.created_by == person)
    await _show(bot, row, bot.pinned.refresh)
    return thread.id


async def open_other_thread(interaction: discord.Interaction[Any], battle: int, place: Place | None) -> int:
    """Let a battle whose thread is gone go on in a new one, and return it. Raises: Refused, DatabaseFault."""
    bot, person = bot_of(interaction), asker(interaction)
    await bot.work(_led, bot.desk, battle, person)
    guild = interaction.guild_id
    if guild is None:
        raise NotAllowed(NO_PLACE)
    # Who asks again meanwhile gets no second one.
    async with bot.locks[battle]:
        old = await bot.work(_led, bot.desk, battle, person)
        with suppress(discord.NotFound, discord.Forbidden):
            await bot.fetch_channel(old.channel_id)
            raise NotAllowed(f"Der Thread dieser Schlacht ist noch da: <#{old.channel_id}>")
        seen = await bot.work(read_battle, bot.desk, battle, None, None, NO_POSTS)
        async with new_thread(interaction, place, seen.name) as thread:

            def move() -> ThreadRow:
                row = _row(battle, guild, thread, old.created_by)
                move_thread(bot.desk, row)
                return row

            row = await _kept(bot, thread, move, lambda row: row.battle_id == battle)
        bot.threads.pop(old.channel_id, None)
    await _show(bot, row, bot.pinned.show_anew)
    return thread.id


def _led(desk: Desk, battle: int, person: str) -> ThreadRow:
    """Return the thread of a battle that the person leads. Raises: NotAllowed, DatabaseFault."""
    place = place_of(desk, battle)
    if place.thread is None or person not in place.persons(GAME_MASTER):
        raise NotAllowed(_NOT_YOURS)
    return place.thread


async def _kept(
    bot: "MotucBot", thread: discord.Thread, keep: Callable[[], ThreadRow], is_it: Callable[[ThreadRow], bool]
) -> ThreadRow:
    """Keep what is played in a new thread, and return its row. Raises: Refused, DatabaseFault."""
    try:
        return await bot.work(keep)
    except DatabaseFault:
        # It may be kept all the same, with only the word of it lost.
        row = await bot.work(thread_in, bot.desk, thread.id)
        # Another program may have been faster there.
        if row is None or not is_it(row):
            raise
        return row


async def _show(bot: "MotucBot", row: ThreadRow, show: Callable[[int], Awaitable[None]]) -> None:
    """Play in a new thread from now on, with the pinned message at its top."""
    bot.opened(row)
    # The battle is there, whatever fails here: what follows makes up for it.
    with suppress(DatabaseFault):
        await show(row.battle_id)
    await bot.moved(row.battle_id)


def _row(battle: int, guild: int, thread: discord.Thread, person: str) -> ThreadRow:
    # The first message of a forum's thread has the thread's id; in a text channel one is yet to be written.
    status = thread.id if isinstance(thread.parent, discord.ForumChannel) else None
    return ThreadRow(battle, guild, thread.id, status, person)


async def _allowed(interaction: discord.Interaction[Any]) -> int:
    """Return the server if battles may be opened there by whoever asks. Raises: NotAllowed."""
    bot, user = bot_of(interaction), interaction.user
    if interaction.guild_id is None or not isinstance(user, discord.Member):
        raise NotAllowed(NO_PLACE)
    if not interaction.permissions.manage_guild:
        await bot.work(may_open, bot.desk, interaction.guild_id, [role.id for role in user.roles])
    return interaction.guild_id
