"""What was written, changed and deleted while the bot was away, taken in the order of its time.

A thread is read if its last message is not known to have been taken, or if somebody's last post there was refused, who
may have mended it since. Besides what is new, the last hundred messages are looked at again. How far a thread is known
is what Discord has reported of it: each message that comes in, the bot's own too, proves, once it is taken, that none
before it is missing. It is kept once a minute and at the end, so that posts cost nothing more; after a crash a little
is read again. What can't be read just now stays closed to what is written there, and is tried again; what may not be
read is heard, but nothing that comes in proves anything there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import commands, tasks

from motuc_bot.bot.faults import DISCORD_FAULTS, logged
from motuc_bot.bot.marks import ACCEPTED, TAKEN_BACK
from motuc_bot.bot.names import message_of
from motuc_bot.referee.ask import ask
from motuc_bot.referee.private_channels import PrivateChannel, private_channels_of_players
from motuc_bot.referee.seen_messages import KnownMessage, private_messages, public_messages, tell_deleted
from motuc_bot.referee.threads import ThreadRow, keep_read, threads_of
from motuc_bot.store.faults import DatabaseFault

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_LOOK_BACK = 100
# So many seconds before what can't be read is tried again: longer each time, up to the longest wait.
_AGAIN, _LONGEST_WAIT = 5.0, 60.0

_log = logging.getLogger("motuc_bot.bot")


@dataclass(frozen=True, slots=True)
class Missed:
    """Something to take: when it was written, or changed, and how it is taken."""

    at: datetime
    message: int
    take: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a channel, up to which message; `unmarked` are posts that count and do not look so."""

    missed: Sequence[Missed]
    until: int
    unmarked: Sequence[discord.Message] = ()


