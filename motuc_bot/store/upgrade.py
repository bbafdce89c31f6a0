"""Bringing a database to the shape that this program needs, whoever else starts at the same time."""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from motuc_bot.store import engine as engines
from motuc_bot.store.faults import DatabaseFault, fault_of

SCRIPTS = "motuc_bot:migrations"

# Any number that no other program is likely to lock.
_POSTGRES_LOCK = 0x4D6F7455


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What an upgrade did; `before` None = the database was empty; `backup` = the copy of it from before."""

    before: str | None
    now: str
    backup: Path | None


def upgrade(engine: Engine) -> Upgraded:
    """Bring the database to the newest shape, in one transaction, an SQLite file backed up before.

    A second process that does the same waits and finds nothing to do. Raises: DatabaseFault.
    """
    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    scripts = ScriptDirectory.from_config(config)
    head = scripts.get_current_head()
    assert head is not None
    try:
        with engine.begin() as connection:
            if not engines.is_sqlite(engine):
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _POSTGRES_LOCK})
            before = _revision(connection, scripts, engines.place(engine))
            backup = None
            if before != head:
                file = engines.sqlite_file(engine)
                if file is not None and before is not None:
                    backup = back_up(file, file.with_name(f"{file.name}.sicherung-{before}"))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
            return Upgraded(before, head, backup)
    except SQLAlchemyError as error:
        raise fault_of(error, engines.place(engine)) from error


def back_up(file: Path, target: Path) -> Path:
    """Copy an SQLite database as it is at this moment, even while it is in use. Raises: DatabaseFault."""
    half = target.with_name(f"{target.name}.halb")
    half.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(half)) as copy,
        ):
            source.backup(copy)
        with half.open("rb") as written:
            os.fsync(written.fileno())
        # Only a whole copy gets the name.
        half.replace(target)
    except (sqlite3.Error, OSError) as error:
        half.unlink(missing_ok=True)
        raise DatabaseFault(f"{target}: die Sicherung lässt sich nicht schreiben ({error})") from error
    return target


def _revision(connection: Connection, scripts: ScriptDirectory, place: str) -> str | None:
    """Return the revision of the database. Raises: DatabaseFault."""
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in scripts.walk_revisions()}
    if found is not None and found not in known:
        raise DatabaseFault(
            f"{place}: die Datenbank ist neuer als dieses Programm (Stand {found}); bitte das Programm aktualisieren"
        )
    if found is None and sa.inspect(connection).get_table_names():
        raise DatabaseFault(f"{place}: das ist die Datenbank eines anderen Programms; bitte eine eigene angeben")
    return found
