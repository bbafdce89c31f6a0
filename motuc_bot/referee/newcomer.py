"""What follows when somebody gets a seat, in the same transaction."""

from collections.abc import Iterable

from motuc_bot.referee import results
from motuc_bot.referee.ask import ask_newcomer
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import seats
from motuc_bot.store.seats import SeatRow
from motuc_bot.store.store import Connection
from rules.core import GAME_MASTER, FigureRow


def welcome(desk: Desk, connection: Connection, table: Table, row: SeatRow) -> None:
    """Ask the newcomer on a seat what it owes now, a new game master gets the results that wait.

    Raises: NotAllowed: he would play for both sides.
    """
    keep_to_one_side(connection, table.row.id, table.figures, row.person)
    if [one.seat for one in seats.seats_of(connection, table.row.id)].count(row.seat) == 1:
        # Where somebody sits already he has been asked.
        ask_newcomer(desk, connection, table, row.seat)
    if row.seat == GAME_MASTER:
        results.pass_on(desk, connection, table, row.person)


def keep_to_one_side(connection: Connection, battle: int, figures: Iterable[FigureRow], person: str) -> None:
    """Let pass who plays for one side at most (R-T3), or leads: a game master sees and orders all anyway.

    Raises: NotAllowed.
    """
    mine = [row.seat for row in seats.seats_of(connection, battle) if row.person == person]
    if GAME_MASTER in mine:
        return
    sides: dict[str, str] = {}
    for figure in figures:
        if figure.seat in mine:
            sides.setdefault(figure.side, figure.seat)
    if len(sides) > 1:
        raise NotAllowed(
            f"Niemand spielt für beide Seiten (R-T3): Auf den Plätzen {' und '.join(sides.values())} kann nicht "
            "dieselbe Person sitzen. Bitte erst einen davon hergeben oder jemand anderen nehmen."
        )
