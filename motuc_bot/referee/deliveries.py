"""What is sent after a post, to whom."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from motuc_bot.referee.answer import Answer
from motuc_bot.referee.record import Message
from motuc_bot.store.outbox import NewDelivery
from motuc_bot.systems.gist import Gist

ANSWER, CONFIRMATION, NOTICE = "answer", "confirmation", "notice"
# How a line begins that tells of who has got a seat: a front that can name and call him does so in its place.
SOMEBODY = "Jemand Neues"
# How a line begins that tells how to check what was shown: long, and for few.
CHECKING = "Nachrechnen: "

# `json.dumps` would make one for each text.
_json = json.JSONEncoder(ensure_ascii=False).encode


def of_answer(
    answer: Answer, message: Message, person: str, notices: Iterable[str], gist: Gist
) -> Iterator[NewDelivery]:
    """Yield the answer to a post, to the thread or to its author, and what the thread is told besides."""
    nonce = f"{message.id}.{message.revision}"
    if answer.lines:
        # What came by private message is no message of the thread.
        body: dict[str, Any] = {
            "reply_to": None if answer.own else message.id,
            "number": answer.number,
            "lines": answer.lines,
            "gist": gist.kind,
            "announced": gist.announced,
            "undoable": gist.undoable,
        }
        first = answer.faults[0] if answer.faults else None
        if first is not None and first.slip is not None:
            body["slip"] = {"revision": message.revision, "line": first.line, "meant": first.slip.meant}
        yield NewDelivery(person if answer.private else None, ANSWER, _json(body), nonce)
    if answer.own:
        number = answer.number if answer.lines else None
        body = {"reply_to": message.id, "number": number, "lines": answer.own}
        yield NewDelivery(person, CONFIRMATION, _json(body), f"{nonce}.own")
    told = tuple(notices)
    if told:
        yield notice(told, f"{nonce}.notice")


def notice(lines: tuple[str, ...], nonce: str, calls: Sequence[str] = (), sits: str | None = None) -> NewDelivery:
    """Return something to tell the thread; `calls` are the persons who are called by it.

    `sits` is who has got a seat, of whom the first line tells as of `SOMEBODY`: he is named and called there.
    """
    more = {**({"calls": calls} if calls else {}), **({} if sits is None else {"sits": sits})}
    return NewDelivery(None, NOTICE, _json({"lines": lines, **more}), nonce)
