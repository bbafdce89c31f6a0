"""A post costs the same whatever the length of the battle; many battles at once hinder each other in nothing."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, judge_post
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.referee.record import Message
from tests.referee.lineup import sent
from tests.referee.table import DUEL, START, Thread, duel, open_desk, sit

ENDLESS: dict[str, Any] = {**DUEL, "battle": {**DUEL["battle"], "rounds": 999}}
# A round of 20 posts without a die: mostly prose, then each side lets its turn pass.
ROUND = [("eve", f"Vers {line} des Liedes.") for line in range(16)] + [
    ("kalle", "Skeletor: wartet"),
    ("eve", "Und weiter."),
    ("anna", "fertig"),
    ("eve", "Der Refrain."),
]


def endless(desk: Desk) -> Thread:
    thread = Thread(desk, open_battle(desk, "motuc", ENDLESS, "sl").battle)
    for seat in ("kalle", "anna"):
        sit(desk, thread, seat)
    return thread


def posted_fast(thread: Thread, number: int) -> None:
    """Post up to that number, all in one transaction: only the commits are left out."""
    desk = thread.desk
    with desk.store.writing() as connection:
        table = desk.table(connection, thread.battle)
        for at in range(table.row.posts, number):
            person, text = ROUND[at % len(ROUND)]
            new = NewPost(thread.battle, person, text, Message(f"{thread.battle}-fast-{at}", START))
            answer, known = judge_post(desk, connection, desk.table(connection, thread.battle, person), new)
            assert answer.number == at + 1
            assert known is not None
            desk.remember(thread.battle, known)


@contextmanager
def statements(desk: Desk) -> Iterator[list[str]]:
    found: list[str] = []

    def noted(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        found.append(" ".join(statement.split()))

    sa.event.listen(desk.store.engine, "before_cursor_execute", noted)
    try:
        yield found
    finally:
        sa.event.remove(desk.store.engine, "before_cursor_execute", noted)


def costs(thread: Thread, url: str) -> dict[str, list[str]]:
    """Return the statements of each kind of post at this place of the battle, each with a warm and a cold desk."""
    found = {}
    for kind, person, text in (
        ("refused", "kalle", "Skeletor: geht nach Z9"),
        ("prose", "eve", "Noch ein Vers."),
        ("order", "kalle", "Skeletor: geht nach F5"),
        ("end of a phase", "kalle", "Skeletor: passt"),
        ("rolled back", "sl", "SL: rückgängig"),
        ("also", "sl", "SL: rückgängig"),
    ):
        with statements(thread.desk) as found[kind]:
            thread.post(person, text)
    cold = open_desk(url)
    with statements(cold) as found["cold"]:
        Thread(cold, thread.battle, 10_000 + thread._messages).post("kalle", "Skeletor: geht nach F5")
    with statements(cold) as found["taken back"]:
        Thread(cold, thread.battle, 20_000 + thread._messages).post("kalle", "zurück")
    cold.store.close()
    return found


def test_statements_of_a_post_do_not_grow_with_the_battle(desk: Desk, database_url: str) -> None:
    short, long = endless(desk), endless(desk)
    posted_fast(short, 10)
    posted_fast(long, 2_000)
    few, many = costs(short, database_url), costs(long, database_url)
    assert few == many
    assert all(3 <= len(found) <= 9 for found in few.values()), {kind: len(found) for kind, found in few.items()}
    assert len(few["cold"]) == len(few["order"]) + 2
    assert read_battle(desk, long.battle, None).posts[1999].number == 2_000
    assert [faults for _, _, faults in check_battles(desk)] == [(), ()]


def at_once(desk: Desk, battles: int, posts: int) -> None:
    """Play so many battles at the same time, each by a thread of its own."""
    threads = [duel(desk) for _ in range(battles)]
    lines = [("kalle", "Skeletor: greift He-Man an"), ("anna", "He-Man: pariert")]
    lines += [("eve", f"Vers {line}") for line in range(posts - len(lines))]

    def play(thread: Thread) -> list[int | None]:
        return [thread.post(person, text).number for person, text in lines]

    with ThreadPoolExecutor(battles) as pool:
        given = list(pool.map(play, threads))
    assert given == [list(range(1, posts + 1))] * battles
    for thread in threads:
        assert [seen.text for seen in read_battle(desk, thread.battle, None).posts] == [text for _, text in lines]
        answered = [body["number"] for _, kind, body in sent(desk, thread.battle) if kind == "answer"]
        assert answered == [1, 2]
    assert [faults for _, _, faults in check_battles(desk)] == [()] * battles


def test_ten_battles_at_once(desk: Desk) -> None:
    at_once(desk, 10, 4)


@pytest.mark.soak
def test_a_hundred_battles_at_once(desk: Desk) -> None:
    at_once(desk, 100, 20)
