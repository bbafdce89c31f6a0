"""The bot: what it hears, what it may, what it works with."""

import asyncio
import logging
import sys
from collections import defaultdict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ParamSpec, TypeVar

import discord
from discord.ext import commands, tasks

from motuc_bot.bot.catching_up import CatchingUp
from motuc_bot.bot.confirming import CarryOutButton, LeaveButton
from motuc_bot.bot.faults import DISCORD_FAULTS, Tree, lines_of, logged
from motuc_bot.bot.flood import Flood
from motuc_bot.bot.front import DiscordFront
from motuc_bot.bot.game_master import GameMaster
from motuc_bot.bot.hearing import Hearing
from motuc_bot.bot.lineup import Lineup
from motuc_bot.bot.lookups import Lookups
from motuc_bot.bot.marks import Marks
from motuc_bot.bot.modals import Modals
from motuc_bot.bot.my_data import ForgetButton, MyData
from motuc_bot.bot.orders import Orders
from motuc_bot.bot.other_programs import OtherPrograms
from motuc_bot.bot.passing_on import PassOnButton
from motuc_bot.bot.posts import Posts
from motuc_bot.bot.private import PRIVATE_FORM, BattleList, PrivateButton
from motuc_bot.bot.protocol import Protocol
from motuc_bot.bot.questions import ChoiceButton, ChoiceList
from motuc_bot.bot.recent import Recent
from motuc_bot.bot.results import WORDS_FORM, PostButton, WordsButton
from motuc_bot.bot.self_test import SelfTest, TrialButton
from motuc_bot.bot.server_settings import ServerSettings
from motuc_bot.bot.setup_buttons import SETUP_BUTTONS, SETUP_FORM
from motuc_bot.bot.status import Status
from motuc_bot.bot.suggestions import SuggestionButton
from motuc_bot.bot.taking_back import BackButton
from motuc_bot.bot.thread_keeping import ThreadKeeping, tell_of_leavers
from motuc_bot.bot.twin import TwinButton
from motuc_bot.outbox.sender import Sender
from motuc_bot.referee.ask import ask
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import posts_a_minute
from motuc_bot.referee.threads import ThreadRow, threads_of
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.outbox import Delivery
from motuc_bot.systems.registry import SIDES

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("motuc_bot.bot")

# So many seconds before the database is asked again for what was missed.
_AGAIN = 5.0


