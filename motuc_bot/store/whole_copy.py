"""All that a database holds, put into another one: from SQLite to PostgreSQL, or back."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy import Connection, Table

from motuc_bot.store import engine as engines
from motuc_bot.store import revisions
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.restore import in_use
from motuc_bot.store.store import Store
from motuc_bot.store.tables import METADATA
from motuc_bot.store.upgrade import shape_of, upgrade

_ROWS_AT_ONCE = 500
_OTHERS = sa.text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def copy_all(source: Store, target: Store) -> dict[str, int]:
    """Copy every row into an empty database, in one transaction, and return how many each table has then.

    Meanwhile nobody writes into the source; while somebody uses it, nothing is copied. Raises: DatabaseFault.
    """
    if _same(source, target):
        raise DatabaseFault(f"{_place(target)}: das sind zweimal dieselben Daten; bitte eine andere Datenbank angeben")
    with _at_rest(source) as reading:
        _make_ready(target)
        with target.writing() as writing:
            for table in METADATA.sorted_tables:
                _copy(table, reading, writing)
            if not target.is_sqlite:
                _count_on(writing)
            counted = {table.name: _count(table, writing) for table in METADATA.sorted_tables}
            if counted != {table.name: _count(table, reading) for table in METADATA.sorted_tables}:
                raise DatabaseFault(f"{_place(target)}: es kam nicht alles an; dort ist alles, wie es vorher war")
    return counted


def _same(one: Store, other: Store) -> bool:
    files = engines.sqlite_file(one.engine), engines.sqlite_file(other.engine)
    if files[0] is not None and files[1] is not None:
        return files[0].resolve() == files[1].resolve()
    return one.engine.url == other.engine.url


@contextmanager
def _at_rest(source: Store) -> Iterator[Connection]:
    """Give the source while nobody writes there. Raises: DatabaseFault."""
    busy = DatabaseFault(f"{_place(source)}: die Datenbank ist in Gebrauch; bitte erst alle Programme beenden")
    file = engines.sqlite_file(source.engine)
    if file is not None and in_use(file):
        raise busy
    # On SQLite a transaction that may write keeps all other writers out.
    with source.writing() as connection:
        if not source.is_sqlite and connection.execute(_OTHERS).scalar_one():
            raise busy
        shape = shape_of(connection, _place(source))
        if shape != revisions.newest():
            raise DatabaseFault(
                f"{_place(source)}: die Datenbank ist auf Stand {shape or 'leer'}; "
                "bitte erst mit motuc-bot db upgrade aktualisieren"
            )
        if not source.is_sqlite:
            for table in METADATA.sorted_tables:
                connection.execute(sa.text(f"LOCK TABLE {table.name} IN SHARE MODE"))
        yield connection


def _make_ready(target: Store) -> None:
    """Make the tables in an empty database. Raises: DatabaseFault."""
    with target.reading() as connection:
        shape = shape_of(connection, _place(target))
        there = set(sa.inspect(connection).get_table_names())
        if any(table.name in there and _count(table, connection) for table in METADATA.sorted_tables):
            raise DatabaseFault(
                f"{_place(target)}: diese Datenbank (Stand {shape}) ist nicht leer; bitte eine neue angeben"
            )
    upgrade(target.engine)


def _copy(table: Table, reading: Connection, writing: Connection) -> None:
    # Its own order, so that two copies are alike.
    query = sa.select(table).order_by(*table.primary_key).execution_options(yield_per=_ROWS_AT_ONCE)
    for rows in reading.execute(query).mappings().partitions():
        writing.execute(sa.insert(table), [dict(row) for row in rows])


def _count_on(connection: Connection) -> None:
    """Let PostgreSQL give new rows the numbers behind those that are there."""
    for table in METADATA.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        last = sa.select(sa.func.max(column)).scalar_subquery()
        sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
        connection.execute(sa.select(sa.func.setval(sequence, sa.func.coalesce(last, 1), last.is_not(None))))


def _count(table: Table, connection: Connection) -> int:
    number: int = connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
    return number


def _place(store: Store) -> str:
    return engines.place(store.engine)
