"""The battle with which the page begins: every post counts whatever the dice say, and White has to react."""

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from time import sleep
from typing import NoReturn

import pytest

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.open_battle import AlreadyOpen, open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.read_battle import list_battles, read_battle
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import Refused
from motuc_bot.store.engine import open_engine
from motuc_bot.store.store import Connection, Store
from motuc_bot.store.upgrade import upgrade
from motuc_bot.systems.registry import known_side
from motuc_bot.table.demo import set_up_demo
from motuc_bot.table.visitors import EVERYBODY
from rules.core import Seat, Waiting
from tests.databases import PostgresServer
from tests.referee.table import DUEL, desk, duel, open_desk
from tests.store.commands import run

__all__ = ["desk"]

# Shots of all kinds: some of these seeds let Man-at-Arms hit, some not.
SEEDS = 12


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_demo_stands_where_white_reacts(tmp_path: Path, seed: int):
    engine = open_engine(f"sqlite:///{tmp_path / 'demo.db'}")
    upgrade(engine)
    desk = Desk(Store(engine, FIGURE_TABLES), draw_seed=lambda: bytes([seed]) * 32)
    battle = set_up_demo(desk)
    assert battle is not None
    seen = read_battle(desk, battle, EVERYBODY)
    assert [post.lines for post in seen.posts if post.number is None] == []
    assert [post.number for post in seen.posts] == list(range(1, 9))
    side = known_side(seen.system)
    assert seen.moment == "2 white_reacts"
    assert side.system.waiting(seen.state) == (
        Waiting(Seat("Dirk"), "He-Man", "melee", "Skeletor"),
        Waiting(Seat("Elif"), "Stratos", "shot", "Trap-Jaw"),
        Waiting(Seat("Dirk"), "Teela", "disarm", "Beast Man"),
    )
    groups = [group for seat in ("Dirk", "Elif") for group in side.choices(seen.state, Seat(seat)) if group.due]
    assert [(group.figure, group.kind) for group in groups] == [
        ("He-Man", "Reagieren auf Skeletor (Nahkampf)"),
        ("Teela", "Reagieren auf Beast Man (Entwaffnen)"),
        ("Stratos", "Reagieren auf Trap-Jaw (Schuss)"),
    ]
    # The fourth one is a spell, and against spells nobody reacts.
    assert "Gegen Zauber gibt es keine Reaktion: Blitz auf Stratos." in seen.posts[-1].lines
    assert set_up_demo(desk) is None
    desk.store.close()


def new_desk(file: Path) -> Desk:
    engine = open_engine(f"sqlite:///{file}")
    upgrade(engine)
    return Desk(Store(engine, FIGURE_TABLES))


def assert_whole(desk: Desk) -> None:
    """Let pass a database with one demo battle in it, each post counted once."""
    battle, *others = list_battles(desk)
    assert others == []
    seen = read_battle(desk, battle.battle, EVERYBODY)
    assert [post.number for post in seen.posts] == list(range(1, 9))
    assert seen.moment == "2 white_reacts"
    assert set(seen.seats) == {"SL", "Bernd", "Conny", "Dirk", "Elif"}
    assert [post.posted_at for post in seen.posts] == sorted(post.posted_at for post in seen.posts)
    assert [faults for _, _, faults in check_battles(desk)] == [()]
    assert set_up_demo(desk) is None


