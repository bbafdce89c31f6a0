"""The client: posts, keeps its ledger, kills the process or sees it die, and starts it again."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any, NoReturn

from motuc_bot.outbox.sender import LEASE
from tests.crash.durable import cut_power, keep
from tests.crash.ledger import Acknowledgement, Ledger, Sent
from tests.crash.points import Life, Point, Sabotage
from tests.crash.table import OpenedBattle, chatter, open_battles, orders

# Nothing is measured: it only ends a test that would hang.
_AT_MOST = 120
_ROOT = Path(__file__).parents[2]
_PAUSE = 0.05
_MOST_REFUSALS = 1000
_MOST_POSTS = 1000

Script = Callable[[], Iterator[tuple[str, str]]]


class Nursery:
    """The process from which all lives are forked."""

    def __init__(self) -> None:
        self._control, its_end = socket.socketpair()
        with its_end:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.crash.child", str(its_end.fileno())],
                pass_fds=[its_end.fileno()],
                cwd=_ROOT,
            )

    def start(self, life: Life) -> "Running":
        """Begin a life."""
        mine, its_end = socket.socketpair()
        with its_end:
            socket.send_fds(self._control, [life.to_json()], [its_end.fileno()])
            pid = int(self._control.makefile("rb", buffering=0).readline())
        return Running(pid, mine)

    def close(self) -> None:
        """End it."""
        self._control.close()
        self._process.wait(_AT_MOST)


class Running:
    """A life that has begun; what it says comes as dictionaries, None once it is dead."""

    def __init__(self, pid: int, channel: socket.socket) -> None:
        self.said: Queue[dict[str, Any] | None] = Queue()
        self._pid = pid
        self._channel = channel
        self._listener = Thread(target=self._listen)
        self._listener.start()

    def tell(self, **told: object) -> None:
        """Send a line; to the dead, nothing."""
        try:
            self._channel.sendall(json.dumps(told).encode() + b"\n")
        except OSError:
            return

    def kill(self) -> None:
        """Kill it as the operating system does: without a word."""
        os.kill(self._pid, signal.SIGKILL)

    def give_up(self, why: str) -> NoReturn:
        """Fail, after the process has told on its standard error what each of its threads does."""
        os.kill(self._pid, signal.SIGUSR1)
        Event().wait(1)
        self.kill()
        self.bury()
        raise AssertionError(why)

    def bury(self) -> None:
        """Clear away what is left."""
        self._listener.join(_AT_MOST)
        self._channel.close()

    def _listen(self) -> None:
        with self._channel.makefile("rb") as lines:
            try:
                for line in lines:
                    # What was not said to its end was not said.
                    if line.endswith(b"\n"):
                        self.said.put(json.loads(line))
            except ConnectionResetError:
                pass
        self.said.put(None)


@dataclass(slots=True)
class Client:
    """Plays several battles at once with a process that does not live long."""

    nursery: Nursery
    life: Life
    battles: Sequence[OpenedBattle]
    ledger: Ledger = field(default_factory=Ledger)
    deaths: Counter[str] = field(default_factory=Counter)
    scripts: Sequence[Script] = (orders, chatter)
    _lines: dict[tuple[int, int], Iterator[tuple[str, str]]] = field(default_factory=dict)
    _waiting: dict[str, tuple[int, int]] = field(default_factory=dict)
    _refusals: Counter[str] = field(default_factory=Counter)
    _lives: int = 0

    def dies_at(self, point: Point, count: int = 1) -> None:
        """Let the process live until it comes to that point for the given time."""
        self._live(replace(self.life, point=point, count=count), lambda running, acknowledged: None)
        self.deaths[point] += 1

    def is_killed(self, acknowledged: int, seconds: float) -> None:
        """Kill the process so long after so many acknowledgements."""

        def kill(running: Running, so_far: int) -> None:
            if so_far == acknowledged:
                Event().wait(seconds)
                running.kill()

        self._live(self.life, kill)
        self.deaths["at random"] += 1

    def works(self, posts: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Let the process acknowledge so many posts; half way, do something else to it."""

        def step(running: Running, so_far: int) -> None:
            if so_far == posts // 2:
                meanwhile()
            if so_far == posts:
                running.kill()

        self._live(self.life, step)

    def finish(self) -> None:
        """Let the process live until everything that was sent is acknowledged and everything is shown."""
        running = self._begin(self.life)
        for post in self.ledger.open():
            _hand_in(running, post)
        while self.ledger.open():
            assert self._hear(running) is not None, "the process died of itself"
        running.tell(drain=True)
        while (said := self._hear(running)) is not None:
            if said.get("drained"):
                running.kill()
        running.bury()

    def _live(self, life: Life, step: Callable[[Running, int], None]) -> None:
        running = self._begin(life)
        before = len(self.ledger.acknowledged)
        for post in self.ledger.open():
            _hand_in(running, post)
        while True:
            said = self._hear(running)
            if said is None:
                break
            if said.get("ready"):
                self._post_all(running)
                step(running, 0)
            elif "id" in said and "fault" not in said:
                self._post_all(running)
                so_far = len(self.ledger.acknowledged) - before
                if so_far > _MOST_POSTS:
                    running.give_up(f"it never came to its point: {life.point}")
                step(running, so_far)
        running.bury()
        if life.kept is not None:
            cut_power(_file(life), Path(life.kept))

    def _begin(self, life: Life) -> Running:
        # Its clock is ahead of that of the one before: what that one had claimed is free.
        self._lives += 1
        return self.nursery.start(replace(life, ahead=int(self._lives * (LEASE.total_seconds() + 1))))

    def _hear(self, running: Running) -> dict[str, Any] | None:
        try:
            said = running.said.get(timeout=_AT_MOST)
        except Empty:
            running.give_up(f"it says nothing, and does not die: {self.deaths}")
        if said is not None and "id" in said:
            if "fault" in said:
                # A client that is told „not now“ tries again, like one that is told nothing.
                self._refusals[said["id"]] += 1
                assert self._refusals[said["id"]] < _MOST_REFUSALS, said
                Event().wait(_PAUSE)
                _hand_in(running, self.ledger.sent[said["id"]])
            else:
                given = Acknowledgement(said["number"], tuple(said["lines"]), tuple(said["own"]))
                self.ledger.note_acknowledged(said["id"], given)
                self._waiting.pop(said["id"], None)
        elif said is not None and "broken" in said:
            running.give_up(said["broken"])
        return said

    def _post_all(self, running: Running) -> None:
        """Post the next of each script in each battle, if what came before in it is acknowledged."""
        busy = set(self._waiting.values())
        for at, opened in enumerate(self.battles):
            for number, script in enumerate(self.scripts):
                if (at, number) in busy:
                    continue
                person, text = next(self._lines.setdefault((at, number), script()))
                post = Sent(f"{opened.battle}.{len(self.ledger.sent)}", opened.battle, person, text)
                self.ledger.note_sent(post)
                self._waiting[post.id] = at, number
                _hand_in(running, post)


def client(
    nursery: Nursery,
    url: str,
    folder: Path,
    battles: int,
    *,
    scripts: Sequence[Script] = (orders, chatter),
    sabotage: Sabotage | None = None,
) -> Client:
    """Return a client with fresh battles."""
    opened = open_battles(url, battles)
    life = Life(url, str(folder / "shown.jsonl"), sabotage=sabotage)
    return Client(nursery, life, opened, scripts=scripts)


def with_power_cuts(playing: Client, folder: Path) -> None:
    """Let each death of the process be one of the whole machine."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    playing.life = replace(playing.life, kept=str(folder))
    keep(_file(playing.life), folder)


def dies(nursery: Nursery, life: Life) -> bool:
    """Tell whether the process dies before it is ready; if it does not, it is killed then."""
    running = nursery.start(life)
    said = running.said.get(timeout=_AT_MOST)
    if said is not None:
        running.kill()
    running.bury()
    assert said in (None, {"ready": True}), said
    return said is None


def _file(life: Life) -> Path:
    return Path(life.url.removeprefix("sqlite:///"))


def _hand_in(running: Running, post: Sent) -> None:
    running.tell(id=post.id, battle=post.battle, person=post.person, text=post.text)
