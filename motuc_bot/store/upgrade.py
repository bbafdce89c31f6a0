"""Bringing a database to the shape that this program needs, whoever else starts at the same time."""

import filecmp
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from motuc_bot.store import engine as engines
from motuc_bot.store import revisions
from motuc_bot.store.backup import back_up
from motuc_bot.store.faults import fault_of

# Any number that no other program is likely to lock.
_POSTGRES_LOCK = 0x4D6F7455
_NOTED = sa.text(f"SELECT version_num FROM {revisions.VERSIONS}")


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
    place, newest = engines.place(engine), revisions.newest()
    try:
        with engines.rebuilding(engine) as connection:
            if not engines.is_sqlite(engine):
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _POSTGRES_LOCK})
            before = shape_of(connection, place)
            if before == newest:
                return Upgraded(before, newest, None)
            file = engines.sqlite_file(engine)
            backup = _backed_up(file, before) if file is not None and before is not None else None
            _migrate(connection, place)
            return Upgraded(before, newest, backup)
    except SQLAlchemyError as error:
        raise fault_of(error, place) from error


def shape_of(connection: Connection, place: str) -> str | None:
    """Return the shape of the database, None if it is empty. Raises: DatabaseFault."""
    tables = set(sa.inspect(connection).get_table_names())
    noted = connection.execute(_NOTED).scalars().all() if revisions.VERSIONS in tables else ()
    found = revisions.known(tuple(noted), place)
    # The table in which the shape is noted may be left alone.
    if found is None and tables - {revisions.VERSIONS}:
        raise revisions.of_another_program(place)
    return found


def _migrate(connection: Connection, place: str) -> None:
    from motuc_bot.store.migrate import migrate

    migrate(connection, place)


def _backed_up(file: Path, before: str) -> Path:
    """Return a copy of the database; a copy that is there is only replaced by its like. Raises: DatabaseFault."""
    new = back_up(file, file.with_name(f"{file.name}.sicherung-neu"))
    for number in count(1):
        target = file.with_name(f"{file.name}.sicherung-{before}{'' if number == 1 else f'-{number}'}")
        if not target.exists() or filecmp.cmp(new, target, shallow=False):
            new.replace(target)
            return target
    raise AssertionError("numbers do not end")
