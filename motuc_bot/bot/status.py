"""The pinned message of a battle, kept as the battle stands."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import discord

from motuc_bot.bot.faults import DISCORD_FAULTS
from motuc_bot.bot.lines import status_text
from motuc_bot.bot.permissions import NEEDS
from motuc_bot.bot.thread_keeping import in_open_thread
from motuc_bot.referee.read_status import read_status
from motuc_bot.referee.results import where_held
from motuc_bot.referee.threads import ThreadRow, keep_status_message, tell_masters
from motuc_bot.store.faults import DatabaseFault

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_UNREAD = "⚠️ Nachrichten kann ich hier gerade nicht lesen: bitte /befehl nehmen, die Knöpfe, oder mich erwähnen."

_UNPINNED = (
    "Im Thread <#{thread}> der Schlacht {battle} kann ich den Stand nicht anheften: Mir fehlt das Recht „{right}“. "
    "Gibst du es mir, hefte ich ihn bei der nächsten Änderung an."
)
_PINNING = next(need.german for need in NEEDS if need.flag == "pin_messages")
# What stands behind the name of the battle at the head of each such message.
_AFTER_NAME = "** · "
_LOOK_BACK = 100

_log = logging.getLogger("motuc_bot.bot")


@dataclass(slots=True)
class Status:
    """Writes and rewrites the pinned messages; what a spectator may see, and nothing else, is in them."""

    bot: "MotucBot"
    # What they say, and which they are, as this program has written them or Discord reports it of another one.
    _shown: dict[int, str] = field(default_factory=dict)
    _messages: dict[int, int] = field(default_factory=dict)
    # Where results waited for the game master when somebody looked last.
    _covered: frozenset[int] = frozenset()
    # Of which somebody waits to read anew how they stand.
    _next: set[int] = field(default_factory=set)
    _writing: defaultdict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    async def refresh(self, battle: int) -> None:
        """Bring the message up to date, or leave that to who is about to; one that is gone is written anew."""
        if battle in self._next:
            return
        # One after the other, and each reads the battle anew: an older state never covers a newer one.
        async with self._turn(battle):
            try:
                over = await self._refresh(battle)
            except DatabaseFault:
                # Others may have left it to this one.
                self.bot.behind(battle)
                raise
        if over:
            # Hardly anything changes any more.
            self._shown.pop(battle, None)
            self._messages.pop(battle, None)
            self._writing.pop(battle, None)
            self.bot.done_with(battle)

    async def show_anew(self, battle: int) -> None:
        """Write the message of a battle that has just got its thread."""
        self._shown.pop(battle, None)
        await self.refresh(battle)

    async def rewritten(self, battle: int, message: int, text: str) -> None:
        """Look at the battle again if the message does not say what this program has written there last."""
        # Another one that has read the battle earlier may have written later.
        if self._messages.get(battle) == message and self._shown.get(battle) not in (None, text):
            self._shown[battle] = text
            await self.refresh(battle)

    async def uncover(self) -> None:
        """Show again how things stand where the results were posted without anybody's doing."""
        held = await self.bot.work(where_held, self.bot.desk)
        for battle in self._covered - held:
            await self.refresh(battle)
            self._covered -= {battle}
        self._covered = held

    @asynccontextmanager
    async def _turn(self, battle: int) -> AsyncIterator[None]:
        """Wait until nobody else writes the message."""
        writing = self._writing[battle]
        self._next.add(battle)
        try:
            await writing.acquire()
        finally:
            self._next.discard(battle)
        try:
            yield
        finally:
            writing.release()

    async def _refresh(self, battle: int) -> bool:
        """Bring the message up to date, and tell whether the battle is over."""
        seen = await self.bot.work(read_status, self.bot.desk, battle)
        thread = seen.thread
        if thread is None:
            return False
        text = status_text(seen) if self.bot.reads else f"{status_text(seen)}\n-# {_UNREAD}"
        if self._shown.get(battle) == text:
            return seen.over
        if self.bot.takes(thread.guild_id):
            # Before it is written: Discord may report it before it answers.
            self._shown[battle] = text
        try:
            self._messages[battle] = (await self._show(thread, text)).id
        except DISCORD_FAULTS as error:
            # Only for the eye: the next change tries again.
            _log.warning("Schlacht %d: die angeheftete Nachricht geht nicht (%s)", battle, error)
            self._shown.pop(battle, None)
        return seen.over

    async def _show(self, thread: ThreadRow, text: str) -> discord.Message:
        message = await self._shown_in(thread, text)
        # The first message of a forum's thread stands at its top anyway.
        if message.pinned or message.id == thread.channel_id:
            return message
        try:
            await message.pin()
        except discord.Forbidden:
            line = _UNPINNED.format(thread=thread.channel_id, battle=thread.battle_id, right=_PINNING)
            nonce = f"{thread.battle_id}.unpinned.{thread.channel_id}"
            if await self.bot.work(tell_masters, self.bot.desk, thread.battle_id, line, nonce):
                await self.bot.deliver(thread.battle_id)
        return message

    async def _shown_in(self, thread: ThreadRow, text: str) -> discord.Message:
        """Return the message, brought up to date; one that is not there is written. Raises: discord.HTTPException."""
        channel = self.bot.get_partial_messageable(thread.channel_id)
        if thread.status_message_id is not None:
            with suppress(discord.NotFound):
                return await self._rewritten(thread, thread.status_message_id, text)
        # Written, but not kept: the program may have ended in between.
        written = await self._written(channel, text)
        if written is None:
            # Of two programs that write it at once both are given the same message.
            nonce = f"pin.{thread.status_message_id or thread.channel_id}"
            message = await channel.send(text, silent=True, nonce=nonce)
        else:
            message = await self._rewritten(thread, written, text)
        await self.bot.work(keep_status_message, self.bot.desk, thread.battle_id, message.id)
        return message

    async def _rewritten(self, thread: ThreadRow, number: int, text: str) -> discord.Message:
        message = self.bot.get_partial_messageable(thread.channel_id).get_partial_message(number)
        return await in_open_thread(self.bot, thread.channel_id, partial(message.edit, content=text))

    async def _written(self, channel: discord.PartialMessageable, text: str) -> int | None:
        """Return which of the latest messages is the one of the battle: ours, and with the same name at its head."""
        head = text.partition(_AFTER_NAME)[0] + _AFTER_NAME
        # Where the history may not be read, a second message is better than none.
        with suppress(discord.Forbidden):
            async for message in channel.history(limit=_LOOK_BACK):
                ours = self.bot.user is not None and message.author.id == self.bot.user.id
                if ours and message.reference is None and message.content.startswith(head):
                    return message.id
        return None
