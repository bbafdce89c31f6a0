"""What an author is told while results wait for the game master: nothing from which he could guess at them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from motuc_bot.judging.judged import Incoming, reading_error
from motuc_bot.judging.line_faults import Fault, closing, told
from motuc_bot.referee.deliveries import ANSWER
from motuc_bot.referee.desk import Table
from motuc_bot.referee.record import Outcome
from motuc_bot.shortened import shortened
from motuc_bot.store.outbox import NewDelivery
from rules.core import GAME_MASTER

_LATER = (
    "❓ Das zählt nicht. Warum, sage ich noch nicht: Die Ergebnisse liegen noch bei der Spielleitung. "
    "Bitte schick es noch einmal, sobald sie im Thread stehen."
)
_NOTED = (
    "Notiert. Wie ich die Vorgaben verstanden habe, sage ich noch nicht: Die Ergebnisse liegen noch bei der "
    "Spielleitung. Schick sie noch einmal, sobald sie im Thread stehen, dann siehst du es."
)
_LONGEST_QUOTE = 100


def covered(table: Table, post: Incoming, outcome: Outcome) -> Outcome:
    """Return the outcome with an answer that tells nothing of the battle as it stands; whoever leads is told all."""
    answer = outcome.answer
    if GAME_MASTER in table.seats:
        return outcome
    if answer.accepted:
        # Which figures a standing order is for depends on who still stands; by what it is known, or that none is left
        # to count, does not.
        *understood, last = answer.own
        return replace(outcome, answer=replace(answer, own=(_NOTED, last))) if understood else outcome
    if not answer.faults:
        return outcome
    # What is sealed is no post, and would be read as one.
    unreadable = () if answer.sealed else tuple(_unreadable(table, post))
    # Whoever does not play here is told so behind all else.
    rest = () if table.seats else answer.lines[-1:]
    return replace(outcome, answer=replace(answer, lines=(*(unreadable or (_LATER,)), *rest)))


def to_author(deliveries: Sequence[NewDelivery], person: str, text: str) -> tuple[NewDelivery, ...]:
    """Return the same deliveries, with a refusal in private: in the thread it would stand behind the results."""
    return tuple(_apart(one, person, text) if one.person is None and one.kind == ANSWER else one for one in deliveries)


def _apart(delivery: NewDelivery, person: str, text: str) -> NewDelivery:
    body = json.loads(delivery.body)
    # What may have been meant is pressed where the post is.
    body.pop("slip", None)
    quoted = shortened(" ".join(text.split()), _LONGEST_QUOTE)
    apart = {**body, "apart": True, "lines": [f"> {quoted}", *body["lines"]]}
    return replace(delivery, person=person, body=json.dumps(apart, ensure_ascii=False))


def _unreadable(table: Table, post: Incoming) -> Iterator[str]:
    """Yield what is wrong with the lines that can't be read, without an example, which would show what is possible."""
    side, state = table.side, table.battle.state
    faults, texts = list[Fault](), list[str]()
    for line in side.read(state, post.text).lines:
        error = reading_error(side, line, post)
        if error is not None:
            message = side.explain(error, state, seat=post.seat, text=line.text, example=False)
            faults.append(Fault(line.number, side.code(error), message))
            texts.append(line.text)
    if faults:
        yield from told(faults, texts)
        yield from closing(faults, len(faults))
