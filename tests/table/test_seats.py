"""Seats by secret links: who has one sees and writes for that seat alone, who has none watches."""

import hashlib
import re

import pytest
from aiohttp.test_utils import make_mocked_request

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.table import seat_pages
from motuc_bot.table.guard import Pace
from motuc_bot.table.hall import Hall, Seating
from motuc_bot.table.server import make_app
from motuc_bot.table.visitors import EVERYBODY, is_host_secret, new_secret, person_of
from tests.referee.lineup import AGREED
from tests.table.battles import HIDDEN, linked, opened, posted
from tests.table.browser import Browser, Page
from tests.table.fronts import HOST, HOST_LINK, Browse, Clients

FORBIDDEN = ("/neu", "/schlacht/1/plaetze")


def cookies_of(browser: Browser) -> dict[str, str]:
    return {cookie.key: cookie.value for cookie in browser.client.session.cookie_jar}


def everything_in(desk: Desk) -> str:
    with desk.store.engine.connect() as connection:
        return "\n".join(connection.connection.driver_connection.iterdump())  # type: ignore[union-attr]


async def handed_out(master: Browser, battle: int, seat: str) -> str:
    """Let the game master make a link, and return its way."""
    page = await master.get(f"/schlacht/{battle}/plaetze")
    form = page.form("/plaetze", platz=seat) if seat in page.text else page.form("/plaetze", platz="")
    made = await master.send(form, "Link", platz=seat)
    found = re.search(r"http://127\.0\.0\.1:\d+(/platz/\d+/[A-Za-z0-9_-]+)", made.text)
    assert found is not None
    return found[1]


async def write(browser: Browser, battle: int, **fields: str) -> Page:
    """Send a post from whatever page there is, with a form or without one."""
    page = await browser.get(f"/schlacht/{battle}")
    forms = [form for form in page.forms if form.action.endswith("/beitrag")]
    token = [("token", forms[0].value("token"))] if forms else [("token", await token_of(browser))]
    return await browser.post(f"/schlacht/{battle}/beitrag", [*token, *fields.items()])


async def token_of(browser: Browser) -> str:
    """Return the token of a browser that got no form: as its cookie's owner he may know it."""
    if "motuc" not in cookies_of(browser):
        browser.client.session.cookie_jar.update_cookies({"motuc": "selbst"}, browser.client.make_url("/"))
    return hashlib.sha256(f"form:{cookies_of(browser)['motuc']}".encode()).hexdigest()


