"""The command line. Heavy imports stand inside the command that needs them, so that `--help` is quick."""

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer.exceptions import TyperException

from motuc_bot import database_commands, outbox_commands
from motuc_bot.doctor_commands import doctor
from motuc_bot.usage_errors import in_german

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Der Schiedsrichter für Schlachten im Forum.",
)

app.add_typer(database_commands.app, name="db")
app.add_typer(outbox_commands.app, name="outbox")
app.command()(doctor)

_Host = Annotated[str | None, typer.Option(help="Wer die Seite erreicht; 127.0.0.1 (sonst) = nur dieses Gerät.")]
_Port = Annotated[int | None, typer.Option(min=1, max=65535, help="Der Anschluss der Seite, sonst 8017.")]
_Seats = Annotated[bool, typer.Option("--seats", help="Jeder Platz hat einen geheimen Link.")]
_Names = Annotated[list[str] | None, typer.Option(help="Ein Name, unter dem man die Seite noch erreicht.")]

# AWAY (EX_TEMPFAIL): a supervisor may start the program again, and it may work then; after UNUSABLE it will not.
DIFFERENT, UNUSABLE, AWAY = 1, 2, 75


@app.callback()
def _root() -> None:
    """Der Schiedsrichter für Schlachten im Forum."""


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="DATEI…", help="Schlachten als YAML-Dateien.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Das Ergebnis als ein JSON-Dokument.")] = False,
    until: Annotated[int | None, typer.Option(min=0, help="Nur die ersten N Beiträge spielen.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Mit dem vergleichen, was unter expect: steht.")] = False,
) -> None:
    """Spielt eine aufgeschriebene Schlacht nach und zeigt, was der Schiedsrichter dazu sagt."""
    from motuc_bot.systems.side import UnusablePool
    from motuc_bot.transcript.yaml_file import UnreadableFile

    status = 0
    for path in files:
        try:
            status = max(status, _replay(path, until, as_json=as_json, check=check))
        except (UnreadableFile, UnusablePool) as fault:
            print(fault, file=sys.stderr)
            status = UNUSABLE
    raise typer.Exit(status)


@app.command()
def watch(
    file: Annotated[Path, typer.Argument(metavar="DATEI", help="Eine Schlacht als YAML-Datei.")],
    *,
    pace: Annotated[float, typer.Option(min=0, help="Sekunden je Zeile; 0 = ohne Pause.")] = 0.25,
) -> None:
    """Zeigt eine aufgeschriebene Schlacht Beitrag für Beitrag, mit Karte nach jeder Phase."""
    from motuc_bot.systems.side import UnusablePool
    from motuc_bot.transcript.load import load
    from motuc_bot.transcript.watch import watch as show_paced
    from motuc_bot.transcript.yaml_file import UnreadableFile

    try:
        show_paced(load(file), pace)
    except (UnreadableFile, UnusablePool) as fault:
        print(fault, file=sys.stderr)
        raise typer.Exit(UNUSABLE) from None


@app.command()
def pool(
    name: Annotated[str | None, typer.Argument(metavar="FIGUR", help="Nur diese Figur, mit allen Werten.")] = None,
    *,
    armouries: Annotated[bool, typer.Option("--waffenkammern", help="Was in den Waffenkammern liegt.")] = False,
) -> None:
    """Zeigt die Figuren, die mitspielen können."""
    from motuc_bot.systems.registry import SIDES
    from motuc_bot.systems.side import UnknownInPool, UnusablePool

    side = SIDES[0]
    try:
        print(side.pool_stocks() if armouries else side.pool_table() if name is None else side.pool_sheet(name))
    except (UnknownInPool, UnusablePool) as fault:
        print(fault, file=sys.stderr)
        raise typer.Exit(UNUSABLE) from None


@app.command()
def table(
    *,
    host: _Host = None,
    port: _Port = None,
    seats: _Seats = False,
    demo: Annotated[bool, typer.Option("--demo", help="Ist noch keine Schlacht da, beginnt eine fertige.")] = False,
    name: _Names = None,
) -> None:
    """Öffnet die Seite, auf der Schlachten aufgestellt, gespielt und angesehen werden."""
    from motuc_bot.app import PortTaken, serve_table
    from motuc_bot.referee.refused import Refused
    from motuc_bot.settings import read_settings
    from motuc_bot.table.hall import Seating

    seating = Seating.LINKS if seats else Seating.HOT_SEAT
    try:
        with database_commands.faults_told(away=AWAY):
            settings = read_settings()
            where, at = host or settings.page_host, port or settings.page_port
            serve_table(settings, host=where, port=at, seating=seating, demo=demo, names=name or ())
    except PortTaken as fault:
        _unusable(fault)
    except Refused as fault:
        _unusable(" ".join(fault.lines))


