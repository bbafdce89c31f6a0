"""A database is brought to today's shape: from nothing, from an older one, and never from what is not ours."""

from pathlib import Path
from typing import Literal

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from motuc_bot.store import revisions
from motuc_bot.store import upgrade as upgrading
from motuc_bot.store.engine import open_engine, sqlite_file
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.tables import BATTLES, SEATS
from motuc_bot.store.upgrade import Upgraded, upgrade
from tests.store.damage import spoil
from tests.store.older import (
    BATTLE,
    FIRST,
    NEW_TABLES,
    OLD_ROWS,
    OLD_TABLES,
    looks,
    make_older,
    to_revision,
)

NEWEST = revisions.newest()


def upgraded(url: str) -> Upgraded:
    engine = open_engine(url)
    try:
        return upgrade(engine)
    finally:
        engine.dispose()


def file_of(url: str) -> Path | None:
    return sqlite_file(open_engine(url))


def test_an_empty_database_gets_all_tables(database_url: str) -> None:
    assert upgraded(database_url) == Upgraded(None, NEWEST, None)
    assert looks(database_url) == (NEWEST, NEW_TABLES, [])


def test_a_second_upgrade_finds_nothing_to_do(database_url: str) -> None:
    upgraded(database_url)
    assert upgraded(database_url) == Upgraded(NEWEST, NEWEST, None)


def test_an_older_database_keeps_its_rows_and_is_backed_up(database_url: str) -> None:
    make_older(database_url)
    assert looks(database_url) == (FIRST, OLD_TABLES, OLD_ROWS)
    done = upgraded(database_url)
    assert (done.before, done.now) == (FIRST, NEWEST)
    assert looks(database_url) == (NEWEST, NEW_TABLES, OLD_ROWS)
    file = file_of(database_url)
    if file is None:
        assert done.backup is None
        return
    assert done.backup == file.with_name(f"battles.db.sicherung-{FIRST}")
    assert looks(f"sqlite:///{done.backup}") == (FIRST, OLD_TABLES, OLD_ROWS)


def test_a_database_in_which_nothing_but_the_shape_is_noted_counts_as_empty(database_url: str) -> None:
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE TABLE {revisions.VERSIONS} (version_num VARCHAR(32) NOT NULL)"))
    engine.dispose()
    assert upgraded(database_url).before is None
    assert looks(database_url)[1] == NEW_TABLES


def test_a_backup_that_is_there_is_not_replaced_by_another(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    url = f"sqlite:///{file}"
    make_older(url)
    older = file.with_name(f"battles.db.sicherung-{FIRST}")
    older.write_bytes(b"another one")
    first = upgraded(url).backup
    assert first == older.with_name(f"{older.name}-2")
    assert older.read_bytes() == b"another one"
    assert not file.with_name("battles.db.sicherung-neu").exists()


def test_the_same_backup_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is started again and again and fails each time must not fill the disk."""
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    make_older(url)

    def fails(connection: Connection, place: str) -> None:
        raise DatabaseFault("fails")

    monkeypatch.setattr(upgrading, "_migrate", fails)
    for _ in range(3):
        with pytest.raises(DatabaseFault, match="fails"):
            upgraded(url)
    assert looks(url) == (FIRST, OLD_TABLES, OLD_ROWS)
    assert [path.name for path in tmp_path.glob("*sicherung*")] == [f"battles.db.sicherung-{FIRST}"]


def test_a_step_that_makes_a_table_anew_takes_no_other_rows_along(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_older(database_url)

    def made_anew(connection: Connection, place: str) -> None:
        migrate(connection, place)
        steps = Operations(MigrationContext.configure(connection))
        recreate: Literal["always", "never"] = "always" if connection.dialect.name == "sqlite" else "never"
        with steps.batch_alter_table("battles", recreate=recreate) as table:
            table.add_column(sa.Column("note", sa.Text()))

    migrate = upgrading._migrate
    monkeypatch.setattr(upgrading, "_migrate", made_anew)
    upgraded(database_url)
    engine = open_engine(database_url)
    with engine.connect() as connection:
        assert connection.execute(sa.select(SEATS.c.person)).scalars().all() == ["anna"]
    # Afterwards rows are bound to their battle as ever.
    with pytest.raises(sa.exc.IntegrityError), engine.begin() as connection:
        connection.execute(sa.insert(SEATS).values(battle_id=99, seat="x", person="y", taken_at=BATTLE["created_at"]))
    engine.dispose()


def test_a_step_that_would_orphan_rows_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    make_older(url)

    def orphaning(config: Config, revision: str) -> None:
        upgrade_to(config, revision)
        config.attributes["connection"].execute(sa.delete(BATTLES))

    upgrade_to = command.upgrade
    monkeypatch.setattr(command, "upgrade", orphaning)
    with pytest.raises(DatabaseFault, match="es ist alles, wie es vorher war"):
        upgraded(url)
    assert looks(url) == (FIRST, OLD_TABLES, OLD_ROWS)


@pytest.mark.parametrize(
    ("named", "told"),
    [
        (("9999",), "die Datenbank ist neuer als dieses Programm (Stand 9999); bitte das Programm aktualisieren"),
        (("5f1c0e7a9b2d",), "das ist die Datenbank eines anderen Programms; bitte eine eigene angeben"),
        (("0001", "5f1c0e7a9b2d"), "das ist die Datenbank eines anderen Programms; bitte eine eigene angeben"),
        (("0000",), "das ist die Datenbank eines anderen Programms; bitte eine eigene angeben"),
    ],
)
def test_a_shape_that_is_not_ours_is_refused_in_one_line(database_url: str, named: tuple[str, ...], told: str) -> None:
    make_older(database_url)
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sa.text(f"DELETE FROM {revisions.VERSIONS}"))
        for name in named:
            connection.execute(sa.text(f"INSERT INTO {revisions.VERSIONS} VALUES (:name)"), {"name": name})
    before = looks(database_url)
    with pytest.raises(DatabaseFault) as caught:
        upgrade(engine)
    engine.dispose()
    place, _, said = str(caught.value).partition(": ")
    assert said == told
    assert "battles.db" in place or place.startswith("postgresql+psycopg://")
    assert looks(database_url) == before


def test_the_database_of_another_program_is_left_alone(database_url: str) -> None:
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(DatabaseFault, match="das ist die Datenbank eines anderen Programms"):
        upgrade(engine)
    engine.dispose()
    assert looks(database_url)[1] == {"recipes"}


def test_a_damaged_database_is_not_migrated(tmp_path: Path) -> None:
    """A backup of it would be damaged too."""
    file = tmp_path / "battles.db"
    url = f"sqlite:///{file}"
    engine = open_engine(url)
    to_revision(engine, FIRST)
    with engine.begin() as connection:
        connection.execute(sa.insert(BATTLES), [{**BATTLE, "id": at, "key": f"k{at}"} for at in range(1, 500)])
    engine.dispose()
    spoil(file, "sqlite_autoindex_battles_1")
    before = file.read_bytes()
    with pytest.raises(DatabaseFault, match="die Datenbank ist beschädigt; bitte eine Sicherung zurückholen"):
        upgraded(url)
    assert file.read_bytes() == before
    assert list(tmp_path.glob("*sicherung*")) == []
