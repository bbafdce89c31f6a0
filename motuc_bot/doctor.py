"""How the program is: what runs, waits, is stuck. For whoever runs it, so never what was said, and no secret."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from importlib.metadata import version
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import ProxyHandler, build_opener

from motuc_bot.logs import without_tokens
from motuc_bot.referee.figure_tables import FIGURE_TABLES
from motuc_bot.settings import PREFIX, Settings
from motuc_bot.store import health, revisions
from motuc_bot.store.engine import open_engine, place, sqlite_file
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.store import Connection, Store
from motuc_bot.store.upgrade import shape_of
from rules import SYSTEMS

# Room for a copy of the database, which every upgrade makes, and for its log.
_COPIES, _LEAST_FREE = 3, 200_000_000
_READ_BY_OTHERS = stat.S_IRGRP | stat.S_IROTH
_HEALTH_SECONDS = 5.0
# Of these, nobody may see more than whether they are set: an address may hold a password.
_UNSHOWN = frozenset({"discord_token", "metrics_token", "discord_api_url", "discord_gateway_url", "discord_cdn_url"})
_KINDS = {
    "answer": "eine Antwort",
    "confirmation": "eine Bestätigung",
    "notice": "eine Mitteilung",
    "reactions": "eine Frage",
    "starts": "eine Frage",
}


class Level(IntEnum):
    """How grave something is; its number is the exit code of the command."""

    FINE = 0
    ATTENTION = 1
    CANNOT_LOOK = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what about, how grave, in German for people, as `facts` for machines."""

    about: str
    level: Level
    lines: tuple[str, ...]
    facts: Mapping[str, object] = field(default_factory=dict)


def examine(settings: Settings, now: datetime, days: int) -> Iterator[Finding]:
    """Yield how everything is; battles in which nothing has come in for so many days are named.

    Nothing is changed, a database of an older shape included.
    """
    yield _program()
    yield _settings(settings)
    try:
        engine = open_engine(settings.database_url)
        file = sqlite_file(engine)
        if file is not None:
            if not file.exists():
                raise DatabaseFault(f"{file}: hier ist noch keine Datenbank; bitte den Pfad prüfen")
            yield from _files(file)
        with closing(Store(engine, FIGURE_TABLES)) as store, store.reading() as connection:
            where = place(engine)
            shape = shape_of(connection, where)
            current = shape == revisions.newest()
            yield _shape(where, shape, health.made_by(connection), current=current)
            if current:
                yield from _work(connection, now, days)
                yield _bot(settings, health.outbox_numbers(connection, now))
    except DatabaseFault as fault:
        yield Finding("database", Level.CANNOT_LOOK, (str(fault),))


def _program() -> Finding:
    facts = {
        "program": version("motuc-bot"),
        "rules": {system.key: system.version for system in SYSTEMS},
        "python": ".".join(map(str, sys.version_info[:3])),
    }
    rules = ", ".join(f"{system.key} Fassung {system.version}" for system in SYSTEMS)
    return Finding(
        "program",
        Level.FINE,
        (f"MotUC-Bot {facts['program']}, Regeln: {rules}; Python {facts['python']}",),
        facts,
    )


def _settings(settings: Settings) -> Finding:
    shown = {PREFIX + name.upper(): _shown(settings, name) for name in Settings.model_fields}
    return Finding("settings", Level.FINE, tuple(f"{name}: {value}" for name, value in shown.items()), shown)


