"""The page on a database of its own, for a browser without a screen."""

from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest
from aiohttp.test_utils import TestServer

from motuc_bot.referee.desk import Desk
from motuc_bot.table.guard import Pace
from motuc_bot.table.hall import Hall, Seating
from motuc_bot.table.server import make_app
from tests.table.browser import Browser, Client

Clients = Callable[..., Awaitable[Client]]
Servers = Callable[..., Awaitable[TestServer]]

# The secret of whoever started the page.
HOST = "h" * 43
HOST_LINK = f"/leitung/{HOST}"


class Browse(Protocol):
    """Opens one browser after the other, each at once by a link if it has one."""

    async def __call__(self, link: str | None = None) -> Browser:
        """Open a browser."""


@pytest.fixture
async def hot(sqlite_desk: Desk, aiohttp_client: Clients) -> Browser:
    """Give the browser of the machine at which everybody sits; no pace is kept."""
    return Browser(await aiohttp_client(make_app(Hall(sqlite_desk), Pace(1e6))))


@pytest.fixture
async def by_links(sqlite_desk: Desk, aiohttp_server: Servers, aiohttp_client: Clients) -> Browse:
    """Give what opens browsers at a page with seats by link."""
    server = await aiohttp_server(make_app(Hall(sqlite_desk, Seating.LINKS, HOST), Pace(1e6)))

    async def browse(link: str | None = None) -> Browser:
        browser = Browser(await aiohttp_client(server))
        if link is not None:
            assert (await browser.get(link)).status == 200
        return browser

    return browse
