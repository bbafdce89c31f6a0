"""A request as the routes get it: who asks, for what, with which body and files."""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.loopback.messages import File
from tests.loopback.refusals import Json, Refusal
from tests.loopback.world import Application


@dataclass(slots=True)
class Call:
    """One request; `bot` is None where a token in the path says who asks."""

    method: str
    path: str
    query: dict[str, str]
    body: Any = None
    files: list[File] = field(default_factory=list)
    bot: Application | None = None
    parts: dict[str, str] = field(default_factory=dict)

    @property
    def application(self) -> Application:
        """The bot that asks."""
        assert self.bot is not None
        return self.bot

    @property
    def form(self) -> Json:
        """The body, if it is an object. Raises: Refusal."""
        if not isinstance(self.body, dict):
            raise Refusal(400, 50109, "The request body contains invalid JSON.")
        return self.body

    def number(self, name: str) -> int:
        """Return a part of the path that is an id."""
        return int(self.parts[name])


async def read_call(request: web.Request, path: str) -> Call:
    """Read a request. Raises: Refusal."""
    call = Call(request.method, path, dict(request.query))
    if request.content_type == "multipart/form-data":
        fields = await request.post()
        for name, value in fields.items():
            if isinstance(value, web.FileField) and name.startswith("files["):
                with value.file as file:
                    call.files.append(File(value.filename, file.read()))
        payload = fields.get("payload_json")
        call.body = _parsed(payload if isinstance(payload, str) else "{}")
    elif request.can_read_body:
        call.body = _parsed(await request.text())
    return call


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None
