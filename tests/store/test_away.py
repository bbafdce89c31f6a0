"""A database that goes away and comes back: use cases wait for it, and a post counts once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from motuc_bot.referee.act import act
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import list_battles, read_battle
from motuc_bot.store import engine as engines
from motuc_bot.store.faults import DatabaseAway, DatabaseBusy, DatabaseFault, patiently
from motuc_bot.store.tables import EVENTS, OUTBOX, POSTS
from rules.motuc.commands import Attack
from rules.motuc.words import FigureName
from tests.databases import PostgresServer
from tests.referee.table import Thread, duel, open_desk
from tests.store.commands import run

ATTACK = "Skeletor: greift He-Man an"
ORDERS = (Attack(FigureName("Skeletor"), FigureName("He-Man")),)


@pytest.fixture
def server(postgres_server: PostgresServer) -> PostgresServer:
    return postgres_server


@pytest.fixture
def waits() -> list[float]:
    """Give the list in which the desk's waits are noted."""
    return []


@pytest.fixture
def desk(server: PostgresServer, waits: list[float]) -> Iterator[Desk]:
    """Give a desk that notes its waits instead of sleeping."""
    made = open_desk(server.emptied())
    made.sleep = waits.append
    yield made
    made.store.close()


def rows(desk: Desk, battle: int) -> tuple[int, int, int]:
    """Return how many posts, events and deliveries the battle has."""
    with desk.store.reading() as connection:
        found = [
            connection.execute(table.select().where(table.c.battle_id == battle)).all()
            for table in (POSTS, EVENTS, OUTBOX)
        ]
    posts, events, deliveries = map(len, found)
    return posts, events, deliveries


@contextmanager
def before_each_statement(desk: Desk, work: Callable[[int], None]) -> Iterator[None]:
    """Do something before each statement, told its number."""
    numbers = iter(range(100_000))

    def before(*_: Any) -> None:
        work(next(numbers))

    event.listen(desk.store.engine, "before_cursor_execute", before)
    yield
    event.remove(desk.store.engine, "before_cursor_execute", before)


def _end_at(server: PostgresServer, end: int, at: int) -> None:
    if at == end:
        server.end_connections()


def test_a_server_that_ends_the_connection_in_the_middle_of_a_post(
    desk: Desk, server: PostgresServer, waits: list[float]
) -> None:
    undisturbed = duel(desk)
    statements: list[int] = []
    with before_each_statement(desk, statements.append):
        expected = undisturbed.post("kalle", ATTACK)
    assert len(statements) > 4
    for end in statements:
        thread = duel(desk)
        with before_each_statement(desk, partial(_end_at, server, end)):
            answer = thread.post("kalle", ATTACK)
        assert (answer.number, answer.again, answer.lines) == (1, False, expected.lines)
        assert len(waits) == end + 1
        assert rows(desk, thread.battle) == rows(desk, undisturbed.battle)
    assert all(faults == () for _, _, faults in check_battles(desk))


