"""How Alembic reaches the database: by the connection of whoever calls it, else by the settings."""

from typing import Any

from alembic import context
from sqlalchemy import Connection, Engine

from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.settings import read_settings
from motuc_bot.store.engine import open_engine, rebuilding
from motuc_bot.store.tables import METADATA

# Importing them has added the systems' tables to the metadata.
assert all(table.metadata is METADATA for table in FIGURE_TABLES.values())


def _run(connection: Connection) -> None:
    # Transactional also on SQLite: an upgrade that is killed leaves no trace.
    context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given: Any = context.config.attributes.get("connection")
if given is None:
    given = open_engine(read_settings().database_url)
if isinstance(given, Engine):
    with rebuilding(given) as begun:
        _run(begun)
else:
    _run(given)
