"""The process that is killed: a referee and its sender, at work for a client at the other end of a socket.

Started once, it loads the program and forks for each life that it is told to begin: so a start takes no time.
The program knows nothing of all this; where it dies is hung in from here.
"""

import asyncio
import faulthandler
import json
import os
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Engine, event

from motuc_bot.outbox.sender import Sender
from motuc_bot.referee import post as post_module
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.store import posts, revisions
from motuc_bot.store.engine import open_engine
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.store import Connection, Store
from motuc_bot.store.tables import POSTS
from motuc_bot.store.upgrade import upgrade
from tests.crash.durable import keep
from tests.crash.points import Life, Point, Sabotage
from tests.crash.table import WRITTEN_AT, open_battles
from tests.outbox.left import anything_left

_THREADS = 4
_FULL = 2
_IN_POST = "motuc_crash_in_post"
_LINE_AT_MOST = 1 << 16


def main(descriptor: int) -> None:
    """Fork for each life that comes through the socket, until it is closed; each life has a socket of its own."""
    control = socket.socket(fileno=descriptor)
    # Nobody waits for the dead here: the client sees that their sockets are closed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    faulthandler.register(signal.SIGUSR1)
    _warm()
    while True:
        told, descriptors, _, _ = socket.recv_fds(control, _LINE_AT_MOST, 1)
        if not told:
            return
        pid = os.fork()
        if pid == 0:
            control.close()
            channel = socket.socket(fileno=descriptors[0])
            try:
                _live(Life.from_json(told), channel)
            except BaseException:
                channel.sendall(json.dumps({"broken": traceback.format_exc()}).encode() + b"\n")
            os._exit(0)
        os.close(descriptors[0])
        control.sendall(f"{pid}\n".encode())


def _warm() -> None:
    """Let everything be loaded and built that the first post of a process needs."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/warm.db"
        (table,) = open_battles(url, 1)
        store = Store(open_engine(url), FIGURE_TABLES)
        post(Desk(store), NewPost(table.battle, "kalle", "Skeletor: wartet", Message("warm", WRITTEN_AT)))
        store.close()


class Doom:
    """Kills the process when it comes to its point for the given time."""

    def __init__(self, life: Life) -> None:
        self._point = life.point
        self._left = life.count
        self._lock = Lock()

    def reach(self, point: Point) -> None:
        """Die here, or go on."""
        with self._lock:
            if point == self._point:
                self._left -= 1
                if self._left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)


def _live(life: Life, channel: socket.socket) -> None:
    doom, speaking = Doom(life), Lock()

    def say(**told: object) -> None:
        with speaking:
            channel.sendall(json.dumps(told).encode() + b"\n")

    if life.scripts is not None:
        revisions.SCRIPTS = life.scripts
    engine = open_engine(life.url)
    _sabotage(life, engine)
    with _deadly_migration(engine, doom):
        upgrade(engine)
    _deadly_posts(engine, doom)

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=life.ahead)

    store = _store(life, engine)
    sender = _sender(life)(store, ShownFile(life, doom), now)
    sender.doom = doom
    loop = asyncio.new_event_loop()
    work = Work(Desk(store, now), doom, life, say, lambda: loop.call_soon_threadsafe(sender.wake))
    Thread(target=_send_for_ever, args=(loop, sender, say), daemon=True).start()
    say(ready=True)
    with ThreadPoolExecutor(_THREADS) as pool:
        for line in channel.makefile("rb"):
            asked = json.loads(line)
            pool.submit(work.drain if asked.get("drain") else work.answer, asked)


def _send_for_ever(loop: asyncio.AbstractEventLoop, sender: Sender, say: Callable[..., None]) -> None:
    try:
        loop.run_until_complete(sender.run())
    except BaseException:
        say(broken=f"the sender has stopped: {traceback.format_exc()}")


@dataclass(frozen=True, slots=True)
class Work:
    """Takes posts and acknowledges them."""

    desk: Desk
    doom: Doom
    life: Life
    say: Callable[..., None]
    wake: Callable[[], object]

    def answer(self, asked: dict[str, Any]) -> None:
        """Hand the post in and acknowledge it, or tell why that can't be done now."""
        new = NewPost(asked["battle"], asked["person"], asked["text"], Message(asked["id"], WRITTEN_AT))
        if self.life.sabotage is Sabotage.EARLY_ACK:
            self.say(id=asked["id"], number=None, lines=[], own=[])
        try:
            answer = post(self.desk, new)
        except DatabaseFault as fault:
            self.say(id=asked["id"], fault=str(fault))
        except Exception:
            self.say(broken=f"{asked['id']}: {traceback.format_exc()}")
        else:
            self.doom.reach(Point.AFTER_COMMIT)
            self.wake()
            if self.life.sabotage is not Sabotage.EARLY_ACK:
                self.say(id=asked["id"], number=answer.number, lines=answer.lines, own=answer.own)

    def drain(self, asked: dict[str, Any]) -> None:
        """Tell when nothing is left to send."""
        del asked
        while self._left():
            self.wake()
            time.sleep(0.01)
        self.say(drained=True)

    def _left(self) -> bool:
        try:
            with self.desk.store.reading() as connection:
                return anything_left(connection)
        except DatabaseFault:
            return True


