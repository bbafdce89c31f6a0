"""What a front can send at once is claimed with the post, and nothing else."""

from datetime import timedelta

import pytest

from motuc_bot.referee.at_once import AtOnce
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.store import outbox
from motuc_bot.store.outbox import Claims, Delivery
from tests.referee.table import START, Thread, duel

LEASE = timedelta(minutes=30)


def said(thread: Thread, name: str, person: str = "kalle", text: str = "Skeletor: geht nach Z99") -> Claims:
    at_once = AtOnce.within(LEASE)
    post(thread.desk, NewPost(thread.battle, person, text, Message(name, START), at_once=at_once))
    return at_once.claims


def next_one(desk: Desk, later: timedelta = timedelta()) -> Delivery | None:
    at = desk.now() + later
    with desk.store.writing() as connection:
        return outbox.claim(connection, at, at + LEASE)


def all_sent(desk: Desk) -> None:
    while (delivery := next_one(desk)) is not None:
        with desk.store.writing() as connection:
            outbox.mark_sent(connection, delivery, "x", desk.now())


def test_the_answer_is_claimed_until_its_lease_is_over(desk: Desk) -> None:
    thread = duel(desk)
    all_sent(desk)
    (mine,) = said(thread, "m1").taken
    assert (mine.battle_id, mine.person, mine.attempts) == (thread.battle, None, 1)
    assert "Z99" in mine.body
    assert next_one(desk) is None
    again = next_one(desk, LEASE)
    assert again is not None
    assert (again.id, again.attempts) == (mine.id, 2)


def test_behind_something_that_waits_nothing_is_claimed(desk: Desk) -> None:
    thread = duel(desk)
    all_sent(desk)
    (first,) = said(thread, "m1").taken
    assert said(thread, "m2").taken == []
    with desk.store.writing() as connection:
        outbox.mark_sent(connection, first, "x", desk.now())
    second = next_one(desk)
    assert second is not None
    assert second.nonce == "m2.0"


def test_another_battle_waits_for_nothing(desk: Desk) -> None:
    one, other = duel(desk), duel(desk)
    all_sent(desk)
    assert len(said(one, "m1").taken) == 1
    assert len(said(other, "m2").taken) == 1


def test_a_message_that_came_before_claims_nothing(desk: Desk) -> None:
    thread = duel(desk)
    all_sent(desk)
    assert len(said(thread, "m1").taken) == 1
    assert said(thread, "m1").taken == []


def test_what_fails_claims_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = duel(desk)
    all_sent(desk)
    insert = outbox.insert

    def fails(*args: object) -> None:
        insert(*args)  # type: ignore[arg-type]
        raise RuntimeError

    monkeypatch.setattr(outbox, "insert", fails)
    with pytest.raises(RuntimeError):
        said(thread, "m1")
    monkeypatch.undo()
    assert next_one(desk) is None
    assert len(said(thread, "m1").taken) == 1
