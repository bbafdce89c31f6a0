"""`motuc-bot db …`: the operator's commands for the database."""

import sys
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
    from motuc_bot.settings import Settings
    from motuc_bot.store.faults import DatabaseFault

    try:
        _, done = open_desk(Settings())
    except DatabaseFault as fault:
        _unusable(fault)
    if done.before == done.now:
        print(f"Die Datenbank ist auf dem neuesten Stand ({done.now}).")
        return
    print(f"Die Datenbank ist jetzt auf Stand {done.now} (vorher: {done.before or 'leer'}).")
    if done.backup is not None:
        print(f"Die Sicherung von vorher: {done.backup}")


@app.command()
def check() -> None:
    """Rechnet alle Schlachten nach: Figuren, Ereignisse und Würfel."""
    from motuc_bot.app import open_desk
    from motuc_bot.referee.check_battles import check_battles
    from motuc_bot.settings import Settings
    from motuc_bot.store.faults import DatabaseFault

    checked = wrong = 0
    try:
        desk, _ = open_desk(Settings())
        for number, name, faults in check_battles(desk):
            checked += 1
            wrong += bool(faults)
            for fault in faults:
                print(f"Schlacht {number} ({name}): {fault}")
    except DatabaseFault as fault:
        _unusable(fault)
    print(f"{checked} Schlachten geprüft, {'alle stimmen' if not wrong else f'{wrong} stimmen nicht'}.")
    raise typer.Exit(DIFFERENT if wrong else 0)


@app.command()
def backup(target: Annotated[Path, typer.Argument(metavar="DATEI", help="Wohin die Sicherung kommt.")]) -> None:
    """Sichert die Datenbank, auch während gespielt wird."""
    from motuc_bot.app import database_file
    from motuc_bot.settings import Settings
    from motuc_bot.store.faults import DatabaseFault
    from motuc_bot.store.upgrade import back_up

    try:
        file = database_file(Settings())
        if file is None:
            _unusable(_NO_FILE)
        if not file.exists():
            _unusable(f"{file}: hier ist noch keine Datenbank")
        if target.exists():
            _unusable(f"{target}: diese Datei gibt es schon; bitte einen anderen Namen")
        back_up(file, target)
    except DatabaseFault as fault:
        _unusable(fault)
    print(f"{target}: gesichert")


@app.command()
def restore(source: Annotated[Path, typer.Argument(metavar="DATEI", help="Die Sicherung.")]) -> None:
    """Holt eine Sicherung zurück; vorher bitte alle Programme beenden, die die Datenbank benutzen."""
    from motuc_bot.app import database_file
    from motuc_bot.settings import Settings
    from motuc_bot.store.faults import DatabaseFault
    from motuc_bot.store.restore import restore as bring_back

    try:
        file = database_file(Settings())
        if file is None:
            _unusable(_NO_FILE)
        kept = bring_back(source, file)
    except DatabaseFault as fault:
        _unusable(fault)
    print(f"{file}: zurückgeholt aus {source}")
    if kept is not None:
        print(f"Was vorher da war, liegt jetzt hier: {kept}")


def _unusable(fault: object) -> NoReturn:
    print(fault, file=sys.stderr)
    raise typer.Exit(UNUSABLE)
