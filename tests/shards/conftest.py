"""What all tests of several programs share."""

from collections.abc import Iterator

import pytest

from motuc_bot.referee.desk import Desk
from tests.databases import PostgresServer
from tests.shards.field import desk_on


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """Give the URL of an empty database on which several programs can work."""
    return postgres_server.emptied()


@pytest.fixture
def postgres_desk(postgres_url: str) -> Iterator[Desk]:
    """Give a desk on it."""
    with desk_on(postgres_url) as desk:
        yield desk
