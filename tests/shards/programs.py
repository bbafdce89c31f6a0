"""Programs that play side by side, each in a process of its own, as an operator starts them: `motuc-bot bot`."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

import motuc_bot
from tests.loopback.server import Server
from tests.loopback.settling import PATIENCE
from tests.shards.field import TOKEN

_ROOT = Path(motuc_bot.__file__).parents[1]


@dataclass(slots=True, repr=False)
class Program:
    """A bot for a shard; what it logs lies in the folder."""

    folder: Path
    settings: dict[str, str]
    port: int
    _running: asyncio.subprocess.Process | None = field(default=None)

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._running is not None
        return self._running.pid

    async def start(self) -> None:
        """Start it."""
        environment = os.environ | {"PYTHONPATH": str(_ROOT), **self.settings}
        self.folder.mkdir(exist_ok=True)
        with open(self.folder / "bot.log", "ab") as log:
            self._running = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "motuc_bot", "bot", cwd=self.folder, env=environment, stdout=log, stderr=log
            )

    async def ready(self) -> None:
        """Return when it hears what is said. Raises: TimeoutError."""
        assert self._running is not None
        async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as session:
            while True:
                assert self._running.returncode is None, self.log()
                with suppress(aiohttp.ClientError):
                    async with session.get(f"http://127.0.0.1:{self.port}/healthz") as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """Let it die at once."""
        assert self._running is not None
        self._running.kill()
        await self._running.wait()

    async def stop(self) -> None:
        """Stop it as its operator does, if it still runs."""
        if self._running is not None and self._running.returncode is None:
            # As deploy/motuc-bot.service and the Dockerfile have it.
            self._running.send_signal(signal.SIGINT)
            await self._running.wait()

    def log(self) -> str:
        """Return what it has logged."""
        return (self.folder / "bot.log").read_text(encoding="utf-8")


@asynccontextmanager
async def programs(server: Server, url: str, folder: Path, *shards: int, count: int) -> AsyncIterator[list[Program]]:
    """Give a program that hears for each of the shards."""
    async with AsyncExitStack() as open_things:
        made = [_made(server, url, folder / f"bot-{at}", shard, count) for at, shard in enumerate(shards)]
        for program in made:
            open_things.push_async_callback(program.stop)
            await program.start()
        for program in made:
            await program.ready()
        yield made


def _made(server: Server, url: str, folder: Path, shard: int, count: int) -> Program:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port: int = taken.getsockname()[1]
    settings = {
        "MOTUC_DATABASE_URL": url,
        "MOTUC_DISCORD_TOKEN": TOKEN,
        "MOTUC_DISCORD_API_URL": server.api,
        "MOTUC_DISCORD_GATEWAY_URL": server.gateway.url,
        "MOTUC_DISCORD_CDN_URL": server.cdn,
        "MOTUC_SHARD_IDS": str(shard),
        "MOTUC_SHARD_COUNT": str(count),
        "MOTUC_HEALTH_PORT": str(port),
    }
    return Program(folder, settings, port)
