"""What is wrong with a database, in one German line for the operator."""

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import psycopg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

T = TypeVar("T")


class DatabaseFault(Exception):
    """The database can't be used; the text is one German line with place and mend."""


class DatabaseAway(DatabaseFault):
    """The database can't be used just now; the same may work in a moment."""


def fault_of(error: SQLAlchemyError, place: str) -> DatabaseFault:
    """Return what an error means for the operator; `place` is the file or the address without its password."""
    if not isinstance(error, DBAPIError):
        return DatabaseFault(f"{place}: die Datenbank antwortet nicht ({_first_line(error)})")
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _sqlite_fault(cause, place)
    if isinstance(cause, psycopg.Error):
        return _postgres_fault(cause, place, away=error.connection_invalidated)
    return DatabaseFault(f"{place}: die Datenbank antwortet nicht ({_first_line(error)})")


def patiently(work: Callable[[], T], waits: tuple[float, ...], sleep: Callable[[float], None]) -> T:
    """Return what `work` returns, tried again after each of these seconds while the database is away.

    Only for work that may be done twice. Raises: DatabaseFault.
    """
    for seconds in waits:
        try:
            return work()
        except DatabaseAway:
            sleep(seconds)
    return work()


def _sqlite_fault(cause: sqlite3.Error, place: str) -> DatabaseFault:
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseAway(f"{place}: ein anderes Programm hält die Datenbank fest; bitte beenden oder warten")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return DatabaseFault(f"{place}: die Datenbank ist schreibgeschützt; bitte Datei und Ordner freigeben")
        case sqlite3.SQLITE_FULL:
            return DatabaseFault(f"{place}: die Datenbank ist voll; bitte Platz auf dem Datenträger schaffen")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseFault(
                f"{place}: die Datenbank ist beschädigt; bitte eine Sicherung zurückholen (motuc-bot db restore DATEI)"
            )
        case sqlite3.SQLITE_CANTOPEN:
            return DatabaseFault(f"{place}: die Datei lässt sich nicht öffnen; bitte Pfad und Rechte prüfen")
        case sqlite3.SQLITE_IOERR:
            return DatabaseFault(f"{place}: der Datenträger meldet einen Fehler ({_first_line(cause)})")
    return DatabaseFault(f"{place}: die Datenbank meldet einen Fehler ({_first_line(cause)})")


def _postgres_fault(cause: psycopg.Error, place: str, *, away: bool) -> DatabaseFault:
    match cause:
        case psycopg.errors.InvalidPassword() | psycopg.errors.InvalidAuthorizationSpecification():
            return DatabaseFault(f"{place}: Name oder Passwort stimmt nicht (MOTUC_DATABASE_URL)")
        case psycopg.errors.InvalidCatalogName():
            return DatabaseFault(f"{place}: diese Datenbank gibt es nicht; bitte anlegen (createdb)")
        case psycopg.errors.InsufficientPrivilege():
            return DatabaseFault(f"{place}: dem Benutzer fehlen Rechte an der Datenbank")
        case psycopg.errors.ReadOnlySqlTransaction():
            return DatabaseFault(f"{place}: die Datenbank nimmt gerade nichts an (nur lesend)")
        case psycopg.errors.DiskFull():
            return DatabaseFault(f"{place}: die Datenbank ist voll; bitte Platz auf dem Datenträger schaffen")
        case psycopg.errors.LockNotAvailable() | psycopg.errors.DeadlockDetected():
            return DatabaseAway(f"{place}: ein anderes Programm hält die Datenbank fest; bitte beenden oder warten")
    text = _first_line(cause)
    if "password authentication failed" in text:
        return DatabaseFault(f"{place}: Name oder Passwort stimmt nicht (MOTUC_DATABASE_URL)")
    if 'database "' in text and "does not exist" in text:
        return DatabaseFault(f"{place}: diese Datenbank gibt es nicht; bitte anlegen (createdb)")
    if away or isinstance(cause, psycopg.OperationalError):
        return DatabaseAway(f"{place}: die Datenbank ist nicht erreichbar; läuft der Server? ({text})")
    return DatabaseFault(f"{place}: die Datenbank meldet einen Fehler ({text})")


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
