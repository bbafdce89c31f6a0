"""Results go to the game master first, where a server wants that: he posts them, with words of his own before them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.deliveries import ANSWER, notice
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.patience import patient
from motuc_bot.referee.record import Outcome
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.store import guilds, outbox, posts, seats
from motuc_bot.store.outbox import HeldRow, NewDelivery
from motuc_bot.store.store import Connection
from motuc_bot.store.text import storable
from motuc_bot.systems.gist import Kind
from rules.core import GAME_MASTER

RESULTS = "results"
# If nobody posts them: so long a battle may stand still.
_LONGEST = timedelta(hours=24)
_NONE = "Gerade liegen keine Ergebnisse bei der Spielleitung: sie sind schon gepostet."


def first_to_master(
    desk: Desk, connection: Connection, table: Table, outcome: Outcome, deliveries: Sequence[NewDelivery]
) -> tuple[NewDelivery, ...]:
    """Return what is to be sent after a post, with its results held if the game master gets them first.

    The thread is told so before them, once until they are posted; each game master gets them by private message.
    """
    at = next((at for at, one in enumerate(deliveries) if one.person is None and one.kind == ANSWER), None)
    if at is None or not _has_results(table, outcome) or not guilds.wants_results_first(connection, table.row.id):
        return tuple(deliveries)
    masters = [row.person for row in seats.seats_of(connection, table.row.id) if row.seat == GAME_MASTER]
    if not masters:
        return tuple(deliveries)
    answer, number = deliveries[at], outcome.answer.number
    line = f"#{number} zählt. Die Ergebnisse liegen bei der Spielleitung; sie stehen hier, sobald sie sie postet."
    waiting = outbox.held(connection, table.row.id)
    body = _for_master(number, outcome.answer.lines)
    return (
        *(() if waiting else (notice((line,), f"{answer.nonce}.held"),)),
        *deliveries[:at],
        replace(answer, held_until=desk.now() + _LONGEST),
        *deliveries[at + 1 :],
        *(NewDelivery(person, RESULTS, body, f"{answer.nonce}.results.{person}") for person in masters),
    )


def pass_on(desk: Desk, connection: Connection, table: Table, newcomer: str) -> None:
    """Send whoever has just become game master all results that wait, as the others got them."""
    deliveries: list[NewDelivery] = []
    for row in outbox.held(connection, table.row.id):
        body = json.loads(row.body)
        nonce = f"{table.row.key}.results.{desk.draw_key()}"
        deliveries.append(NewDelivery(newcomer, RESULTS, _for_master(body["number"], body["lines"]), nonce))
    if deliveries:
        outbox.insert(connection, table.row.id, None, deliveries, desk.now())


@patient
def are_held(desk: Desk, battle: int, number: int | None = None) -> bool:
    """Tell whether results wait for the game master; with a number: those of that post. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        rows = outbox.held(connection, battle)
    return any(number in (None, _number(row)) for row in rows)


@patient
def are_hidden_from(desk: Desk, battle: int, person: str | None, number: int | None = None) -> bool:
    """Tell whether results wait for somebody else than the person to post them; with a number: up to that post.

    Raises: DatabaseFault.
    """
    with desk.store.reading() as connection:
        rows = outbox.held(connection, battle)
        if all(number is not None and _number(row) > number for row in rows):
            return False
        sitting = seats.seats_of(connection, battle)
    return all(row.person != person for row in sitting if row.seat == GAME_MASTER)


@patient
def where_held(desk: Desk) -> frozenset[int]:
    """Return the battles whose results wait for the game master. Raises: DatabaseFault."""
    with desk.store.reading() as connection:
        return outbox.where_held(connection)


def post_results(
    desk: Desk, battle: int, person: str, number: int | None = None, words: str = "", kept: str | None = None
) -> bool:
    """Let the results of that post (None = all that wait) be sent, with the game master's words before them.

    The words are `kept` with the post for who reads on later: without the codes of a platform (None = they have none).
    Return whether the results stand behind others that still wait. Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, battle, person)
        if GAME_MASTER not in table.seats:
            raise NotAllowed("Ergebnisse postet die Spielleitung.")
        seats.set_seen(connection, battle, person, desk.now())
        waiting = outbox.held(connection, battle)
        wanted = [row for row in waiting if number in (None, _number(row))]
        if not wanted:
            raise NotAllowed(_NONE)
        if not outbox.release(connection, _with_words(wanted[0], words), desk.now()):
            # Its time has just come, and it goes out without them.
            raise NotAllowed(_NONE)
        _keep_words(connection, wanted[0], words if kept is None else kept, person)
        for row in wanted[1:]:
            outbox.release(connection, row, desk.now())
    return waiting[0] not in wanted


def _has_results(table: Table, outcome: Outcome) -> bool:
    """Tell whether the post has ended a phase and something has come of it, or the battle.

    That others must react now waits for nobody.
    """
    side, after = table.side, outcome.after.state
    if side.phase(after) == table.row.moment:
        return False
    return outcome.judged.gist.kind is Kind.RESULT or side.system.over(after) is not None


def _for_master(number: int | None, lines: Sequence[str]) -> str:
    return json.dumps({"number": number, "lines": lines}, ensure_ascii=False)


def _number(row: HeldRow) -> int:
    number: int = json.loads(row.body)["number"]
    return number


def _keep_words(connection: Connection, row: HeldRow, words: str, person: str) -> None:
    """Keep the words with the answer to the post."""
    if lines := _lines(words):
        answer = Answer.from_json(posts.answer_to(connection, row.post_id), again=False)
        posts.change_answer(connection, row.post_id, replace(answer, words=lines, words_by=person).to_json())


def _with_words(row: HeldRow, words: str) -> HeldRow:
    """Return the results with the words before them as a quotation."""
    quoted = [f"> {line}".rstrip() for line in _lines(words)]
    if not quoted:
        return row
    return replace(row, body=json.dumps({**json.loads(row.body), "before": quoted}, ensure_ascii=False))


def _lines(words: str) -> tuple[str, ...]:
    # A fence that is left open would swallow the results.
    return tuple(storable(words).replace("```", "'''").strip().splitlines())
