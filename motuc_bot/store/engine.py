"""Opening the database that a URL names, set so that what was committed is on the disk."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.prepared import run_at_once

# A writer waits so long for another one, in this or another process.
PATIENCE_SECONDS = 15

# So long between two attempts where SQLite does not wait by itself.
_PAUSE_SECONDS = 0.02
_READ_ONLY = "motuc_read_only"
_DRIVERS = {"sqlite": ("pysqlite",), "postgresql": ("psycopg",), "postgres": ("psycopg",)}
# What of an address may be shown: where the server is.
_PLACE = ("host", "port")
_KNOWN = "sqlite:///pfad/zur/datei.db oder postgresql+psycopg://name:passwort@rechner/datenbank"


def open_engine(url: str) -> Engine:
    """Return the engine for a URL in SQLAlchemy's form; nothing is connected yet. Raises: DatabaseFault."""
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    return sa.create_engine(
        parsed.set(drivername="postgresql+psycopg"),
        poolclass=QueuePool,
        pool_pre_ping=True,
        # An error must not tell in a log what was to be stored: seeds, start positions.
        hide_parameters=True,
        isolation_level="READ COMMITTED",
        connect_args={"connect_timeout": PATIENCE_SECONDS, "options": f"-c lock_timeout={PATIENCE_SECONDS}s"},
    )


def reading(engine: Engine) -> Engine:
    """Return the same engine for transactions that only read: on SQLite they do not wait for a writer."""
    return engine.execution_options(**{_READ_ONLY: True})


@contextmanager
def rebuilding(engine: Engine) -> Iterator[Connection]:
    """Give a transaction in which tables may be made anew.

    On SQLite that is copying and dropping them, which would take the rows of other tables along that belong to theirs.
    """
    with engine.connect() as connection:
        driver = connection.connection.driver_connection if is_sqlite(engine) else None
        # It has no effect within a transaction.
        if isinstance(driver, sqlite3.Connection):
            driver.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                yield connection
        finally:
            if isinstance(driver, sqlite3.Connection):
                driver.execute("PRAGMA foreign_keys=ON")


def is_sqlite(engine: Engine) -> bool:
    """Tell whether the database is a file of SQLite."""
    return engine.dialect.name == "sqlite"


def sqlite_file(engine: Engine) -> Path | None:
    """Return the file of an SQLite database, None for any other."""
    return Path(engine.url.database) if is_sqlite(engine) and engine.url.database else None


def place(engine: Engine) -> str:
    """Return where the database is, as an operator may see it: without a password."""
    file = sqlite_file(engine)
    if file is not None:
        return str(file)
    shown = {name: value for name, value in engine.url.query.items() if name in _PLACE}
    return engine.url.set(query=shown).render_as_string(hide_password=True)


def passwords(engine: Engine) -> tuple[str, ...]:
    """Return what must not be shown of the address of a database."""
    given = engine.url.query.get("password", ())
    return tuple(filter(None, (engine.url.password, *((given,) if isinstance(given, str) else given))))


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise _unusable("das ist keine Adresse einer Datenbank") from None
    if backend not in _DRIVERS:
        raise _unusable(f"„{backend}“ geht nicht")
    driver = parsed.drivername.partition("+")[2]
    if driver and driver not in _DRIVERS[backend]:
        raise _unusable(f"der Treiber „{driver}“ geht nicht")
    if backend == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise _unusable("es fehlt der Pfad der Datei")
    if backend == "sqlite" and (parsed.host or parsed.query or str(parsed.database).startswith("file:")):
        raise _unusable("bei SQLite geht nur der Pfad einer Datei (drei Schrägstriche, danach ohne Zusätze)")
    if backend != "sqlite" and not parsed.database:
        raise _unusable("es fehlt der Name der Datenbank")
    return parsed


def _unusable(fault: str) -> DatabaseFault:
    return DatabaseFault(f"MOTUC_DATABASE_URL: {fault}; möglich: {_KNOWN}")


def _sqlite(url: URL) -> Engine:
    file = Path(str(url.database))
    try:
        if file.is_dir():
            raise DatabaseFault(f"{file}: das ist ein Ordner; bitte den Pfad einer Datei angeben")
        if not file.parent.is_dir():
            raise DatabaseFault(f"{file}: den Ordner {file.parent} gibt es nicht; bitte anlegen oder den Pfad ändern")
    except OSError as error:
        raise DatabaseFault(f"{file}: dieser Pfad geht nicht ({error.strerror})") from None
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"),
        # Connections are kept, but each thread may use any: the pool hands one to one user at a time.
        poolclass=QueuePool,
        hide_parameters=True,
        connect_args={"timeout": PATIENCE_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    del entry
    # The driver shall begin no transaction by itself: `_begin` does.
    connection.isolation_level = None
    try:
        _write_ahead(connection)
        # FULL: a commit is on the disk when it returns; with NORMAL a power cut could take acknowledged posts.
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
    except sqlite3.Error:
        connection.close()
        raise


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work side by side; for that change SQLite does not wait for others by itself."""
    end = monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(_PAUSE_SECONDS)
        else:
            return


def _begin(connection: sa.Connection) -> None:
    read_only = connection.get_execution_options().get(_READ_ONLY, False)
    run_at_once(connection, "BEGIN" if read_only else "BEGIN IMMEDIATE")
