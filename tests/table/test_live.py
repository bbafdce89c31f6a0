"""News at open pages: of a post here, of another program, after the database was away, and until the page ends."""

import asyncio
import time

import pytest

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import NO_POSTS, WHOLE, Excerpt, read_battle
from motuc_bot.referee.rights import may_read, reader_of
from motuc_bot.referee.version_of import version_of
from motuc_bot.store import posts
from motuc_bot.table import hall, live
from motuc_bot.table.hall import Hall
from motuc_bot.table.server import make_app
from motuc_bot.table.visitors import EVERYBODY
from tests.referee.table import open_desk
from tests.table.battles import HIDDEN, opened, posted
from tests.table.browser import Browser, sse
from tests.table.fronts import HOST_LINK, Browse, Clients


async def test_a_post_is_seen_by_another_listener_at_once(
    hot: Browser, sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 600.0)
    battle, other = opened(sqlite_desk), opened(sqlite_desk)
    form = (await hot.get(f"/schlacht/{battle}")).form("/beitrag")
    async with hot.listen(battle) as one, hot.listen(battle) as two, hot.listen(other) as elsewhere:
        begun = [await sse(listener) for listener in (one, two, elsewhere)]
        assert all(event.startswith("event: stand\ndata: ") and "retry: " in event for event in begun)
        assert one.headers["Content-Type"].startswith("text/event-stream")
        for text in ("Hallo", "Skeletor: geht nach Z99"):
            await hot.send(form, "Posten", als="kalle", text=text)
            first, second = await sse(one), await sse(two)
            assert first == second
            assert first not in begun
        with pytest.raises(TimeoutError):
            await sse(elsewhere, 0.2)


async def test_what_another_program_writes_is_found_soon(
    hot: Browser, sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 0.02)
    battle = opened(sqlite_desk)
    elsewhere = open_desk(str(sqlite_desk.store.engine.url))
    async with hot.listen(battle) as listener:
        begun = await sse(listener)
        await asyncio.to_thread(posted, elsewhere, battle, "kalle", "Skeletor: geht nach F5")
        assert await sse(listener) != begun
    elsewhere.store.close()
    assert "F5" in (await hot.get(f"/schlacht/{battle}/stand")).text


async def test_listeners_outlast_the_database(hot: Browser, sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 0.02)
    battle = opened(sqlite_desk)

    def rename(before: str, after: str) -> None:
        with sqlite_desk.store.engine.begin() as connection:
            connection.exec_driver_sql(f"ALTER TABLE {before} RENAME TO {after}")

    async with hot.listen(battle) as early:
        begun = await sse(early)
        rename("battles", "elsewhere")
        async with hot.listen(battle) as late:
            assert "data: \n" in await sse(late) + "\n"
            await asyncio.sleep(0.1)
            rename("elsewhere", "battles")
            assert (await sse(late)).split("data: ")[1] == begun.split("data: ")[1].split("\n")[0]
            await asyncio.to_thread(posted, sqlite_desk, battle, "kalle", "Hallo")
            assert await sse(early) == await sse(late)


async def test_whoever_goes_is_forgotten(hot: Browser, sqlite_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_SECONDS", 0.02)
    monkeypatch.setattr(hall, "_MOST_WAITING", 2)
    battle = opened(sqlite_desk)
    async with hot.listen(battle) as one, hot.listen(battle):
        await sse(one)
        assert (await hot.get(f"/schlacht/{battle}/neues")).status == 503
    # The next news finds nobody there.
    for at in range(500):
        posted(sqlite_desk, battle, "kalle", f"Hallo {at}")
        response = await hot.client.get(f"/schlacht/{battle}/neues")
        response.close()
        if response.status == 200:
            break
        await asyncio.sleep(0.02)
    assert response.status == 200


async def test_the_end_of_the_page_lets_all_go(sqlite_desk: Desk, aiohttp_client: Clients) -> None:
    battle = opened(sqlite_desk)
    client = await aiohttp_client(make_app(Hall(sqlite_desk)))
    response = await client.get(f"/schlacht/{battle}/neues")
    await sse(response)
    begin = time.monotonic()
    await client.server.close()
    assert time.monotonic() - begin < 5
    with pytest.raises(EOFError):
        await sse(response, 5)


async def test_taken_back_links_are_told_too(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    master = await by_links(HOST_LINK)
    page = await master.get(f"/schlacht/{battle}/plaetze")
    made = await master.send(page.form("/plaetze", platz="kalle"), "Link")
    link = next(at["href"] or "" for tag, at in made.tags if tag == "a" and "/platz/" in (at.get("href") or ""))
    kalle = await by_links("/platz/" + link.split("/platz/")[1])
    async with kalle.listen(battle) as listener:
        await sse(listener)
        await master.send(made.form("/plaetze", platz="kalle"), "zurücknehmen")
        await sse(listener)
    assert "Du siehst zu" in (await kalle.get(f"/schlacht/{battle}/stand")).text


def test_a_version_changes_with_everything_that_one_may_see(sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    known: set[tuple[str, str]] = set()
    for seat, text, private, public in (
        ("kalle", "Start Skeletor A3", True, True),
        ("kalle", "Start Skeletor A4", True, False),
        ("kalle", "Start Skeletor Z4", True, False),
        ("anna", "Hm", False, True),
        ("anna", "Start He-Man A1", False, True),
        ("SL", "SL: rückgängig", False, True),
        ("SL", "SL: Pause", False, True),
    ):
        before = version_of(sqlite_desk, battle, None), version_of(sqlite_desk, battle, EVERYBODY)
        posted(sqlite_desk, battle, seat, text, private=private)
        after = version_of(sqlite_desk, battle, None), version_of(sqlite_desk, battle, EVERYBODY)
        assert (before[0] != after[0], before[1] != after[1]) == (public, True), text
        known.add(after)
    assert len(known) == 7


def test_parts_of_a_thread_are_the_whole_thread(sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    for at in range(5):
        for seat, text, private in (
            ("kalle", f"Start Skeletor A{at + 1}", True),
            ("kalle", f"Start Skeletor Z{at + 1}", True),
            ("anna", f"Beitrag {at}", False),
            ("anna", f"Geheim {at}", True),
            ("anna", f"Teela: geht nach Z{at + 1}", False),
        ):
            posted(sqlite_desk, battle, seat, text, private=private)
    for person in (None, EVERYBODY):
        for _ in range(2):
            whole = read_battle(sqlite_desk, battle, person, excerpt=WHOLE)
            parts = [read_battle(sqlite_desk, battle, person, excerpt=Excerpt(4))]
            while parts[0].earlier:
                parts.insert(0, read_battle(sqlite_desk, battle, person, excerpt=Excerpt(4, parts[0].earlier)))
            assert tuple(post for part in parts for post in part.posts) == whole.posts
            assert [len(part.posts) for part in parts[1:]] == [4] * (len(parts) - 1)
            assert read_battle(sqlite_desk, battle, person, excerpt=NO_POSTS).posts == ()
            with sqlite_desk.store.reading() as connection:
                table = sqlite_desk.view(connection, battle, person or "")
                rows = posts.all_posts(connection, battle)
            reader = reader_of(table, person, None)
            texts = [row.text for row in rows if may_read(table, row, reader) and (row.number != 0 or row.private)]
            assert [post.text for post in whole.posts] == texts
            # Once all is revealed, the counted private posts are in it too.
            posted(sqlite_desk, battle, "SL", "SL: weiter")
