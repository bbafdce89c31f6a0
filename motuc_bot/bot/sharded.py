"""A bot that is one of several: Discord deals its servers out to shards, and each program takes some of them."""

from collections.abc import Sequence

from discord.ext import commands

from motuc_bot.bot.client import MotucBot
from motuc_bot.referee.desk import Desk

# Discord sends private messages to the first shard alone.
PRIVATE_SHARD = 0


class ShardedMotucBot(MotucBot, commands.AutoShardedBot):
    """The referee for the servers of some shards; all programs work on one database."""

    def __init__(self, desk: Desk, *, reads: bool = True, shard_ids: Sequence[int], shard_count: int) -> None:
        super().__init__(desk, reads=reads, shard_ids=list(shard_ids), shard_count=shard_count)
        self.hears_private = PRIVATE_SHARD in shard_ids
        self._dealt = frozenset(shard_ids), shard_count

    def takes(self, guild: int) -> bool:
        """Tell whether the server belongs to one of the shards of this program."""
        mine, count = self._dealt
        return (guild >> 22) % count in mine
