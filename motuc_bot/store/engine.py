"""Opening the database that a URL names, set so that what was committed is on the disk."""

from pathlib import Path
from sqlite3 import Connection as SqliteConnection

import sqlalchemy as sa
from sqlalchemy import Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from motuc_bot.store.faults import DatabaseFault

# A writer waits so long for another one, in this or another process.
PATIENCE_SECONDS = 15

_READ_ONLY = "motuc_read_only"
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
        isolation_level="READ COMMITTED",
        connect_args={"connect_timeout": PATIENCE_SECONDS, "options": f"-c lock_timeout={PATIENCE_SECONDS}s"},
    )


def reading(engine: Engine) -> Engine:
    """Return the same engine for transactions that only read: on SQLite they do not wait for a writer."""
    return engine.execution_options(**{_READ_ONLY: True})


def is_sqlite(engine: Engine) -> bool:
    """Tell whether the database is a file of SQLite."""
    return engine.dialect.name == "sqlite"


def sqlite_file(engine: Engine) -> Path | None:
    """Return the file of an SQLite database, None for any other."""
    return Path(engine.url.database) if is_sqlite(engine) and engine.url.database else None


def place(engine: Engine) -> str:
    """Return where the database is, as an operator may see it: without a password."""
    file = sqlite_file(engine)
    return str(file) if file is not None else engine.url.render_as_string(hide_password=True)


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise DatabaseFault(f"MOTUC_DATABASE_URL: das ist keine Adresse einer Datenbank; möglich: {_KNOWN}") from None
    if backend not in ("sqlite", "postgresql", "postgres"):
        raise DatabaseFault(f"MOTUC_DATABASE_URL: „{backend}“ geht nicht; möglich: {_KNOWN}")
    if backend == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise DatabaseFault(f"MOTUC_DATABASE_URL: es fehlt der Pfad der Datei; möglich: {_KNOWN}")
    if backend != "sqlite" and not parsed.database:
        raise DatabaseFault(f"MOTUC_DATABASE_URL: es fehlt der Name der Datenbank; möglich: {_KNOWN}")
    return parsed


def _sqlite(url: URL) -> Engine:
    folder = Path(str(url.database)).parent
    if not folder.is_dir():
        raise DatabaseFault(f"{url.database}: den Ordner {folder} gibt es nicht; bitte anlegen oder den Pfad ändern")
    engine = sa.create_engine(
        url.set(drivername="sqlite+pysqlite"),
        # Connections are kept, but each thread may use any: the pool hands one to one user at a time.
        poolclass=QueuePool,
        connect_args={"timeout": PATIENCE_SECONDS, "check_same_thread": False},
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: SqliteConnection, entry: ConnectionPoolEntry) -> None:
    del entry
    # The driver shall begin no transaction by itself: `_begin` does.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    # FULL: a commit is on the disk when it returns; with NORMAL a power cut could take acknowledged posts.
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: sa.Connection) -> None:
    read_only = connection.get_execution_options().get(_READ_ONLY, False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
