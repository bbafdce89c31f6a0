"""The fixtures of the bot."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.server import Server, serving


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """Give a server with a bot."""
    async with serving(tmp_path) as made:
        yield made
