"""In a real browser: a whole battle, two players at once, a line that breaks, and a browser without scripts.

Nothing waits for a time, only for what is to come.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.table.hall import Hall, Seating
from motuc_bot.table.visitors import EVERYBODY
from tests.table.battles import HIDDEN, linked, opened, posted
from tests.table.fronts import HOST, HOST_LINK
from tests.table.running import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LONG = 30_000
MOST_POSTS = 80

Open = Callable[..., "Page"]


@pytest.fixture
def hot_page(sqlite_desk: Desk) -> Iterator[str]:
    """Give the address of a page at which everybody sits at one machine."""
    with running(Hall(sqlite_desk)) as address:
        yield address


@pytest.fixture
def visit(chromium: "Browser") -> "Iterator[Open]":
    """Give what opens pages, each in a browser of its own; whatever goes wrong in one of them fails the test."""
    errors: list[str] = []
    contexts = []

    def opened_page(address: str, *, scripts: bool = True) -> "Page":
        context = chromium.new_context(java_script_enabled=scripts, reduced_motion="reduce")
        context.set_default_timeout(LONG)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(address)
        return page

    yield opened_page
    for context in contexts:
        context.close()
    assert errors == []


def wait_for(page: "Page", text: str | re.Pattern[str], within: str = "main") -> None:
    page.locator(within).filter(has_text=text).first.wait_for()


def post_now(page: "Page") -> None:
    """Press the button, and wait for the page after it."""
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name="Posten").click()


def write_as(page: "Page", seat: str) -> None:
    """Choose the seat, and wait until the choices are those of the seat."""
    if page.locator("#als").input_value() != seat:
        with page.expect_response(re.compile("/stand")):
            page.locator("#als").select_option(seat)


def awaited_seat(page: "Page") -> str | None:
    due = page.locator("#als option", has_text="ist dran")
    seats = [option.get_attribute("value") for option in due.all()]
    return next((seat for seat in seats if seat != "SL"), None)


def test_a_whole_battle_by_clicks_and_typing(visit: Open, hot_page: str, sqlite_desk: Desk) -> None:
    page = visit(hot_page)
    page.get_by_role("link", name="Neue Schlacht").click()
    page.get_by_role("link", name=re.compile("Arena")).click()
    page.get_by_label("Name", exact=False).first.fill("Mit der Maus")
    page.locator("#f-rounds").fill("1")
    # So small that they meet at once; what is painted there goes with the fields.
    page.locator("#f-columns").fill("2")
    page.locator("#f-rows").fill("2")
    page.evaluate("for (const name of ['blocked', 'raised']) document.getElementById(`f-${name}`).value = ''")
    page.get_by_role("button", name="Schlacht eröffnen").last.click()
    page.wait_for_url("**/aufstellung")
    for side, seat, figure in (("black", "kalle", "Clawful"), ("white", "anna", "Buzz-Off")):
        form = page.locator("form.join", has=page.locator(f"input[name=seite][value={side}]"))
        form.locator("input[name=platz]").fill(seat)
        form.locator("select[name=figur]").select_option(figure)
        with page.expect_navigation():
            form.get_by_role("button", name="Dazunehmen").click()
        wait_for(page, figure, f".side-{side}")
    page.get_by_role("button", name="Aufstellung abschließen").click()
    page.wait_for_url(re.compile(r"/schlacht/\d+$"))
    battle = int(page.url.rsplit("/", 1)[1])
    for seat, figure in (("kalle", "Clawful"), ("anna", "Buzz-Off")):
        write_as(page, seat)
        # One click on the board writes the line; what it means is told before it counts.
        page.locator("[data-part=board] [data-field]").first.click()
        page.wait_for_function("() => document.getElementById('text').value.includes('Start')")
        wait_for(page, figure, ".preview .understood")
        assert page.locator("input[name=privat]").is_checked()
        post_now(page)
    assert play_on(page, sqlite_desk, battle) > 2
    assert re.search(r"\bW\d+ \d", page.locator("[data-part=thread]").inner_text())
    page.get_by_role("link", name=re.compile("Würfel")).first.click()
    wait_for(page, "Nachgerechnet")
    assert page.locator(".fault-text").count() == 0
    page.get_by_role("link", name="Zur Schlacht").click()
    page.get_by_role("link", name="Rückblick").first.click()
    page.get_by_role("link", name="Weiter").click()
    wait_for(page, "Nach Beitrag #1 von")
    last = int(page.locator("input[name=nach]").get_attribute("max") or 0)
    page.get_by_role("button", name="Film").click()
    page.wait_for_function("() => document.querySelector('input[name=nach]').value === '2'")
    page.locator("input[name=nach]").fill(str(last))
    wait_for(page, f"Nach Beitrag #{last} von {last}")
    with page.expect_download() as loading:
        page.get_by_role("link", name="Als Datei").click()
    assert "seed:" in loading.value.path().read_text(encoding="utf-8")


def play_on(page: "Page", desk: Desk, battle: int) -> int:
    """Play the battle to its end by what the page offers, and return how many posts that took."""
    for at in range(MOST_POSTS):
        if read_battle(desk, battle, EVERYBODY).over:
            return at
        seat = awaited_seat(page)
        assert seat is not None, page.locator("[data-part=awaited]").inner_text()
        write_as(page, seat)
        due = page.locator("[data-part=choices] .group.due button.choice")
        attack = page.locator("[data-part=choices] button.choice[value*=greift]")
        whole = page.locator("[data-part=choices] .group.whole button.choice")
        next(choices for choices in (due, attack, whole) if choices.count()).first.click()
        page.wait_for_function("() => document.getElementById('text').value !== ''")
        text = page.locator("#text")
        text.fill(f"Und weiter.\n{text.input_value()}")
        post_now(page)
        assert page.locator(".write .refused").count() == 0, page.locator(".write .refused").inner_text()
    raise AssertionError("the battle does not end")


@contextmanager
def two_players(visit: Open, desk: Desk) -> "Iterator[tuple[Page, Page, Page, int]]":
    """Give kalle's page, anna's, and one of somebody who only watches."""
    battle = opened(desk, HIDDEN)
    with running(Hall(desk, Seating.LINKS, HOST)) as address:
        pages = [visit(address + linked(desk, battle, seat, seat[0] * 43)) for seat in ("kalle", "anna")]
        yield pages[0], pages[1], visit(f"{address}/schlacht/{battle}"), battle


def test_two_players_at_once(visit: Open, sqlite_desk: Desk) -> None:
    with two_players(visit, sqlite_desk) as (kalle, anna, watcher, battle):
        for page in (kalle, anna, watcher):
            page.evaluate("window.untouched = true")
        kalle.locator("#text").fill("Start Skeletor A3, Beast Man A5")
        assert kalle.locator("input[name=privat]").is_checked()
        post_now(kalle)
        wait_for(kalle, "Start Skeletor A3", ".post.private")
        anna.locator("#text").fill("Wo steckt ihr?")
        anna.locator("input[name=privat]").uncheck()
        post_now(anna)
        for page in (kalle, watcher):
            wait_for(page, "Wo steckt ihr?", ".post")
        for page in (anna, watcher):
            assert "Start Skeletor" not in page.content()
            assert "A3" not in page.locator("[data-part=thread]").inner_text()
        # What anna began is not lost when news comes in.
        anna.locator("#text").fill("Mein Entwurf")
        kalle.evaluate("window.untouched = true")
        posted(sqlite_desk, battle, "SL", "Gleich geht es los.")
        wait_for(anna, "Gleich geht es los.", ".post")
        assert anna.locator("#text").input_value() == "Mein Entwurf"
        anna.locator("#text").fill("Start He-Man L3, Teela L5")
        anna.locator("input[name=privat]").check()
        post_now(anna)
        for page in (kalle, watcher):
            wait_for(page, "Start He-Man L3", ".post")
            assert page.evaluate("window.untouched")
        wait_for(watcher, "Start Skeletor A3", ".post")
        assert watcher.locator("form.write").count() == 0
        assert watcher.get_by_role("link", name="Plätze").count() == 0


def test_a_link_in_a_chat_leads_in_at_once(visit: Open, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    with running(Hall(sqlite_desk, Seating.LINKS, HOST)) as address:
        link = address + linked(sqlite_desk, battle, "kalle", "k" * 43)
        # A page of another site, from which the link is clicked.
        page = visit("data:text/html,<a>Chat</a>")
        page.evaluate("link => { document.querySelector('a').href = link }", link)
        page.get_by_text("Chat").click()
        page.wait_for_url(f"{address}/schlacht/{battle}")
        assert page.locator("#als").input_value() == "kalle"
        # Later another one: the form of the first tab is still good.
        other = page.context.new_page()
        other.goto("data:text/html,<a>Chat</a>")
        other.evaluate("link => { document.querySelector('a').href = link }", f"{address}/schlacht/{battle}")
        other.get_by_text("Chat").click()
        other.wait_for_url(f"{address}/schlacht/{battle}")
        assert other.locator("#als").input_value() == "kalle"
        page.locator("#text").fill("Ich bin da.")
        post_now(page)
        wait_for(page, "Ich bin da.", ".post")
        host = visit(address + HOST_LINK)
        assert host.get_by_role("link", name="Neue Schlacht").is_visible()


def test_a_broken_line_loses_nothing(visit: Open, hot_page: str, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = visit(f"{hot_page}/schlacht/{battle}")
    page.evaluate("window.untouched = true")
    with page.expect_response(re.compile("/vorschau")):
        page.locator("#text").press_sequentially("Skeletor: geht nach F5")
    wait_for(page, "F5", ".preview .understood")
    assert not page.locator(".offline").is_visible()
    page.context.set_offline(True)
    page.locator(".offline").wait_for()
    posted(sqlite_desk, battle, "anna", "Hört ihr mich?")
    page.locator("#text").press_sequentially(" und lacht")
    page.get_by_role("button", name="Posten").click()
    assert page.locator("#text").input_value() == "Skeletor: geht nach F5 und lacht"
    assert page.locator(".post", has_text="Hört ihr mich?").count() == 0
    page.context.set_offline(False)
    wait_for(page, "Hört ihr mich?", ".post")
    page.locator(".offline").wait_for(state="hidden")
    assert page.evaluate("window.untouched")
    assert page.locator("#text").input_value() == "Skeletor: geht nach F5 und lacht"
    # News comes by itself again.
    posted(sqlite_desk, battle, "SL", "Alle wieder da?")
    wait_for(page, "Alle wieder da?", ".post")
    # A reload keeps the draft too.
    page.reload()
    assert page.locator("#text").input_value() == "Skeletor: geht nach F5 und lacht"
    page.locator("#text").fill("Skeletor: geht nach F5")
    post_now(page)
    assert read_battle(sqlite_desk, battle, None).posts[-1].number == 3
    assert page.locator("#text").input_value() == ""


def test_all_goes_without_scripts(visit: Open, hot_page: str, sqlite_desk: Desk) -> None:
    page = visit(f"{hot_page}/neu?vorlage=arena", scripts=False)
    page.locator("#f-name").fill("Ohne Script")
    page.get_by_role("button", name="Schlacht eröffnen").last.click()
    for side, seat, figure in (("black", "kalle", "Clawful"), ("white", "anna", "Buzz-Off")):
        form = page.locator("form.join", has=page.locator(f"input[name=seite][value={side}]"))
        form.locator("input[name=platz]").fill(seat)
        form.locator("select[name=figur]").select_option(figure)
        form.get_by_role("button", name="Dazunehmen").click()
        wait_for(page, figure, f".side-{side}")
    page.get_by_role("button", name="Aufstellung abschließen").click()
    page.wait_for_url(re.compile(r"/schlacht/\d+$"))
    battle = int(page.url.rsplit("/", 1)[1])
    for seat in ("kalle", "anna"):
        page.locator("#als").select_option(seat)
        page.get_by_role("button", name="wechseln").click()
        # A field of the board is a link here.
        page.locator("[data-part=board] [data-field]").first.click()
        page.wait_for_url(re.compile("feld="))
        assert "Start" in page.locator("#text").input_value()
        assert page.locator("input[name=privat]").is_checked()
        page.get_by_role("button", name="Posten").click()
        page.wait_for_url(re.compile("#neu"))
    page.locator("#als").select_option("kalle")
    page.locator("#text").fill("Halt!\nClawful: geht nach Z99")
    page.get_by_role("button", name="Posten").click()
    wait_for(page, "Z99", ".write .refused")
    assert page.locator("#text").input_value() == "Halt!\nClawful: geht nach Z99"
    page.locator("#text").fill("")
    choice = page.locator("[data-part=choices] .group.whole button.choice").first
    choice.click()
    wait_for(page, "Posten")
    assert page.locator("#text").input_value() != ""
    page.get_by_role("button", name="Posten").click()
    page.wait_for_url(re.compile("#neu"))
    page.get_by_role("link", name="Rückblick").first.click()
    page.get_by_role("link", name="Weiter").click()
    wait_for(page, "Nach Beitrag #1 von")
    assert len([seen for seen in read_battle(sqlite_desk, battle, EVERYBODY).posts if seen.number]) >= 3


def test_what_is_secret_stays_with_the_seat(visit: Open, hot_page: str, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    page = visit(f"{hot_page}/schlacht/{battle}?als=kalle")
    secret = page.locator("input[name=privat]")
    assert secret.is_checked()
    write_as(page, "SL")
    page.wait_for_function("() => document.querySelector('[name=war]').value === 'SL'")
    assert not secret.is_checked()
    page.locator("#text").fill("Auf eure Plätze!")
    post_now(page)
    wait_for(page, "Auf eure Plätze!", ".post")
    assert not secret.is_checked()
    # Chosen and sent in one breath: the box of that seat is waited for.
    page.locator("#text").fill("Start Skeletor A3")
    with page.expect_navigation(wait_until="load"):
        page.evaluate(
            "() => { const als = document.getElementById('als'); als.value = 'kalle';"
            " als.dispatchEvent(new Event('change')); document.querySelector('form.write').requestSubmit(); }"
        )
    write_as(page, "SL")
    page.wait_for_function("() => document.querySelector('[name=war]').value === 'SL'")
    write_as(page, "kalle")
    page.wait_for_function("() => document.querySelector('[name=privat]').checked")
    page.locator("[data-part=board] [data-field]").first.click()
    page.wait_for_function("() => document.getElementById('text').value.includes('Start')")
    wait_for(page, "Verstanden", ".preview .understood")
    # The preview tells at once what another tick means.
    secret.uncheck()
    wait_for(page, "jeder lesen", ".preview")
    secret.check()
    page.wait_for_function("() => !document.querySelector('.preview').textContent.includes('jeder lesen')")
    post_now(page)
    seen = read_battle(sqlite_desk, battle, EVERYBODY, "SL").posts
    assert [(one.seat, one.private) for one in seen] == [("SL", False), ("kalle", True), ("kalle", True)]
    assert [one.seat for one in read_battle(sqlite_desk, battle, None).posts] == ["SL"]


def test_an_old_preview_goes_where_there_is_no_new_one(visit: Open, hot_page: str, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = visit(f"{hot_page}/schlacht/{battle}?als=kalle")
    text = page.locator("#text")
    text.fill("Skeletor: geht nach F5")
    wait_for(page, "F5", ".preview .understood")
    told = '{"title": "Zu schnell", "lines": ["Das war zu viel auf einmal: bitte kurz warten."]}'
    page.route("**/vorschau", lambda route: route.fulfill(status=429, content_type="application/json", body=told))
    text.fill("Skeletor: geht nach F6")
    wait_for(page, "bitte kurz warten", ".preview")
    assert page.locator(".preview .understood").count() == 0
    # It comes by itself when there is time again.
    page.unroute("**/vorschau")
    wait_for(page, "F6", ".preview .understood")
    page.route("**/vorschau", lambda route: route.fulfill(status=503, content_type="text/html", body="<p>weg</p>"))
    text.fill("Skeletor: geht nach F5")
    wait_for(page, "Gerade keine Vorschau", ".preview")
    assert page.locator(".preview .understood").count() == 0


def test_going_back_does_not_bring_what_was_sent(visit: Open, hot_page: str, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = visit(f"{hot_page}/schlacht/{battle}?als=kalle")
    text = page.locator("#text")
    text.fill("Nur einmal!")
    post_now(page)
    wait_for(page, "Nur einmal!", ".post")
    page.go_back()
    page.wait_for_load_state("load")
    assert text.input_value() == ""
    page.reload()
    assert text.input_value() == ""
    # What never arrived is still there.
    text.fill("Kommt nicht an")
    page.route("**/beitrag", lambda route: route.fulfill(status=503, content_type="text/html", body="<p>weg</p>"))
    post_now(page)
    page.go_back()
    page.wait_for_load_state("load")
    assert text.input_value() == "Kommt nicht an"
    page.unroute("**/beitrag")
    # Nor is what was refused.
    text.fill("Skeletor: geht nach Z99")
    post_now(page)
    assert text.input_value() == "Skeletor: geht nach Z99"
    page.go_back()
    page.wait_for_load_state("load")
    assert text.input_value() == "Skeletor: geht nach Z99"
    # The same words again are another post.
    text.fill("Nur einmal!")
    page.reload()
    assert text.input_value() == "Nur einmal!"
