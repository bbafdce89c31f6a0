"""Somebody joins a battle: he takes a seat, with figures if he has chosen some."""

from collections.abc import Sequence

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form, judge_form
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import seats
from motuc_bot.store.seats import SeatRow
from rules.core import GAME_MASTER, Seat

_LONGEST = 40


def take_seat(desk: Desk, form: Form) -> Answer:
    """Let the person sit on the seat, then give the orders; both count, or neither. Raises: Refused, DatabaseFault."""
    name = form.seat or form.person
    with desk.store.writing() as connection:
        table = desk.table(connection, form.battle, form.person)
        if name not in table.seats:
            _free(name, [row.seat for row in seats.seats_of(connection, form.battle)])
            seats.insert_seat(connection, form.battle, SeatRow(name, form.person), desk.now())
        answer, known = judge_form(desk, connection, table, (Seat(name), form.person), form.orders, form.message)
    if known is not None:
        desk.remember(form.battle, known)
    return answer


def _free(name: str, taken: Sequence[str]) -> None:
    if not name.strip() or len(name) > _LONGEST or name.startswith("(") or any(sign in name for sign in ":;@\n"):
        raise NotAllowed("So kann niemand heißen: bitte einen Namen ohne Doppelpunkt, Strichpunkt, @ und Klammer.")
    if name.casefold() in {GAME_MASTER.casefold(), *(other.casefold() for other in taken)}:
        raise NotAllowed(f"Der Name „{name}“ ist in dieser Schlacht schon vergeben; bitte einen anderen nehmen.")
