"""The fixtures of the operator's side."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack

import pytest

from motuc_bot.table.health import Health, served
from tests.referee.table import desk, sqlite_desk

__all__ = ["desk", "running_health", "sqlite_desk"]

_LONG = 30.0


@pytest.fixture
def running_health() -> Iterator[Callable[[Health], int]]:
    """Give what serves how a program is, beside the test, and returns its port."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    open_things = AsyncExitStack()

    def serve(health: Health) -> int:
        return asyncio.run_coroutine_threadsafe(open_things.enter_async_context(served(health, 0)), loop).result(_LONG)

    yield serve
    asyncio.run_coroutine_threadsafe(open_things.aclose(), loop).result(_LONG)
    asyncio.run_coroutine_threadsafe(loop.shutdown_default_executor(), loop).result(_LONG)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(_LONG)
    loop.close()
