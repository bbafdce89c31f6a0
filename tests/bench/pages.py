"""Figures of the page: a long battle shown, its weight, and how soon a post is seen at another open page."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from unittest.mock import patch

from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from motuc_bot.app import open_desk
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.form import Form
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.post import NewPost, post
from motuc_bot.referee.record import Message
from motuc_bot.referee.take_seat import take_seat
from motuc_bot.settings import Settings
from motuc_bot.table.hall import Hall
from motuc_bot.table.server import make_app
from motuc_bot.table.visitors import EVERYBODY
from motuc_bot.transcript.load import Transcript, load
from rules.core import GAME_MASTER
from rules.dice import Tape
from tests.bench.measure import Measure
from tests.bench.rules import LONG_BATTLE
from tests.referee.table import START
from tests.table.browser import Browser, sse

POSTS = 500
ROUNDS = 9
PROSE = (
    "Der Wind heult durch die Schlucht, und irgendwo oben bröckelt Gestein. Niemand sagt ein Wort, bis einer lacht:\n"
    "erst leise, dann lauter, dann alle zusammen. „Ihr seid spät dran“, ruft er, „wir hatten schon Kaffee!“ Er geht.\n"
    "Dahinter, im Staub, hebt jemand vorsichtig den Kopf. Er zählt: eins, zwei, fünf Schatten. So war es nicht gedacht."
)


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    with TemporaryDirectory() as folder:
        desk, _ = open_desk(Settings(database_url=f"sqlite:///{Path(folder) / 'battles.db'}"))
        battle = long_battle(desk, load(LONG_BATTLE))
        page, past, weight, seen = asyncio.run(_measured(desk, battle))
        desk.store.close()
    yield Measure(f"the page of a battle with {POSTS} posts, its server's time", page * 1e3, 50, "ms")
    yield Measure("the same, looking back at its middle", past * 1e3, 50, "ms")
    yield Measure("the weight of that page", weight / 1e3, 300, "kB")
    yield Measure("a post, until another open page is told", seen * 1e3, 200, "ms")


def long_battle(desk: Desk, transcript: Transcript) -> int:
    """Play a battle 6 against 6 up to its last post, with prose between the orders."""
    opened = open_battle(desk, "motuc", transcript.document, EVERYBODY)
    for seat in dict.fromkeys(row.by for row in transcript.posts if row.by != GAME_MASTER):
        take_seat(desk, Form(opened.battle, EVERYBODY, (), Message(f"seat-{seat}", START), seat))
    tape, orders = Tape(transcript.dice), transcript.posts[:-1]
    with patch.object(Table, "dice", lambda table, number: tape):
        for at in range(POSTS):
            # The orders evenly among all posts.
            order, before = (at + 1) * len(orders) // POSTS, at * len(orders) // POSTS
            row = orders[order - 1] if order > before else None
            new = NewPost(
                opened.battle,
                EVERYBODY,
                PROSE if row is None else row.text,
                Message(f"post-{at}", START),
                GAME_MASTER if row is None else row.by,
                row is not None and row.private,
            )
            answer = post(desk, new)
            assert answer.accepted, answer.lines
    return opened.battle


async def _measured(desk: Desk, battle: int) -> tuple[float, float, int, float]:
    async with TestClient(TestServer(make_app(Hall(desk)))) as client:
        browser = Browser(client)
        page = await _least(browser, f"/schlacht/{battle}")
        past = await _least(browser, f"/schlacht/{battle}/rueckblick/{POSTS // 2}")
        weight = len((await browser.get(f"/schlacht/{battle}")).html.encode())
        seen = min([await _seen(browser, battle) for _ in range(ROUNDS)])
    return page, past, weight, seen


async def _least(browser: Browser, path: str) -> float:
    """Return the least processor time of a page; asking for it costs a little too."""
    times = []
    for _ in range(ROUNDS):
        begin = process_time()
        page = await browser.get(path)
        times.append(process_time() - begin)
        assert page.status == 200
    return min(times)


async def _seen(browser: Browser, battle: int) -> float:
    """Return the seconds from sending a post to the news of it at another listener."""
    page = await browser.get(f"/schlacht/{battle}")
    form = page.form("beitrag")
    listener: ClientResponse
    async with browser.listen(battle) as listener:
        await sse(listener)
        begin = perf_counter()
        sending = asyncio.create_task(browser.send(form, text="Da!"))
        await sse(listener)
        seconds = perf_counter() - begin
        await sending
    return seconds
