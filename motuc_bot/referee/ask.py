"""Telling, once a phase, everybody for whom the battle waits: moves and reactions in the thread, starts in private."""

import json
from collections.abc import Collection, Iterable

from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.patience import patient
from motuc_bot.store import outbox, seats, threads
from motuc_bot.store.outbox import NewDelivery
from motuc_bot.store.seats import SeatRow
from motuc_bot.store.store import Connection
from rules.core import FigureRow, Seat, Waiting

REACTIONS, STARTS, TURN = "reactions", "starts", "turn"


@patient
def ask(desk: Desk, battle: int) -> None:
    """Put a question to each seat into the outbox if a phase has begun in which something is owed; or whose turn it is.

    It is kept with the phase that it has been done, in the same transaction: a crash asks nobody twice, nor forgets
    him. Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        thread, table = threads.thread_of(connection, battle), desk.view(connection, battle)
    if thread is None or thread.asked == table.row.moment:
        return
    with desk.store.writing() as connection:
        table, thread = desk.table(connection, battle), threads.thread_of(connection, battle)
        if thread is None or thread.asked == table.row.moment:
            return
        threads.set_asked(connection, battle, table.row.moment)
        sitting = [(row.seat, row.person) for row in seats.seats_of(connection, battle)]
        questions = _questions(desk, table, sitting)
        if questions:
            outbox.insert(connection, battle, None, questions, desk.now())


def ask_newcomer(desk: Desk, connection: Connection, table: Table, seat: str) -> None:
    """Put into the outbox what the seat owes in this phase, if the others have been asked already.

    For whoever has just got the seat, or a figure.
    """
    thread = threads.thread_of(connection, table.row.id)
    if thread is None or thread.asked != table.row.moment:
        return
    sitting = [(row.seat, row.person) for row in seats.seats_of(connection, table.row.id) if row.seat == seat]
    questions = _questions(desk, table, sitting, seat)
    if sitting and questions:
        outbox.insert(connection, table.row.id, None, questions, desk.now())


def newly_in_charge(before: Iterable[FigureRow], after: Iterable[FigureRow]) -> tuple[Seat, ...]:
    """Return the seats that have got a figure that another one had."""
    played = {row.name: row.seat for row in before}
    return tuple(dict.fromkeys(Seat(row.seat) for row in after if played.get(row.name, row.seat) != row.seat))


def ask_newly_in_charge(
    desk: Desk, connection: Connection, before: Table, after: Table, gained: Collection[Seat]
) -> None:
    """Do the same for the seats that have got a figure by a post, and call who has the move by that.

    A seat without anybody is asked when it is taken.
    """
    for seat in gained:
        ask_newcomer(desk, connection, after, seat)
    called = _moving(before.side.system.waiting(before.battle.state))
    sitting = seats.seats_of(connection, after.row.id)
    call_to_move(desk, connection, after, (row for row in sitting if row.seat in gained and row.seat not in called))


def call_to_move(desk: Desk, connection: Connection, table: Table, sitting: Iterable[SeatRow]) -> None:
    """Put a call into the outbox to those of them who have the move, if the others have been called already."""
    side, state, thread = table.side, table.battle.state, threads.thread_of(connection, table.row.id)
    if thread is None or thread.asked != table.row.moment or side.keeps_secrets(state):
        return
    moving = _moving(side.system.waiting(state))
    calls = list(dict.fromkeys(row.person for row in sitting if row.seat in moving))
    if calls:
        turn = _turn(table, calls, f"{table.row.key}.ask.{desk.draw_key()}")
        outbox.insert(connection, table.row.id, None, [turn], desk.now())


@patient
def question_to(desk: Desk, battle: int, seat: str) -> str | None:
    """Return as which message the seat was asked for its reactions in this phase, None: it was not, or not yet.

    Raises: Refused, DatabaseFault.
    """
    with desk.store.reading() as connection:
        moment = desk.view(connection, battle).row.moment
        sent = outbox.sent_to_thread(connection, battle, REACTIONS)
    return next((message for body, message in sent if json.loads(body) == _body(seat, moment)), None)


def _body(seat: str, moment: str) -> dict[str, str]:
    return {"seat": seat, "moment": moment}


def _questions(desk: Desk, table: Table, sitting: list[tuple[str, str]], only: str | None = None) -> list[NewDelivery]:
    side, state, name = table.side, table.battle.state, f"{table.row.key}.ask.{desk.draw_key()}"
    owed = [one for one in side.system.waiting(state) if only in (None, str(one.seat))]
    waiting = dict.fromkeys(str(one.seat) for one in owed)
    if side.keeps_secrets(state):
        # What somebody owes for the start is asked of him alone.
        return [
            NewDelivery(person, STARTS, json.dumps({"seat": seat}), f"{name}.{seat}.{person}")
            for seat, person in sitting
            if seat in waiting
        ]
    # Who simply has the move is not asked: to work out all that he may do would take longer than his post.
    reacting = dict.fromkeys(str(one.seat) for one in owed if one.source is not None)
    questions = [
        NewDelivery(None, REACTIONS, json.dumps(_body(seat, table.row.moment)), f"{name}.{seat}")
        for seat in reacting
        if any(group.due for group in side.choices(side.system.view(state, Seat(seat)).state, Seat(seat)))
    ]
    moving = _moving(owed)
    calls = list(dict.fromkeys(person for seat, person in sitting if seat in moving))
    # A newcomer is called as he gets his seat.
    if calls and only is None:
        questions.append(_turn(table, calls, name))
    return questions


def _moving(owed: Iterable[Waiting]) -> set[str]:
    return {str(one.seat) for one in owed if one.source is None}


def _turn(table: Table, calls: list[str], name: str) -> NewDelivery:
    return NewDelivery(None, TURN, json.dumps({"calls": calls, "moment": table.row.moment}), f"{name}.turn")
