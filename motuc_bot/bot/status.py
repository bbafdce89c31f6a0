"""The pinned message of a battle, kept as the battle stands."""

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import discord

from motuc_bot.bot.lines import held_text, status_text
from motuc_bot.bot.thread_keeping import in_open_thread
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.referee.results import are_held, where_held
from motuc_bot.referee.threads import ThreadRow, keep_status_message, place_of

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

_UNREAD = "⚠️ Nachrichten kann ich hier gerade nicht lesen: bitte /befehl nehmen, die Knöpfe, oder mich erwähnen."

_log = logging.getLogger("motuc_bot.bot")


@dataclass(slots=True)
class Status:
    """Writes and rewrites the pinned messages; what a spectator may see, and nothing else, is in them."""

    bot: "MotucBot"
    _shown: dict[int, str] = field(default_factory=dict)
    # Where results waited for the game master when somebody looked last.
    _covered: frozenset[int] = frozenset()
    _writing: defaultdict[int, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    async def refresh(self, battle: int) -> None:
        """Bring the message up to date; one that is gone is written anew."""
        # One after the other, and each reads the battle anew: an older state never covers a newer one.
        async with self._writing[battle]:
            await self._refresh(battle)

    async def show_anew(self, battle: int) -> None:
        """Write the message of a battle that has just got its thread."""
        self._shown.pop(battle, None)
        await self.refresh(battle)

    async def uncover(self) -> None:
        """Show again how things stand where the results were posted without anybody's doing."""
        before, self._covered = self._covered, await self.bot.work(where_held, self.bot.desk)
        for battle in before - self._covered:
            await self.refresh(battle)

    async def _refresh(self, battle: int) -> None:
        place = await self.bot.work(place_of, self.bot.desk, battle)
        if place.thread is None:
            return
        seen = await self.bot.work(read_battle, self.bot.desk, battle, None, None, NO_POSTS)
        covered = await self.bot.work(are_held, self.bot.desk, battle)
        text = held_text(seen) if covered else status_text(seen)
        text = text if self.bot.reads else f"{text}\n-# {_UNREAD}"
        if self._shown.get(battle) == text:
            return
        try:
            await self._show(place.thread, text)
        except discord.HTTPException as error:
            # Only for the eye: the next change tries again.
            _log.warning("Schlacht %d: die angeheftete Nachricht geht nicht (%s)", battle, error.code)
            return
        self._shown[battle] = text

    async def _show(self, thread: ThreadRow, text: str) -> None:
        channel = self.bot.get_partial_messageable(thread.channel_id)
        if thread.status_message_id is not None:
            with suppress(discord.NotFound):
                pinned = channel.get_partial_message(thread.status_message_id)
                await in_open_thread(self.bot, thread.channel_id, partial(pinned.edit, content=text))
                return
        message = await channel.send(text, silent=True)
        await self.bot.work(keep_status_message, self.bot.desk, thread.battle_id, message.id)
        with suppress(discord.Forbidden):
            await message.pin()
