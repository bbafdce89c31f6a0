"""What a form of the page has sent."""

import hashlib
import json
import secrets
from datetime import UTC, datetime
from typing import Any

from aiohttp import web
from multidict import MultiDictProxy

from motuc_bot.referee.record import Message

Entered = MultiDictProxy[Any]


async def entered(request: web.Request) -> Entered:
    """Return what was sent. Raises: HTTPBadRequest: it is no form of ours; none of them sends files."""
    if request.content_type == "application/x-www-form-urlencoded":
        try:
            return await request.post()
        except (ValueError, LookupError):
            pass
    raise web.HTTPBadRequest(text="Diese Eingabe lässt sich nicht lesen: bitte die Knöpfe der Seite benutzen.")


def text_in(form: Entered, name: str) -> str:
    """Return the text of a field, lines ended as everywhere else; empty where there is none."""
    value = form.get(name, "")
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""


def message_in(form: Entered) -> Message:
    """Return the form as a message: sent twice by a shaky line, it is the same one and counts once.

    What was changed meanwhile (by going back in the browser) is another one.
    """
    nonce = text_in(form, "nonce") or secrets.token_hex(12)
    sent = [(name, value) for name, value in form.items() if name != "token" and isinstance(value, str)]
    name = hashlib.sha256(json.dumps([nonce, sent]).encode()).hexdigest()
    return Message(f"tisch:{name}", datetime.now(UTC))
