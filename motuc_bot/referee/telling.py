"""What is told of a post, and to whom: at once, without a hint of results that wait, or to the game master first."""

from dataclasses import replace

from motuc_bot.judging.judged import Incoming
from motuc_bot.referee.covered import covered, to_author
from motuc_bot.referee.deliveries import of_answer
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.record import Entry, Outcome
from motuc_bot.referee.results import first_to_master
from motuc_bot.referee.sealing import told_of_seals
from motuc_bot.referee.standing import Left, told_of_end, told_of_left
from motuc_bot.store import outbox
from motuc_bot.store.outbox import NewDelivery
from motuc_bot.store.store import Connection
from rules.core import GAME_MASTER, Seat


def told_of(
    desk: Desk,
    connection: Connection,
    table: Table,
    entry: Entry,
    outcome: Outcome,
    order: Left | None,
    before: tuple[str, ...],
) -> tuple[Outcome, tuple[NewDelivery, ...]]:
    """Return the outcome with the answer as its author gets it, and what is sent of it.

    `order` is the standing order that the post leaves, if it does; `before` are lines before those of its answer.
    """
    text = outcome.answer.sealed or entry.text
    # What is accepted stands behind the results in the thread; all else is told at once.
    at_once = order is not None or not outcome.answer.accepted
    is_covered = at_once and bool(outbox.held(connection, table.row.id))
    if is_covered:
        outcome = covered(table, Incoming(Seat(entry.seat), text, entry.private), outcome)
    if before:
        outcome = replace(outcome, answer=replace(outcome.answer, lines=(*before, *outcome.answer.lines)))
    left = told_of_left(order) if outcome.answer.accepted else ()
    notices = (*left, *told_of_seals(table, outcome), *told_of_end(connection, table, outcome))
    gist = outcome.judged.gist
    if entry.seat == GAME_MASTER:
        # He has ways of his own to take back what he did.
        gist = replace(gist, undoable=False)
    deliveries = tuple(of_answer(outcome.answer, entry.message, entry.person, notices, gist))
    if is_covered and not outcome.answer.accepted:
        deliveries = to_author(deliveries, entry.person, text)
    return outcome, first_to_master(desk, connection, table, outcome, deliveries)
