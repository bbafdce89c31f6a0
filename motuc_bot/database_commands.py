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
    from motuc_bot.settings import read_settings
    from motuc_bot.store import outbox

    with faults_told():
        desk = open_desk_that_is_there(read_settings())
        with closing(desk.store), desk.store.reading() as connection:
            letters = outbox.dead(connection)
    for delivery, reason in letters:
        # Never what it says: an operator may be a player too.
        whither = "in den Thread" if delivery.person is None else f"an {delivery.person}"
        print(f"Schlacht {delivery.battle_id}, {whither} ({delivery.nonce}): {reason}")
    print(f"{len(letters)} Antworten sind nicht zustellbar." if letters else "Keine Antwort ist unzustellbar.")


@contextmanager
def faults_told() -> Iterator[None]:
    """End the command with one line if the settings or the database can't be used."""
    from motuc_bot.settings import UnusableSettings
    from motuc_bot.store.faults import DatabaseFault

    try:
        yield
    except (DatabaseFault, UnusableSettings) as fault:
        unusable(fault)
    except OSError as error:
        unusable(f"{error.filename or 'die Datei'}: das geht nicht ({error.strerror})")


def unusable(fault: object) -> NoReturn:
    """Tell the operator why the command can't be carried out, and end it."""
    print(fault, file=sys.stderr)
    raise typer.Exit(UNUSABLE)