def _shown(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    if name == "database_url":
        # What can't be read is told when the database is looked at.
        try:
            return place(open_engine(value))
        except DatabaseFault:
            return "unbrauchbar"
    if name in _UNSHOWN or value == "":
        return "gesetzt" if value else "nicht gesetzt"
    return str(value)


def _files(file: Path) -> Iterator[Finding]:
    """Yield how large the database is, how much room is left, and who may read it."""
    parts = [part for name in ("", "-wal", "-shm") if (part := file.with_name(file.name + name)).exists()]
    sizes = {part.name: part.stat().st_size for part in parts}
    yield Finding(
        "files",
        Level.FINE,
        (f"Dateien: {', '.join(f'{name} {_size(size)}' for name, size in sizes.items())}",),
        {"sizes": sizes},
    )
    free, needed = shutil.disk_usage(file.parent).free, max(_LEAST_FREE, _COPIES * sum(sizes.values()))
    line = f"Frei auf dem Datenträger: {_size(free)}"
    if free < needed:
        line += f"; das wird knapp, frei sein sollten {_size(needed)}"
    yield Finding("disk", Level.ATTENTION if free < needed else Level.FINE, (line,), {"free": free, "needed": needed})
    # On Windows these bits tell nothing.
    if os.name == "posix" and file.stat().st_mode & _READ_BY_OTHERS:
        line = f"Andere Benutzer dieses Rechners können die Datenbank lesen, Geheimes auch: chmod 600 {file}"
        yield Finding("permissions", Level.ATTENTION, (line,))


def _shape(where: str, shape: str | None, made_by: str, *, current: bool) -> Finding:
    facts = {"place": where, "made_by": made_by, "shape": shape, "newest": revisions.newest()}
    if current:
        line = f"Die Datenbank ist erreichbar ({made_by}) und auf Stand {shape}: {where}"
        return Finding("database", Level.FINE, (line,), facts)
    line = f"Die Datenbank ist auf Stand {shape or 'leer'}, gebraucht wird {revisions.newest()}: motuc-bot db upgrade"
    return Finding("database", Level.ATTENTION, (line,), facts)


def _work(connection: Connection, now: datetime, days: int) -> Iterator[Finding]:
    running, over = health.count_battles(connection)
    yield Finding(
        "battles", Level.FINE, (f"Schlachten: {running} laufen, {over} sind zu Ende",), {"open": running, "over": over}
    )
    still = health.standstills(connection, now - timedelta(days=days))
    # Players may take their time: that is no fault of the program.
    yield Finding(
        "standstills",
        Level.FINE,
        tuple(f"Schlacht {one.battle} ({one.name}) wartet seit {_at(one.since)}" for one in still)
        or (f"Keine Schlacht wartet länger als {days} Tage",),
        {"days": days, "battles": [{"battle": one.battle, "since": one.since.isoformat()} for one in still]},
    )
    yield _outbox(connection, now)
    yield _dead(connection)


def _outbox(connection: Connection, now: datetime) -> Finding:
    numbers, late = health.outbox_numbers(connection, now), health.longest_waiting(connection, now)
    lines = [f"Ausgang: {numbers.due} fällig, {numbers.overdue} überfällig, {numbers.held} zurückgehalten"]
    if late is not None:
        lines.append(
            f"Am längsten wartet eine Antwort in Schlacht {late.battle}, seit {_at(late.since)}: läuft der Bot?"
        )
    if numbers.lapsed:
        lines.append(f"{numbers.lapsed} Antworten hatte ein Sender, den es nicht mehr gibt: läuft der Bot?")
    facts = {
        "due": numbers.due,
        "overdue": numbers.overdue,
        "held": numbers.held,
        "lapsed": numbers.lapsed,
        "oldest": None if late is None else {"battle": late.battle, "since": late.since.isoformat()},
        "last_sent": None if numbers.last_sent is None else numbers.last_sent.isoformat(),
    }
    return Finding("outbox", Level.ATTENTION if numbers.overdue or numbers.lapsed else Level.FINE, tuple(lines), facts)


def _dead(connection: Connection) -> Finding:
    letters = health.dead_letters(connection)
    if not letters:
        return Finding("dead_letters", Level.FINE, ("Keine Antwort ist unzustellbar",), {"letters": []})
    lines = [
        f"Unzustellbar ist Nr. {one.number} (Schlacht {one.battle}, {_KINDS.get(one.kind, 'eine Nachricht')} "
        f"{whither(one)}, seit {_at(one.since)}): {without_tokens(one.fault)}"
        for one in letters
    ]
    lines.append("Noch einmal senden: motuc-bot outbox retry NR; aufgeben: motuc-bot outbox drop NR")
    facts = [
        {
            "number": one.number,
            "battle": one.battle,
            "kind": one.kind,
            "since": one.since.isoformat(),
            "fault": without_tokens(one.fault),
        }
        for one in letters
    ]
    return Finding("dead_letters", Level.ATTENTION, tuple(lines), {"letters": facts})


def whither(letter: health.DeadLetter) -> str:
    """Return to whom something was to go, in German."""
    return "in den Thread" if letter.person is None else f"an {letter.person}"


def _bot(settings: Settings, numbers: health.OutboxNumbers) -> Finding:
    """Return whether a bot works: it says so itself, or what it has sent tells."""
    if not settings.health_port:
        last = "noch nie" if numbers.last_sent is None else _at(numbers.last_sent)
        line = f"Ob ein Bot läuft, sagt er nur mit {PREFIX}HEALTH_PORT; zuletzt zugestellt wurde etwas: {last}"
        return Finding("bot", Level.FINE, (line,), {"answers": None})
    where = f"http://127.0.0.1:{settings.health_port}/healthz"
    try:
        # Whatever proxy is set is not meant for this machine.
        with build_opener(ProxyHandler({})).open(where, timeout=_HEALTH_SECONDS):
            return Finding("bot", Level.FINE, ("Der Bot läuft",), {"answers": True})
    except HTTPError as error:
        said = error.read(500).decode("utf-8", "replace").strip()
        return Finding("bot", Level.ATTENTION, (f"Der Bot läuft, aber: {said}",), {"answers": True, "fault": said})
    except (URLError, OSError, ValueError):
        return Finding("bot", Level.ATTENTION, (f"Der Bot antwortet nicht ({where})",), {"answers": False})


def _at(moment: datetime) -> str:
    return moment.astimezone().strftime("%d.%m.%Y %H:%M")


def _size(size: int) -> str:
    return f"{size / 1_000_000:.1f} MB" if size < 1_000_000_000 else f"{size / 1_000_000_000:.1f} GB"
