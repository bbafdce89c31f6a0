"""Twin battles that differ in hidden start positions only: whatever somebody else can get is the same in both."""

import re
import traceback
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import export_battle
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.preview_post import preview_post
from motuc_bot.referee.read_battle import list_battles, read_battle
from motuc_bot.referee.read_moment import read_moment
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import Refused
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.tables import OUTBOX
from tests.referee.lineup import LineUp, sent
from tests.referee.table import START, sit

# kalle has two figures of black, uwe another one; anna and ben play white, eve watches, sl leads.
OTHERS = (None, "eve", "uwe", "anna")
UNPLACED: dict[str, Any] = {
    "battle": {"name": "Zwillinge", "rounds": 1, "value": "any"},
    "teams": {
        "black": [
            {"figure": "Clawful", "player": "kalle"},
            {"figure": "Whiplash", "player": "kalle"},
            {"figure": "Faker", "player": "uwe"},
        ],
        "white": [{"figure": "Buzz-Off", "player": "anna"}, {"figure": "Zodac", "player": "ben"}],
    },
}
_WHISPER = re.compile(r"whisper-\d+-\d+")

# What kalle writes privately at the same moment in either twin, in as many posts as he likes.
Whispers = tuple[str, ...]
TWINS: dict[str, list[tuple[Whispers, Whispers]]] = {
    "another field": [
        (("Start Clawful A3",), ("Start Clawful A7",)),
        (("Start Whiplash A4",), ("Start Whiplash A3",)),
    ],
    "in one post, mixed with prose": [
        (
            ("Geheim!\nStart Clawful A3, Whiplash A4",),
            ("Ganz anders.\nClawful: Start A8\nWhiplash: Start A1\nSo sei es.",),
        ),
        ((), ()),
    ],
    "another field again": [
        (("Start Clawful A3",), ("Start Clawful A3",)),
        (("Start Clawful A5", "Start Clawful A6"), ("Start Clawful A3",)),
        (("Start Whiplash A4",), ("Start Whiplash A4", "Start Whiplash A5", "Start Whiplash A4")),
    ],
    "refused ones between": [
        (("Start Clawful B3", "Start Clawful A99", "Start Clawful A3"), ("Start Clawful A4",)),
        (("Start Whiplash A4",), ("Whiplash: geht nach B3", "Whiplash: Start L4", "Start Whiplash A2")),
    ],
    "an own figure stands there": [
        (("Start Clawful A3",), ("Start Clawful A4",)),
        (("Start Whiplash A3", "Start Whiplash A4"), ("Start Whiplash A3",)),
        ((), ("Start Clawful A3", "Start Clawful A5")),
    ],
    "a word to the referee": [
        (("Start Clawful A3", "Steht dort schon jemand?"), ("Start Clawful A3",)),
        ((), ("Ich mag A4.", "Mein Trick: A4!")),
    ],
}


def twin(desk: Desk) -> LineUp:
    """Open a battle up to its start positions; everything but what is whispered is the same each time."""
    keys = count(1)
    desk.now, desk.draw_key, desk.draw_seed = lambda: START, lambda: f"key-{next(keys)}", lambda: bytes([7]) * 32
    thread = LineUp(desk, open_battle(desk, "motuc", UNPLACED, "sl").battle)
    for seat in ("kalle", "uwe", "anna", "ben"):
        sit(desk, thread, seat)
    thread.play([("sl", "Auf eure Plätze!")])
    return thread


def whispered(thread: LineUp, step: int, whispers: Whispers) -> None:
    for at, text in enumerate(whispers):
        thread.post("kalle", text, private=True, message=Message(f"whisper-{step}-{at}", START))


def said(thread: LineUp, step: int) -> Iterator[object]:
    """Let the others post at this moment and yield the answers they get; among them what must be refused."""
    posts = [
        ("anna", "Start Buzz-Off A1", True),
        ("anna", "Start Buzz-Off L99", False),
        ("anna", "Clawful: Start A3", True),
        ("uwe", f"Start Faker A{step + 3}", True),
        ("uwe", "Start Clawful A3", False),
        ("uwe", "Whiplash: zurück", False),
        ("ben", "fertig", False),
        ("ben", "Zodac: geht nach K4", False),
        ("eve", "Was für ein Nebel!", False),
        ("eve", "Start Whiplash A4", True),
        ("sl", "SL: Pause", False),
        ("uwe", "Start Faker A2", True),
        ("sl", "SL: Fortsetzen", False),
        ("sl", "SL: Clawful Leben 3", False),
    ]
    for at, (person, text, private) in enumerate(posts):
        yield thread.post(person, text, private=private, message=Message(f"said-{step}-{at}", START))


def got(thread: LineUp, person: str | None) -> Iterator[object]:
    """Yield everything that the person can get."""
    desk, battle = thread.desk, thread.battle
    seen = read_battle(desk, battle, person)
    yield from (seen, repr(seen), list_battles(desk), export_battle(desk, battle, person))
    for number in (None, 1, 3):
        yield repr(read_moment(desk, battle, person, number))
    if person is not None:
        for text in ("Start Clawful A3", "Start Faker A3", "Start Buzz-Off L3, Zodac L4"):
            yield preview_post(desk, battle, person, text, private=True)
        for seat in ("kalle", "SL"):
            try:
                yield repr(read_battle(desk, battle, person, seat))
            except Refused as refused:
                yield refused.lines
    query = sa.select(OUTBOX.c.person, OUTBOX.c.kind, OUTBOX.c.body, OUTBOX.c.nonce).order_by(OUTBOX.c.id)
    with desk.store.reading() as connection:
        rows = connection.execute(query).all()
    # How a platform names its messages is not ours: the second of a step has another name in either twin.
    yield [(*row[:-1], _WHISPER.sub("whisper", row.nonce)) for row in rows if row.person in (None, person)]