class MotucBot(commands.Bot):
    """The referee on Discord. `threads` are the battles by their threads; `locks` let posts in one by one.

    Without `reads` it does not ask Discord for what is written, which must be allowed to it there: then it reads only
    private messages and those that mention it.
    """

    def __init__(self, desk: Desk, *, reads: bool = True, **shards: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        intents.message_content = reads
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=intents,
            tree_cls=Tree,
            # Nothing is looked up among the last messages, which discord.py would keep, and search at each change.
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            **shards,
        )
        self.desk = desk
        self.reads = reads
        # Whether private messages come here; they come to one of several programs only.
        self.hears_private = True
        self.front = DiscordFront(self, desk)
        self.sender = Sender(desk.store, self.front, desk.now)
        self.pinned = Status(self)
        self.posts = Posts(self)
        self.marks = Marks(self)
        self.catching_up = CatchingUp(self)
        self.keeping = ThreadKeeping(self)
        self.others = OtherPrograms(self)
        # What else is to be told that something has come in, as a page in the same program.
        self.news: Callable[[int], None] = lambda battle: None
        self.threads: dict[int, int] = {}
        self.flood = Flood()
        # By server, where one has set it.
        self.posts_a_minute: dict[int, int] = {}
        # Messages with drafts of which a battle has been opened.
        self.drafts_opened = Recent()
        self.locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.hearing = Hearing()
        # Battles of which something is still to be done because the database was away.
        self._behind: set[int] = set()
        # Else they might be gone before they are done.
        self._tasks: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        """Get everything ready before the first event."""
        for row, _ in await self.work(threads_of, self.desk):
            self.threads[row.channel_id] = row.battle_id
        self.posts_a_minute = await self.work(posts_a_minute, self.desk)
        for side in SIDES:
            await self.work(side.get_ready)
        self.add_dynamic_items(ChoiceButton, ChoiceList, PrivateButton, BattleList, BackButton, TrialButton)
        self.add_dynamic_items(SuggestionButton, TwinButton, *SETUP_BUTTONS)
        self.add_dynamic_items(CarryOutButton, LeaveButton, PassOnButton, PostButton, WordsButton, ForgetButton)
        for cog in (
            self.posts,
            self.marks,
            self.catching_up,
            self.keeping,
            self.others,
            Lineup(self),
            Lookups(self),
            Protocol(self),
            GameMaster(self),
            ServerSettings(self),
            Orders(self),
            SelfTest(self),
            MyData(self),
            Modals((PRIVATE_FORM, SETUP_FORM, WORDS_FORM)),
        ):
            await self.add_cog(cog)
        await self.tree.sync()
        self.send_late.start()

    async def close(self) -> None:
        """Stop."""
        self.send_late.cancel()
        await self.catching_up.keep()
        await super().close()

    async def on_ready(self) -> None:
        """Make up for what happened while the bot was away: at the start, and where Discord can't go on."""
        with self.hearing.nothing():
            self.hearing.set()
            await self.catch_up()

    async def catch_up(self, guild: int | None = None) -> None:
        """Take what was missed (on a server), however long the database is away."""
        while not await self.catching_up.caught_up(guild):
            await asyncio.sleep(_AGAIN)

    async def on_disconnect(self) -> None:
        """Wait with what comes until it is known what was missed."""
        self.hearing.clear()

    async def on_resumed(self) -> None:
        """Go on: Discord sends what was missed by itself."""
        self.hearing.set()

    async def on_message(self, message: discord.Message, /) -> None:
        """Nothing: there are no commands in messages, and posts are heard by their cog."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what nobody foresaw, without what was said or any token."""
        error = sys.exc_info()[1]
        if error is not None and lines_of(error) is None:
            logged(error, event_method)

    @tasks.loop(seconds=1.0)
    async def send_late(self) -> None:
        """Send what could not be sent at once, or what another front has answered."""
        try:
            await self.deliver()
            await self.pinned.uncover()
            # What was answered may have come in at a front of another program, which asks nobody here.
            for battle in self.front.reached | self._behind:
                self._behind.discard(battle)
                await self.moved(battle)
        except Exception as error:
            # Whatever it is, it must not end the loop.
            logged(error, "Ausgang")

    async def work(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function of the referee returns; it works in a thread, since it waits for the database."""
        return await asyncio.to_thread(function, *args, **kwargs)

    async def moved(self, battle: int, *, asked: bool = False) -> None:
        """Do what follows when something has come in: ask (unless all have been `asked`), answer, show how it stands.

        What came in has counted: whatever fails here is made up for later, and raises nothing.
        """
        try:
            if await self.work(self._is_due, battle, asked):
                await self.deliver(battle)
            self.front.reached.discard(battle)
            await self.pinned.refresh(battle)
            self.news(battle)
        except (DatabaseFault, *DISCORD_FAULTS) as fault:
            _log.error("Schlacht %d: %s", battle, fault)
            self.behind(battle)
        except Exception as error:
            # It would fail again at once.
            logged(error, f"Schlacht {battle}")

    def _is_due(self, battle: int, asked: bool) -> bool:
        """Ask whoever is to be asked, and tell whether something is to be sent. Raises: Refused, DatabaseFault."""
        if not asked:
            ask(self.desk, battle)
        return self.sender.is_due(battle)

    def behind(self, battle: int) -> None:
        """Do a little later what follows when something has come in."""
        self._behind.add(battle)

    def come_in(self, battle: int) -> None:
        """Do soon what follows when another front in the same program has taken something."""
        self.behind(battle)
        # Before that, and while Discord is away, there is nobody to tell: it is made up for as all else.
        if self.hearing.is_set():
            self.do_by_itself(self.send_late())

    def do_by_itself(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for which nobody waits."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def done_with(self, battle: int) -> None:
        """Forget what is kept for the posts of a battle that is over; it begins anew if one comes in."""
        if not self.locks[battle].locked():
            del self.locks[battle]

    async def deliver(self, battle: int | None = None) -> None:
        """Send what is due (of one battle), to each place one after the other."""
        try:
            await self.sender.send_due(battle)
            called, self.front.called = self.front.called, set()
            if await tell_of_leavers(self, self.desk, called):
                await self.sender.send_due()
        except DatabaseFault as fault:
            _log.error("Ausgang: %s", fault)

    async def send_claimed(self, deliveries: Sequence[Delivery]) -> None:
        """Send what was claimed as it was put in; what can't be sent now is sent later."""
        try:
            if deliveries:
                await self.sender.send_claimed(*deliveries)
        except DatabaseFault as fault:
            _log.error("Ausgang: %s", fault)

    def takes(self, guild: int) -> bool:
        """Tell whether Discord tells this program of a server, and no other one."""
        del guild
        return True

    def opened(self, row: ThreadRow) -> None:
        """Listen to a new thread."""
        self.threads[row.channel_id] = row.battle_id
