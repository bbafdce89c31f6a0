"""Twin battles that differ only in what is hidden: what the page sends to others is the same, byte by byte."""

import asyncio
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.sit import sit
from motuc_bot.table import live
from motuc_bot.table.guard import Pace
from motuc_bot.table.hall import Hall, Seating
from motuc_bot.table.server import make_app
from motuc_bot.table.visitors import EVERYBODY, person_of
from tests.referee.lineup import OWN_FIGURE
from tests.referee.table import START, open_desk
from tests.table.battles import linked, opened, posted
from tests.table.browser import Browser, Page, sse
from tests.table.fronts import HOST, Clients

# kalle has two figures of black, uwe another one; anna plays white.
DOCUMENT: dict[str, Any] = {
    "battle": {"name": "Im Nebel", "rounds": 2, "value": "any"},
    "figures": [OWN_FIGURE],
    "teams": {
        "black": [
            {"figure": "Clawful", "player": "kalle"},
            {"figure": "Whiplash", "player": "kalle"},
            {"figure": "Schnapp", "player": "uwe"},
        ],
        "white": [{"figure": "Buzz-Off", "player": "anna"}, {"figure": "Zodac", "player": "anna"}],
    },
}
SECRETS = {None: None, "uwe": "u" * 43, "anna": "a" * 43}
# What kalle whispers, in as many posts as he likes, in either twin: that a figure has a start all are told, once.
WHISPERS = (
    (("Start Clawful A3",), ("Start Clawful A7",)),
    (("Start Whiplash A4", "Start Whiplash B9", "Pst!"), ("Start Whiplash A3",)),
    ((), ("Start Clawful Z99", "geht das?", "Start Clawful A8", "Start Clawful A3")),
)
QUERIES = ("", "?als=SL&figur=Clawful", "?feld=A3&figur=Clawful&als=kalle", "?vor=2", "?text=Start%20Clawful%20A3")
TEXTS = ("Start Clawful A3", "Start Schnapp A4, Whiplash A5", "Start Buzz-Off L3\nZodac: Start L3")


class Twin:
    """One of the twins: its desk, whose clock shows what the test wants, and its page."""

    def __init__(self, folder: Path, name: str) -> None:
        keys = count(1)
        self.desk: Desk = open_desk(f"sqlite:///{folder / name}.db")
        self.desk.now = lambda: self.at
        self.desk.draw_key, self.desk.draw_seed = lambda: f"key-{next(keys)}", lambda: bytes([7]) * 32
        self.at: datetime = START
        self.hall = Hall(self.desk, Seating.LINKS, HOST)
        self.battle = opened(self.desk, DOCUMENT)
        self.seat("uwe")
        self.at += timedelta(minutes=1)
        # Another battle: that the first one changed last would show in the list.
        opened(self.desk, {**DOCUMENT, "battle": {**DOCUMENT["battle"], "name": "Nebenan"}})
        for seat, secret in SECRETS.items():
            if seat is not None and secret is not None:
                linked(self.desk, self.battle, seat, secret)
        self.browsers: dict[str | None, Browser] = {}

    def seat(self, seat: str) -> None:
        """Let the machine's person sit there too."""
        sit(self.desk, self.battle, EVERYBODY, seat, EVERYBODY)

    async def open(self, aiohttp_client: Clients) -> None:
        """Open a browser for everybody."""
        for seat, secret in SECRETS.items():
            browser = self.browsers[seat] = Browser(await aiohttp_client(make_app(self.hall, Pace(1e6))))
            if secret is not None:
                await browser.get(f"/platz/{self.battle}/{secret}")

    def whisper(self, step: int, texts: tuple[str, ...]) -> None:
        """Let kalle post privately, at a time of his own."""
        before = self.at
        for at, text in enumerate(texts):
            self.at = before + timedelta(hours=at and len(texts) * 5 + at)
            posted(self.desk, self.battle, "kalle", text, private=True, name=f"whisper-{step}-{at}")
            self.hall.tell(self.battle)
        self.at = before

    def say(self, seat: str, text: str, *, private: bool = False) -> None:
        """Post as somebody else, at the same time in both twins."""
        self.at += timedelta(minutes=1)
        posted(self.desk, self.battle, seat, text, private=private, name=f"said-{self.at}")
        self.hall.tell(self.battle)


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[tuple[Twin, Twin]]:
    """Give two battles up to their start positions."""
    both = (Twin(tmp_path, "one"), Twin(tmp_path, "other"))
    yield both
    for twin in both:
        twin.desk.store.close()


def masked(page: Page) -> tuple[object, ...]:
    """Return all that came but what is drawn for each page."""
    text = re.sub(r'name="token" value="[0-9a-f]{64}"', "TOKEN", page.html)
    text = re.sub(r'name="nonce" value="[0-9a-f]{24}', "NONCE", text)
    headers = [(name, value) for name, value in page.headers.items() if name not in ("Date", "Set-Cookie", "Etag")]
    return page.status, page.path, text, headers