# One transaction to open the battle, one for each seat and each post.
@pytest.mark.parametrize("transactions", range(1, 14))
def test_a_demo_that_broke_off_is_taken_up(tmp_path: Path, transactions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    left = iter(range(transactions))
    real = Store.writing

    @contextmanager
    def mortal(store: Store) -> Iterator[Connection]:
        if next(left, None) is None:
            raise KeyboardInterrupt
        with real(store) as connection:
            yield connection

    desk = new_desk(tmp_path / "demo.db")
    with monkeypatch.context() as patch:
        patch.setattr(Store, "writing", mortal)
        if transactions < 13:
            with pytest.raises(KeyboardInterrupt):
                set_up_demo(desk)
        else:
            set_up_demo(desk)
    desk.store.close()
    desk = new_desk(tmp_path / "demo.db")
    assert set_up_demo(desk) == (1 if transactions < 13 else None)
    assert_whole(desk)
    desk.store.close()


def test_a_demo_in_which_somebody_has_played_is_his(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = new_desk(tmp_path / "demo.db")

    def broken(*arguments: object) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("motuc_bot.table.demo.post", broken)
        with pytest.raises(KeyboardInterrupt):
            set_up_demo(desk)
    post(desk, NewPost(1, EVERYBODY, "Guten Abend.", Message("mine", datetime.now(UTC)), "Dirk"))
    assert set_up_demo(desk) is None
    assert [post.text for post in read_battle(desk, 1, EVERYBODY).posts] == ["Guten Abend."]
    desk.store.close()


def test_where_there_is_a_battle_there_is_no_demo(sqlite_desk: Desk) -> None:
    duel(sqlite_desk)
    assert set_up_demo(sqlite_desk) is None
    assert len(list_battles(sqlite_desk)) == 1


def test_a_battle_of_a_key_is_opened_once(desk: Desk) -> None:
    first = open_battle(desk, "motuc", DUEL, EVERYBODY, key="once")
    with pytest.raises(AlreadyOpen):
        open_battle(desk, "motuc", DUEL, EVERYBODY, key="once")
    assert [battle.battle for battle in list_battles(desk)] == [first.battle]
    assert [faults for _, _, faults in check_battles(desk)] == [()]


# Each line that comes in is a database on which the demo is set up.
SETTER = """
import sys
from motuc_bot.app import open_desk
from motuc_bot.settings import Settings
from motuc_bot.table.demo import set_up_demo

print("ready", flush=True)
for line in sys.stdin:
    try:
        desk, _ = open_desk(Settings(database_url=line.strip()))
        print("begun", flush=True)
        set_up_demo(desk)
        desk.store.close()
        print("done", flush=True)
    except BaseException as fault:
        print(repr(fault), flush=True)
"""


@contextmanager
def setter() -> Iterator[Popen[str]]:
    """Give a program that sets up demos."""
    with Popen([sys.executable, "-c", SETTER], stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8") as program:
        assert said(program) == "ready"
        yield program
        program.kill()


def said(program: Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def sent(program: Popen[str], url: str) -> None:
    assert program.stdin is not None
    program.stdin.write(f"{url}\n")
    program.stdin.flush()


@pytest.fixture
def fresh_urls(database_url: str, request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Return a function that gives an empty database each time."""
    if database_url.startswith("sqlite"):
        names = iter(range(100))
        return lambda: f"sqlite:///{tmp_path / f'{next(names)}.db'}"
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.emptied


def test_two_who_set_up_at_once_set_up_one_demo(fresh_urls: Callable[[], str]) -> None:
    with setter() as one, setter() as other:
        for _ in range(3):
            url = fresh_urls()
            for program in (one, other):
                sent(program, url)
            assert [said(program) for program in (one, other) for _ in range(2)] == ["begun", "done"] * 2
            desk = open_desk(url)
            assert_whole(desk)
            desk.store.close()


def test_whoever_is_killed_over_a_demo_leaves_none_that_is_crippled(tmp_path: Path) -> None:
    random, killed = Random(7), 0
    for number in range(4):
        url = f"sqlite:///{tmp_path / f'{number}.db'}"
        with setter() as program:
            sent(program, url)
            assert said(program) == "begun"
            sleep(random.uniform(0, 0.1))
            program.kill()
            killed += said(program) != "done"
        desk = open_desk(url)
        set_up_demo(desk)
        assert_whole(desk)
        desk.store.close()
    assert killed


def test_what_the_referee_refuses_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refusing(desk: Desk) -> NoReturn:
        raise Refused(("Das geht nicht.", "So nicht."))

    monkeypatch.setattr("motuc_bot.table.demo.set_up_demo", refusing)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    outcome = run(f"sqlite:///{tmp_path / 'demo.db'}", "table", "--demo", "--port", str(port))
    assert (outcome.status, outcome.err) == (2, "Das geht nicht. So nicht.\n")
