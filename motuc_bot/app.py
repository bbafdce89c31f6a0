"""Putting the house together: from the settings to the desk that every front works at."""

import asyncio
import errno
import logging
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from motuc_bot.logs import Log, logging_as
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.referee.prune_battles import prune_old
from motuc_bot.settings import Settings, UnusableSettings, data_folder, shards_of
from motuc_bot.store.engine import open_engine, passwords, sqlite_file
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Store
from motuc_bot.store.upgrade import Upgraded, upgrade

if TYPE_CHECKING:
    from motuc_bot.bot.client import MotucBot
    from motuc_bot.table.hall import Hall, Seating
    from motuc_bot.table.health import Health

_log = logging.getLogger(__name__)


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


class DiscordAway(NoBot):
    """The bot can't run just now; the same may work in a moment."""


@dataclass(frozen=True, slots=True)
class PageAt:
    """Where the page is served, who may sit where, and by which names it may be reached besides this machine's."""

    host: str
    port: int
    seating: "Seating"
    names: Sequence[str] = ()


def run_bot(settings: Settings, page: PageAt | None = None) -> None:
    """Let the bot play on Discord until it is interrupted, and serve the page beside it if there shall be one.

    With a page Discord is tried again and again. Raises: DatabaseFault, NoBot, PortTaken, UnusableSettings.
    """
    if not settings.discord_token:
        raise NoBot("MOTUC_DISCORD_TOKEN fehlt: das Token des Bots gehört in die Umgebung oder in die Datei .env")
    # What is wrong with the settings is told before anything is opened.
    shards_of(settings)
    # Discord's library takes long to load, and the page does without it.
    import discord

    from motuc_bot.bot.addresses import point_at

    # It would tell at each start what it lacks to speak; nobody here wants it to.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    point_at(api=settings.discord_api_url, gateway=settings.discord_gateway_url, cdn=settings.discord_cdn_url)
    with ExitStack() as open_things:
        listening = None if page is None else open_things.enter_context(closing(_listening(page.host, page.port)))
        desk, _ = open_desk(settings)
        open_things.enter_context(closing(desk.store))
        open_things.enter_context(_logging(settings, desk))
        print(f"Datenbank: {sqlite_file(desk.store.engine) or 'auf einem Server'}", flush=True)
        try:
            if page is None or listening is None:
                asyncio.run(_alone(desk, settings))
            else:
                asyncio.run(_with_page(desk, settings, _opened_hall(desk, page, listening), listening))
        except (KeyboardInterrupt, asyncio.CancelledError):
            return
        except discord.LoginFailure:
            raise NoBot("MOTUC_DISCORD_TOKEN: dieses Token nimmt Discord nicht an") from None
        except (OSError, discord.HTTPException) as error:
            raise DiscordAway(f"Discord ist nicht zu erreichen ({type(error).__name__})") from None


async def _alone(desk: Desk, settings: Settings) -> None:
    """Let the bot play. Raises: NoBot, discord.DiscordException."""
    import discord

    from motuc_bot.table.health import Health

    print("Zum Beenden: Strg+C", flush=True)
    _end_on_terminate()
    bot = _bot(desk, settings)
    # Set while everything that is said is heard: not before it has caught up, nor while Discord is away.
    health = Health(desk, lambda: bot.hearing.is_set(), settings.metrics_token)
    try:
        await _played(bot, settings, health)
    except discord.PrivilegedIntentsRequired:
        bot = _without_reading(desk, settings)
        await _played(bot, settings, health)


def _end_on_terminate() -> None:
    """Let what runs now end on SIGTERM as on Ctrl+C: with all that is open closed."""
    main = asyncio.current_task()
    assert main is not None
    with suppress(NotImplementedError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, main.cancel)


def _bot(desk: Desk, settings: Settings, *, reads: bool = True) -> "MotucBot":
    """Return the bot for the shards of the settings. Raises: UnusableSettings."""
    from motuc_bot.bot.client import MotucBot
    from motuc_bot.bot.sharded import ShardedMotucBot

    shards = shards_of(settings)
    if shards is None:
        return MotucBot(desk, reads=reads)
    return ShardedMotucBot(desk, reads=reads, shard_ids=shards.ids, shard_count=shards.count)


def _without_reading(desk: Desk, settings: Settings) -> "MotucBot":
    """Return a bot that may not read what is written, and say loudly that it is one."""
    from motuc_bot.bot.self_test import NO_CONTENT

    _log.error(NO_CONTENT)
    return _bot(desk, settings, reads=False)


