"""Putting the house together: from the settings to the desk that every front works at."""

import errno
import os
import socket
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.settings import Settings, data_folder
from motuc_bot.store.engine import open_engine, sqlite_file
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import Upgraded, upgrade

if TYPE_CHECKING:
    from motuc_bot.table.hall import Seating


class PortTaken(Exception):
    """The page can't be served there; the text is one German line."""


def open_desk(settings: Settings) -> tuple[Desk, Upgraded]:
    """Return the desk on the database of the settings, brought to the newest shape. Raises: DatabaseFault."""
    make_folder(settings)
    store = Store(open_engine(settings.database_url), FIGURE_TABLES)
    try:
        upgraded = upgrade(store.engine)
        store.hold_file()
    except BaseException:
        store.close()
        raise
    return Desk(store), upgraded


def open_desk_that_is_there(settings: Settings) -> Desk:
    """Return the same for a database that is to be looked at only: none is made. Raises: DatabaseFault."""
    file = database_file(settings)
    if file is not None and (not file.exists() or not file.stat().st_size):
        raise DatabaseFault(f"{file}: hier ist noch keine Datenbank; bitte den Pfad prüfen (MOTUC_DATABASE_URL)")
    desk, _ = open_desk(settings)
    return desk


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


class NoBot(Exception):
    """The bot can't run; the text is one German line."""


def run_bot(settings: Settings) -> None:
    """Let the bot play on Discord until it is interrupted. Raises: DatabaseFault, NoBot."""
    if not settings.discord_token:
        raise NoBot("MOTUC_DISCORD_TOKEN fehlt: das Token des Bots gehört in die Umgebung oder in die Datei .env")
    # Discord's library takes long to load, and the page does without it.
    import discord

    from motuc_bot.bot.addresses import point_at
    from motuc_bot.bot.client import MotucBot
    from motuc_bot.bot.faults import TokenlessFormatter

    point_at(api=settings.discord_api_url, gateway=settings.discord_gateway_url, cdn=settings.discord_cdn_url)
    desk, _ = open_desk(settings)
    with closing(desk.store):
        print(f"Datenbank: {sqlite_file(desk.store.engine) or 'auf einem Server'}", flush=True)
        print("Zum Beenden: Strg+C", flush=True)
        discord.utils.setup_logging(formatter=TokenlessFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        try:
            MotucBot(desk).run(settings.discord_token, log_handler=None)
        except discord.LoginFailure:
            raise NoBot("MOTUC_DISCORD_TOKEN: dieses Token nimmt Discord nicht an") from None
        except discord.PrivilegedIntentsRequired:
            raise NoBot(
                "Dem Bot fehlt im Developer Portal der Haken „Message Content Intent“: ohne ihn liest er keine Beiträge"
            ) from None
        except (OSError, discord.HTTPException) as error:
            raise NoBot(f"Discord ist nicht zu erreichen ({type(error).__name__})") from None


def serve_table(
    settings: Settings, *, host: str, port: int, seating: "Seating", demo: bool, names: Sequence[str] = ()
) -> None:
    """Serve the page until it is interrupted, and tell its address. Raises: DatabaseFault, PortTaken.

    `names` are the names by which it may be reached besides those of this machine.
    """
    # Here, since commands without a page start without the web: it takes long to load.
    from aiohttp import web

    from motuc_bot.table.demo import set_up_demo
    from motuc_bot.table.hall import Hall, Seating
    from motuc_bot.table.server import make_app
    from motuc_bot.table.visitors import new_secret

    with closing(_listening(host, port)) as listening:
        desk, _ = open_desk(settings)
        with closing(desk.store):
            print(f"Datenbank: {sqlite_file(desk.store.engine) or 'auf einem Server'}", flush=True)
            # Somebody waits for the page: better a German line soon.
            desk.waits = _PATIENCE
            if demo and set_up_demo(desk) is not None:
                print("Eine Schlacht zum Ausprobieren ist aufgebaut.", flush=True)
            hall = Hall(desk, seating, new_secret() if seating is Seating.LINKS else "", names=_names(host, names))
            address = _address(host, listening.getsockname()[1])
            print(f"Die Schlachten liegen hier: {address}/", flush=True)
            if hall.host:
                print(f"Der Link der Spielleitung (nicht weitergeben): {address}/leitung/{hall.host}", flush=True)
            print("Zum Beenden: Strg+C", flush=True)
            # Open pages wait for news without end; they are let go at once, whatever else runs gets so many seconds.
            web.run_app(make_app(hall), sock=listening, print=None, access_log=None, shutdown_timeout=2.0)


_PATIENCE = (0.1, 0.5, 1.0)
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raises: PortTaken."""
    where = f"{host}:{port}"
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, UnicodeError) as error:
        # Those of names are negative, or there is none.
        match getattr(error, "errno", None):
            case errno.EADDRINUSE:
                fault = "hier läuft schon etwas; bitte --port mit einer anderen Zahl"
            case errno.EACCES | errno.EPERM:
                fault = "dieser Anschluss ist geschützt; bitte --port mit einer Zahl ab 1024"
            case errno.EADDRNOTAVAIL | errno.EAFNOSUPPORT:
                fault = "diese Adresse hat das Gerät nicht; bitte --host mit einer anderen"
            case int(code) if code > 0:
                fault = f"hier geht es nicht ({os.strerror(code)})"
            case _:
                fault = "diesen Namen kennt das Gerät nicht; bitte --host mit einer Adresse"
        raise PortTaken(f"{where}: {fault}") from None


def _address(host: str, port: int) -> str:
    shown = _ANYWHERE.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def _names(host: str, more: Sequence[str]) -> frozenset[str]:
    """Return the names of this machine; its addresses need not be known."""
    own = socket.gethostname()
    return frozenset(name.lower() for name in ("localhost", host, own, f"{own}.local", *more))
