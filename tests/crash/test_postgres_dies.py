"""The process lives, and PostgreSQL dies under it: the connections only, or the whole server."""

from pathlib import Path

import pytest

from tests.crash.client import Nursery, client
from tests.crash.verdict import faults
from tests.databases import PostgresServer

_POSTS = 24


def test_connections_that_are_cut_cost_nothing(
    nursery: Nursery, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    playing = client(nursery, postgres_server.emptied(), tmp_path, 4)
    playing.works(_POSTS, postgres_server.end_connections)
    playing.works(_POSTS, postgres_server.end_connections)
    playing.finish()
    assert faults(playing) == []


def test_a_server_that_dies_under_load_costs_nothing(
    nursery: Nursery, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    playing = client(nursery, postgres_server.emptied(), tmp_path, 4)
    playing.works(_POSTS, postgres_server.crash)
    playing.finish()
    assert faults(playing) == []


@pytest.mark.soak
def test_a_server_that_dies_again_and_again_costs_nothing(
    nursery: Nursery, postgres_server: PostgresServer, tmp_path: Path
) -> None:
    playing = client(nursery, postgres_server.emptied(), tmp_path, 8)
    for _ in range(20):
        playing.works(2 * _POSTS, postgres_server.crash)
    playing.finish()
    assert faults(playing) == []
