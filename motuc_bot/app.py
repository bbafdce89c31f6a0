"""Putting the house together: from the settings to the desk that every front works at."""

import socket
from pathlib import Path

from aiohttp import web

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.settings import Settings, data_folder
from motuc_bot.store.engine import open_engine, sqlite_file
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import Upgraded, upgrade
from motuc_bot.table.demo import set_up_demo
from motuc_bot.table.hall import Hall, Seating
from motuc_bot.table.server import make_app
from motuc_bot.table.visitors import new_secret


class PortTaken(Exception):
    """The page can't be served there; the text is one German line."""


def open_desk(settings: Settings) -> tuple[Desk, Upgraded]:
    """Return the desk on the database of the settings, brought to the newest shape. Raises: DatabaseFault."""
    make_folder(settings)
    store = Store(open_engine(settings.database_url), FIGURE_TABLES)
    try:
        upgraded = upgrade(store.engine)
    except BaseException:
        store.close()
        raise
    return Desk(store), upgraded


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


def serve_table(settings: Settings, *, host: str, port: int, seating: Seating, demo: bool) -> None:
    """Serve the page until it is interrupted, and tell its address. Raises: DatabaseFault, PortTaken."""
    desk, _ = open_desk(settings)
    if demo:
        set_up_demo(desk)
    hall = Hall(desk, seating, new_secret() if seating is Seating.LINKS else "")
    address = f"http://{host}:{port}"
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise PortTaken(
            f"{address}: hier läuft schon etwas ({error.strerror}); bitte --port mit anderer Zahl"
        ) from None
    print(f"Die Schlachten liegen hier: {address}/", flush=True)
    if hall.host:
        print(f"Der Link der Spielleitung (nicht weitergeben): {address}/leitung/{hall.host}", flush=True)
    print("Zum Beenden: Strg+C", flush=True)
    web.run_app(make_app(hall), sock=listening, print=None, access_log=None)
