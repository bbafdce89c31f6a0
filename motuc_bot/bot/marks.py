"""What became of a post is shown at the post itself, by the bot's reaction; later, where Discord could not take it."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import commands, tasks

from motuc_bot.bot.faults import DISCORD_FAULTS, logged
from motuc_bot.bot.names import is_pressed, message_of, name_of_message
from motuc_bot.bot.thread_keeping import in_open_thread, is_closed
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.seen_messages import message_of_post, seen_message
from motuc_bot.store.faults import DatabaseFault

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

ACCEPTED, REFUSED, SPEECH, TAKEN_BACK = "✅", "❓", "💬", "↩️"
_NO_ORDER = f"{SPEECH} Das zählt nicht als Befehl."
# So often a mark is tried again, and of so many posts at once.
_MOST_TRIES, _MOST_LATER = 10, 1000
_AGAIN = 30.0


@dataclass(frozen=True, slots=True)
class _Later:
    message: discord.Message
    answer: Answer
    mended: bool
    tries: int


class Marks(commands.Cog):
    """Sets the marks, and tries those again that could not be set."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot
        self._later: dict[int, _Later] = {}

    async def cog_load(self) -> None:
        """Begin to try again."""
        self.try_again.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self.try_again.cancel()

    async def mark(self, message: discord.Message, answer: Answer, *, mended: bool = False, tries: int = 0) -> None:
        """Show at the message itself what became of it; prose stays as it is. What fails does so without a word.

        `mended` tells that it may have been refused before.
        """
        try:
            if answer.accepted and answer.orders:
                if mended:
                    await self._unmark(message, REFUSED)
                await self._react(message, ACCEPTED, f"{ACCEPTED} #{answer.number}")
            elif answer.accepted and answer.speech:
                await self._react(message, SPEECH, _NO_ORDER)
            elif answer.faults:
                # Why it does not count is answered anyway.
                await self._react(message, REFUSED, None)
        except DISCORD_FAULTS as error:
            # A thread that is closed may be opened again by somebody.
            lost = not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500
            if lost or (isinstance(error, discord.HTTPException) and is_closed(error)):
                self._try_later(_Later(message, answer, mended, tries + 1))
        except Exception as error:
            # The post has counted: nothing may say that it did not.
            logged(error, "Reaktion")

    async def accept(self, message: discord.Message) -> None:
        """Mark a post that counts and does not look so: the program may have ended before it could."""
        seen = await self.bot.work(seen_message, self.bot.desk, name_of_message(message.id))
        if seen.orders:
            await self.mark(message, Answer(seen.number, orders=True), mended=bool(seen.revision))

    async def take_back(self, battle: int, channel: int, gone: Iterable[int]) -> None:
        """Show at the messages of these posts that they count no more. What fails does so without a word."""
        for number in gone:
            try:
                name = await self.bot.work(message_of_post, self.bot.desk, battle, number)
                # What was posted by a button or a command has no message of its author.
                message = None if is_pressed(name) else message_of(name)
                if message is not None:
                    await self._take_back(self.bot.get_partial_messageable(channel).get_partial_message(message))
            except (DatabaseFault, *DISCORD_FAULTS):
                # One may be deleted, or stand in a thread of before.
                continue
            except Exception as error:
                logged(error, "Reaktion")

    async def _take_back(self, message: discord.PartialMessage) -> None:
        self._later.pop(message.id, None)
        # Without any mark it would look as if nobody had seen it.
        await self._react(message, TAKEN_BACK, None)
        await self._unmark(message, ACCEPTED)

    @tasks.loop(seconds=_AGAIN)
    async def try_again(self) -> None:
        """Set the marks that could not be set before."""
        later, self._later = self._later, {}
        for one in later.values():
            await self.mark(one.message, one.answer, mended=one.mended, tries=one.tries)

    def _try_later(self, one: _Later) -> None:
        if one.tries <= _MOST_TRIES and len(self._later) < _MOST_LATER:
            self._later[one.message.id] = one

    async def _react(self, message: discord.Message | discord.PartialMessage, mark: str, instead: str | None) -> None:
        """Set the mark; where reactions are not allowed, say the same. Raises: discord.HTTPException and the like."""
        try:
            await in_open_thread(self.bot, message.channel.id, partial(message.add_reaction, mark))
        except discord.Forbidden:
            if instead is not None:
                await message.reply(instead, mention_author=False, silent=True)

    async def _unmark(self, message: discord.Message | discord.PartialMessage, mark: str) -> None:
        """Take an earlier mark away."""
        assert self.bot.user is not None
        # Events of changed messages may come without their reactions: whether it is there, Discord knows.
        with suppress(discord.NotFound):
            await message.remove_reaction(mark, self.bot.user)
