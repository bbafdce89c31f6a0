"""The page as it runs beside a test, in a thread of its own."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from motuc_bot.table.guard import Pace
from motuc_bot.table.hall import Hall
from motuc_bot.table.server import make_app

_LONG = 30.0


@contextmanager
def running(hall: Hall) -> Iterator[str]:
    """Give the address of a page in this room; no pace is kept."""
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(make_app(hall, Pace(1e6)), access_log=None, shutdown_timeout=1.0)

    async def start() -> int:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return int(runner.addresses[0][1])

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{asyncio.run_coroutine_threadsafe(start(), loop).result(_LONG)}"
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(_LONG)
        asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result(_LONG)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_LONG)
        loop.close()
