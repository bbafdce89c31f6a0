"""Databases as earlier programs left them, and how they look inside."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import command
from sqlalchemy import Connection, Engine

from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.store import revisions
from motuc_bot.store.engine import open_engine, rebuilding
from motuc_bot.store.migrate import alembic_config
from motuc_bot.store.tables import BATTLES, METADATA, SEATS

FIRST = "0001"
AT = datetime(2030, 1, 2, 18, 0, tzinfo=UTC)
BATTLE: dict[str, Any] = {
    "id": 7,
    "key": "old",
    "system": "motuc",
    "rules_version": 1,
    "name": "Alte Schlacht",
    "config": "[]",
    "salt": "[]",
    "version": 0,
    "posts": 0,
    "moment": "0 lineup",
    "over": False,
    "created_at": AT,
    "changed_at": AT,
}
SEAT = {"battle_id": 7, "seat": "SL", "person": "anna", "taken_at": AT}


def make_older(url: str, revision: str = FIRST) -> None:
    """Bring an empty database to an early shape and put a battle with a seat in."""
    engine = open_engine(url)
    to_revision(engine, revision)
    with engine.begin() as connection:
        connection.execute(sa.insert(BATTLES).values(BATTLE))
        connection.execute(sa.insert(SEATS).values(SEAT))
    engine.dispose()


def to_revision(engine: Engine, revision: str) -> None:
    """Bring a database to a shape."""
    config = alembic_config()
    with rebuilding(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """Return the shape that the database says it has, None if it says nothing."""
    if not sa.inspect(connection).has_table(revisions.VERSIONS):
        return None
    found: str | None = connection.execute(sa.text(f"SELECT version_num FROM {revisions.VERSIONS}")).scalar()
    return found


def looks(url: str) -> tuple[str | None, set[str], list[tuple[Any, ...]]]:
    """Return the shape, the tables, and the battles with their persons."""
    engine = open_engine(url)
    with engine.connect() as connection:
        tables = set(sa.inspect(connection).get_table_names())
        rows: list[tuple[Any, ...]] = []
        if BATTLES.name in tables:
            joined = sa.select(BATTLES.c.id, BATTLES.c.name, BATTLES.c.created_at, SEATS.c.person).join(SEATS)
            rows = [tuple(row) for row in connection.execute(joined)]
        seen = revision_of(connection), tables, rows
    engine.dispose()
    return seen


# Those of `FIRST`, whatever comes later.
OLD_TABLES = {"battles", "events", "outbox", "posts", "seals", "seats", revisions.VERSIONS}
NEW_TABLES = {*METADATA.tables, *(table.name for table in FIGURE_TABLES.values()), revisions.VERSIONS}
OLD_ROWS = [(7, "Alte Schlacht", AT, "anna")]
