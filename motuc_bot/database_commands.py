"""`motuc-bot db …`: the operator's commands for the database."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer

app = typer.Typer(help="Die Datenbank: aktualisieren, prüfen, sichern, zurückholen.", no_args_is_help=True)

DIFFERENT, UNUSABLE = 1, 2
_NO_FILE = "Diese Datenbank liegt auf einem Server: bitte mit dessen Werkzeug (pg_dump, pg_restore)."


@app.command()
def upgrade() -> None:
    """Bringt die Datenbank auf den Stand dieses Programms."""
    from motuc_bot.app import open_desk
    from motuc_bot.settings import read_settings

    with faults_told():
        desk, done = open_desk(read_settings())
        desk.store.close()
    if done.before == done.now:
        print(f"Die Datenbank ist auf dem neuesten Stand ({done.now}).")
        return
    print(f"Die Datenbank ist jetzt auf Stand {done.now} (vorher: {done.before or 'leer'}).")
    if done.backup is not None:
        print(f"Die Sicherung von vorher: {done.backup}")


@app.command()
def check() -> None:
    """Prüft die Datei und rechnet alle Schlachten nach: Figuren, Ereignisse und Würfel."""
    from motuc_bot.app import open_desk_that_is_there
    from motuc_bot.referee.check_battles import check_battles
    from motuc_bot.settings import read_settings
    from motuc_bot.store.soundness import unsound

    checked = wrong = 0
    with faults_told():
        desk = open_desk_that_is_there(read_settings())
        with closing(desk.store):
            broken = list(unsound(desk.store))
            for fault in broken:
                print(fault)
            for number, name, faults in check_battles(desk):
                checked += 1
                wrong += bool(faults)
                for fault in faults:
                    print(f"Schlacht {number} ({name}): {fault}")
    found = "alle stimmen" if not wrong else "1 stimmt nicht" if wrong == 1 else f"{wrong} stimmen nicht"
    print(f"{checked} Schlacht{'' if checked == 1 else 'en'} geprüft, {found}.")
    raise typer.Exit(DIFFERENT if wrong or broken else 0)


@app.command()
def backup(target: Annotated[Path, typer.Argument(metavar="DATEI", help="Wohin die Sicherung kommt.")]) -> None:
    """Sichert die Datenbank, auch während gespielt wird."""
    from motuc_bot.app import database_file
    from motuc_bot.settings import read_settings
    from motuc_bot.store.backup import back_up

    with faults_told():
        file = database_file(read_settings())
        if file is None:
            unusable(_NO_FILE)
        if not file.exists():
            unusable(f"{file}: hier ist noch keine Datenbank")
        if target.exists():
            unusable(f"{target}: das gibt es schon; bitte einen anderen Namen")
        back_up(file, target)
    print(f"{target}: gesichert")


@app.command()
def restore(source: Annotated[Path, typer.Argument(metavar="DATEI", help="Die Sicherung.")]) -> None:
    """Holt eine Sicherung zurück; vorher bitte alle Programme beenden, die die Datenbank benutzen."""
    from motuc_bot.app import database_file
    from motuc_bot.settings import read_settings
    from motuc_bot.store.restore import restore as bring_back

    with faults_told():
        file = database_file(read_settings())
        if file is None:
            unusable(_NO_FILE)
        kept = bring_back(source, file)
    print(f"{file}: zurückgeholt aus {source}")
    if kept is not None:
        print(f"Was vorher da war, liegt jetzt hier: {kept}")


@app.command()
def undelivered() -> None:
    """Zeigt, welche Antworten nie ankommen können, und warum."""
    from motuc_bot.app import open_desk_that_is_there
    from motuc_bot.doctor import whither
    from motuc_bot.settings import read_settings
    from motuc_bot.store.health import dead_letters

    with faults_told():
        desk = open_desk_that_is_there(read_settings())
        with closing(desk.store), desk.store.reading() as connection:
            letters = dead_letters(connection)
    for letter in letters:
        # Never what it says: an operator may be a player too.
        print(f"Nr. {letter.number}: Schlacht {letter.battle}, {whither(letter)} ({letter.nonce}): {letter.fault}")
    print(f"{len(letters)} Antworten sind nicht zustellbar." if letters else "Keine Antwort ist unzustellbar.")


@app.command()
def copy(
    source: Annotated[str, typer.Argument(metavar="VON", help="Adresse der Datenbank, wie in MOTUC_DATABASE_URL.")],
    target: Annotated[str, typer.Argument(metavar="NACH", help="Adresse einer leeren Datenbank.")],
) -> None:
    """Kopiert alles in eine leere Datenbank, etwa von SQLite nach PostgreSQL; vorher alle Programme beenden."""
    from motuc_bot.referee.check_battles import check_battles
    from motuc_bot.referee.desk import Desk
    from motuc_bot.referee.figure_tables import FIGURE_TABLES
    from motuc_bot.store.engine import open_engine, place, sqlite_file
    from motuc_bot.store.soundness import unsound
    from motuc_bot.store.store import Store
    from motuc_bot.store.whole_copy import copy_all

    with faults_told():
        with _named("VON"):
            engine = open_engine(source)
            file = sqlite_file(engine)
            if file is not None and not file.exists():
                unusable(f"VON: {file}: hier ist keine Datenbank")
        with _named("NACH"):
            target_engine = open_engine(target)
        with closing(Store(engine, FIGURE_TABLES)) as old, closing(Store(target_engine, FIGURE_TABLES)) as new:
            counted = copy_all(old, new)
            faults = [*unsound(new), *(line for _, _, faults in check_battles(Desk(new)) for line in faults)]
    for name, number in counted.items():
        print(f"{name}: {number}")
    if faults:
        print("\n".join(faults))
        print(f"{place(target_engine)}: die Kopie stimmt nicht; bitte nicht benutzen (VON prüfen: motuc-bot db check)")
        raise typer.Exit(DIFFERENT)
    print(f"{place(target_engine)}: alles kopiert und nachgerechnet. Jetzt MOTUC_DATABASE_URL darauf umstellen.")


@app.command()
def prune(
    *,
    days: Annotated[
        int | None,
        typer.Option(
            "--older-than", min=1, max=36500, metavar="TAGE", help="So lange zu Ende; sonst gilt MOTUC_RETENTION_DAYS."
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--export-to", metavar="ORDNER", help="Vorher jede als Datei hierhin schreiben.")
    ] = None,
    sure: Annotated[bool, typer.Option("--yes", help="Ohne Rückfrage.")] = False,
) -> None:
    """Löscht Schlachten, die lange zu Ende sind, endgültig."""
    from datetime import timedelta

    from motuc_bot.app import open_desk_that_is_there
    from motuc_bot.referee.prune_battles import export_into, old_ones, prune_battle
    from motuc_bot.referee.refused import Refused
    from motuc_bot.settings import read_settings

    with faults_told():
        settings = read_settings()
        days = days or settings.retention_days
        if not days:
            unusable("Ab wann? --older-than TAGE, oder MOTUC_RETENTION_DAYS setzen")
        if folder is not None and not folder.is_dir():
            unusable(f"{folder}: diesen Ordner gibt es nicht")
        desk = open_desk_that_is_there(settings)
        with closing(desk.store):
            before = desk.now() - timedelta(days=days)
            found = old_ones(desk, before)
            for one in found:
                print(f"Schlacht {one.battle} ({one.name}), zuletzt geändert {one.since:%d.%m.%Y}")
            if not found:
                print(f"Keine Schlacht ist seit {days} Tagen zu Ende.")
            elif not sure and not _agreed(len(found), exported=folder is not None):
                print("Nichts gelöscht.")
                return
            for one in found:
                try:
                    if folder is not None:
                        print(f"{export_into(desk, one.battle, folder)}: geschrieben")
                    deleted = prune_battle(desk, one.battle, before)
                except Refused as fault:
                    unusable(f"Schlacht {one.battle} bleibt: {' '.join(fault.lines)}")
                print(f"Schlacht {one.battle}: {'gelöscht' if deleted else 'bleibt, sie hat sich gerade geändert'}")


def _agreed(number: int, *, exported: bool) -> bool:
    kept = "" if exported else " Vorher aufschreiben geht mit --export-to ORDNER."
    said = typer.prompt(f"{number} Schlachten endgültig löschen?{kept} (ja/nein)", default="nein")
    return str(said).strip().casefold() in ("ja", "j")


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Name the argument where a fault names the setting. Raises: DatabaseFault."""
    from motuc_bot.store.faults import DatabaseFault

    try:
        yield
    except DatabaseFault as fault:
        raise DatabaseFault(str(fault).replace("MOTUC_DATABASE_URL", name)) from None


@contextmanager
def faults_told(*, away: int = UNUSABLE) -> Iterator[None]:
    """End the command with one line if the settings or the database can't be used; `away` = just now."""
    from motuc_bot.settings import UnusableSettings
    from motuc_bot.store.faults import DatabaseAway, DatabaseFault

    try:
        yield
    except DatabaseAway as fault:
        print(fault, file=sys.stderr)
        raise typer.Exit(away) from None
    except (DatabaseFault, UnusableSettings) as fault:
        unusable(fault)
    except OSError as error:
        unusable(f"{error.filename or 'die Datei'}: das geht nicht ({error.strerror})")


def unusable(fault: object) -> NoReturn:
    """Tell the operator why the command can't be carried out, and end it."""
    print(fault, file=sys.stderr)
    raise typer.Exit(UNUSABLE)
