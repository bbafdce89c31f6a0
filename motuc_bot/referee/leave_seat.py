"""Somebody leaves a battle that is still being set up, with his figures."""

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form, answered, judge_form
from motuc_bot.referee.patience import patient
from motuc_bot.referee.record import Message
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.rights import speakers
from motuc_bot.store import seats
from rules.core import GAME_MASTER


@patient
def leave_seat(desk: Desk, battle: int, person: str, message: Message, seat: str | None = None) -> Answer:
    """Take the seat's figures out of the line-up and the person off the seat; None = the only one he plays.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        again = answered(connection, Form(battle, person, (), message))
        if again is not None:
            return again
        played = [one for one in speakers(table, person, seat) if one in table.seats and one != GAME_MASTER]
        if not played:
            raise NotAllowed("Du hast in dieser Schlacht keinen Platz, den du verlassen könntest.")
        if len(played) > 1:
            raise NotAllowed(f"Welchen Platz möchtest du verlassen? Du hast {', '.join(played)}.")
        mine = played[0]
        form = Form(battle, person, table.side.leaving(table.battle.state, mine), message, mine)
        answer, known = judge_form(desk, connection, table, mine, form)
        seats.delete_seat(connection, battle, mine, person)
    desk.remember(battle, known)
    return answer
