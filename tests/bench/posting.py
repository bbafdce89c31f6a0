"""Figures of the referee at his desk: what a post costs beside the commit itself, and starting with many battles."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from sqlalchemy import Engine
from sqlalchemy.pool import PoolProxiedConnection

from motuc_bot.app import open_desk
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.settings import Settings
from motuc_bot.transcript.load import Transcript, load
from rules.core import GAME_MASTER
from rules.dice import Dice, Reason, Tape
from tests.bench.measure import Measure, least_of
from tests.bench.rules import LONG_BATTLE
from tests.referee.table import START

ROUNDS = 7
FINISHED = 1_000


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    transcript = load(LONG_BATTLE)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "battles.db"
        desk, _ = open_desk(Settings(database_url=f"sqlite:///{file}"))
        # What else runs on the machine, or is done once, only ever adds to it: of each post the least of the rounds.
        costs = [min(seconds) for seconds in zip(*(_costs(desk, transcript) for _ in range(ROUNDS)), strict=True)]
        desk.store.close()
        mean = sum(costs) / len(costs)
        yield Measure("one post from text to committed answer, beside the commit", mean * 1e3, 1, "ms")
        _multiply(file)
        starting = least_of(lambda: _start(file), rounds=5)
        yield Measure(f"a program started on {FINISHED:,} finished battles", starting, 1, "s")


def _costs(desk: Desk, transcript: Transcript) -> list[float]:
    """Return the processor time of each post of the battle, without that of its commit."""
    opened = open_battle(desk, "motuc", transcript.document, GAME_MASTER)
    for seat in dict.fromkeys(row.by for row in transcript.posts if row.by != GAME_MASTER):
        take_seat(desk, Form(opened.battle, seat, (), Message(f"{opened.battle}-seat-{seat}", START), seat))
    commits, tape = _Commits(desk.store.engine), Tape(transcript.dice)
    costs = []

    def dice(table: Table, number: int) -> Dice:
        return _Known(_sealed_dice(table, number), tape)

    with patch.object(Table, "dice", dice), commits:
        for at, row in enumerate(transcript.posts):
            message = Message(f"{opened.battle}-{at}", START)
            new = NewPost(opened.battle, row.by, row.text, message, private=row.private)
            commits.seconds, begin = 0.0, process_time()
            answer = post(desk, new)
            costs.append(process_time() - begin - commits.seconds)
            assert answer.accepted, answer.lines
    return costs


def _multiply(file: Path) -> None:
    """Fill the database up with copies of its last battle, all finished."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        (last,) = connection.execute("SELECT max(id) FROM battles").fetchone()
        connection.execute("BEGIN")
        connection.execute("UPDATE battles SET over = 1")
        for table, key in (("battles", "id"), *((table, "battle_id") for table in _TABLES_OF_A_BATTLE)):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            unique = {"key": "'copy-' || copies.n", "message_id": "message_id || '-copy-' || copies.n"}
            unique |= {"nonce": "nonce || '-copy-' || copies.n", key: f"{last} + copies.n"}
            # Numbers of posts are given anew, so that nothing points to them.
            unique |= {"post_id": "NULL"}
            kept = [column for column in columns if column != "id" or key == "id"]
            values = ", ".join(unique.get(column, column) for column in kept)
            connection.execute(
                f"WITH RECURSIVE copies(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM copies WHERE n < ?)"
                f" INSERT INTO {table} ({', '.join(kept)}) SELECT {values} FROM {table}, copies WHERE {key} = ?",
                (FINISHED, last),
            )
        connection.execute("COMMIT")


_TABLES_OF_A_BATTLE = ("seals", "seats", "events", "posts", "outbox", "motuc_figures")


def _start(file: Path) -> None:
    """Start as a program does, from nothing: the database is found to be up to date, and the battles are listed."""
    subprocess.run([sys.executable, "-c", _STARTER, str(file)], check=True, capture_output=True)


_STARTER = """
import sys
from motuc_bot.app import open_desk
from motuc_bot.referee.read_battle import list_battles
from motuc_bot.settings import Settings

desk, _ = open_desk(Settings(database_url=f"sqlite:///{sys.argv[1]}"))
assert len(list_battles(desk)) > 1000
desk.store.close()
"""


_sealed_dice = Table.dice


class _Known:
    """Dice that cost what sealed dice cost and show what the battle was written for."""

    def __init__(self, sealed: Dice, tape: Tape) -> None:
        self._sealed = sealed
        self._tape = tape

    def roll(self, faces: int, reason: Reason) -> int:
        self._sealed.roll(faces, reason)
        return self._tape.roll(faces, reason)


class _Commits:
    """Measures how long the commits of a database take."""

    def __init__(self, engine: Engine) -> None:
        self.seconds = 0.0
        self._commit = engine.dialect.do_commit
        self._patch = patch.object(engine.dialect, "do_commit", self._measured)

    def __enter__(self) -> None:
        self._patch.start()

    def __exit__(self, *fault: object) -> None:
        self._patch.stop()

    def _measured(self, connection: PoolProxiedConnection) -> None:
        begin = process_time()
        self._commit(connection)
        self.seconds += process_time() - begin
