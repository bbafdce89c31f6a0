"""The sender: each delivery once and in order, whatever the front or another sender does."""

import asyncio
import logging
from datetime import timedelta

import pytest
from typer.testing import CliRunner

from motuc_bot import database_commands
from motuc_bot.outbox import sender as sender_module
from motuc_bot.outbox.port import Never, NotNow
from motuc_bot.outbox.sender import LEASE, Sender
from motuc_bot.store import outbox
from motuc_bot.store.outbox import Delivery
from tests.outbox.board import START, Board, Outbox, open_outbox


def claimed(box: Outbox) -> Delivery | None:
    with box.store.writing() as connection:
        return outbox.claim(connection, box.clock(), box.clock() + LEASE)


def test_everything_is_shown_in_its_order_and_noted(box: Outbox) -> None:
    battle = box.battle()
    box.put(battle, "a", "b")
    box.put(battle, "c")
    board = Board()
    sender = box.sender(board)
    assert asyncio.run(sender.send_due()) == 3
    assert board.nonces == ["a", "b", "c"]
    assert board.looked_for == []
    row = box.row("b")
    assert (row.sent_as, row.sent_at, row.attempts) == ("m-b", START, 1)
    assert asyncio.run(sender.send_due()) == 0
    assert board.nonces == ["a", "b", "c"]


def test_what_waits_holds_up_its_own_place_only(box: Outbox) -> None:
    first, second = box.battle(), box.battle()
    box.put(first, "a", "b")
    box.put(first, "to kalle", person="kalle")
    box.put(first, "to anna", person="anna")
    box.put(second, "elsewhere")
    board = Board()
    board.faults["a"] = [NotNow("zu viele", 40)]
    sender = box.sender(board)
    assert asyncio.run(sender.send_due()) == 3
    assert board.nonces == ["to kalle", "to anna", "elsewhere"]
    box.clock.go_on(39)
    assert asyncio.run(sender.send_due()) == 0
    box.clock.go_on(1)
    assert asyncio.run(sender.send_due()) == 2
    assert board.nonces[3:] == ["a", "b"]


def test_without_a_given_wait_the_waits_grow(box: Outbox) -> None:
    box.put(box.battle(), "a")
    board = Board()
    board.faults["a"] = [NotNow("weg") for _ in range(12)]
    sender = box.sender(board)
    waits = []
    for _ in range(12):
        assert asyncio.run(sender.send_due()) == 0
        due = box.row("a").due_at
        waits.append((due - box.clock()).total_seconds())
        box.clock.go_on(waits[-1])
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]
    assert box.row("a").fault == "weg"
    assert asyncio.run(sender.send_due()) == 1
    assert box.row("a").fault is None


