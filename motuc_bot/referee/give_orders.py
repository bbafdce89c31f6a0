"""Somebody changes what he has set up: weapons, what is in hand, figures that leave."""

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form, answered, judge_form
from motuc_bot.referee.patience import patient
from motuc_bot.referee.rights import seated


@patient
def give_orders(desk: Desk, form: Form) -> Answer:
    """Let the orders count, all or none. Raises: Refused, DatabaseFault."""
    with desk.store.writing() as connection:
        table = desk.table(connection, form.battle, form.person)
        again = answered(connection, form)
        if again is not None:
            return again
        seat = seated(table, form.person, form.seat)
        answer, known = judge_form(desk, connection, table, seat, form)
    desk.remember(form.battle, known)
    return answer
