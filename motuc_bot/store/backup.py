"""Copies of an SQLite database: one plain file each, whole or not there at all."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from motuc_bot.store import engine as engines
from motuc_bot.store.faults import DatabaseFault, damaged, sqlite_fault


def back_up(file: Path, target: Path) -> Path:
    """Copy an SQLite database as it is at this moment, even while it is in use; a target that is there is replaced.

    Raises: DatabaseFault.
    """
    half = target.with_name(f"{target.name}.halb")
    with removed_if_it_fails(half), written_to(target):
        copy(live(file), half)
        replace(half, target)
    return target


@dataclass(frozen=True, slots=True)
class Source:
    """A database to be read: its file, and how SQLite opens it."""

    file: Path
    uri: str


def live(file: Path) -> Source:
    """Return a database that others may have open."""
    return Source(file, f"{file.absolute().as_uri()}?mode=rw")


def resting(file: Path) -> Source:
    """Return a database that nobody changes; it is read without a trace beside it, as far as it can be."""
    whole = not file.with_name(f"{file.name}-wal").exists()
    return Source(file, f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if whole else ''}")


def copy(database: Source, target: Path) -> None:
    """Copy a sound database into a new file, down to the disk. Raises: DatabaseFault, sqlite3.Error, OSError."""
    target.unlink(missing_ok=True)
    place = str(database.file)
    with _read(database) as source, closing(sqlite3.connect(target)) as written:
        try:
            source.backup(written)
            # One plain file, which can be read where nothing can be written.
            written.execute("PRAGMA journal_mode=DELETE")
            sound = written.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
        except sqlite3.DatabaseError as error:
            if (getattr(error, "sqlite_errorcode", 0) & 0xFF) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise damaged(place) from error
            raise
    if not sound:
        raise damaged(place)
    with target.open("r+b") as whole:
        os.fsync(whole.fileno())


def replace(new: Path, target: Path) -> None:
    """Give a whole file the name under which it is to be found. Raises: OSError."""
    new.replace(target)
    if os.name == "posix":
        # The name shall be on the disk too.
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def removed_if_it_fails(*files: Path) -> Iterator[None]:
    """Remove these files if what is done with them fails."""
    try:
        yield
    except BaseException:
        for file in files:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        raise


@contextmanager
def written_to(target: Path) -> Iterator[None]:
    """Tell in German why a file can't be written. Raises: DatabaseFault."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        if not target.parent.is_dir():
            why = f"den Ordner {target.parent} gibt es nicht"
        elif (getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_FULL:
            why = "der Datenträger ist voll"
        else:
            why = getattr(error, "strerror", None) or str(error)
        raise DatabaseFault(f"{target}: lässt sich nicht schreiben ({why})") from error


@contextmanager
def _read(database: Source) -> Iterator[sqlite3.Connection]:
    """Give the database at one moment. Raises: DatabaseFault."""
    place = str(database.file)
    try:
        source = sqlite3.connect(database.uri, uri=True, timeout=engines.PATIENCE_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise sqlite_fault(error, place) from error
    with closing(source):
        try:
            # Python would wait for a locked database for ever; a read transaction is waited for as long as we say.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.Error as error:
            raise sqlite_fault(error, place) from error
        yield source
