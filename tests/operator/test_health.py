"""`/healthz` and `/metrics`: on the page, and of the bot alone."""

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestClient
from aiohttp.web import Application, Request
from prometheus_client.parser import text_string_to_metric_families

from motuc_bot.referee.desk import Desk
from motuc_bot.store import store as stores
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.table import health as health_module
from motuc_bot.table.guard import Pace
from motuc_bot.table.hall import Hall, Seating
from motuc_bot.table.health import Health, served
from motuc_bot.table.server import make_app
from tests.operator.operated import SECRET, changed, on_platform, to_send
from tests.referee.table import duel
from tests.table.fronts import HOST

Clients = Callable[[Application], Awaitable["TestClient[Request, Application]"]]
TOKEN = "zeig-mir-die-zahlen"


def page(desk: Desk, *, token: str = "") -> Application:
    """Return a page with seats by link."""
    hall = Hall(desk, Seating.LINKS, HOST, names=frozenset({"localhost", "schlachten.example"}))
    return make_app(hall, Pace(1e6), Health(desk, metrics_token=token))


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the database be away."""

    def fails(store: stores.Store) -> None:
        raise DatabaseFault("/daheim/schlachten.db: der Datenträger ist voll")

    with monkeypatch.context() as patched:
        patched.setattr(stores.Store, "reading", fails)
        yield


def numbers(text: str) -> dict[str, float]:
    """Return the numbers by their name and their labels."""
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_the_page_is_well(desk: Desk, aiohttp_client: Clients) -> None:
    client = await aiohttp_client(page(desk))
    answer = await client.get("/healthz")
    assert (answer.status, await answer.text()) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers


async def test_without_its_database_it_is_not(
    sqlite_desk: Desk, aiohttp_client: Clients, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = await aiohttp_client(page(sqlite_desk))
    with away(monkeypatch):
        answer = await client.get("/healthz")
        assert (answer.status, await answer.text()) == (503, "Die Datenbank ist nicht zu erreichen.\n")
        told = numbers(await (await client.get("/metrics")).text())
    assert told["motuc_database_up"] == 0
    assert "motuc_battles open" not in told
    assert told["process_resident_memory_bytes"] > 1_000_000
    # Where it lies is in the log alone.
    assert "/daheim/schlachten.db" in caplog.text
    assert (await client.get("/healthz")).status == 200


async def test_the_bot_alone_tells_whether_it_hears(sqlite_desk: Desk) -> None:
    hears = [False]
    async with served(Health(sqlite_desk, lambda: hears[0]), 0) as port, ClientSession() as session:
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert (answer.status, await answer.text()) == (503, "Keine Verbindung zu Discord.\n")
        hears[0] = True
        async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
            assert numbers(await answer.text())["motuc_database_up"] == 1
        async with session.get(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 404


async def test_numbers_of_posts_and_of_the_outbox(desk: Desk, aiohttp_client: Clients) -> None:
    client = await aiohttp_client(page(desk))
    thread = on_platform(desk)
    message = thread.message()
    assert thread.post("kalle", "Hallo!", message=message).accepted
    assert thread.post("kalle", "Hallo!", message=message).again
    assert not thread.post("kalle", "Skeletor: geht nach Z99").accepted
    assert thread.post("kalle", "Hallo!").accepted
    duel(desk)
    with desk.store.writing():
        pass
    to_send(desk, thread, "dead")
    changed(desk, "dead", dead_at=desk.now())
    to_send(desk, thread, "held", held_until=desk.now() + timedelta(days=1))
    answer = await client.get("/metrics")
    assert answer.content_type == "text/plain"
    text = await answer.text()
    told = numbers(text)
    outcomes = {name: told[f"motuc_posts_total {name}"] for name in ("accepted", "refused", "repeated")}
    assert outcomes == {"accepted": 2, "refused": 1, "repeated": 1}
    assert told["motuc_post_seconds_count"] == 4
    assert told["motuc_post_seconds_sum"] > 0
    assert (told["motuc_battles open"], told["motuc_battles over"]) == (2, 0)
    assert (told["motuc_outbox dead"], told["motuc_outbox held"]) == (1, 1)
    assert SECRET not in text
    assert "Skeletor" not in text
    assert "kalle" not in text


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"X-Real-IP": "203.0.113.7"},
        {"Via": "1.1 proxy"},
        {"Host": "schlachten.example"},
        {"Host": "192.0.2.5:8017"},
    ],
)
async def test_who_comes_through_a_proxy_gets_no_numbers(
    sqlite_desk: Desk, aiohttp_client: Clients, headers: dict[str, str]
) -> None:
    client = await aiohttp_client(page(sqlite_desk))
    answer = await client.get("/metrics", headers=headers)
    assert answer.status == 403
    assert "motuc_battles" not in await answer.text()
    assert (await client.get("/healthz", headers=headers)).status == 200


async def test_who_comes_from_elsewhere_gets_no_numbers(
    sqlite_desk: Desk, aiohttp_client: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health_module, "_is_loopback", lambda address: address == "127.0.0.9")
    client = await aiohttp_client(page(sqlite_desk))
    assert (await client.get("/metrics")).status == 403


async def test_the_token_opens_them(sqlite_desk: Desk, aiohttp_client: Clients) -> None:
    client = await aiohttp_client(page(sqlite_desk, token=TOKEN))
    from_afar = {"X-Forwarded-For": "203.0.113.7"}
    for given, status in (
        (f"Bearer {TOKEN}", 200),
        ("Bearer falsch", 403),
        ("Bearer ", 403),
        (TOKEN, 403),
    ):
        answer = await client.get("/metrics", headers={**from_afar, "Authorization": given})
        assert answer.status == status, given
        assert TOKEN not in await answer.text()


async def test_an_empty_token_opens_nothing(sqlite_desk: Desk, aiohttp_client: Clients) -> None:
    client = await aiohttp_client(page(sqlite_desk))
    answer = await client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7", "Authorization": "Bearer "})
    assert answer.status == 403


async def test_a_foreign_name_is_answered_by_neither(sqlite_desk: Desk, aiohttp_client: Clients) -> None:
    client = await aiohttp_client(page(sqlite_desk))
    for path in ("/healthz", "/metrics"):
        assert (await client.get(path, headers={"Host": "evil.example"})).status == 421


def test_the_token_shows_nowhere(sqlite_desk: Desk) -> None:
    assert TOKEN not in repr(Health(sqlite_desk, metrics_token=TOKEN))
    assert TOKEN not in json.dumps(repr(page(sqlite_desk, token=TOKEN)))
