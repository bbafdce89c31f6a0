"""Who writes too fast is not read for a while."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from motuc_bot.bot.flood import Flood, Let
from tests.bot.server import Server

_START = datetime(2026, 11, 30, tzinfo=UTC)


def _at(seconds: float) -> datetime:
    return _START + timedelta(seconds=seconds)


def test_within_a_minute_so_many_are_read_and_the_author_is_told_once() -> None:
    flood = Flood()
    assert [flood.let(1, _at(n), 3) for n in range(6)] == [Let.IN] * 3 + [Let.OUT_TOLD, Let.OUT, Let.OUT]
    assert flood.let(2, _at(5), 3) is Let.IN
    assert flood.let(1, _at(60), 3) is Let.IN
    # Of the first three, two still count.
    assert flood.let(1, _at(60.5), 3) is Let.OUT


def test_a_thousand_a_minute_are_told_of_once_a_minute() -> None:
    flood = Flood()
    said = [flood.let(1, _at(n * 0.06), 20) for n in range(1000)]
    assert said.count(Let.IN) == 20
    assert said.count(Let.OUT_TOLD) == 1


@given(st.lists(st.floats(0, 300), max_size=80), st.integers(1, 10))
def test_never_more_than_the_limit_in_any_minute(moments: list[float], most: int) -> None:
    flood = Flood()
    read = [second for second in sorted(moments) if flood.let(1, _at(second), most) is Let.IN]
    for second in read:
        assert sum(second <= other < second + 59.99 for other in read) <= most


def test_what_is_remembered_does_not_grow_without_end() -> None:
    flood = Flood()
    for user in range(20_000):
        flood.let(user, _at(0), 1)
    assert len(flood._written) <= 10_000
    # The latest are remembered.
    assert flood.let(19_999, _at(1), 1) is Let.OUT_TOLD


async def test_a_flood_costs_one_answer_and_what_is_written_later_counts(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    before = len(thread.seen().posts)
    for at in range(25):
        await thread.write("kalle", f"Wir reden und reden ({at})")
    # He had sent his start position already.
    assert len(thread.seen().posts) == before + 19
    assert sum("zu schnell" in text for text in thread.texts()) == 1
    # Others are read all the same.
    await thread.write("anna", "Buzz-Off: fertig")
    assert thread.seen().posts[-1].seat == "anna"
