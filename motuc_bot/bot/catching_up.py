"""What was written, changed and deleted while the bot was away, taken in the order of its time.

A thread is read if its last message is not known to have been taken, or if somebody's last post there was refused, who
may have mended it since. Besides what is new, the last hundred messages are looked at again. How far a thread is known
is what Discord has reported of it: each message that comes in, the bot's own too, proves that none before it is
missing. It is kept once a minute and at the end, so that posts cost nothing more; after a crash a little is read again.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import commands, tasks

from motuc_bot.bot.names import message_of
from motuc_bot.referee.ask import ask
from motuc_bot.referee.private_channels import PrivateChannel, private_channels_of_players
from motuc_bot.referee.seen_messages import KnownMessage, private_messages, public_messages, tell_deleted
from motuc_bot.referee.threads import ThreadRow, keep_read, threads_of
from motuc_bot.store.faults import DatabaseFault

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_LOOK_BACK = 100
_FAULTS = (discord.HTTPException, OSError)

_log = logging.getLogger("motuc_bot.bot")


@dataclass(frozen=True, slots=True)
class Missed:
    """Something to take: when it was written, or changed, and how it is taken."""

    at: datetime
    message: int
    take: Callable[[], Awaitable[None]]


class CatchingUp(commands.Cog):
    """Makes up for what was missed, and keeps how far all was heard."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot
        # The last message heard in each thread, as far as that is not kept yet.
        self._heard: dict[int, int] = {}

    async def cog_load(self) -> None:
        """Begin to keep what was heard."""
        self.keep_now_and_then.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.keep_now_and_then.cancel()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Note that nothing before this message is missing."""
        if self.bot.hearing.is_set() and message.channel.id in self.bot.threads:
            self._heard[message.channel.id] = max(message.id, self._heard.get(message.channel.id, 0))

    @tasks.loop(minutes=1)
    async def keep_now_and_then(self) -> None:
        """Keep what was heard."""
        await self.keep()

    async def keep(self) -> None:
        """Keep up to which message each thread was heard, but for those in which a post is just being taken."""
        quiet = {
            channel: message
            for channel, message in self._heard.items()
            if self.bot.hearing.is_set() and not self.bot.locks[self.bot.threads.get(channel, 0)].locked()
        }
        if not quiet:
            return
        try:
            await self.bot.work(keep_read, self.bot.desk, quiet)
        except DatabaseFault as fault:
            _log.error("Gelesen bis: %s", fault)
            return
        for channel, message in quiet.items():
            if self._heard.get(channel) == message:
                del self._heard[channel]

    async def caught_up(self) -> bool:
        """Take what was missed in the battles that go on, and tell whether that could be done."""
        try:
            await self._catch_up()
        except DatabaseFault as fault:
            _log.error("Versäumtes: %s", fault)
            return False
        return True

    async def _catch_up(self) -> None:
        rows = [row for row, over in await self.bot.work(threads_of, self.bot.desk) if not over]
        missed: list[Missed] = []
        read: set[int] = set()
        for row in rows:
            try:
                found = await self._in_thread(row)
            except _FAULTS as error:
                # One thread that is gone must not keep the others.
                _log.warning("Schlacht %d: der Thread ist nicht zu lesen (%s)", row.battle_id, error)
                continue
            if found is not None:
                missed += found
                read.add(row.battle_id)
        for channel in await self.bot.work(private_channels_of_players, self.bot.desk):
            try:
                missed += await self._in_private(channel)
            except _FAULTS as error:
                _log.warning("Private Nachrichten von %s sind nicht zu lesen (%s)", channel.person, error)
        for one in sorted(missed, key=lambda one: (one.at, one.message)):
            await one.take()
        for row in rows:
            if row.battle_id in read or row.status_message_id is None:
                await self.bot.moved(row.battle_id)
            else:
                # The end of the last program may have come before the question.
                await self.bot.work(ask, self.bot.desk, row.battle_id)

    async def _in_thread(self, row: ThreadRow) -> list[Missed] | None:
        """Return what was missed in a thread; None: it need not be read.

        Raises: discord.HTTPException, DatabaseFault.
        """
        last = await self._last_message(row)
        if last is None:
            return None
        known = {
            number: message
            for message in await self.bot.work(public_messages, self.bot.desk, row.battle_id)
            # A press of a button is known by the message with the buttons, and tells nothing of what was written.
            if "." not in message.name and (number := message_of(message.name)) is not None
        }
        until = max(row.read_until or 0, *known, row.status_message_id or row.channel_id)
        if last <= until and not _mendable(known.values()):
            return None
        channel = self.bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        messages = await _read(channel, until)
        battle, posts = row.battle_id, self.bot.posts
        missed = [
            Missed(at, message.id, partial(posts.taken, battle, message))
            for message in messages
            if (at := _when(message, until, known)) is not None
        ]
        self._heard[row.channel_id] = max([last, *(message.id for message in messages)])
        there = {message.id for message in messages}
        # Those of an earlier thread of the battle are older than this one.
        oldest = min(there, default=0) if len(messages) >= _LOOK_BACK else row.channel_id
        for number, message in known.items():
            if message.counts and number >= oldest and number not in there:
                await self.bot.work(tell_deleted, self.bot.desk, battle, message.name)
        return missed

    async def _last_message(self, row: ThreadRow) -> int | None:
        """Return the last message of a thread; None: there is nothing to read. Raises: discord.HTTPException."""
        guild = self.bot.get_guild(row.guild_id)
        if guild is None:
            return None
        # Archived ones are not reported at the start.
        thread: object = guild.get_thread(row.channel_id)
        if thread is None:
            try:
                thread = await guild.fetch_channel(row.channel_id)
            except discord.NotFound:
                await self.bot.keeping.lost(row, over=False)
                return None
        return thread.last_message_id if isinstance(thread, discord.Thread) else None

    async def _in_private(self, row: PrivateChannel) -> list[Missed]:
        """Return what somebody has written in private. Raises: discord.HTTPException, DatabaseFault."""
        known = {
            number: message
            for message in await self.bot.work(private_messages, self.bot.desk, row.person)
            if (number := message_of(message.name)) is not None
        }
        channel = self.bot.get_partial_messageable(row.channel_id, type=discord.ChannelType.private)
        until = max((row.read_until, *known))
        posts = self.bot.posts
        return [
            Missed(at, message.id, partial(posts.taken_in_private, message))
            for message in await _read(channel, until)
            if (at := _when(message, until, known)) is not None
        ]


async def _read(channel: discord.PartialMessageable, until: int) -> list[discord.Message]:
    """Return all messages after that one, and the hundred before. Raises: discord.HTTPException."""
    messages: list[discord.Message] = []
    older = 0
    # Backwards: how many are new is not known before.
    async for message in channel.history(limit=None):
        older += message.id <= until
        messages.append(message)
        if older >= _LOOK_BACK:
            break
    return messages


def _when(message: discord.Message, until: int, known: dict[int, KnownMessage]) -> datetime | None:
    """Return when what is to be taken was written, or changed; None: there is nothing to take."""
    if message.id in known:
        return message.edited_at
    return message.created_at if message.id > until else None


def _mendable(messages: Iterable[KnownMessage]) -> bool:
    """Tell whether somebody's last post was refused."""
    return any({message.person: message.refused for message in messages}.values())
