"""The steps from an older shape to the newest. Apart: Alembic takes long to load, and is rarely needed."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from motuc_bot.store import revisions
from motuc_bot.store.faults import DatabaseFault


def alembic_config() -> Config:
    """Return what Alembic must know of this program."""
    config = Config()
    config.set_main_option("script_location", revisions.SCRIPTS)
    return config


def migrate(connection: Connection, place: str) -> None:
    """Take all steps that the database has not taken yet, in the transaction that has begun. Raises: DatabaseFault."""
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise DatabaseFault(f"{place}: nach der Aktualisierung fehlte etwas; es ist alles, wie es vorher war")