@app.command()
def bot(
    *,
    page: Annotated[bool, typer.Option("--page", help="Auch die Seite öffnen, mit denselben Schlachten.")] = False,
    host: _Host = None,
    port: _Port = None,
    seats: _Seats = False,
    name: _Names = None,
) -> None:
    """Spielt auf Discord: Schlachten in Threads, Befehle als Beiträge."""
    from motuc_bot.app import DiscordAway, NoBot, PageAt, PortTaken, run_bot
    from motuc_bot.settings import read_settings
    from motuc_bot.table.hall import Seating

    seating = Seating.LINKS if seats else Seating.HOT_SEAT
    try:
        with database_commands.faults_told(away=AWAY):
            settings = read_settings()
            at = PageAt(host or settings.page_host, port or settings.page_port, seating, name or ())
            run_bot(settings, at if page or settings.page else None)
    except PortTaken as fault:
        _unusable(fault)
    except DiscordAway as fault:
        print(fault, file=sys.stderr)
        raise typer.Exit(AWAY) from None
    except NoBot as fault:
        _unusable(fault)


@app.command()
def export(
    battle: Annotated[int, typer.Argument(metavar="SCHLACHT", help="Die Nummer der Schlacht.")],
    *,
    to: Annotated[Path | None, typer.Option("--nach", help="In diese Datei statt in die Ausgabe.")] = None,
) -> None:
    """Schreibt eine Schlacht als Datei, die sich nachspielen und prüfen lässt."""
    from motuc_bot.app import open_desk_that_is_there
    from motuc_bot.referee.export_battle import as_yaml, export_battle
    from motuc_bot.referee.refused import Refused
    from motuc_bot.settings import read_settings

    try:
        with database_commands.faults_told():
            desk = open_desk_that_is_there(read_settings())
            with closing(desk.store):
                text = as_yaml(export_battle(desk, battle))
    except Refused as fault:
        _unusable(fault)
    if to is None:
        print(text, end="")
        return
    try:
        to.write_text(text, encoding="utf-8")
    except OSError as error:
        _unusable(f"{to}: die Datei lässt sich nicht schreiben ({error.strerror})")
    print(f"{to}: geschrieben")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="DATEI", help="Ein Export (motuc-bot export).")],
) -> None:
    """Rechnet alle Würfel eines Exports aus dem Siegel nach."""
    from motuc_bot.systems.side import UnusablePool
    from motuc_bot.transcript.load import load
    from motuc_bot.transcript.verify import verify as verified
    from motuc_bot.transcript.yaml_file import UnreadableFile

    try:
        result = verified(load(file))
    except (UnreadableFile, UnusablePool) as fault:
        _unusable(fault)
    print("\n".join(result.lines))
    raise typer.Exit(0 if result.right else DIFFERENT)


def _unusable(fault: object) -> NoReturn:
    print(fault, file=sys.stderr)
    raise typer.Exit(UNUSABLE)


def _replay(path: Path, until: int | None, *, as_json: bool, check: bool) -> int:
    from motuc_bot.transcript import show
    from motuc_bot.transcript.check import differences
    from motuc_bot.transcript.document import document
    from motuc_bot.transcript.load import load
    from motuc_bot.transcript.play import play

    transcript = load(path)
    if check and not transcript.expect:
        print(f"{path}: diese Datei erwartet nichts (expect: fehlt oder ist leer)", file=sys.stderr)
        return UNUSABLE
    played = play(transcript, until)
    if as_json:
        print(json.dumps(document(played), ensure_ascii=False, indent=1))
    elif not check:
        print("\n".join(show.lines(played)))
    left = f"{path}: {played.dice_left} Würfel (dice) sind übrig" if played.dice_left and until is None else None
    if not check:
        if left is not None:
            print(left, file=sys.stderr)
        return 0
    expected = transcript.expect or {}
    found = [f"{path}: {text}" for text in differences(dict(expected), document(played))]
    if left is not None:
        found.append(left)
    for text in found:
        print(text, file=sys.stderr if as_json else sys.stdout)
    if not found and not as_json:
        print(f"{path}: wie erwartet")
    return DIFFERENT if found else 0


def _told(fault: TyperException) -> str:
    # No fault at all: a command that only has others is shown with them.
    if type(fault).__name__ == "NoArgsIsHelpError":
        return fault.format_message()
    context = getattr(fault, "ctx", None)
    command = "motuc-bot" if context is None else context.command_path
    return f"{in_german(fault.format_message())} (Hilfe: {command} --help)"


def main() -> None:
    """Run the command line; what is wrong with it is told in one German line."""
    try:
        # Only by Exit does a command have a status, and the library returns that.
        status = app(standalone_mode=False)
    except TyperException as fault:
        print(_told(fault), file=sys.stderr)
        sys.exit(fault.exit_code)
    except typer.Abort:
        sys.exit(DIFFERENT)
    sys.exit(status)
