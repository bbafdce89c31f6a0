"""`motuc-bot db copy`: everything from one database into another, on real ones."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.store import whole_copy
from motuc_bot.store.engine import open_engine
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Store
from motuc_bot.store.tables import METADATA, STANDING_ORDERS
from tests.databases import PostgresServer
from tests.operator.operated import on_platform, to_send
from tests.referee.table import START, Thread, duel, open_desk
from tests.store.commands import fault, run
from tests.store.games import opened, play
from tests.store.older import make_older


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> str:
    """Give the URL of an empty PostgreSQL."""
    return postgres_server.emptied()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """Give the URL of an SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path / 'battles.db'}"


def fill(url: str) -> None:
    """Put something into every table."""
    desk = open_desk(url)
    with closing(desk.store):
        thread = on_platform(desk)
        thread.post("kalle", "Skeletor: greift He-Man an\nfertig")
        thread.post("anna", "Grüße aus Eternia – „ſchön“ 🙂")
        to_send(desk, thread, "a", person="anna")
        play(opened(desk, 3), 3, most=25)
        with desk.store.writing() as connection:
            connection.execute(
                sa.insert(STANDING_ORDERS).values(
                    battle_id=thread.battle,
                    seat="anna",
                    person="anna",
                    text="x",
                    key="k",
                    fingerprint="f",
                    kept_at=START,
                )
            )
            for name, values in _OTHERS.items():
                connection.execute(sa.insert(METADATA.tables[name]).values(values))
        assert [name for name, kept in rows(desk.store).items() if not kept] == []


_OTHERS: dict[str, dict[str, object]] = {
    "takeovers": {"battle_id": 1, "side": "black", "person": "kalle", "candidate": "anna", "agreed_at": START},
    "bot_private_channels": {"person": "kalle", "channel_id": 2**62, "read_until": 2**61},
    "bot_settings": {"guild_id": 2**60, "opener_role_id": None, "most_open": 3, "echo": False},
}


def rows(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables."""
    with store.reading() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        }


@pytest.fixture
def stores() -> Iterator[list[Store]]:
    """Give a list of the stores that are closed in the end."""
    made: list[Store] = []
    yield made
    for store in made:
        store.close()


def opened_store(stores: list[Store], url: str) -> Store:
    stores.append(Store(open_engine(url), FIGURE_TABLES))
    return stores[-1]


@pytest.mark.parametrize("back", [False, True], ids=["to PostgreSQL", "to SQLite"])
def test_all_rows_arrive_and_the_battles_go_on(sqlite: str, postgres: str, stores: list[Store], *, back: bool) -> None:
    source, target = (postgres, sqlite) if back else (sqlite, postgres)
    fill(source)
    outcome = run(None, "db", "copy", source, target)
    assert outcome.status == 0, outcome
    assert "battles: 2\n" in outcome.out
    assert outcome.out.splitlines()[-1].endswith("Jetzt MOTUC_DATABASE_URL darauf umstellen.")
    there = rows(opened_store(stores, target))
    assert there == rows(opened_store(stores, source))
    for store in stores:
        store.close()
    assert run(target, "db", "check").out == "2 Schlachten geprüft, alle stimmen.\n"
    # The next numbers come behind those that are there.
    desk = open_desk(target)
    with closing(desk.store):
        assert Thread(desk, 1, 100).post("kalle", "Weiter!").accepted
        desk.draw_key = lambda: "new"
        assert duel(desk).battle == 3
        assert len(read_battle(desk, 1, None).posts) == 3


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_target_that_is_not_empty_is_left_alone(
    sqlite: str, postgres: str, tmp_path: Path, stores: list[Store], kind: str
) -> None:
    source = f"sqlite:///{tmp_path / 'source.db'}"
    fill(source)
    target = sqlite if kind == "sqlite" else postgres
    desk = open_desk(target)
    duel(desk)
    desk.store.close()
    before = rows(opened_store(stores, target))
    stores[-1].close()
    assert "ist nicht leer; bitte eine neue angeben" in fault(None, "db", "copy", source, target)
    assert rows(opened_store(stores, target)) == before


def test_a_target_with_tables_alone_is_empty(sqlite: str, postgres: str) -> None:
    fill(sqlite)
    assert run(postgres, "db", "upgrade").status == 0
    assert run(None, "db", "copy", sqlite, postgres).status == 0


def test_nothing_is_copied_while_a_program_uses_the_file(sqlite: str, postgres: str) -> None:
    fill(sqlite)
    desk = open_desk(sqlite)
    with closing(desk.store):
        read_battle(desk, 1, None)
        line = fault(None, "db", "copy", sqlite, postgres)
        assert line.endswith("die Datenbank ist in Gebrauch; bitte erst alle Programme beenden")
    assert run(None, "db", "copy", sqlite, postgres).status == 0


def test_nothing_is_copied_while_a_program_is_at_the_server(sqlite: str, postgres: str) -> None:
    fill(postgres)
    desk = open_desk(postgres)
    with closing(desk.store):
        read_battle(desk, 1, None)
        line = fault(None, "db", "copy", postgres, sqlite)
        assert line.endswith("die Datenbank ist in Gebrauch; bitte erst alle Programme beenden")
    assert run(None, "db", "copy", postgres, sqlite).status == 0


def test_a_copy_that_breaks_off_leaves_the_target_empty(
    sqlite: str, postgres: str, stores: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(sqlite)
    source, target = opened_store(stores, sqlite), opened_store(stores, postgres)
    copied = whole_copy._copy

    def breaks_off(table: sa.Table, reading: sa.Connection, writing: sa.Connection) -> None:
        if table.name == "outbox":
            raise KeyboardInterrupt
        copied(table, reading, writing)

    with monkeypatch.context() as patched:
        patched.setattr(whole_copy, "_copy", breaks_off)
        with pytest.raises(KeyboardInterrupt):
            whole_copy.copy_all(source, target)
    assert all(kept == [] for kept in rows(target).values())
    source.close()
    with monkeypatch.context() as patched:
        patched.setattr(whole_copy, "_copy", lambda table, *others: table.name == "seals" or copied(table, *others))
        with pytest.raises(DatabaseFault, match="es kam nicht alles an"):
            whole_copy.copy_all(source, target)
    assert all(kept == [] for kept in rows(target).values())


def test_an_older_source_is_left_as_it_is(sqlite: str, postgres: str) -> None:
    make_older(sqlite)
    line = fault(None, "db", "copy", sqlite, postgres)
    assert line.endswith("bitte erst mit motuc-bot db upgrade aktualisieren")


def test_addresses_that_do_not_work(sqlite: str, tmp_path: Path) -> None:
    assert fault(None, "db", "copy", "mysql://a/b", sqlite).startswith("VON: „mysql“ geht nicht")
    assert fault(None, "db", "copy", sqlite, sqlite) == f"VON: {tmp_path / 'battles.db'}: hier ist keine Datenbank"
    fill(sqlite)
    assert fault(None, "db", "copy", sqlite, "nirgends").startswith("NACH: das ist keine Adresse")
    assert "das sind zweimal dieselben Daten" in fault(None, "db", "copy", sqlite, sqlite)
    no_server = "postgresql+psycopg://anna:geheim@127.0.0.1:1/battles"
    assert "ist nicht erreichbar" in fault(None, "db", "copy", sqlite, no_server)
