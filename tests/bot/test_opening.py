"""A battle and its thread: there is never one without the other."""

import pytest

from motuc_bot.bot.recent import Recent
from motuc_bot.referee.read_battle import list_battles
from motuc_bot.store import threads
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Connection
from motuc_bot.store.threads import ThreadRow
from tests.bot.server import Server, answers


async def test_where_the_thread_cannot_be_kept_there_is_no_battle(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(connection: Connection, row: ThreadRow) -> None:
        raise DatabaseFault("weg")

    monkeypatch.setattr(threads, "insert_thread", away)
    result = await server.person("meister").slash(server.channel, "schlacht neu", vorlage="duell")
    assert "Die Datenbank ist gerade nicht zu erreichen" in answers(result)[0].content
    assert list_battles(server.desk) == ()
    assert server.channel.threads == []
    server.faults.clear()


def test_of_many_numbers_the_latest_are_remembered() -> None:
    recent = Recent()
    for number in range(1500):
        recent.add(number)
    recent.discard(1499)
    assert [number in recent for number in (0, 499, 500, 1498, 1499)] == [False, False, True, True, False]
