"""Messages become posts: in the thread of a battle for all, by private message for their author alone."""

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from motuc_bot.bot.called import called, seat_called
from motuc_bot.bot.faults import DISCORD_FAULTS, lines_of, logged
from motuc_bot.bot.flood import Flood, Let
from motuc_bot.bot.limits import MOST_OPTIONS
from motuc_bot.bot.names import name_of_message, person_of
from motuc_bot.bot.plain_text import plain_text
from motuc_bot.bot.private import which_battle
from motuc_bot.bot.splitting import split
from motuc_bot.bot.wrong_place import may_be_orders, told_of_place
from motuc_bot.outbox.sender import LEASE
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.at_once import AtOnce
from motuc_bot.referee.guild_settings import USUAL_A_MINUTE
from motuc_bot.referee.misplaced import is_for_referee, misplaced
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.private_channels import PrivateChannel, keep_heard
from motuc_bot.referee.record import Message
from motuc_bot.referee.seen_messages import same_text, seen_message, tell_deleted
from motuc_bot.referee.threads import battles_of, place_of, threads_of

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)
_NO_BATTLE = "Du hast gerade in keiner Schlacht einen Platz. Mitmachen geht im Thread: /schlacht beitreten"
_TOO_FAST = (
    "❓ Das ist mir zu schnell: Diese Nachricht und was du gleich danach schreibst, lese ich nicht, es zählt nicht. "
    "Schick es in einer Minute noch einmal, mehrere Befehle in einer Nachricht."
)
_AT_ONCE = 0.5
_WHICH = "Du spielst in mehreren Schlachten mit: Für welche ist das?"