async def _with_page(desk: Desk, settings: Settings, hall: "Hall", listening: socket.socket) -> None:
    """Serve the page, whether or not Discord is there, and let the bot play. Raises: NoBot, discord.ClientException."""
    import discord
    from aiohttp import web

    from motuc_bot.table.health import Health
    from motuc_bot.table.server import make_app

    # A bot that could not begin can't begin again: each time it is another one.
    bot = _bot(desk, settings)
    health = Health(desk, lambda: bot.hearing.is_set(), settings.metrics_token)
    runner = web.AppRunner(make_app(hall, watched=health), access_log=None, shutdown_timeout=_LET_GO)
    _end_on_terminate()
    async with AsyncExitStack() as open_things:
        open_things.push_async_callback(runner.cleanup)
        await runner.setup()
        await web.SockSite(runner, listening).start()
        while True:
            join(hall, bot)
            try:
                await _played(bot, settings, health)
                return
            except discord.PrivilegedIntentsRequired:
                bot = _without_reading(desk, settings)
                continue
            except (OSError, discord.HTTPException) as error:
                _log.warning("Discord ist nicht zu erreichen (%s): gleich noch einmal", type(error).__name__)
            await asyncio.sleep(_AGAIN)
            bot = _bot(desk, settings)


def join(hall: "Hall", bot: "MotucBot") -> None:
    """Let page and bot know at once what comes in at the other."""
    hall.told, bot.news = bot.come_in, hall.wake


async def _played(bot: "MotucBot", settings: Settings, health: "Health") -> None:
    """Let the bot play, and tell how it is, until it ends. Raises: NoBot, discord.DiscordException."""
    # In the bot's own loop: a bot that hangs shall not be told to be well.
    async with AsyncExitStack() as open_things:
        if settings.health_port:
            from motuc_bot.table.health import served

            try:
                await open_things.enter_async_context(served(health, settings.health_port))
            except OSError as error:
                raise NoBot(f"MOTUC_HEALTH_PORT: auf {settings.health_port} geht es nicht ({error.strerror})") from None
        if settings.retention_days:
            pruning = asyncio.create_task(prune_daily(bot.desk, settings.retention_days))
            open_things.callback(pruning.cancel)
        await open_things.enter_async_context(bot)
        await bot.start(settings.discord_token)


async def prune_daily(desk: Desk, days: int) -> None:
    """Delete, at the start and each day, what has been over for longer than it is to be kept."""
    while True:
        try:
            number = await asyncio.to_thread(prune_old, desk, days)
        except DatabaseFault as fault:
            _log.error("Aufräumen: %s", fault)
        else:
            if number:
                _log.info("Aufgeräumt: %d Schlachten, die seit mehr als %d Tagen vorbei sind", number, days)
        await asyncio.sleep(_DAY)


@contextmanager
def _logging(settings: Settings, desk: Desk) -> Iterator[None]:
    """Log as the settings say, without what is secret in them. Raises: UnusableSettings."""
    secrets = (settings.discord_token, settings.metrics_token, *passwords(desk.store.engine))
    file = Path(settings.log_file) if settings.log_file else None
    with ExitStack() as open_things:
        try:
            log = Log(settings.log_level.upper(), settings.log_format == "json", file, secrets)
            open_things.enter_context(logging_as(log))
        except OSError as error:
            raise UnusableSettings(f"MOTUC_LOG_FILE: {file}: lässt sich nicht öffnen ({error.strerror})") from None
        yield


def serve_table(
    settings: Settings, *, host: str, port: int, seating: "Seating", demo: bool, names: Sequence[str] = ()
) -> None:
    """Serve the page until it is interrupted, and tell its address. Raises: DatabaseFault, PortTaken, UnusableSettings.

    `names` are the names by which it may be reached besides those of this machine.
    """
    # Here, since commands without a page start without the web: it takes long to load.
    from aiohttp import web

    from motuc_bot.table.demo import set_up_demo
    from motuc_bot.table.health import Health
    from motuc_bot.table.server import make_app

    with closing(_listening(host, port)) as listening:
        desk, _ = open_desk(settings)
        with closing(desk.store), _logging(settings, desk):
            print(f"Datenbank: {sqlite_file(desk.store.engine) or 'auf einem Server'}", flush=True)
            # Somebody waits for the page: better a German line soon.
            desk.waits = _PATIENCE
            if demo and set_up_demo(desk) is not None:
                print("Eine Schlacht zum Ausprobieren ist aufgebaut.", flush=True)
            hall = _opened_hall(desk, PageAt(host, port, seating, names), listening)
            # Open pages wait for news without end; they are let go at once, whatever else runs gets so many seconds.
            app = make_app(hall, watched=Health(desk, metrics_token=settings.metrics_token))
            web.run_app(app, sock=listening, print=None, access_log=None, shutdown_timeout=_LET_GO)


def _opened_hall(desk: Desk, page: PageAt, listening: socket.socket) -> "Hall":
    """Return the room behind the page, and tell where it is."""
    from motuc_bot.table.hall import Hall, Seating
    from motuc_bot.table.visitors import new_secret

    secret = new_secret() if page.seating is Seating.LINKS else ""
    hall = Hall(desk, page.seating, secret, names=_names(page.host, page.names))
    address = _address(page.host, listening.getsockname()[1])
    print(f"Die Schlachten liegen hier: {address}/", flush=True)
    if hall.host:
        print(f"Der Link der Spielleitung (nicht weitergeben): {address}/leitung/{hall.host}", flush=True)
    print("Zum Beenden: Strg+C", flush=True)
    return hall


_DAY = 86_400.0
# So many seconds before Discord is tried again.
_AGAIN = 15.0
_LET_GO = 2.0
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
