"""Putting the house together: from the settings to the desk that every front works at."""

from pathlib import Path

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.settings import Settings, data_folder
from motuc_bot.store.engine import open_engine, sqlite_file
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import Upgraded, upgrade


def open_desk(settings: Settings) -> tuple[Desk, Upgraded]:
    """Return the desk on the database of the settings, brought to the newest shape. Raises: DatabaseFault."""
    make_folder(settings)
    engine = open_engine(settings.database_url)
    upgraded = upgrade(engine)
    return Desk(Store(engine, FIGURE_TABLES)), upgraded


def make_folder(settings: Settings) -> None:
    """Make the user's data folder if the database is to lie there. Raises: DatabaseFault."""
    if "database_url" in settings.model_fields_set:
        return
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseFault(f"{folder}: der Ordner lässt sich nicht anlegen ({error.strerror})") from None


def database_file(settings: Settings) -> Path | None:
    """Return the file of the SQLite database, None for a server. Raises: DatabaseFault."""
    make_folder(settings)
    return sqlite_file(open_engine(settings.database_url))
