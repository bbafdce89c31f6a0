"""Somebody leaves a battle that is still being set up, with his figures."""

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form, judge_form
from motuc_bot.referee.post import seat_of
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import seats
from rules.core import GAME_MASTER


def leave_seat(desk: Desk, battle: int, person: str, message: Message, seat: str | None = None) -> Answer:
    """Take the seat's figures out of the line-up and the person off the seat. Raises: Refused, DatabaseFault."""
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        mine = seat_of(table, person, seat)
        if mine == GAME_MASTER or mine not in table.seats:
            raise NotAllowed("Du hast in dieser Schlacht keinen Platz, den du verlassen könntest.")
        form = Form(battle, person, table.side.leaving(table.battle.state, mine), message, mine)
        answer, known = judge_form(desk, connection, table, (mine, person), form.orders, message)
        if known is not None:
            seats.delete_seat(connection, battle, mine, person)
    if known is not None:
        desk.remember(battle, known)
    return answer
