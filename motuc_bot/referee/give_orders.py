"""Somebody changes what he has set up: weapons, what is in hand, figures that leave."""

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.form import Form, judge_form
from motuc_bot.referee.post import seat_of


def give_orders(desk: Desk, form: Form) -> Answer:
    """Let the orders count, all or none. Raises: Refused, DatabaseFault."""
    with desk.store.writing() as connection:
        table = desk.table(connection, form.battle, form.person)
        seat = seat_of(table, form.person, form.seat)
        answer, known = judge_form(desk, connection, table, (seat, form.person), form.orders, form.message)
    if known is not None:
        desk.remember(form.battle, known)
    return answer
