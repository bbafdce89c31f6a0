"""The fixtures of the loopback server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.bare import Bare, bare
from tests.loopback.motuc import House, house


@pytest.fixture
async def referee(tmp_path: Path) -> AsyncIterator[House]:
    """Give a guild with the referee in it; whatever Discord refused, or the bot logged as an error, fails the test."""
    async with house(tmp_path) as made:
        yield made
    assert made.server.faults == []
    assert made.logged == []


@pytest.fixture
async def faulty_referee(tmp_path: Path) -> AsyncIterator[House]:
    """Give the same for what goes wrong."""
    async with house(tmp_path) as made:
        yield made


@pytest.fixture
async def discord_alone() -> AsyncIterator[Bare]:
    """Give a server that is asked by plain HTTP."""
    async with bare() as made:
        yield made
