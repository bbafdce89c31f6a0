"""Waiting until a bot of this process has nothing left to do, without guessing at times.

An event has arrived when the bot has counted its sequence number: discord.py does so before it makes the tasks that
work on it, in one go. Then its tasks are waited for, the requests, and whatever else the bot has to do by itself.
"""

import asyncio
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, field

import discord
from discord.gateway import DiscordWebSocket

from tests.loopback.server import Server

# Only a bot that hangs lets a test wait so long.
PATIENCE = 60.0
# What discord.py calls the tasks that work on an event, a command, a button or a form.
_WORKING = ("discord.py: ", "CommandTree-invoker", "discord-ui-")
# Forms wait for hours to be filled in.
_WAITING = "discord-ui-view-timeout"
# Where the tasks come from that a bot makes by itself.
_OWN = f"{os.sep}motuc_bot{os.sep}"
# So often all must be still in a row; between two looks every task that is ready has its turn.
_LOOKS = 3


class Unsettled(AssertionError):
    """The bot does not come to rest; the text says what it is at."""


@dataclass(slots=True)
class Settling:
    """Waits for bots; `busy` gives more reasons to wait: what it returns says what is still to be done."""

    server: Server
    bots: list[discord.Client] = field(default_factory=list)
    busy: list[Callable[[], str | None]] = field(default_factory=list)

    async def settled(self, patience: float = PATIENCE) -> None:
        """Return when nothing is left to do. Raises: Unsettled."""
        loop = asyncio.get_running_loop()
        end, still = loop.time() + patience, 0
        while still < _LOOKS:
            reason = self._reason()
            still = still + 1 if reason is None else 0
            if reason is not None and loop.time() > end:
                raise Unsettled(f"after {patience:g} s: {reason}")
            await self._moment(reason)

    async def heard(self, patience: float = PATIENCE) -> None:
        """Return when the bots have heard of all that has happened. Raises: Unsettled."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while (reason := self._unheard()) is not None:
            if loop.time() > end:
                raise Unsettled(f"after {patience:g} s: {reason}")
            await asyncio.sleep(0.001)

    async def _moment(self, reason: str | None) -> None:
        """Let others go on, until a task has ended or for a moment."""
        tasks = list(_tasks())
        if reason is None:
            await asyncio.sleep(0)
        elif tasks:
            await asyncio.wait(tasks, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.sleep(0.001)

    def _reason(self) -> str | None:
        """Return why to wait, None for no reason."""
        if self.server.in_flight:
            return f"{self.server.in_flight} requests"
        reason = self._unheard()
        if reason is not None:
            return reason
        tasks = [task.get_name() for task in _tasks()]
        if tasks:
            return f"tasks: {tasks}"
        return next((found for busy in self.busy if (found := busy()) is not None), None)

    def _unheard(self) -> str | None:
        """Return what the bots have not heard of, None for nothing."""
        if not self.server.gateway.quiet():
            return "events that are still to be sent"
        return next((found for bot in self.bots if (found := self._reason_of(bot)) is not None), None)

    def _reason_of(self, bot: discord.Client) -> str | None:
        if bot.is_closed():
            return None
        # Before the first connection there is none, whatever it is declared as.
        socket: DiscordWebSocket | None = bot.ws
        if socket is None or socket.session_id is None:
            return "a bot without a session"
        session = self.server.gateway.sessions.get(socket.session_id)
        if session is None or session.connection is None:
            return "a bot without a connection"
        if socket.sequence != session.sequence:
            return f"events: {session.sequence} sent, {socket.sequence} heard"
        if not bot.is_ready() or bot._connection._ready_task is not None:
            return "a bot that is not ready"
        return None


def _tasks() -> "list[asyncio.Task[object]]":
    mine = asyncio.current_task()
    return [one for one in asyncio.all_tasks() if one is not mine and _works(one)]


def _works(task: "asyncio.Task[object]") -> bool:
    name, work = task.get_name(), task.get_coro()
    if name.startswith(_WORKING):
        return not name.startswith(_WAITING)
    return inspect.iscoroutine(work) and _OWN in work.cr_code.co_filename