async def got(twin: Twin, seat: str | None) -> list[tuple[object, ...]]:
    """Return every page, fragment, preview and file as somebody gets it."""
    browser, here = twin.browsers[seat], f"/schlacht/{twin.battle}"
    paths = ["/", "/?suche=nebel", f"{here}/datei", f"{here}/wuerfel", f"{here}/aufstellung", f"{here}/plaetze", "/neu"]
    paths += [f"{here}{part}{query}" for part in ("", "/stand") for query in QUERIES]
    paths += [f"{here}/rueckblick", *(f"{here}/rueckblick/{number}" for number in range(9))]
    pages = [await browser.get(path) for path in paths]
    form = next((form for form in pages[7].forms if form.action.endswith("/beitrag")), None)
    for text in TEXTS if form is not None else ():
        for path in ("vorschau", "entwurf"):
            for als in (str(seat), "kalle", "SL"):
                assert form is not None
                fields = [*form.fields, ("privat", "1")]
                sent = [(name, value) for name, value in fields if name not in ("text", "als")]
                pages.append(await browser.post(f"{here}/{path}", [*sent, ("text", text), ("als", als)]))
    assert all("link:" not in page.html for page in pages)
    return [masked(page) for page in pages]


async def compared(one: Twin, other: Twin) -> None:
    for seat in SECRETS:
        for mine, yours in zip(await got(one, seat), await got(other, seat), strict=True):
            assert mine == yours, seat


async def test_nobody_else_can_tell_the_twins_apart(twins: tuple[Twin, Twin], aiohttp_client: Clients) -> None:
    for twin in twins:
        await twin.open(aiohttp_client)
    for step, whispers in enumerate(WHISPERS):
        for twin, texts in zip(twins, whispers, strict=True):
            twin.whisper(step, texts)
        await compared(*twins)
        for twin in twins:
            twin.say("anna", "Was für ein Nebel!")
            twin.say("uwe", f"Start Schnapp A{step + 3}", private=True)
            twin.say("uwe", "Whiplash: Start A9")
    await compared(*twins)
    for twin in twins:
        twin.say("SL", "SL: rückgängig")
    await compared(*twins)


async def test_nobody_else_is_told_that_somebody_whispers(
    twins: tuple[Twin, Twin], aiohttp_client: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Asked of the database at once, in case that finds more than what is told.
    monkeypatch.setattr(live, "POLL_SECONDS", 0.01)
    heard: list[dict[str | None, list[str]]] = []
    for twin, whispers in zip(twins, zip(*WHISPERS, strict=True), strict=True):
        await twin.open(aiohttp_client)
        listeners: dict[str | None, ClientResponse] = {}
        for seat, browser in twin.browsers.items():
            listeners[seat] = await browser.client.get(f"/schlacht/{twin.battle}/neues")
        events = {seat: [await sse(listener)] for seat, listener in listeners.items()}
        for step, texts in enumerate(whispers):
            twin.whisper(step, texts)
            if step < 2:
                for seat, listener in listeners.items():
                    events[seat].append(await sse(listener))
            assert await silent(listeners)
            twin.say("anna", f"Beitrag {step}")
            for seat, listener in listeners.items():
                events[seat].append(await sse(listener))
            twin.say("uwe", f"Start Schnapp A{step + 3}", private=True)
            # All are told of his first one.
            for seat in SECRETS if step == 0 else ("uwe",):
                events[seat].append(await sse(listeners[seat]))
        assert await silent(listeners)
        for listener in listeners.values():
            listener.close()
        heard.append(events)
    assert heard[0] == heard[1]
    assert [len(set(events)) for events in heard[0].values()] == [7, 9, 7]


async def silent(listeners: dict[str | None, ClientResponse]) -> bool:
    """Tell whether nobody is told anything for a while."""
    await asyncio.sleep(0.15)
    return not any(listener.content._buffer for listener in listeners.values())


async def test_the_owner_and_the_lead_do_see(twins: tuple[Twin, Twin], aiohttp_client: Clients) -> None:
    pages = []
    for twin, text in zip(twins, ("Start Clawful A3", "Start Clawful A7"), strict=True):
        twin.whisper(0, (text,))
        linked(twin.desk, twin.battle, "kalle", "k" * 43)
        browser = Browser(await aiohttp_client(make_app(twin.hall)))
        await browser.get(f"/platz/{twin.battle}/{'k' * 43}")
        page = await browser.get(f"/schlacht/{twin.battle}")
        assert text in page.text
        assert person_of("k" * 43)[5:] not in page.html
        pages.append(masked(page))
    assert pages[0] != pages[1]
