"""Bringing a backup of an SQLite database back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.upgrade import back_up

_COMPANIONS = ("", "-wal", "-shm")


def restore(backup: Path, file: Path) -> Path | None:
    """Put the backup in the place of the database and return where the old one is kept, None if there was none.

    The programs that use the database must have been stopped. Raises: DatabaseFault.
    """
    if not backup.is_file():
        raise DatabaseFault(f"{backup}: diese Datei gibt es nicht")
    if file.exists() and backup.samefile(file):
        raise DatabaseFault(f"{backup}: das ist die Datenbank selbst, keine Sicherung")
    _sound(backup)
    kept = _kept_aside(file)
    back_up(backup, file)
    return kept


def _sound(backup: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            ours = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'").fetchone()[0]
    except sqlite3.Error as error:
        raise DatabaseFault(f"{backup}: das ist keine brauchbare Sicherung ({error})") from None
    if verdict != "ok" or not ours:
        raise DatabaseFault(f"{backup}: das ist keine brauchbare Sicherung dieses Programms")


def _kept_aside(file: Path) -> Path | None:
    """Rename the database with what belongs to it, so that even a broken one is kept."""
    if not file.exists():
        return None
    number = 1
    while file.with_name(f"{file.name}.alt-{number}").exists():
        number += 1
    for companion in _COMPANIONS:
        part = file.with_name(file.name + companion)
        if part.exists():
            part.rename(file.with_name(f"{file.name}.alt-{number}{companion}"))
    return file.with_name(f"{file.name}.alt-{number}")
