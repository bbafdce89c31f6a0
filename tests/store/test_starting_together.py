"""Programs that start at the same moment, and one that is killed while it brings the database up to date."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL
from subprocess import PIPE, Popen

import pytest

from motuc_bot.store import revisions
from motuc_bot.store.engine import open_engine
from motuc_bot.store.upgrade import upgrade
from tests.databases import PostgresServer
from tests.store.older import FIRST, NEW_TABLES, OLD_ROWS, OLD_TABLES, looks, make_older

PROGRAMS = 3
ROUNDS = 2
NEWEST = revisions.newest()

# Each line that comes in is a database to start on; the answer tells from which shape.
STARTER = """
import sys
from motuc_bot.store.engine import open_engine
from motuc_bot.store.upgrade import upgrade

for line in sys.stdin:
    try:
        engine = open_engine(line.strip())
        print(upgrade(engine).before, flush=True)
        engine.dispose()
    except BaseException as fault:
        print(repr(fault), flush=True)
"""

# Kills itself as soon as a statement that begins like that has been carried out.
MORTAL = """
import os, signal, sys
from sqlalchemy import event
from motuc_bot.store.engine import open_engine
from motuc_bot.store.upgrade import upgrade

engine = open_engine(sys.argv[1])

@event.listens_for(engine, "after_cursor_execute")
def die(connection, cursor, statement, *others):
    if statement.strip().startswith(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

upgrade(engine)
"""


@pytest.fixture
def fresh_urls(database_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Return a function that gives an empty database each time."""
    if database_url.startswith("sqlite"):
        names = iter(range(100))
        return lambda: f"sqlite:///{tmp_path / f'{next(names)}.db'}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.emptied


@contextmanager
def programs() -> Iterator[Sequence["Popen[str]"]]:
    """Give programs that are ready to start on a database."""
    started = [
        Popen([sys.executable, "-c", STARTER], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) for _ in range(PROGRAMS)
    ]
    try:
        yield started
    finally:
        for program in started:
            # Ends its standard input too, and with that the program.
            _, said = program.communicate()
            assert said == ""


def start_together(started: Sequence["Popen[str]"], url: str) -> list[str]:
    """Let all programs start on the database, and return from which shape each brought it up."""
    for program in started:
        assert program.stdin is not None
        program.stdin.write(f"{url}\n")
    for program in started:
        assert program.stdin is not None
        program.stdin.flush()
    answers = []
    for program in started:
        assert program.stdout is not None
        answers.append(program.stdout.readline().strip())
    return sorted(answers)


def test_programs_that_start_at_once_do_not_harm_each_other(fresh_urls: Callable[[], str]) -> None:
    rest = [NEWEST] * (PROGRAMS - 1)
    with programs() as started:
        for _ in range(ROUNDS):
            url = fresh_urls()
            assert start_together(started, url) == sorted(["None", *rest])
            assert looks(url) == (NEWEST, NEW_TABLES, [])
            url = fresh_urls()
            make_older(url)
            assert start_together(started, url) == sorted([FIRST, *rest])
            assert looks(url) == (NEWEST, NEW_TABLES, OLD_ROWS)


@pytest.mark.parametrize("point", ["CREATE TABLE motuc_figures", f"UPDATE {revisions.VERSIONS}"])
def test_a_program_killed_on_the_way_from_an_older_shape_leaves_it(database_url: str, point: str) -> None:
    make_older(database_url)
    die_at(database_url, point)
    assert looks(database_url) == (FIRST, OLD_TABLES, OLD_ROWS)
    assert again(database_url) == FIRST
    assert looks(database_url) == (NEWEST, NEW_TABLES, OLD_ROWS)


@pytest.mark.parametrize("point", ["CREATE TABLE motuc_figures"])
def test_a_program_killed_while_it_makes_all_tables_leaves_none(database_url: str, point: str) -> None:
    die_at(database_url, point)
    assert looks(database_url) == (None, set(), [])
    assert again(database_url) is None
    assert looks(database_url) == (NEWEST, NEW_TABLES, [])


def die_at(url: str, point: str) -> None:
    done = subprocess.run([sys.executable, "-c", MORTAL, url, point], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (-SIGKILL, "")


def again(url: str) -> str | None:
    engine = open_engine(url)
    before = upgrade(engine).before
    engine.dispose()
    return before