def test_a_server_that_goes_away_before_a_post_is_committed(
    desk: Desk, server: PostgresServer, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = duel(desk)
    commit = desk.store.engine.dialect.do_commit

    def gone(connection: Any) -> None:
        monkeypatch.undo()
        server.end_connections()
        commit(connection)

    monkeypatch.setattr(desk.store.engine.dialect, "do_commit", gone)
    answer = thread.post("kalle", ATTACK)
    assert (answer.number, answer.again) == (1, False)
    assert len(waits) == 1
    assert rows(desk, thread.battle)[0] == 3


def test_a_server_that_commits_and_goes_away_before_it_says_so(
    desk: Desk, server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can know then whether the post counts; it does, and it counts once."""
    undisturbed = duel(desk)
    expected = undisturbed.post("kalle", ATTACK)
    thread = duel(desk)
    commit = desk.store.engine.dialect.do_commit

    def unheard(connection: Any) -> None:
        monkeypatch.undo()
        commit(connection)
        server.end_connections()
        connection.execute("SELECT 1")

    monkeypatch.setattr(desk.store.engine.dialect, "do_commit", unheard)
    answer = thread.post("kalle", ATTACK)
    assert (answer.number, answer.again, answer.lines) == (1, True, expected.lines)
    assert rows(desk, thread.battle) == rows(desk, undisturbed.battle)
    assert thread.post("anna", "He-Man: pariert").number == 2


def test_a_server_that_is_stopped_and_started_again(desk: Desk, server: PostgresServer) -> None:
    thread = duel(desk)
    attempts = []

    def started_again(seconds: float) -> None:
        attempts.append(seconds)
        if len(attempts) == 2:
            server.come_back()

    desk.sleep = started_again
    server.go_away()
    try:
        answer = thread.post("kalle", ATTACK)
    finally:
        server.come_back()
    assert (answer.number, answer.again) == (1, False)
    assert attempts == list(desk.waits[:2])
    assert all(faults == () for _, _, faults in check_battles(desk))


def test_a_server_that_stays_away_is_told_in_one_line(desk: Desk, server: PostgresServer, waits: list[float]) -> None:
    thread, url = duel(desk), desk.store.engine.url.render_as_string(hide_password=False)
    message = thread.message()
    server.go_away()
    try:
        with pytest.raises(DatabaseAway) as caught:
            thread.post("kalle", ATTACK, message=message)
        outcome = run(url, "db", "check")
    finally:
        server.come_back()
    assert waits == list(desk.waits)
    for line in (str(caught.value), outcome.err.strip()):
        assert len(line.splitlines()) == 1
        assert ": die Datenbank ist nicht erreichbar; läuft der Server? (" in line
    # The same message again, later: now it counts.
    assert thread.post("kalle", ATTACK, message=message).number == 1


def test_connections_that_died_meanwhile_are_noticed_before_they_are_used(
    desk: Desk, server: PostgresServer, waits: list[float]
) -> None:
    thread = duel(desk)
    server.end_connections()
    assert thread.post("kalle", ATTACK).number == 1
    assert waits == []


@pytest.mark.parametrize(
    "work",
    [
        lambda thread: read_battle(thread.desk, thread.battle, "kalle").name,
        lambda thread: list_battles(thread.desk)[0].name,
        lambda thread: (
            act(
                thread.desk,
                thread.battle,
                "kalle",
                (Attack(FigureName("Skeletor"), FigureName("He-Man")),),
                thread.message(),
            ).number
        ),
    ],
    ids=["read_battle", "list_battles", "act"],
)
def test_other_use_cases_wait_too(
    desk: Desk, server: PostgresServer, waits: list[float], work: Callable[[Thread], object]
) -> None:
    thread = duel(desk)
    with before_each_statement(desk, partial(_end_at, server, 1)):
        assert work(thread) in ("Zweikampf", 1)
    assert len(waits) == 1


def test_a_battle_that_another_program_holds(
    server: PostgresServer, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "PATIENCE_SECONDS", 1)
    made = open_desk(server.emptied())
    made.sleep = waits.append
    thread = duel(made)
    other = engines.open_engine(made.store.engine.url.render_as_string(hide_password=False))
    with other.begin() as connection:
        connection.exec_driver_sql("SELECT * FROM battles FOR UPDATE")
        with pytest.raises(DatabaseBusy, match="ein anderes Programm hält die Datenbank fest"):
            thread.post("kalle", ATTACK)
    # It has been waited for already.
    assert waits == []
    assert thread.post("kalle", ATTACK).number == 1
    other.dispose()
    made.store.close()


def test_a_commit_to_a_file_that_nobody_hears_of_counts_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file does not go away; what counts twice would count twice here too."""
    made = open_desk(f"sqlite:///{tmp_path / 'battles.db'}")
    thread = duel(made)
    message = thread.message()
    commit = made.store.engine.dialect.do_commit

    def unheard(connection: Any) -> None:
        commit(connection)
        raise OperationalError("COMMIT", None, Exception("unheard"), connection_invalidated=True)

    with monkeypatch.context() as patched:
        patched.setattr(made.store.engine.dialect, "do_commit", unheard)
        with pytest.raises(DatabaseFault):
            thread.post("kalle", ATTACK, message=message)
    answer = thread.post("kalle", ATTACK, message=message)
    assert (answer.number, answer.again) == (1, True)
    assert [faults for _, _, faults in check_battles(made)] == [()]
    made.store.close()


def test_patience_ends() -> None:
    waits: list[float] = []
    attempts: list[None] = []

    def away() -> None:
        attempts.append(None)
        raise DatabaseAway("away")

    with pytest.raises(DatabaseAway):
        patiently(away, (1.0, 2.0), waits.append)
    assert (len(attempts), waits) == (3, [1.0, 2.0])


@pytest.mark.parametrize("fault", [DatabaseFault("broken"), DatabaseBusy("waited for already")])
def test_there_is_no_patience_with_what_does_not_mend_itself(fault: DatabaseFault) -> None:
    waits: list[float] = []

    def broken() -> None:
        raise fault

    with pytest.raises(type(fault)):
        patiently(broken, (1.0, 2.0), waits.append)
    assert waits == []