async def test_a_link_lets_in_once_and_is_then_in_no_address(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    master = await by_links(HOST_LINK)
    link = await handed_out(master, battle, "kalle")
    secret = link.rsplit("/", 1)[1]
    kalle = await by_links()
    page = await kalle.get(link)
    assert page.path == f"/schlacht/{battle}"
    answer = page.history[0]
    assert (answer.status, answer.headers["Location"]) == (303, f"/schlacht/{battle}")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    (cookie,) = answer.headers.getall("Set-Cookie")
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/"))
    assert secret in cookie
    assert page.form("/beitrag").value("als") == "kalle"
    for path in ("/", f"/schlacht/{battle}", f"/schlacht/{battle}/datei", f"/schlacht/{battle}/wuerfel"):
        shown = await kalle.get(path)
        assert secret not in shown.html
        assert person_of(secret)[5:] not in shown.html
    assert secret not in (await master.get(f"/schlacht/{battle}/plaetze")).html
    stored = everything_in(sqlite_desk)
    assert secret not in stored
    assert HOST not in stored
    assert person_of(secret) in stored


def test_secrets_are_long_and_never_the_same() -> None:
    secrets = {new_secret() for _ in range(200)}
    assert len(secrets) == 200
    # 6 bits a sign.
    assert all(len(secret) * 6 >= 256 for secret in secrets)


async def test_without_a_link_one_only_watches(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    posted(sqlite_desk, battle, "kalle", "Start Skeletor A3", private=True)
    guest = await by_links()
    page = await guest.get(f"/schlacht/{battle}")
    assert page.status == 200
    assert "Du siehst zu" in page.text
    assert not any(form.method == "post" for form in page.forms)
    assert "jeder sieht hier alles" not in page.text
    assert (await guest.get(f"/schlacht/{battle}/datei")).html == as_yaml(export_battle(sqlite_desk, battle, None))
    for path in FORBIDDEN:
        assert (await guest.get(path)).status == 403
    token = ("token", await token_of(guest))
    for fields in ({"als": "kalle"}, {"als": "SL"}, {}, {"als": ""}, {"als": "(tisch)"}):
        sent = [token, ("text", "Hallo"), *fields.items()]
        for path in ("beitrag", "vorschau"):
            assert (await guest.post(f"/schlacht/{battle}/{path}", sent)).status == 403
    for path in (f"/schlacht/{battle}/plaetze", f"/schlacht/{battle}/aufstellung", "/neu", "/neu/eigene"):
        for tun in ("link", "zuruecknehmen", "dazu", "raus", "los", "figur"):
            assert (await guest.post(path, [token, ("tun", tun), ("platz", "kalle"), ("name", "X")])).status == 403
    assert [seen.text for seen in read_battle(sqlite_desk, battle, EVERYBODY).posts] == ["Start Skeletor A3"]


async def test_a_made_up_link_lets_nobody_in(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    guest = await by_links()
    for secret in ("x" * 43, "tisch" * 5, HOST):
        assert (await guest.get(f"/platz/{battle}/{secret}")).status == 403
    for secret in ("kurz", "x" * 101, "ä" * 30, "%00" * 30):
        assert (await guest.get(f"/platz/{battle}/{secret}")).status == 404
    assert (await guest.get("/leitung/" + "x" * 43)).status == 403
    assert not any("platz" in name for name in cookies_of(guest))
    # Cookies as somebody may make them by himself.
    url = guest.client.make_url("/")
    for value in ("x" * 43, "", EVERYBODY, "ä"):
        jar = guest.client.session.cookie_jar
        jar.update_cookies({f"motuc_platz_{battle}": value, "motuc_platz_sl": value}, url)
        token = ("token", await token_of(guest))
        assert "Du siehst zu" in (await guest.get(f"/schlacht/{battle}")).text
        for fields in ([("als", "kalle")], [("als", "SL")], [], [("als", f"({person_of(value)})")]):
            for path in ("beitrag", "vorschau"):
                answer = await guest.post(f"/schlacht/{battle}/{path}", [token, ("text", "Hallo"), *fields])
                assert answer.status == 403
        for path in FORBIDDEN:
            assert (await guest.get(path)).status == 403
    assert read_battle(sqlite_desk, battle, None).posts == ()


async def test_who_has_a_seat_writes_for_it_alone(by_links: Browse, sqlite_desk: Desk) -> None:
    battle, other = opened(sqlite_desk), opened(sqlite_desk)
    kalle = await by_links(linked(sqlite_desk, battle, "kalle", "k" * 43))
    assert (await write(kalle, battle, als="kalle", text="Skeletor: geht nach F5")).status == 200
    assert (await write(kalle, battle, als="kalle", text="He-Man: wartet")).status == 422
    for seat in ("anna", "SL", "", "kalle ", "Kalle"):
        assert (await write(kalle, battle, als=seat, text="Hallo")).status == 403
    assert (await write(kalle, other, als="kalle", text="Hallo")).status == 403
    assert [seen.text for seen in read_battle(sqlite_desk, battle, None).posts if seen.number] == [
        "Skeletor: geht nach F5"
    ]
    assert read_battle(sqlite_desk, other, None).posts == ()
    for path in ("/neu", f"/schlacht/{battle}/plaetze", f"/schlacht/{other}/plaetze"):
        assert (await kalle.get(path)).status == 403
    assert "Neue Schlacht" not in (await kalle.get("/")).text
    assert "Plätze" not in (await kalle.get(f"/schlacht/{battle}")).text
    assert (await kalle.get(f"/schlacht/{battle}?als=anna")).form("/beitrag").value("als") == "kalle"


async def test_in_the_line_up_a_seat_is_for_its_own_figures(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = open_battle(sqlite_desk, "motuc", AGREED, EVERYBODY).battle
    path = f"/schlacht/{battle}/aufstellung"
    master = await by_links(HOST_LINK)
    kalle = await by_links(await handed_out(master, battle, "kalle"))
    anna = await by_links(await handed_out(master, battle, "anna"))
    page = await kalle.get(path)
    form = page.form("/aufstellung", "dazu", seite="black")
    assert "platz" not in form.names()
    assert (await kalle.send(form, "Dazunehmen", figur="Clawful")).status == 200
    assert not any(form.fields and ("figur", "Clawful") in form.fields for form in (await anna.get(path)).forms)
    for seat in ("anna", "SL", "zoe", "uwe"):
        assert (await kalle.send(form, "Dazunehmen", figur="Whiplash", platz=seat)).status == 422
    join = (await anna.get(path)).form("/aufstellung", "dazu", seite="white")
    token = ("token", join.value("token"))
    assert (await anna.send(join, "Dazunehmen", figur="Buzz-Off")).status == 200
    for tun in ("raus", "waffen", "haende"):
        answer = await anna.post(path, [token, ("tun", tun), ("figur", "Clawful"), ("waffen", "Krummschwert")])
        assert answer.status == 422
    assert (await anna.post(path, [token, ("tun", "los")])).status == 422
    assert [figure.name for figure in read_battle(sqlite_desk, battle, None).state.figures] == ["Clawful", "Buzz-Off"]
    assert read_battle(sqlite_desk, battle, None).seats == ("SL", "anna", "kalle")
    # The game master lets anybody join by his name, and begins.
    form = (await master.get(path)).form("/aufstellung", "dazu", seite="white")
    assert (await master.send(form, "Dazunehmen", platz="zoe", figur="Zodac")).status == 200
    assert (await master.send((await master.get(path)).form("/aufstellung", "raus", figur="Zodac"))).status == 200


async def test_links_can_be_taken_back(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    master = await by_links(HOST_LINK)
    first, second, other = [await handed_out(master, battle, seat) for seat in ("kalle", "kalle", "anna")]
    browsers = [await by_links(link) for link in (first, second, other)]
    page = await master.get(f"/schlacht/{battle}/plaetze")
    assert "2 Personen" in page.text
    await master.send(page.form("/plaetze", platz="kalle"), "zurücknehmen")
    for browser in browsers[:2]:
        assert "Du siehst zu" in (await browser.get(f"/schlacht/{battle}")).text
        for seat in ("kalle", ""):
            assert (await write(browser, battle, als=seat, text="Hallo")).status == 403
    assert (await (await by_links()).get(first)).status == 403
    assert (await write(browsers[2], battle, als="anna", text="Hallo")).status == 200
    # The game master still leads, and a new link works.
    again = await by_links(await handed_out(master, battle, "kalle"))
    assert (await write(again, battle, als="kalle", text="Da bin ich wieder.")).status == 200
    assert (await write(master, battle, als="kalle", text="Und ich.")).status == 200


async def test_a_link_to_the_lead_leads_that_battle_alone(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    second = await by_links(linked(sqlite_desk, battle, "SL", "s" * 43))
    posted(sqlite_desk, battle, "kalle", "Start Skeletor A3", private=True)
    assert "Start Skeletor A3" in (await second.get(f"/schlacht/{battle}")).text
    for path in ("/neu", f"/schlacht/{battle}/plaetze"):
        assert (await second.get(path)).status == 403


@pytest.mark.parametrize("given", ["", "h", "H" * 43, "ä"])
def test_an_empty_secret_opens_nothing(sqlite_desk: Desk, given: str) -> None:
    for hall in (Hall(sqlite_desk), Hall(sqlite_desk, Seating.LINKS), Hall(sqlite_desk, Seating.LINKS, HOST)):
        assert not is_host_secret(hall, given)
    assert is_host_secret(Hall(sqlite_desk, Seating.LINKS, HOST), HOST)
    assert HOST not in repr(Hall(sqlite_desk, Seating.LINKS, HOST))


async def test_a_page_with_links_but_without_a_host_has_no_host(sqlite_desk: Desk, aiohttp_client: Clients) -> None:
    opened(sqlite_desk)
    guest = Browser(await aiohttp_client(make_app(Hall(sqlite_desk, Seating.LINKS))))
    guest.client.session.cookie_jar.update_cookies({"motuc_platz_sl": ""}, guest.client.make_url("/"))
    for path in FORBIDDEN:
        assert (await guest.get(path)).status == 403
    assert "Du siehst zu" in (await guest.get("/schlacht/1")).text


async def test_from_one_machine_to_links_and_back(sqlite_desk: Desk, aiohttp_client: Clients) -> None:
    async def front(hall: Hall) -> Browser:
        return Browser(await aiohttp_client(make_app(hall, Pace(1e6))))

    battle = opened(sqlite_desk, HIDDEN)
    hot = await front(Hall(sqlite_desk))
    assert (await write(hot, battle, als="kalle", text="Start Skeletor A3", privat="1")).status == 200
    hot_cookies = cookies_of(hot)
    # The same database with links: who was at the machine is nobody there, and its host link is worth nothing here.
    linked_hall = Hall(sqlite_desk, Seating.LINKS, HOST)
    guest = await front(linked_hall)
    guest.client.session.cookie_jar.update_cookies(hot_cookies, guest.client.make_url("/"))
    page = await guest.get(f"/schlacht/{battle}")
    assert "Du siehst zu" in page.text
    assert "A3" not in [seen.text for seen in read_battle(sqlite_desk, battle, None).posts]
    master = await front(linked_hall)
    await master.get(HOST_LINK)
    link = await handed_out(master, battle, "Wanda")
    wanda = await front(linked_hall)
    await wanda.get(link)
    assert (await write(wanda, battle, als="Wanda", text="Ich komme dazu.")).status == 200
    # Back at one machine: everybody sits everywhere, on the new seat too; old cookies harm nothing.
    again = await front(Hall(sqlite_desk))
    again.client.session.cookie_jar.update_cookies(cookies_of(wanda), again.client.make_url("/"))
    page = await again.get(link)
    assert page.status == 200
    for seat in ("Wanda", "kalle", "anna", "SL"):
        assert (await write(again, battle, als=seat, text=f"Hier ist {seat}.")).status == 200
    assert (await again.get(HOST_LINK)).path == "/"
    assert not any(name == "motuc_platz_sl" for name in cookies_of(again))
    # A host of an earlier start is none any more.
    newer = await front(Hall(sqlite_desk, Seating.LINKS, "n" * 43))
    newer.client.session.cookie_jar.update_cookies({"motuc_platz_sl": HOST}, newer.client.make_url("/"))
    assert (await newer.get("/neu")).status == 403


async def test_where_the_database_lies_is_for_the_host(by_links: Browse, sqlite_desk: Desk) -> None:
    guest, master = await by_links(), await by_links(HOST_LINK)
    sqlite_desk.waits = ()
    with sqlite_desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE battles RENAME TO elsewhere")
    shown, told = await guest.get("/"), await master.get("/")
    assert (shown.status, told.status) == (503, 503)
    assert ".db" not in shown.html
    assert ".db" in told.text


async def test_links_are_made_as_the_browser_has_come(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    master = await by_links(HOST_LINK)
    form = (await master.get(f"/schlacht/{battle}/plaetze")).form("/plaetze")
    for told, scheme in (("https", "https"), ("HTTPS", "https"), ("http", "http"), ("gopher", "http"), ("", "http")):
        page = await master.post(
            f"/schlacht/{battle}/plaetze", [*form.fields, ("tun", "link")], **{"X-Forwarded-Proto": told}
        )
        assert f'href="{scheme}://' in page.html, told


def test_only_this_machine_tells_how_the_browser_has_come() -> None:
    for remote, scheme in (("127.0.0.1", "https"), ("::1", "https"), ("192.0.2.7", "http")):
        request = make_mocked_request("GET", "/", headers={"X-Forwarded-Proto": "https"}).clone(remote=remote)
        assert seat_pages._scheme(request) == scheme
