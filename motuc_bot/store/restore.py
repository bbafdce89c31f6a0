"""Bringing a backup of an SQLite database back."""

import os
import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from motuc_bot.store import revisions
from motuc_bot.store.backup import copy, live, removed_if_it_fails, replace, resting, written_to
from motuc_bot.store.faults import DatabaseFault


def restore(backup: Path, file: Path) -> Path | None:
    """Put the backup in the place of the database and return where the old one is kept, None if there was none.

    The programs that use the database must have been stopped. Until the old one is kept aside and the new one is
    whole, nothing is changed. Raises: DatabaseFault.
    """
    if backup.is_dir() or not backup.exists():
        raise DatabaseFault(f"{backup}: diese Datei gibt es nicht")
    if file.exists() and backup.samefile(file):
        raise DatabaseFault(f"{backup}: das ist die Datenbank selbst, keine Sicherung")
    _sound(backup)
    aside, half = _aside(file), file.with_name(f"{file.name}.halb")
    with written_to(file), removed_if_it_fails(half, *_parts(aside)):
        kept = _kept(file, aside)
        if file.exists() and in_use(file):
            raise DatabaseFault(f"{file}: die Datenbank ist in Gebrauch; bitte erst alle Programme beenden")
        copy(resting(backup), half)
    with written_to(file):
        # What stood in them is kept aside; beside another database they would spoil it.
        for companion in _parts(file)[1:]:
            companion.unlink(missing_ok=True)
        replace(half, file)
    return aside if kept else None


def _sound(backup: Path) -> None:
    """Make sure that a backup is whole, and of this program or an older one. Raises: DatabaseFault."""
    try:
        with closing(sqlite3.connect(resting(backup).uri, uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            named = connection.execute(
                "SELECT count(*) FROM sqlite_master WHERE name = ?", (revisions.VERSIONS,)
            ).fetchone()[0]
            rows = connection.execute(f"SELECT version_num FROM {revisions.VERSIONS}").fetchall() if named else []
    except sqlite3.Error as error:
        raise DatabaseFault(f"{backup}: das ist keine brauchbare Sicherung ({error})") from None
    if verdict != "ok" or revisions.known(tuple(str(row[0]) for row in rows), str(backup)) is None:
        raise DatabaseFault(f"{backup}: das ist keine brauchbare Sicherung dieses Programms")


def _parts(file: Path) -> tuple[Path, ...]:
    """Return the files of a database: itself, and what SQLite keeps beside it while it is open."""
    return file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")


def _aside(file: Path) -> Path:
    """Return a name under which no database is kept yet."""
    names = (file.with_name(f"{file.name}.alt-{number}") for number in count(1))
    return next(name for name in names if not any(part.exists() for part in _parts(name)))


def _kept(file: Path, aside: Path) -> bool:
    """Copy the database with what belongs to it as it is, even a broken one, and tell whether there was something."""
    there = [(part, copied) for part, copied in zip(_parts(file), _parts(aside), strict=True) if part.exists()]
    for part, copied in there:
        shutil.copy2(part, copied)
        with copied.open("r+b") as written:
            os.fsync(written.fileno())
    return bool(there)


def in_use(file: Path) -> bool:
    """Tell whether somebody has the database open; of a broken one nobody knows."""
    try:
        with closing(sqlite3.connect(live(file).uri, uri=True, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        return (getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_BUSY
    return False
