"""A browser without a screen: it keeps cookies, reads forms out of pages and sends them as they are filled in."""

import asyncio
import html
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlsplit

from aiohttp import ClientResponse, FormData, web
from aiohttp.test_utils import TestClient
from multidict import CIMultiDictProxy

Client = TestClient[web.Request, web.Application]
LONG = 30.0


@dataclass(slots=True)
class Button:
    """A button of a form."""

    name: str
    value: str
    action: str
    text: str = ""


@dataclass(slots=True)
class Form:
    """A form of a page, as it would be sent now."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)

    def value(self, name: str) -> str:
        """Return what stands in a field."""
        return next(value for key, value in self.fields if key == name)

    def names(self) -> set[str]:
        """Return how the fields are called."""
        return {name for name, _ in self.fields}

    def button(self, text: str) -> Button:
        """Return the button on which that stands."""
        return next(button for button in self.buttons if text in button.text)


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.forms: list[Form] = []
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._form: Form | None = None
        self._area: str | None = None
        self._select: str | None = None
        self._option: list[str | None] | None = None
        self._button: Button | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        self.tags.append((tag, at))
        form, name = self._form, at.get("name") or ""
        if tag == "form":
            self._form = Form(at.get("action") or self.path, (at.get("method") or "get").lower())
            self.forms.append(self._form)
        elif form is None:
            return
        elif tag == "input":
            ticked = at.get("type") not in ("checkbox", "radio") or "checked" in at
            if name and ticked:
                form.fields.append((name, at.get("value") or ("on" if at.get("type") == "checkbox" else "")))
        elif tag == "textarea":
            self._area, self._text = name, ""
        elif tag == "select":
            self._select = name
            form.fields.append((name, ""))
            self._first = True
        elif tag == "option" and self._select is not None:
            self._option, self._text = [at.get("value"), "selected" if "selected" in at else None], ""
        elif tag == "button" and at.get("type") != "button":
            self._button = Button(name, at.get("value") or "", at.get("formaction") or form.action)
            form.buttons.append(self._button)

    def handle_endtag(self, tag: str) -> None:
        form = self._form
        if tag == "form":
            self._form = None
        elif tag == "textarea" and form is not None and self._area is not None:
            form.fields.append((self._area, self._text.removeprefix("\n")))
            self._area = None
        elif tag == "option" and form is not None and self._select is not None and self._option is not None:
            value, selected = self._option
            if selected or self._first:
                form.fields[-1] = (self._select, self._text.strip() if value is None else value)
                self._first = False
            self._option = None
        elif tag == "select":
            self._select = None
        elif tag == "button":
            self._button = None

    def handle_data(self, data: str) -> None:
        self._text += data
        self.words.append(data)
        if self._button is not None:
            self._button.text += data


@dataclass(slots=True)
class Page:
    """What came back: the page where one ends after redirections."""

    status: int
    path: str
    html: str
    headers: CIMultiDictProxy[str]
    history: tuple[ClientResponse, ...]
    forms: list[Form]
    text: str
    tags: list[tuple[str, dict[str, str | None]]]

    def form(self, action: str, tun: str | None = None, **fields: str) -> Form:
        """Return the first form that goes there and has those values."""
        wanted = set(fields.items()) | ({("tun", tun)} if tun else set())
        return next(form for form in self.forms if form.action.endswith(action) and wanted <= set(form.fields))


@dataclass(slots=True)
class Browser:
    """A browser at the page of a test server."""

    client: Client

    async def get(self, path: str, **headers: str) -> Page:
        """Open a page."""
        return await _page(await self.client.get(path, headers=headers))

    async def send(self, form: Form, button: str | Button = "", /, **changes: str | list[str] | None) -> Page:
        """Send a form by one of its buttons, with fields filled in (a list = several of that name, None = left out)."""
        pressed = form.button(button) if isinstance(button, str) and button else button
        fields = [(name, value) for name, value in form.fields if name not in changes]
        for name, change in changes.items():
            values = [] if change is None else [change] if isinstance(change, str) else change
            fields += [(name, value) for value in values]
        action = form.action
        if isinstance(pressed, Button):
            action = pressed.action
            fields += [(pressed.name, pressed.value)] if pressed.name else []
        if form.method == "get":
            return await _page(await self.client.get(action, params=fields))
        return await self.post(action, fields)

    async def post(self, path: str, fields: list[tuple[str, str]], **headers: str) -> Page:
        """Post fields as a page of ours would."""
        origin = str(self.client.make_url("/")).rstrip("/")
        sent = {"Origin": origin, **headers}
        data = FormData(fields) if fields else FormData([("leer", "")])
        return await _page(await self.client.post(path, data=data, headers=sent))

    @asynccontextmanager
    async def listen(self, battle: int) -> AsyncIterator[ClientResponse]:
        """Wait for news as an open page does."""
        response = await self.client.get(f"/schlacht/{battle}/neues")
        assert response.status == 200
        try:
            yield response
        finally:
            response.close()


async def sse(response: ClientResponse, seconds: float = LONG) -> str:
    """Return the next event as it came; pings are none."""
    lines: list[str] = []
    async with asyncio.timeout(seconds):
        while True:
            line = (await response.content.readline()).decode().rstrip("\r\n")
            if line and not line.startswith(":"):
                lines.append(line)
            elif lines:
                return "\n".join(lines)
            elif response.content.at_eof():
                raise EOFError


async def _page(response: ClientResponse) -> Page:
    text = await response.text()
    path = urlsplit(str(response.url)).path
    reader = _Reader(path)
    if response.content_type == "text/html":
        reader.feed(text)
        reader.close()
    words = "".join(reader.words) if reader.words else html.unescape(text)
    return Page(
        response.status,
        path,
        text,
        response.headers,
        response.history,
        reader.forms,
        " ".join(words.split()),
        reader.tags,
    )
