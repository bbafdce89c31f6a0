"""Somebody joins a battle: he takes a seat, with figures if he has chosen some."""

from collections.abc import Collection

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form, answered, judge_form
from motuc_bot.referee.newcomer import keep_to_one_side
from motuc_bot.referee.patience import patient
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.rights import NOBODY
from motuc_bot.store import seats
from motuc_bot.store.seats import SeatRow
from rules.core import GAME_MASTER, Seat

_LONGEST = 40
_SIGNS = ":;@"


@patient
def take_seat(desk: Desk, form: Form) -> Answer:
    """Let the person sit on the seat, then give the orders; both count, or neither.

    A seat whose figures nobody plays yet may be taken too; for both sides nobody plays (R-T3).
    Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, form.battle, form.person)
        again = answered(connection, form)
        if again is not None:
            return again
        name = form.person if form.seat is None else form.seat
        taken = seats.seats_of(connection, form.battle)
        if SeatRow(name, form.person) not in taken:
            free_name(name, {row.seat for row in taken}, {row.seat for row in table.figures})
            seats.insert_seat(connection, form.battle, SeatRow(name, form.person), desk.now())
        answer, known = judge_form(desk, connection, table, Seat(name), form)
        keep_to_one_side(connection, form.battle, known.figures, form.person)
    desk.remember(form.battle, known)
    return answer


def free_name(name: str, taken: Collection[str], played: Collection[str] = ()) -> None:
    """Let pass a name that is fit and that nobody has. Raises: NotAllowed."""
    tidy = name.isprintable() and name == " ".join(name.split())
    if not name or not tidy or len(name) > _LONGEST or name.startswith(NOBODY) or any(sign in name for sign in _SIGNS):
        raise NotAllowed(
            f"So kann niemand heißen: bitte einen Namen mit 1 bis {_LONGEST} Zeichen, ohne Doppelpunkt, Strichpunkt "
            "und @, ohne Klammer am Anfang und ohne Leerzeichen am Rand."
        )
    key = name.casefold()
    if key in {GAME_MASTER.casefold(), *(other.casefold() for other in taken)}:
        raise NotAllowed(f"Der Name „{name}“ ist in dieser Schlacht schon vergeben; bitte einen anderen nehmen.")
    alike = next((other for other in played if other.casefold() == key and other != name), None)
    if alike is not None:
        raise NotAllowed(f"Der Platz heißt hier „{alike}“; bitte genau so schreiben.")