class ShownFile:
    """A front that shows deliveries in a file, as a platform does in a thread: what is there stays there."""

    def __init__(self, life: Life, doom: Doom) -> None:
        self._file = Path(life.shown)
        self._doom = doom
        self._finds = life.sabotage is not Sabotage.NO_FIND

    async def send(self, delivery: Delivery) -> str:
        """Append it."""
        self._doom.reach(Point.BEFORE_SEND)
        shown = {
            "nonce": delivery.nonce,
            "battle": delivery.battle_id,
            "person": delivery.person,
            "body": json.loads(delivery.body),
        }
        descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(descriptor, json.dumps(shown).encode() + b"\n")
        os.fsync(descriptor)
        os.close(descriptor)
        self._doom.reach(Point.BETWEEN)
        return delivery.nonce

    async def find(self, delivery: Delivery) -> str | None:
        """Look for it in the file."""
        if not self._finds or not self._file.exists():
            return None
        lines = self._file.read_bytes().splitlines()
        return delivery.nonce if any(json.loads(line)["nonce"] == delivery.nonce for line in lines) else None


class WatchedSender(Sender):
    """The sender, deadly after the mark."""

    doom: Doom

    def _sent(self, delivery: Delivery, sent_as: str) -> None:
        Sender._sent(self, delivery, sent_as)
        self.doom.reach(Point.AFTER_MARK)


class MarksFirst(WatchedSender):
    """A sender that is sure of itself."""

    async def _send(self, delivery: Delivery) -> bool:
        await asyncio.to_thread(self._sent, delivery, delivery.nonce)
        await self.front.send(delivery)
        return True


def _sender(life: Life) -> type[WatchedSender]:
    return MarksFirst if life.sabotage is Sabotage.MARK_FIRST else WatchedSender


@dataclass(frozen=True, slots=True)
class KeptStore(Store):
    """A store that keeps aside, after each commit, what a power cut would leave.

    In WAL mode SQLite syncs the log at each commit if `synchronous` is FULL; with less it does not.
    """

    kept: Path = field(kw_only=True)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a transaction; until what it leaves is kept aside, nobody else writes."""
        with _KEEPING:
            with Store.writing(self) as connection:
                synced = connection.exec_driver_sql("PRAGMA synchronous").scalar_one() >= _FULL
                yield connection
            if synced:
                keep(Path(str(self.engine.url.database)), self.kept)


_KEEPING = Lock()


def _store(life: Life, engine: Engine) -> Store:
    if life.kept is None:
        return Store(engine, FIGURE_TABLES)
    return KeptStore(engine, FIGURE_TABLES, kept=Path(life.kept))


def _deadly_posts(engine: Engine, doom: Doom) -> None:
    def executed(connection: Connection, cursor: object, statement: str, *rest: object) -> None:
        del cursor, rest
        if statement.startswith("INSERT INTO posts"):
            connection.info[_IN_POST] = True
            doom.reach(Point.WITHIN_POST)
        elif statement.startswith("UPDATE outbox") and "sent_as=" in statement:
            doom.reach(Point.WITHIN_MARK)

    def commits(connection: Connection) -> None:
        if connection.info.pop(_IN_POST, False):
            doom.reach(Point.BEFORE_COMMIT)

    def rolls_back(connection: Connection) -> None:
        connection.info.pop(_IN_POST, None)

    event.listen(engine, "after_cursor_execute", executed)
    event.listen(engine, "commit", commits)
    event.listen(engine, "rollback", rolls_back)


@contextmanager
def _deadly_migration(engine: Engine, doom: Doom) -> Iterator[None]:
    """Count everything that changes the database, and the commit."""

    def executed(connection: Connection, cursor: object, statement: str, *rest: object) -> None:
        del connection, cursor, rest
        if statement.lstrip().startswith(("CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE")):
            doom.reach(Point.IN_MIGRATION)

    def commits(connection: Connection) -> None:
        del connection
        doom.reach(Point.IN_MIGRATION)

    event.listen(engine, "after_cursor_execute", executed)
    event.listen(engine, "commit", commits)
    yield
    event.remove(engine, "after_cursor_execute", executed)
    event.remove(engine, "commit", commits)


def _sabotage(life: Life, engine: Engine) -> None:
    if life.sabotage is Sabotage.NO_GUARD:
        posts.insert_post = _plain_insert
        vars(post_module)["given_before"] = lambda rows, message: None
    if life.sabotage in (Sabotage.SYNC_OFF, Sabotage.SYNC_NORMAL):
        event.listen(engine, "connect", lambda connection, entry: connection.execute(life.sabotage))


def _plain_insert(connection: Connection, row: posts.PostRow) -> int | None:
    values = {name: getattr(row, name) for name in posts.PostRow.__dataclass_fields__}
    number: int = connection.execute(sa.insert(POSTS).values(values).returning(POSTS.c.id)).scalar_one()
    return number


if __name__ == "__main__":
    main(int(sys.argv[1]))
