"""The sender's loop goes on whatever breaks, and hears when it is woken."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from motuc_bot.outbox import sender as sender_module
from motuc_bot.outbox.sender import Sender
from motuc_bot.store.faults import DatabaseAway, DatabaseFault
from motuc_bot.store.store import Connection, Store
from tests.outbox.board import Board, Outbox
from tests.referee.table import Clock as GoesOn

# Nothing is measured: it only ends a test that would hang.
_AT_MOST = 60


@dataclass(frozen=True, slots=True)
class Shaky(Store):
    """A store that can't be used at first."""

    faults: list[DatabaseFault] = field(default_factory=list)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a transaction, or the next fault."""
        if self.faults:
            raise self.faults.pop(0)
        with Store.reading(self) as connection:
            yield connection


class Bell(asyncio.Event):
    """Tells when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.awaited = asyncio.Event()

    async def wait(self) -> bool:  # type: ignore[override]
        """Wait."""
        self.awaited.set()
        return await super().wait()


def shown_by(sender: Sender, board: Board, count: int) -> list[str]:
    """Run the sender until so many deliveries are shown."""

    async def until() -> None:
        running = asyncio.create_task(sender.run())
        async with asyncio.timeout(_AT_MOST):
            while len(board.shown) < count:
                assert not running.done(), running.exception()
                await asyncio.sleep(0.001)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(until())
    return board.nonces


def test_the_loop_waits_for_a_database_that_is_away_and_says_so_once(
    box: Outbox, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sender_module, "_POLL_SECONDS", 0.001)
    box.put(box.battle(), "a")
    faults = [DatabaseAway("weg"), DatabaseAway("weg"), DatabaseFault("voll"), DatabaseFault("voll")]
    board = Board()
    sender = Sender(Shaky(box.store.engine, box.store.figures, faults=faults), board, box.clock)
    assert shown_by(sender, board, 1) == ["a"]
    assert [record.getMessage() for record in caplog.records] == ["Ausgang: weg", "Ausgang: voll"]


def test_the_loop_goes_on_after_an_unknown_fault_of_the_front(box: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_module, "_POLL_SECONDS", 0.001)
    box.put(box.battle(), "a", "b")
    board = Board()
    board.faults["a"] = [RuntimeError("kaputt"), KeyError("fehlt"), TimeoutError()]
    assert shown_by(Sender(box.store, board, GoesOn()), board, 2) == ["a", "b"]


def test_woken_it_sends_at_once(box: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender_module, "_POLL_SECONDS", 100 * _AT_MOST)
    battle = box.battle()
    board = Board()

    async def asleep_then_woken() -> None:
        bell = Bell()
        sender = Sender(box.store, board, box.clock, _wake=bell)
        running = asyncio.create_task(sender.run())
        async with asyncio.timeout(_AT_MOST):
            await bell.awaited.wait()
            box.put(battle, "a")
            sender.wake()
            while not board.shown:
                await asyncio.sleep(0.001)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(asleep_then_woken())
    assert board.nonces == ["a"]
