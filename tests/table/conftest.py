"""The page as a program that runs, and a real browser."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from motuc_bot.table.hall import Hall
from motuc_bot.table.server import make_app
from tests.databases import missing
from tests.referee.table import open_desk, sqlite_desk
from tests.table.fronts import by_links, hot
from tests.table.stages import set_up_stages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["by_links", "chromium", "hot", "site", "sqlite_desk"]

CHROMIUM = (Path("/usr/bin/chromium"), Path("/usr/bin/chromium-browser"), Path("/usr/bin/google-chrome"))


@dataclass(frozen=True, slots=True)
class Site:
    """Where the page is, and the battles on it by their stage."""

    address: str
    battles: dict[str, int]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Give a running page with a battle in every stage."""
    desk = open_desk(f"sqlite:///{tmp_path_factory.mktemp('site') / 'battles.db'}")
    battles = set_up_stages(desk)
    loop = asyncio.new_event_loop()
    runner = web.AppRunner(make_app(Hall(desk)), access_log=None, shutdown_timeout=0.1)

    async def start() -> int:
        await runner.setup()
        listening = web.TCPSite(runner, "127.0.0.1", 0)
        await listening.start()
        return int(runner.addresses[0][1])

    # Playwright has a loop of its own in the thread of the tests.
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    port = asyncio.run_coroutine_threadsafe(start(), loop).result(10)
    yield Site(f"http://127.0.0.1:{port}", battles)
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)
    loop.close()
    desk.store.close()


# No longer than a module: while Playwright is there, no other loop may run in this thread.
@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    """Give a browser: the one of the machine, else Playwright's own."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        missing("playwright")
    with sync_playwright() as player:
        own = next((path for path in CHROMIUM if path.exists()), None)
        try:
            browser = player.chromium.launch(executable_path=own, args=["--no-sandbox"])
        except Error:
            missing("chromium")
        yield browser
        browser.close()
