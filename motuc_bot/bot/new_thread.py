"""A new thread on Discord: only one, even where the answer to the request for it is lost.

Discord takes no nonce for threads. One that is there although nobody was told of it is known by what it is: ours, at
that place, of that name, younger than what somebody used to get it, and nothing is played in it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import discord

from motuc_bot.bot.faults import DISCORD_FAULTS, UNREACHABLE
from motuc_bot.bot.here import bot_of
from motuc_bot.referee.refused import NotAllowed, Refused
from motuc_bot.referee.threads import thread_in
from motuc_bot.store.faults import DatabaseFault

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot

Place = discord.TextChannel | discord.ForumChannel

NO_PLACE = "Hier lässt sich kein Thread eröffnen: bitte einen Text- oder Forumkanal nehmen (kanal)."
_NO_RIGHT = (
    "Mir fehlt dort das Recht, Threads zu eröffnen und darin zu schreiben: Nimm einen anderen Kanal, oder frag "
    "jemanden, der den Server verwaltet (/selbsttest zeigt, was fehlt)."
)
_AWAY = (
    "Discord war gerade nicht richtig zu erreichen, deshalb gibt es keinen neuen Thread. Gib es in einer Minute noch "
    "einmal ein. Steht dort dann schon ein leerer Thread „{name}“, wird darin nicht gespielt: Er kann weg."
)
_FIRST_WORDS = "Die Aufstellung beginnt."
_WEEK: Literal[10080] = 10080
# After these it is not known whether Discord has done what was asked.
_UNSURE = (discord.DiscordServerError, *UNREACHABLE)
# A battle follows its thread within so many seconds.
_DOUBTFUL = 60.0
# So many seconds before Discord is asked what became of it.
_WAITS = (1.0, 3.0, 5.0)


@asynccontextmanager
async def new_thread(
    interaction: discord.Interaction[Any], wanted: Place | None, name: str
) -> AsyncIterator[discord.Thread]:
    """Give a new thread of that name in a channel (None = this one); it is taken away if nothing is played in it then.

    Raises: Refused.
    """
    bot, here = bot_of(interaction), interaction.channel
    place = wanted or (here.parent if isinstance(here, discord.Thread) else here)
    if not isinstance(place, Place):
        raise NotAllowed(NO_PLACE)
    wish = _Wish(bot, place, " ".join(name.split())[:100].strip() or "Schlacht", interaction.id)
    # Else one could be taken for another's.
    async with bot.keeping.opening[place.id]:
        thread = await wish.fulfilled()
        try:
            yield thread
        finally:
            await wish.take_unused_away(thread)
            if doubles := wish.doubles(thread):
                bot.do_by_itself(wish.take_doubles_away(doubles))


@dataclass(frozen=True, slots=True)
class _Wish:
    """A thread that is wanted by an interaction of that id."""

    bot: "MotucBot"
    place: Place
    name: str
    interaction: int

    async def fulfilled(self) -> discord.Thread:
        """Return the thread. Raises: Refused."""
        try:
            return await self._opened()
        except _UNSURE:
            pass
        for wait in _WAITS:
            await asyncio.sleep(wait)
            with suppress(*_UNSURE):
                return await self._found() or await self._opened()
        raise Refused((_AWAY.format(name=self.name),))

    async def take_unused_away(self, thread: discord.Thread) -> None:
        """Delete the thread if nothing is played there."""
        # A battle that is there stays so, and a thread that stays harms nobody.
        with suppress(DatabaseFault, *DISCORD_FAULTS):
            if await self._is_unused(thread):
                await thread.delete()

    def doubles(self, thread: discord.Thread) -> tuple[discord.Thread, ...]:
        """Return the threads that may have been opened besides it, unnoticed."""
        return tuple(one for one in self.place.threads if one.id != thread.id and self._may_be_it(one))

    async def take_doubles_away(self, doubles: Iterable[discord.Thread]) -> None:
        """Delete those of them in which nothing is played after a while.

        By then another program, which may be about to open a battle there, has done so.
        """
        await asyncio.sleep(_DOUBTFUL)
        for double in doubles:
            await self.take_unused_away(double)

    async def _opened(self) -> discord.Thread:
        """Open a thread, and return it. Raises: NotAllowed, discord.DiscordServerError and the like."""
        try:
            if isinstance(self.place, discord.TextChannel):
                kind = discord.ChannelType.public_thread
                return await self.place.create_thread(name=self.name, type=kind, auto_archive_duration=_WEEK)
            made = await self.place.create_thread(name=self.name, content=_FIRST_WORDS, auto_archive_duration=_WEEK)
        except discord.Forbidden:
            raise NotAllowed(_NO_RIGHT) from None
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            # Such as a forum that wants tags.
            raise NotAllowed(f"Discord nimmt dort keinen Thread an: {error.text[:200]}") from None
        return made.thread

    async def _found(self) -> discord.Thread | None:
        """Return the thread that is there already, None for none. Raises: discord.HTTPException and the like."""
        there = filter(self._may_be_it, await self.place.guild.active_threads())
        for thread in sorted(there, key=lambda one: one.id, reverse=True):
            if await self._is_unused(thread):
                return thread
        return None

    def _may_be_it(self, thread: discord.Thread) -> bool:
        ours = self.bot.user is not None and thread.owner_id == self.bot.user.id
        # Ids grow with time.
        young = thread.id > self.interaction
        return ours and young and thread.parent_id == self.place.id and thread.name == self.name

    async def _is_unused(self, thread: discord.Thread) -> bool:
        return await self.bot.work(thread_in, self.bot.desk, thread.id) is None
