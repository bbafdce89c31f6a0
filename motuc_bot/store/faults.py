"""What is wrong with a database, in one German line for the operator."""

import re
import sqlite3
from collections.abc import Callable
from typing import TypeVar

import psycopg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

T = TypeVar("T")

_BUSY = "ein anderes Programm hält die Datenbank fest; bitte beenden oder warten"
_DAMAGED = "die Datenbank ist beschädigt; bitte eine Sicherung zurückholen (motuc-bot db restore DATEI)"
_FULL = "die Datenbank ist voll; bitte Platz auf dem Datenträger schaffen"
_INCOMPLETE = "der Datenbank fehlt etwas, das dieses Programm angelegt hat; bitte eine Sicherung zurückholen"
_NO_DATABASE = "diese Datenbank gibt es nicht; bitte anlegen (createdb)"
_NO_ENTRY = "Name oder Passwort stimmt nicht (MOTUC_DATABASE_URL)"

# A server says in its own language why it lets nobody in, and gives no code for it.
_SAID_BY_POSTGRES = (
    (re.compile(r"password|passwor[dt]-authenti|no pg_hba\.conf|pg_hba\.conf", re.IGNORECASE), _NO_ENTRY),
    (re.compile(r"(role|user|rolle|benutzer) [\"»„].*(does not exist|existiert nicht)", re.IGNORECASE), _NO_ENTRY),
    (re.compile(r"(peer|ident).*(authentication failed|authenti\w+ .*fehlgeschlagen)", re.IGNORECASE), _NO_ENTRY),
    (re.compile(r"(database|datenbank) [\"»„].*(does not exist|existiert nicht)", re.IGNORECASE), _NO_DATABASE),
)


class DatabaseFault(Exception):
    """The database can't be used; the text is one German line with place and mend."""


class DatabaseAway(DatabaseFault):
    """The database can't be used just now; the same may work in a moment."""


class DatabaseBusy(DatabaseAway):
    """Others use the database; they have been waited for already."""


def fault_of(error: SQLAlchemyError, place: str) -> DatabaseFault:
    """Return what an error means for the operator; `place` is the file or the address without its password."""
    if isinstance(error, PoolTimeoutError):
        return DatabaseBusy(f"{place}: zu viele wollen zugleich an die Datenbank; bitte noch einmal versuchen")
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        return sqlite_fault(cause, place)
    if isinstance(error, DBAPIError) and isinstance(cause, psycopg.Error):
        return _postgres_fault(cause, place, away=error.connection_invalidated)
    return DatabaseFault(f"{place}: die Datenbank meldet einen Fehler ({_first_line(cause or error)})")


def patiently(work: Callable[[], T], waits: tuple[float, ...], sleep: Callable[[float], None]) -> T:
    """Return what `work` returns, tried again after each of these seconds while the database is away.

    Only for work that may be done twice. Raises: DatabaseFault.
    """
    for seconds in waits:
        try:
            return work()
        except DatabaseBusy:
            raise
        except DatabaseAway:
            sleep(seconds)
    return work()


def sqlite_fault(cause: sqlite3.Error, place: str) -> DatabaseFault:
    """Return what an error of SQLite means for the operator."""
    extended = getattr(cause, "sqlite_errorcode", 0)
    if extended == sqlite3.SQLITE_READONLY_DBMOVED:
        return DatabaseFault(f"{place}: die Datei wurde ersetzt oder verschoben; bitte das Programm neu starten")
    match extended & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseBusy(f"{place}: {_BUSY}")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return DatabaseFault(f"{place}: die Datenbank ist schreibgeschützt; bitte Datei und Ordner freigeben")
        case sqlite3.SQLITE_FULL:
            return DatabaseFault(f"{place}: {_FULL}")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseFault(f"{place}: {_DAMAGED}")
        case sqlite3.SQLITE_CANTOPEN:
            return DatabaseFault(f"{place}: die Datei lässt sich nicht öffnen; bitte Pfad und Rechte prüfen")
        case sqlite3.SQLITE_IOERR:
            return DatabaseFault(f"{place}: der Datenträger meldet einen Fehler ({_first_line(cause)})")
    if "no such table" in str(cause) or "no such column" in str(cause):
        return DatabaseFault(f"{place}: {_INCOMPLETE} ({_first_line(cause)})")
    return DatabaseFault(f"{place}: die Datenbank meldet einen Fehler ({_first_line(cause)})")


def damaged(place: str) -> DatabaseFault:
    """Return the fault of a database whose file is not sound."""
    return DatabaseFault(f"{place}: {_DAMAGED}")


def _postgres_fault(cause: psycopg.Error, place: str, *, away: bool) -> DatabaseFault:
    text = _first_line(cause)
    match cause:
        case psycopg.errors.InvalidPassword() | psycopg.errors.InvalidAuthorizationSpecification():
            return DatabaseFault(f"{place}: {_NO_ENTRY}")
        case psycopg.errors.InvalidCatalogName():
            return DatabaseFault(f"{place}: {_NO_DATABASE}")
        case psycopg.errors.InsufficientPrivilege() | psycopg.errors.InvalidSchemaName():
            return DatabaseFault(f"{place}: dem Benutzer fehlen Rechte an der Datenbank")
        case psycopg.errors.ReadOnlySqlTransaction():
            return DatabaseFault(f"{place}: die Datenbank nimmt gerade nichts an (nur lesend)")
        case psycopg.errors.DiskFull():
            return DatabaseFault(f"{place}: {_FULL}")
        case psycopg.errors.DataCorrupted() | psycopg.errors.IndexCorrupted():
            return DatabaseFault(f"{place}: die Datenbank ist beschädigt; bitte eine Sicherung zurückholen ({text})")
        case psycopg.errors.UndefinedTable() | psycopg.errors.UndefinedColumn():
            return DatabaseFault(f"{place}: {_INCOMPLETE} ({text})")
        case psycopg.errors.LockNotAvailable():
            return DatabaseBusy(f"{place}: {_BUSY}")
        case psycopg.errors.DeadlockDetected() | psycopg.errors.SerializationFailure():
            return DatabaseAway(f"{place}: {_BUSY}")
    # Without a code there was no connection yet.
    said = next((line for pattern, line in _SAID_BY_POSTGRES if pattern.search(str(cause))), None)
    if cause.sqlstate is None and said is not None:
        return DatabaseFault(f"{place}: {said}")
    if away or isinstance(cause, psycopg.OperationalError):
        return DatabaseAway(f"{place}: die Datenbank ist nicht erreichbar; läuft der Server? ({text})")
    return DatabaseFault(f"{place}: die Datenbank meldet einen Fehler ({text})")


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