def test_what_can_never_be_sent_is_told_to_the_operator_and_holds_up_nothing(
    box: Outbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    battle = box.battle()
    box.put(battle, "a", "b")
    box.put(battle, "c", person="kalle")
    board = Board()
    board.faults["a"] = [Never("der Thread ist gelöscht")]
    board.faults["c"] = [Never("nimmt keine Nachrichten an")]
    assert asyncio.run(box.sender(board).send_due()) == 1
    assert board.nonces == ["b"]
    assert box.dead() == [("a", "der Thread ist gelöscht"), ("c", "nimmt keine Nachrichten an")]
    assert [record.getMessage() for record in caplog.records] == [
        f"Ausgang: a (Schlacht {battle}) kommt nie an: der Thread ist gelöscht",
        f"Ausgang: c (Schlacht {battle}) kommt nie an: nimmt keine Nachrichten an",
    ]
    monkeypatch.setenv("MOTUC_DATABASE_URL", box.url)
    said = CliRunner().invoke(database_commands.app, ["undelivered"])
    assert said.exit_code == 0
    assert said.stdout == (
        f"Nr. 1: Schlacht {battle}, in den Thread (a): der Thread ist gelöscht\n"
        f"Nr. 3: Schlacht {battle}, an kalle (c): nimmt keine Nachrichten an\n"
        "2 Antworten sind nicht zustellbar.\n"
    )


def test_without_dead_letters_the_operator_hears_so(box: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTUC_DATABASE_URL", box.url)
    said = CliRunner().invoke(database_commands.app, ["undelivered"])
    assert (said.exit_code, said.stdout) == (0, "Keine Antwort ist unzustellbar.\n")


def test_in_the_end_a_delivery_is_given_up(box: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_module, "_MOST_ATTEMPTS", 3)
    box.put(box.battle(), "a", "b")
    board = Board()
    board.faults["a"] = [NotNow("weg", 1) for _ in range(3)]
    sender = box.sender(board)
    for _ in range(3):
        asyncio.run(sender.send_due())
        box.clock.go_on(1)
    assert box.dead() == [("a", "nach 3 Versuchen: weg")]
    asyncio.run(sender.send_due())
    assert board.nonces == ["b"]


def test_a_platform_may_be_away_for_days_before_anything_is_given_up() -> None:
    assert sender_module._MOST_ATTEMPTS * timedelta(seconds=sender_module._LONGEST_WAIT) > timedelta(days=3)


def test_two_senders_at_once_show_each_delivery_once(box: Outbox) -> None:
    battles = [box.battle() for _ in range(4)]
    for number in range(10):
        for battle in battles:
            box.put(battle, f"{battle}.{number}")
    other = open_outbox(box.url)
    board = Board()

    async def both() -> int:
        return sum(await asyncio.gather(box.sender(board).send_due(), other.sender(board).send_due()))

    # One that finds all free places taken by the other goes home early: the other sends the rest.
    assert asyncio.run(both()) == 40
    for battle in battles:
        assert [nonce for nonce in board.nonces if nonce.startswith(f"{battle}.")] == [
            f"{battle}.{number}" for number in range(10)
        ]
    other.store.close()


def test_a_second_sender_leaves_what_the_first_is_sending_and_what_stands_behind_it(box: Outbox) -> None:
    first, second = box.battle(), box.battle()
    box.put(first, "a", "b")
    board = Board()
    board.hang = {"a"}

    async def one_hangs() -> int:
        hanging = asyncio.create_task(box.sender(board).send_due(first))
        await board.hanging.wait()
        box.put(second, "c")
        sent = await box.sender(board).send_due()
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
        return sent

    assert asyncio.run(one_hangs()) == 1
    assert board.nonces == ["a", "c"]


def test_what_a_dead_sender_had_shown_already_is_not_shown_again(box: Outbox) -> None:
    box.put(box.battle(), "a", "b")
    board = Board()
    board.hang = {"a"}

    async def dies() -> None:
        hanging = asyncio.create_task(box.sender(board).send_due())
        await board.hanging.wait()
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)

    asyncio.run(dies())
    board.hang = set()
    box.clock.go_on(LEASE.total_seconds() - 1)
    assert asyncio.run(box.sender(board).send_due()) == 0
    box.clock.go_on(1)
    assert asyncio.run(box.sender(board).send_due()) == 2
    assert board.nonces == ["a", "b"]
    assert board.looked_for == ["a"]
    assert box.row("a").sent_as == "m-a"


def test_what_a_dead_sender_had_only_taken_is_shown(box: Outbox) -> None:
    box.put(box.battle(), "a")
    assert claimed(box) is not None
    board = Board()
    assert asyncio.run(box.sender(board).send_due()) == 0
    box.clock.go_on(LEASE.total_seconds())
    assert asyncio.run(box.sender(board).send_due()) == 1
    assert (board.nonces, board.looked_for) == (["a"], ["a"])


def test_a_sender_that_comes_too_late_takes_nothing_from_the_next_one(box: Outbox) -> None:
    box.put(box.battle(), "a")
    late = claimed(box)
    box.clock.go_on(LEASE.total_seconds())
    mine = claimed(box)
    assert late is not None
    assert mine is not None
    with box.store.writing() as connection:
        outbox.mark_later(connection, late, START, "weg")
        outbox.mark_dead(connection, late, START, "weg")
    assert claimed(box) is None
    assert box.dead() == []
    with box.store.writing() as connection:
        outbox.mark_sent(connection, late, "m-1", box.clock())
        outbox.mark_sent(connection, mine, "m-2", box.clock())
        outbox.mark_dead(connection, mine, box.clock(), "weg")
    assert box.row("a").sent_as == "m-1"
    assert box.dead() == []


def test_a_front_that_does_not_answer_is_left_before_the_lease_ends(box: Outbox) -> None:
    box.put(box.battle(), "a")
    board = Board()
    board.hang = {"a"}
    sender = Sender(box.store, board, box.clock, lease=timedelta(seconds=0.03))
    assert asyncio.run(sender.send_due()) == 0
    assert box.row("a").fault == "keine Antwort in 0.02 Sekunden"
    box.clock.go_on(2)
    # It had been shown all the same.
    assert asyncio.run(box.sender(board).send_due()) == 1
    assert board.nonces == ["a"]


def test_an_unknown_fault_of_the_front_is_logged_in_one_line_and_tried_again(
    box: Outbox, caplog: pytest.LogCaptureFixture
) -> None:
    battle, other = box.battle(), box.battle()
    box.put(battle, "a")
    box.put(other, "b")
    board = Board()
    board.faults["a"] = [RuntimeError("kaputt\nund zwar sehr")]
    sender = box.sender(board)
    with caplog.at_level(logging.INFO):
        assert asyncio.run(sender.send_due()) == 1
    assert [record.getMessage() for record in caplog.records] == [
        f"Ausgang: a (Schlacht {battle}): RuntimeError: kaputt und zwar sehr"
    ]
    assert all(record.exc_info is None for record in caplog.records)
    box.clock.go_on(2)
    assert asyncio.run(sender.send_due()) == 1
    assert board.nonces == ["b", "a"]


def test_a_front_that_hangs_in_one_place_keeps_nobody_else(box: Outbox) -> None:
    first, second = box.battle(), box.battle()
    box.put(first, "a", "b")
    box.put(second, *(f"c{number}" for number in range(40)))
    board = Board()
    board.hang = {"a"}

    async def one_hangs() -> list[str]:
        sending = asyncio.create_task(box.sender(board).send_due())
        while len(board.shown) < 41:
            await asyncio.sleep(0)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        return board.nonces

    assert asyncio.run(one_hangs()) == ["a", *(f"c{number}" for number in range(40))]


def test_of_one_battle_only_its_own_is_sent(box: Outbox) -> None:
    first, second = box.battle(), box.battle()
    box.put(first, "a")
    box.put(second, "b")
    board = Board()
    assert asyncio.run(box.sender(board).send_due(second)) == 1
    assert board.nonces == ["b"]
    assert asyncio.run(box.sender(board).send_due()) == 1
    assert board.nonces == ["b", "a"]


def test_a_clock_that_is_set_lets_nothing_be_sent_twice(box: Outbox) -> None:
    box.put(box.battle(), "a", "b")
    board = Board()
    board.hang = {"a"}

    async def clock_is_set() -> None:
        sender = box.sender(board)
        sending = asyncio.create_task(sender.send_due())
        await board.hanging.wait()
        box.clock.go_on(3600)
        assert await sender.send_due() == 0
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)

    asyncio.run(clock_is_set())
    assert board.nonces == ["a"]