def compared(first: LineUp, second: LineUp) -> None:
    for person in OTHERS:
        for one, other in zip(got(first, person), got(second, person), strict=True):
            assert one == other, person


@pytest.mark.parametrize("name", TWINS)
def test_nobody_else_can_tell_the_twins_apart(desk: Desk, sqlite_desk: Desk, name: str) -> None:
    twins = (twin(desk), twin(sqlite_desk))
    steps: Sequence[tuple[Whispers, Whispers]] = TWINS[name]
    for step, whispers in enumerate(steps):
        for thread, mine in zip(twins, whispers, strict=True):
            whispered(thread, step, mine)
        compared(*twins)
        first, second = (list(said(thread, step)) for thread in twins)
        assert first == second
        compared(*twins)
    for text in ("SL: rückgängig", f"SL: rückgängig bis {2}", "SL: rückgängig"):
        answers = [thread.post("sl", text, message=Message(f"back-{text}-{len(text)}", START)) for thread in twins]
        assert answers[0].lines == answers[1].lines
        compared(*twins)


def test_owner_and_game_master_do_see(desk: Desk, sqlite_desk: Desk) -> None:
    twins = (twin(desk), twin(sqlite_desk))
    for thread, field in zip(twins, ("A3", "A4"), strict=True):
        whispered(thread, 0, (f"Start Clawful {field}", f"Start Whiplash A{int(field[1]) + 1}"))
    for person in ("kalle", "sl"):
        one, other = (read_battle(thread.desk, thread.battle, person) for thread in twins)
        assert one.state != other.state
        assert [seen.text for seen in one.posts if seen.private] == ["Start Clawful A3", "Start Whiplash A4"]
        assert any("A3" in line for seen in one.posts for line in seen.lines)
        assert export_battle(desk, twins[0].battle, person) != export_battle(sqlite_desk, twins[1].battle, person)
    assert "A3" not in repr(read_battle(desk, twins[0].battle, None))
    # The thread does not answer a message that it has not got, and the author is answered where he wrote.
    assert [(person, body["reply_to"], body["number"]) for person, _, body in sent(desk, twins[0].battle)[1:]] == [
        (None, None, 2),
        ("kalle", "whisper-0-0", 2),
        (None, None, 3),
        ("kalle", "whisper-0-1", 3),
    ]
    twins[0].play([("sl", "SL: weiter")])
    revealed = read_battle(desk, twins[0].battle, None)
    assert [seen.text for seen in revealed.posts if seen.private] == ["Start Clawful A3", "Start Whiplash A4"]


def test_no_number_is_missing_where_others_are_told_nothing(desk: Desk) -> None:
    thread = twin(desk)
    before = [seen.number for seen in read_battle(desk, thread.battle, None).posts]
    whispered(thread, 0, ("Start Clawful A3", "Start Clawful A4", "Hallo", "Start Clawful A4", "Start Clawful A5"))
    assert before == [1]
    assert thread.post("anna", "Seid ihr so weit?").number == 3
    own = read_battle(desk, thread.battle, "kalle")
    assert [seen.text for seen in own.posts if seen.private][-1] == "Start Clawful A5"
    assert any("A5" in line for seen in own.posts for line in seen.lines)


# Not written out where a traceback shows the line.
_FIELD = "A8"


def secrets_of(desk: Desk) -> list[str]:
    seed = bytes([7]) * 32
    return [seed.hex(), repr(seed)[2:20], _FIELD]


def test_nothing_secret_is_in_what_a_log_may_show(desk: Desk) -> None:
    thread = twin(desk)
    whispered(thread, 0, ("Start Clawful A8",))
    with desk.store.reading() as connection:
        table = desk.view(connection, thread.battle, "kalle")
    shown = [repr(desk), repr(table), repr(table.known), str(table.known.seals), repr(table.dice(1))]
    with desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE outbox RENAME TO elsewhere")
    with pytest.raises(DatabaseFault) as caught:
        whispered(thread, 1, (f"Start Clawful {_FIELD}", f"Start Whiplash {_FIELD[0]}7", f"Start Whiplash {_FIELD}"))
    shown += traceback.format_exception(caught.value)
    with desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO outbox")
        connection.exec_driver_sql("ALTER TABLE seals RENAME TO elsewhere")
    with pytest.raises(DatabaseFault) as caught:
        open_battle(desk, "motuc", UNPLACED, "sl")
    shown += traceback.format_exception(caught.value)
    for text in shown:
        assert not any(secret in text for secret in secrets_of(desk)), text


def test_a_seed_is_in_nothing_before_the_end(desk: Desk) -> None:
    thread = twin(desk)
    whispered(thread, 0, ("Start Clawful A8",))
    for person in (*OTHERS, "kalle", "sl"):
        everything = repr(list(got(thread, person)))
        assert not any(secret in everything for secret in secrets_of(desk)[:2])
    thread.play([("sl", "SL: weiter"), ("sl", "SL: Schlacht beenden")])
    assert secrets_of(desk)[0] in repr(list(got(thread, None)))
