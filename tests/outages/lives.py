"""The program in a process of its own that is killed and started again, while Discord and the people stay."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import motuc_bot
from motuc_bot.bot.permissions import needed
from tests.loopback.apart import HouseApart
from tests.loopback.motuc import TOKEN
from tests.loopback.server import Server
from tests.loopback.settling import PATIENCE, Settling
from tests.outages.books import Books
from tests.referee.table import open_desk

_ROOT = Path(motuc_bot.__file__).parents[1]
# So long what was just being sent belongs to a sender that may be dead, and a little more.
_LEASE = 31.0


class Death(asyncio.Event):
    """What a request waits for at which the program dies: Discord has it, nobody gets the answer."""

    def __init__(self, life: "Lives") -> None:
        super().__init__()
        self._life = life

    async def wait(self) -> Literal[True]:
        """Kill the program."""
        self._life.kill()
        return True


@dataclass(slots=True, repr=False)
class HouseOfLives(HouseApart):
    """The guild, whose referee dies."""

    def _all_is_marked(self) -> bool:
        """Tell whether all is kept and marked, but for what the end of a life came before."""
        return Books(self, died=True).all_is_marked()


@dataclass(slots=True, repr=False)
class Lives:
    """The program, as often as it is started; `deaths` counts how often it was killed."""

    server: Server
    folder: Path
    settings: dict[str, str]
    deaths: int = 0
    _process: "asyncio.subprocess.Process | None" = field(default=None)

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    async def begin(self) -> None:
        """Start it, and return when Discord has let it in. Raises: TimeoutError: it has ended, or hangs."""
        before = self.server.gateway.identified
        self.server.world.clock.advance(_LEASE)
        ahead = (self.server.world.clock.now() - datetime.now(UTC)).total_seconds()
        environment = os.environ | {"PYTHONPATH": str(_ROOT)} | self.settings
        arguments = ("-m", "tests.outages.mortal", str(ahead), "bot")
        with open(self.folder / "bot.log", "ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *arguments, cwd=self.folder, env=environment, stdout=log, stderr=log
            )
        async with asyncio.timeout(PATIENCE):
            while self.server.gateway.identified == before:
                await asyncio.sleep(0.01)

    def kill(self) -> None:
        """Kill it, if it lives."""
        if self._process is not None and self.alive:
            self.deaths += 1
            self._process.send_signal(signal.SIGKILL)

    async def dies_by_itself(self, patience: float) -> None:
        """Return when it is dead, or after so many seconds."""
        assert self._process is not None
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), patience)

    async def over(self) -> None:
        """Return when it is dead, and nothing of it is on its way any more. Raises: TimeoutError."""
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            await self._process.wait()
            while self.server.in_flight or self.server.gateway.connections:
                await asyncio.sleep(0.002)


@asynccontextmanager
async def lives(folder: Path) -> AsyncIterator[tuple[HouseOfLives, Lives]]:
    """Give a guild with the referee in it, on a new database, and the program, which has been started."""
    url = f"sqlite:///{folder / 'battles.db'}"
    async with Server().running() as server:
        world = server.world
        guild = world.add_guild("Eternia", world.add_user("Grayskull"))
        application = world.add_application("MotUC-Bot", TOKEN)
        world.join(guild, application.user, world.add_role(guild, "MotUC-Bot", needed()))
        channel = world.add_channel(guild, "arena")
        settings = {
            "MOTUC_DATABASE_URL": url,
            "MOTUC_DISCORD_TOKEN": TOKEN,
            "MOTUC_DISCORD_API_URL": server.api,
            "MOTUC_DISCORD_GATEWAY_URL": server.gateway.url,
            "MOTUC_DISCORD_CDN_URL": server.cdn,
        }
        made = Lives(server, folder, settings)
        desk = open_desk(url, timedelta(milliseconds=1))
        try:
            await made.begin()
            yield HouseOfLives(server, desk, application, guild, channel, [], Settling(server)), made
        finally:
            server.hooks.clear()
            made.kill()
            await made.over()
            desk.store.close()