class Posts(commands.Cog):
    """Hears what is written, changed and deleted."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot
        # Counted apart: who chats a lot elsewhere is read in his battles all the same.
        self._elsewhere = Flood()

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Take a new message."""
        if not _is_written(message):
            self.bot.catching_up.heard(message.channel.id, message.id)
            return
        with self.bot.catching_up.taking(message):
            try:
                await self.bot.others.look(message.channel)
                if await self._floods(message):
                    return
                await self.bot.hearing.wait(message.channel.id)
                await self._heard(message)
            except Exception as error:
                await self._failed(message, error)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Take a changed message: one that was refused is read anew."""
        message = payload.message
        # Discord reports its own doings too, as when a link gets a preview.
        if message.edited_at is None or not _is_written(message) or await self._floods(message):
            return
        await self.bot.hearing.wait(payload.channel_id)
        try:
            battle = self.bot.threads.get(payload.channel_id)
            if battle is None and payload.guild_id is None:
                battle = (await self.bot.work(seen_message, self.bot.desk, name_of_message(message.id))).battle
            if battle is not None:
                await self.take(battle, message, message.content)
        except Exception as error:
            await self._failed(message, error)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Tell once that an order that counts goes on counting."""
        await self._deleted(payload.channel_id, payload.message_id)

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Tell the same of each of many."""
        for message in sorted(payload.message_ids):
            await self._deleted(payload.channel_id, message)

    async def take(self, battle: int, message: discord.Message, content: str) -> None:
        """Post what a message says now; what it said before is not posted again."""
        # What is read from the history of a thread may not know of which server it is.
        private = message.channel.id not in self.bot.threads
        at_once = AtOnce.within(LEASE)
        async with self.bot.locks[battle]:
            answer = await self.bot.work(self._posted, battle, message, content, private, at_once)
            if answer is not None and message.mentions:
                await self.seat_called(battle, message, answer)
        if answer is None or answer.again:
            return
        # It has counted: from here on nothing that fails says otherwise.
        replied = asyncio.Event()
        marking = asyncio.create_task(self._mark(message, answer, replied))
        try:
            await self.bot.send_claimed(at_once.claims.taken)
        finally:
            replied.set()
        await marking
        await self.bot.moved(battle, asked=at_once.asked)
        await self.bot.marks.take_back(battle, message.channel.id, answer.gone)

    async def _mark(self, message: discord.Message, answer: Answer, replied: asyncio.Event) -> None:
        """Mark the post when it has been answered, but do not wait for that while Discord puts the answer off."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_AT_ONCE):
                await replied.wait()
        await self.bot.marks.mark(message, answer, mended=message.edited_at is not None)

    async def taken(self, battle: int, message: discord.Message) -> None:
        """Take what was missed in a thread; what is known already counts no more."""
        if not _is_written(message) or await self._floods(message):
            return
        try:
            await self.take(battle, message, message.content)
        except Exception as error:
            await self._failed(message, error)

    async def taken_in_private(self, message: discord.Message) -> None:
        """Take what was missed in private: what is known already, for the battle for which it was."""
        if not _is_written(message) or await self._floods(message):
            return
        try:
            battle = (await self.bot.work(seen_message, self.bot.desk, name_of_message(message.id))).battle
            if battle is None:
                await self._heard(message)
            else:
                await self.take(battle, message, message.content)
        except Exception as error:
            await self._failed(message, error)

    async def _deleted(self, channel: int, message: int) -> None:
        battle = self.bot.threads.get(channel)
        if battle is None:
            return
        if await self.bot.work(tell_deleted, self.bot.desk, battle, name_of_message(message)):
            await self.bot.deliver()

    async def _heard(self, message: discord.Message) -> None:
        if message.guild is not None:
            battle = self.bot.threads.get(message.channel.id)
            if battle is not None:
                await self.take(battle, message, message.content)
            elif may_be_orders(message.content) and self._is_answered_elsewhere(message, message.guild.id):
                await self._point_to_thread(message, message.guild.id)
            return
        battles = await self.bot.work(battles_of, self.bot.desk, person_of(message.author.id))
        if not battles:
            await message.reply(_NO_BATTLE, mention_author=False, nonce=_nonce(message))
        elif len(battles) == 1:
            await self.take(battles[0][0], message, message.content)
        elif await self.bot.work(is_for_referee, self.bot.desk, person_of(message.author.id), message.content):
            # Some may be played in threads of which only another program knows.
            threads = {row.battle_id: row.channel_id for row, _ in await self.bot.work(threads_of, self.bot.desk)}
            places = "\n".join(
                f"• {name or 'Schlacht'}: <#{threads[number]}>"
                for number, name in battles[:MOST_OPTIONS]
                if number in threads
            )
            view = which_battle(message.id, battles)
            await message.reply(f"{_WHICH}\n{places}", view=view, mention_author=False, nonce=_nonce(message))
        # Nothing of this is asked again after a restart.
        row = PrivateChannel(person_of(message.author.id), message.channel.id, message.id)
        await self.bot.work(keep_heard, self.bot.desk, row)

    async def _point_to_thread(self, message: discord.Message, guild: int) -> None:
        """Tell whoever writes orders for his figures where nothing is played in which thread they belong."""
        person, text = person_of(message.author.id), plain_text(message.content, {})
        found = await self.bot.work(misplaced, self.bot.desk, guild, person, text)
        if found:
            with suppress(*DISCORD_FAULTS):
                await message.reply("\n".join(told_of_place(found)), mention_author=False, nonce=_nonce(message))

    def _posted(
        self, battle: int, message: discord.Message, content: str, private: bool, at_once: AtOnce
    ) -> Answer | None:
        """Post what a message says and get ready what is answered; None: it says nothing new.

        All that waits for the database, in one piece: each way to the thread where that is done costs time.
        """
        desk, name = self.bot.desk, name_of_message(message.id)
        names = called(message.mentions, place_of(desk, battle)) if message.mentions else {}
        text = plain_text(self._without_call(content), names)
        revision = 0
        if message.edited_at is not None:
            seen = seen_message(desk, name)
            if same_text(seen, text, message.edited_at):
                return None
            # Discord counts no revisions: they are numbered as they come in.
            revision = seen.revision + 1
        if not text.strip():
            return None
        known = Message(name, message.edited_at or message.created_at, revision)
        author = person_of(message.author.id)
        answer = post(desk, NewPost(battle, author, text, known, private=private, at_once=at_once))
        if at_once.place is not None:
            for delivery in at_once.claims.taken:
                self.bot.front.prepare(delivery, at_once.place)
        return answer

    async def seat_called(self, battle: int, message: discord.Message, answer: Answer) -> None:
        """Let those sit to whom the game master has given a figure in it."""
        try:
            await seat_called(self.bot, battle, person_of(message.author.id), message.mentions, answer)
        except Exception as error:
            # The post has counted, whatever becomes of the seat.
            logged(error, f"Plätze der Schlacht {battle}")

    async def _floods(self, message: discord.Message) -> bool:
        """Tell whether the message is one too many of its author, who is told so once a minute."""
        if message.guild is not None and message.channel.id not in self.bot.threads:
            return False
        most = self.bot.posts_a_minute.get(message.guild.id if message.guild is not None else 0, USUAL_A_MINUTE)
        let = self.bot.flood.let(message.author.id, message.edited_at or message.created_at, most)
        if let is Let.OUT_TOLD:
            with suppress(*DISCORD_FAULTS):
                await message.reply(_TOO_FAST, mention_author=False, nonce=_nonce(message))
        return let is not Let.IN

    def _is_answered_elsewhere(self, message: discord.Message, guild: int) -> bool:
        """Tell whether a message where nothing is played may be answered; too many of them are passed over."""
        most = self.bot.posts_a_minute.get(guild, USUAL_A_MINUTE)
        return self._elsewhere.let(message.author.id, message.created_at, most) is Let.IN

    def _without_call(self, content: str) -> str:
        """Return the text without the bot's own name before it, by which it is called where it may not read."""
        assert self.bot.user is not None
        return re.sub(rf"^\s*<@!?{self.bot.user.id}>[\s,:]*", "", content)

    async def _failed(self, message: discord.Message, error: Exception) -> None:
        lines = lines_of(error)
        texts = split((logged(error, "Beitrag"),) if lines is None else lines)
        with suppress(*DISCORD_FAULTS):
            await message.reply(texts[0], mention_author=False)


def _is_written(message: discord.Message) -> bool:
    """Tell whether a person wrote the message."""
    return not message.author.bot and message.webhook_id is None and message.type in _WRITTEN


def _nonce(message: discord.Message) -> str:
    """Return what lets Discord take the reply once where two programs hear the same message."""
    return f"{message.id}.x"