class CatchingUp(commands.Cog):
    """Makes up for what was missed, and keeps how far all was heard."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot
        # The last message heard in each thread, as far as that is not kept yet.
        self._heard: dict[int, int] = {}
        self._being_taken: dict[int, set[int]] = {}
        # Channels that could not be read just now, and those that may not be.
        self._left: set[int] = set()
        self._unread: set[int] = set()
        self._one_at_a_time = asyncio.Lock()

    async def cog_load(self) -> None:
        """Begin to keep what was heard, and to try again what could not be read."""
        self.keep_now_and_then.start()
        self.try_again.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.keep_now_and_then.cancel()
        self.try_again.cancel()

    @contextmanager
    def taking(self, message: discord.Message) -> Iterator[None]:
        """Note, once the message is taken, that nothing up to it is missing."""
        being_taken = self._being_taken.setdefault(message.channel.id, set())
        being_taken.add(message.id)
        # If this is broken off it stays so: nothing after it proves anything.
        yield
        being_taken.discard(message.id)
        if not being_taken:
            del self._being_taken[message.channel.id]
        self.heard(message.channel.id, message.id)

    def heard(self, channel: int, message: int) -> None:
        """Note that nothing up to this message is missing in a channel, if it is a thread and was caught up with."""
        if self.bot.hearing.hears(channel) and channel in self.bot.threads and channel not in self._unread:
            self._heard[channel] = max(message, self._heard.get(channel, 0))

    @tasks.loop(minutes=1)
    async def keep_now_and_then(self) -> None:
        """Keep what was heard."""
        await self.keep()

    async def keep(self) -> None:
        """Keep up to which message each thread was heard, but for those in which a post is just being taken."""
        quiet = {channel: message for channel, message in self._heard.items() if channel not in self._being_taken}
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

    async def caught_up(self, guild: int | None = None) -> bool:
        """Take what was missed in the battles that go on, and tell whether the database let that be done.

        With a server: in the threads there; else everywhere, in private too.
        """
        async with self._one_at_a_time:
            try:
                await self._catch_up(
                    lambda row: guild is None or row.guild_id == guild,
                    lambda _: guild is None and self.bot.hears_private,
                )
            except DatabaseFault as fault:
                _log.error("Versäumtes: %s", fault)
                return False
        # Else all of it would be read again after a crash, and, crash by crash, more and more.
        await self.keep()
        return True

    @tasks.loop(seconds=_AGAIN)
    async def try_again(self) -> None:
        """Take what was missed where it could not be read before."""
        if not self._left:
            return
        async with self._one_at_a_time:
            left = frozenset(self._left)
            try:
                await self._catch_up(lambda row: row.channel_id in left, lambda row: row.channel_id in left)
            except DatabaseFault as fault:
                _log.error("Versäumtes: %s", fault)
            except Exception as error:
                # Whatever it is, it must not end the loop.
                logged(error, "Versäumtes")
        waited = self.try_again.seconds or _AGAIN
        self.try_again.change_interval(seconds=min(2 * waited, _LONGEST_WAIT) if self._left else _AGAIN)

    async def _catch_up(
        self, wanted: Callable[[ThreadRow], bool], wanted_private: Callable[[PrivateChannel], bool]
    ) -> None:
        threads = await self.bot.work(threads_of, self.bot.desk)
        players = await self.bot.work(private_channels_of_players, self.bot.desk)
        self._drop_what_is_over(threads, players)
        rows = [row for row, over in threads if not over and wanted(row) and self.bot.takes(row.guild_id)]
        away = {row.channel_id for row in rows if self._is_away(row.guild_id)}
        found: dict[int, Found | None] = {}
        for row in rows:
            if row.channel_id in away:
                # What was missed there is known when it is back.
                self.bot.hearing.close(row.channel_id)
            else:
                found[row.channel_id] = await self._tried(row.channel_id, self._in_thread(row))
        for player in players:
            if wanted_private(player):
                found[player.channel_id] = await self._tried(player.channel_id, self._in_private(player))
        there = [one for one in found.values() if one is not None]
        for missed in sorted((one for each in there for one in each.missed), key=lambda one: (one.at, one.message)):
            await missed.take()
        for message in (one for each in there for one in each.unmarked):
            await self.bot.marks.accept(message)
        for row in rows:
            if found.get(row.channel_id) is not None or row.status_message_id is None:
                await self.bot.moved(row.battle_id)
            else:
                # The end of the last program may have come before the question.
                await self._ask(row.battle_id)
        self._open(found)

    def _open(self, found: Mapping[int, Found | None]) -> None:
        """Hear in the channels that were caught up with."""
        for channel, one in found.items():
            if channel in self._left:
                continue
            if one is not None and channel in self.bot.threads:
                self._heard[channel] = max(one.until, self._heard.get(channel, 0))
            self.bot.hearing.open(channel)

    def _drop_what_is_over(self, threads: Sequence[tuple[ThreadRow, bool]], players: Sequence[PrivateChannel]) -> None:
        """Hear where nothing is caught up with any more: of a battle that is over, or of who plays in none."""
        open_ones = {row.channel_id for row, over in threads if not over} | {row.channel_id for row in players}
        over = {row.channel_id for row, over in threads if over}
        for channel in over | (self._left - open_ones):
            self._left.discard(channel)
            self.bot.hearing.open(channel)

    async def _tried(self, channel: int, reading: Awaitable[Found | None]) -> Found | None:
        """Return what was found in a channel; one that can't be read just now is closed until it can.

        Raises: DatabaseFault.
        """
        try:
            found = await reading
        except DatabaseFault:
            raise
        except (discord.Forbidden, discord.NotFound) as error:
            _log.warning("Kanal %d ist nicht zu lesen (%s)", channel, error)
            self._unread.add(channel)
            found = None
        except DISCORD_FAULTS as error:
            _log.warning("Kanal %d ist gerade nicht zu lesen (%s): gleich noch einmal", channel, error)
            self._left.add(channel)
            self.bot.hearing.close(channel)
            return None
        except Exception as error:
            # One of many must not keep the others.
            logged(error, f"Versäumtes im Kanal {channel}")
            self._unread.add(channel)
            found = None
        else:
            self._unread.discard(channel)
        self._left.discard(channel)
        return found

    async def _ask(self, battle: int) -> None:
        try:
            await self.bot.work(ask, self.bot.desk, battle)
        except DatabaseFault:
            raise
        except Exception as error:
            logged(error, f"Fragen der Schlacht {battle}")

    def _is_away(self, number: int) -> bool:
        """Tell whether Discord reports nothing of a server, as in an outage there."""
        guild = self.bot.get_guild(number)
        return guild is None or guild.unavailable

    async def _in_thread(self, row: ThreadRow) -> Found | None:
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
        # What is known proves nothing of what came before it.
        until = max(row.read_until or row.channel_id, self._heard.get(row.channel_id, 0))
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
        there = {message.id for message in messages}
        # Those of an earlier thread of the battle are older than this one.
        oldest = min(there, default=0) if len(messages) >= _LOOK_BACK else row.channel_id
        for number, message in known.items():
            if message.counts and number >= oldest and number not in there:
                await self.bot.work(tell_deleted, self.bot.desk, battle, message.name)
        return Found(missed, max([last, *there]), tuple(self._unmarked(messages, known)))

    def _unmarked(
        self, messages: Sequence[discord.Message], known: Mapping[int, KnownMessage]
    ) -> Iterator[discord.Message]:
        """Yield the posts that count and have neither a mark nor an answer that says so."""
        answered = {
            message.reference.message_id
            for message in messages
            if message.reference is not None
            and self.bot.user is not None
            and message.author.id == self.bot.user.id
            and message.content.startswith(ACCEPTED)
        }
        for message in messages:
            marked = any(one.me and str(one.emoji) in (ACCEPTED, TAKEN_BACK) for one in message.reactions)
            if message.id in known and known[message.id].counts and not marked and message.id not in answered:
                yield message

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

    async def _in_private(self, row: PrivateChannel) -> Found:
        """Return what somebody has written in private. Raises: discord.HTTPException, DatabaseFault."""
        known = {
            number: message
            for message in await self.bot.work(private_messages, self.bot.desk, row.person)
            if (number := message_of(message.name)) is not None
        }
        channel = self.bot.get_partial_messageable(row.channel_id, type=discord.ChannelType.private)
        posts, messages = self.bot.posts, await _read(channel, row.read_until)
        missed = [
            Missed(at, message.id, partial(posts.taken_in_private, message))
            for message in messages
            if (at := _when(message, row.read_until, known)) is not None
        ]
        return Found(missed, max((message.id for message in messages), default=row.read_until))


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
