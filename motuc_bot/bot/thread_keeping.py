"""Threads that were archived, locked or deleted, servers the bot had to leave, players who have left."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import discord
from discord.ext import commands

from motuc_bot.bot.faults import DISCORD_FAULTS, UNREACHABLE
from motuc_bot.bot.names import person_of
from motuc_bot.bot.permissions import Need, missing
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.threads import ThreadRow, place_of, send_again, tell_gone, tell_masters, threads_of

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

T = TypeVar("T")

# What Discord says of a thread in which nothing can be done just now.
_ARCHIVED, _LOCKED = 50083, 160005
_UNKNOWN_MEMBER = 10007
# Why something can't be sent until the bot is invited again.
THROWN_OUT = "der Bot ist nicht mehr auf dem Server"

_CLOSED = (
    "Der Thread <#{thread}> der Schlacht {battle} ist gesperrt, und ich darf ihn nicht öffnen. Öffne ihn wieder, oder "
    "gib mir das Recht „Threads verwalten“: Was ich zu sagen habe, kommt dann von selbst."
)
_LOST = (
    "Im Thread der Schlacht {battle} kann ich nicht mehr schreiben: Er ist weg. Die Schlacht selbst ist gespeichert. "
    "Lass sie in einem neuen Thread weitergehen: `/schlacht neuer_thread schlacht:{battle}`."
)
_FORBIDDEN = (
    "Im Thread <#{thread}> der Schlacht {battle} kann ich gerade nicht schreiben: Mir fehlen Rechte{which}. Gib mir "
    "diese Rechte wieder: Was ich zu sagen habe, kommt dann von selbst."
)
_OUT = (
    "Ich bin nicht mehr auf dem Server, auf dem die Schlacht {battle} läuft. Sie ist gespeichert: Ladet mich wieder "
    "ein, dann geht sie weiter."
)


def is_closed(error: discord.HTTPException) -> bool:
    """Tell whether that is what Discord says of an archived or locked thread."""
    return error.code in (_ARCHIVED, _LOCKED)


async def in_open_thread(client: discord.Client, thread: int, do: Callable[[], Awaitable[T]]) -> T:
    """Return what is done in the thread, which is opened if it is archived. Raises: discord.HTTPException."""
    try:
        return await do()
    except discord.HTTPException as error:
        if not is_closed(error) or not await open_again(client, thread):
            raise
        return await do()


async def open_again(client: discord.Client, thread: int) -> bool:
    """Open an archived thread, and tell whether that could be done."""
    try:
        # Archived ones are not in the cache.
        channel = await client.fetch_channel(thread)
        # One that is locked alone stays so: opening it would change nothing.
        if not isinstance(channel, discord.Thread) or not channel.archived:
            return False
        await channel.edit(archived=False)
    except DISCORD_FAULTS:
        return False
    return True


async def tell_closed(desk: Desk, thread: ThreadRow, delivery: int) -> None:
    """Tell the game masters that the thread is locked, and what they can do. Raises: DatabaseFault."""
    line = _CLOSED.format(thread=thread.channel_id, battle=thread.battle_id)
    await asyncio.to_thread(tell_masters, desk, thread.battle_id, line, f"{thread.battle_id}.closed.{delivery}")


async def tell_forbidden(client: discord.Client, desk: Desk, thread: ThreadRow, delivery: int) -> None:
    """Tell the game masters which rights are missing in the thread, once for each loss. Raises: DatabaseFault."""
    guild = client.get_guild(thread.guild_id)
    channel = None if guild is None else guild.get_thread(thread.channel_id)
    lacking = _lacking(guild, channel) if guild is not None and channel is not None else ()
    which = f" ({', '.join(need.german for need in lacking)})" if lacking else ""
    line = _FORBIDDEN.format(thread=thread.channel_id, battle=thread.battle_id, which=which)
    # While it lasts, the same delivery waits in front of all others.
    await asyncio.to_thread(tell_masters, desk, thread.battle_id, line, f"{thread.battle_id}.forbidden.{delivery}")


def _lacking(guild: discord.Guild, channel: discord.Thread) -> tuple[Need, ...]:
    try:
        return missing(channel.permissions_for(guild.me))
    except discord.ClientException:
        # The channel of the thread is not to be seen.
        return ()


async def is_thrown_out(client: discord.Client, guild: int) -> bool:
    """Tell whether the bot is on a server no more, as far as Discord says so."""
    try:
        await client.fetch_guild(guild, with_counts=False)
    except (discord.Forbidden, discord.NotFound):
        return True
    except DISCORD_FAULTS:
        return False
    return False


async def tell_thrown_out(desk: Desk, thread: ThreadRow) -> None:
    """Tell the game masters, once, that the bot is not on the server any more. Raises: DatabaseFault."""
    await tell_lost(desk, thread, _OUT)


async def tell_lost(desk: Desk, thread: ThreadRow, text: str = _LOST) -> None:
    """Tell the game masters, once, that the thread is gone, and how the battle goes on. Raises: DatabaseFault."""
    battle = thread.battle_id
    await asyncio.to_thread(
        tell_masters, desk, battle, text.format(battle=battle), f"{battle}.lost.{thread.channel_id}"
    )


async def is_gone(client: discord.Client, guild: int, user: int) -> bool:
    """Tell whether a player has left the server, as far as Discord says so."""
    try:
        # One that belongs to another program is in no cache here.
        server = client.get_guild(guild) or await client.fetch_guild(guild, with_counts=False)
        await server.fetch_member(user)
    except discord.HTTPException as error:
        return error.code == _UNKNOWN_MEMBER
    except UNREACHABLE:
        return False
    return False


async def tell_of_leavers(client: discord.Client, desk: Desk, called: Iterable[tuple[int, int]]) -> bool:
    """Tell the threads of the players that were called by a battle and have left, and return whether there are any."""
    told = False
    for battle, user in called:
        place = await asyncio.to_thread(place_of, desk, battle)
        if place.thread is not None and await is_gone(client, place.thread.guild_id, user):
            told |= await asyncio.to_thread(tell_gone, desk, battle, person_of(user))
    return told


class ThreadKeeping(commands.Cog):
    """Hears of threads and servers that are gone; other battles go on."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot
        # By the channel: there threads are opened one at a time.
        self.opening: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Forget the thread and tell the game master how the battle goes on."""
        if payload.thread_id not in self.bot.threads:
            return
        for row, over in await self.bot.work(threads_of, self.bot.desk):
            if row.channel_id == payload.thread_id:
                await self.lost(row, over=over)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Forget the threads there and tell the game masters of their battles."""
        for row, over in await self.bot.work(threads_of, self.bot.desk):
            if row.guild_id == guild.id:
                await self.lost(row, over=over, text=_OUT)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Hear nothing there until it is back: what comes first then is not what was written first."""
        for row, over in await self.bot.work(threads_of, self.bot.desk):
            if row.guild_id == guild.id and not over:
                self.bot.hearing.close(row.channel_id)

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    async def back(self, guild: discord.Guild) -> None:
        """Listen again to the threads of a server that is back, once what was missed in them is taken."""
        there = [
            (row, over) for row, over in await self.bot.work(threads_of, self.bot.desk) if row.guild_id == guild.id
        ]
        for row, over in there:
            if not over:
                self.bot.hearing.close(row.channel_id)
                await self.bot.work(send_again, self.bot.desk, row.battle_id, THROWN_OUT)
            self.bot.opened(row)
        if there:
            await self.bot.catch_up(guild.id)

    async def lost(self, row: ThreadRow, *, over: bool, text: str = _LOST) -> None:
        """Forget a thread, and tell the game master of its battle if that goes on."""
        # Should it be there again, it is heard once it was caught up with.
        self.bot.hearing.close(row.channel_id)
        self.bot.threads.pop(row.channel_id, None)
        if not over:
            await tell_lost(self.bot.desk, row, text)
            await self.bot.deliver()
