"""`motuc-bot outbox …`: what could never be sent, once more or never again."""

from collections.abc import Callable
from contextlib import closing
from typing import Annotated

import typer

from motuc_bot.database_commands import UNUSABLE, faults_told

app = typer.Typer(help="Der Ausgang: was unzustellbar ist, noch einmal senden oder aufgeben.", no_args_is_help=True)

Numbers = Annotated[
    list[int], typer.Argument(metavar="NR…", min=1, max=2**31 - 1, help="Die Nummern (motuc-bot doctor).")
]


@app.command()
def retry(numbers: Numbers) -> None:
    """Sendet noch einmal, was unzustellbar war, etwa wenn der Bot die Rechte jetzt hat."""
    from motuc_bot.store import dead_letters

    _done(numbers, dead_letters.retry, "wird noch einmal gesendet, sobald der Bot läuft")


@app.command()
def drop(numbers: Numbers) -> None:
    """Gibt auf, was unzustellbar ist."""
    from motuc_bot.store import dead_letters

    _done(numbers, dead_letters.give_up, "ist aufgegeben")


def _done(numbers: list[int], change: Callable[..., bool], told: str) -> None:
    from motuc_bot.app import open_desk_that_is_there
    from motuc_bot.settings import read_settings

    status = 0
    with faults_told():
        desk = open_desk_that_is_there(read_settings())
        with closing(desk.store):
            for number in dict.fromkeys(numbers):
                with desk.store.writing() as connection:
                    changed = change(connection, number, desk.now())
                print(f"Nr. {number} {told if changed else 'ist nicht unzustellbar: nichts geändert'}")
                status = status if changed else UNUSABLE
    raise typer.Exit(status)
