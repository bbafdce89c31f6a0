"""What other programs do that are the same bot, as one for another shard, or a second one for the same.

Discord tells each program of all that happens on its servers, whichever of them did it.
"""

from datetime import timedelta
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from motuc_bot.referee.threads import thread_in

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

# A thread may be there before the battle is.
_NEW = timedelta(minutes=1)


class OtherPrograms(commands.Cog):
    """Learns of threads that another program has opened, and of pinned messages that another has rewritten."""

    def __init__(self, bot: "MotucBot") -> None:
        self.bot = bot
        # Threads of the bot without a battle, as where it was deleted.
        self._empty: set[int] = set()

    async def look(self, channel: object) -> None:
        """Listen to a thread from now on if another program has opened it for a battle. Raises: DatabaseFault."""
        if not isinstance(channel, discord.Thread) or channel.id in self.bot.threads or channel.id in self._empty:
            return
        if self.bot.user is None or channel.owner_id != self.bot.user.id:
            return
        row = await self.bot.work(thread_in, self.bot.desk, channel.id)
        if row is not None:
            self.bot.opened(row)
        elif discord.utils.utcnow() - discord.utils.snowflake_time(channel.id) > _NEW:
            self._empty.add(channel.id)

    @commands.Cog.listener()
    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Look at a battle again whose pinned message is not what this program has written."""
        battle, user = self.bot.threads.get(payload.channel_id), self.bot.user
        if battle is not None and user is not None and payload.message.author.id == user.id:
            await self.bot.pinned.rewritten(battle, payload.message_id, payload.message.content)
