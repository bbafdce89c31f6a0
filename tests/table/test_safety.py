"""What others may try: to post from elsewhere, to put markup into a page, to ask too much, to come by a wrong name."""

import json
import re
from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest
from aiohttp import FormData
from aiohttp.test_utils import TestServer
from yarl import URL

from motuc_bot.referee.add_salt import add_salt
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.table import list_pages
from motuc_bot.table.guard import MOST_BYTES, POSTS_AT_ONCE, Pace
from motuc_bot.table.hall import Hall
from motuc_bot.table.server import make_app
from motuc_bot.table.visitors import EVERYBODY
from tests.referee.table import DUEL
from tests.table.battles import opened
from tests.table.browser import Browser, Client, Page

EVIL = (
    "<script>alert(1)</script>",
    "</textarea></title></style><img src=x onerror=alert(2)>",
    "'\"><svg/onload=alert(3)>",
    "{{7*7}}{% for a in b %}${7*7}<%=7*7%>",
    "<style>*{display:none}</style>&lt;b&gt;&#60;i&#62;",
    "javascript:alert(4)//%3Cscript%3E\\u003cscript\\u003e",
    "**<b>fett</b>** `<code>` [Klick](javascript:alert(5))",
    "\u202eesrever\u202c \u2066\u200f\ufeff",
    "a\x00b\x1b[31m\x07\x7f\x85\u2028\u2029c",
    "👩‍👩‍👧‍👦🦴🏴󠁧󠁢󠁥󠁮󠁧󠁿" + "e\u0301" * 3 + "Z" + "\u0300" * 40,
    "]]>--><!--",
)
ALLOWED_TAGS = {
    "a", "article", "bdi", "body", "button", "caption", "circle", "clippath", "code", "datalist", "defs", "desc",
    "details", "div", "ellipse", "fieldset", "footer", "form", "g", "h1", "h2", "h3", "head", "header", "html", "img",
    "input", "label", "legend", "li", "line", "link", "main", "marker", "meta", "meter", "nav", "noscript", "ol",
    "optgroup", "option", "p", "path", "pattern", "polygon", "polyline", "rect", "script", "section", "select", "small",
    "span", "strong", "summary", "svg", "symbol", "table", "tbody", "td", "text", "textarea", "th", "thead", "time",
    "title", "tr", "tspan", "ul", "use",
}  # fmt: skip
PAGES = ("", "/stand", "/rueckblick", "/rueckblick/1", "/rueckblick/3", "/wuerfel", "/aufstellung", "/plaetze")
SECURE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def harmless(page: Page) -> None:
    """Check that a page holds nothing but the markup of its templates."""
    assert {tag for tag, _ in page.tags} <= ALLOWED_TAGS
    for tag, at in page.tags:
        assert not any(name.startswith("on") or name in ("style", "srcdoc") for name in at), (tag, at)
        for name in ("href", "src", "action", "formaction", "xlink:href"):
            assert re.match(r"[/?#]|$|http://127\.0\.0\.1:\d+/platz/", at.get(name) or ""), (tag, at)
    scripts = [at for tag, at in page.tags if tag == "script"]
    assert all(re.fullmatch(r"/static/[a-z]+\.js", at.get("src") or "") for at in scripts)
    assert not any(tag == "style" for tag, _ in page.tags)
    assert not re.search(r"\b49[{%$<]|\$49", page.text)


def secure(page: Page) -> None:
    for name, value in SECURE.items():
        assert page.headers[name] == value
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


async def test_every_answer_has_the_headers(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    form = (await hot.get(f"/schlacht/{battle}")).form("/beitrag")
    paths = [
        "/",
        "/neu",
        "/figuren",
        "/waffen",
        "/board.css",
        "/static/page.js",
        "/static/page.css",
        "/static/icon.svg",
    ]
    paths += [f"/schlacht/{battle}{part}" for part in (*PAGES, "/datei", "/neues?kurz")]
    paths += ["/nichts", "/static/nichts", "/static/", "/schlacht/77"]
    for path in paths:
        response = await hot.client.get(path)
        secure(Page(response.status, path, "", response.headers, (), [], "", []))
        files = path.startswith(("/static/", "/board.css"))
        assert response.headers["Cache-Control"] == ("no-cache" if files else "no-store"), path
        response.close()
    redirected = await hot.send(form, "Posten", text="Hallo")
    first = redirected.history[0]
    secure(Page(first.status, "", "", first.headers, (), [], "", []))
    for method in ("PUT", "DELETE", "PATCH", "TRACE", "POST", "OPTIONS"):
        answer = await hot.client.request(method, "/")
        assert answer.status in (400, 405)
        secure(Page(answer.status, "", "", answer.headers, (), [], "", []))


async def test_a_fault_of_the_program_shows_nothing_of_itself(
    hot: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("innen")

    monkeypatch.setattr(list_pages, "list_battles", breaks)
    page = await hot.get("/")
    assert page.status == 500
    assert "innen" not in page.html
    assert "Traceback" not in page.html
    number = re.search(r"Fehler ([0-9a-f]{8})", page.text)
    assert number is not None
    assert number[1] in caplog.text
    secure(page)


async def test_only_our_own_pages_can_post(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await hot.get(f"/schlacht/{battle}")
    token, origin = page.form("/beitrag").value("token"), str(hot.client.make_url("/")).rstrip("/")
    fields = [("token", token), ("als", "kalle"), ("text", "Hallo")]
    path = f"/schlacht/{battle}/beitrag"
    port = URL(origin).port or 0
    foreign = ["null", "", "https://evil.example", f"http://evil.example:{port}", f"http://127.0.0.1:{port + 1}"]
    foreign += ["http://127.0.0.1", f"{origin}.evil.example", f"http://evil@127.0.0.1:{port}", f"{origin}/"]
    for one in (*foreign, "http://[", "ftp://x"):
        refused = await hot.post(path, fields, Origin=one)
        assert refused.status == 403, one
        secure(refused)
    for site in ("cross-site", "same-site"):
        assert (await hot.post(path, fields, **{"Sec-Fetch-Site": site})).status == 403
    for wrong in ("", "x", "ä", token[:-1], token.upper(), "\x00"):
        assert (await hot.post(path, [("token", wrong), *fields[1:]])).status == 403
    assert (await hot.post(path, fields[1:], **{"X-Motuc-Token": "falsch"})).status == 403
    assert (await hot.post(path, fields[1:])).status == 403
    # A script without the cookie, and one whose body is no form.
    bare = Browser(hot.client)
    hot.client.session.cookie_jar.clear()
    assert (await bare.post(path, fields)).status == 403
    await bare.get("/")
    for kind, body in (("application/json", json.dumps(dict(fields))), ("text/plain", "token=" + token)):
        answer = await hot.client.post(path, data=body, headers={"Content-Type": kind, "Origin": origin})
        assert answer.status == 400
    assert read_battle(sqlite_desk, battle, None).posts == ()
    fresh = (await bare.get(f"/schlacht/{battle}")).form("/beitrag")
    await bare.send(fresh, "Posten", text="Hallo", als="kalle")
    # Old browsers send no origin with a form.
    sent = FormData([("token", fresh.value("token")), ("als", "kalle"), ("text", "Nochmal")])
    assert (await hot.client.post(path, data=sent)).status == 200
    assert [seen.text for seen in read_battle(sqlite_desk, battle, None).posts] == ["Hallo", "Nochmal"]


@pytest.mark.parametrize("path", ["beitrag", "vorschau", "entwurf", "aufstellung", "plaetze"])
async def test_every_form_wants_the_token(hot: Browser, sqlite_desk: Desk, path: str) -> None:
    battle = opened(sqlite_desk)
    await hot.get("/")
    for whole in (f"/schlacht/{battle}/{path}", "/neu", "/neu/eigene"):
        assert (await hot.post(whole, [("tun", "los"), ("text", "x")])).status == 403


async def test_what_is_no_form_is_told_so(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    token = (await hot.get(f"/schlacht/{battle}")).form("/beitrag").value("token")
    headers = {"X-Motuc-Token": token}
    kinds = (
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=y", b"--y\r\nbroken"),
        ("application/x-www-form-urlencoded; charset=gibtsnicht", b"text=x"),
        ("application/x-www-form-urlencoded", b"text=%ff%fe&als=\xff&=&&=="),
    )
    for path in (
        f"/schlacht/{battle}/beitrag",
        f"/schlacht/{battle}/vorschau",
        f"/schlacht/{battle}/aufstellung",
        "/neu",
    ):
        for kind, body in kinds:
            answer = await hot.client.post(path, data=body, headers={**headers, "Content-Type": kind})
            assert 400 <= answer.status < 500, (path, kind, await answer.text())
    upload = FormData()
    for name in ("text", "als", "nonce", "tun"):
        upload.add_field(name, b"<x>", filename="x.txt")
    answer = await hot.client.post(f"/schlacht/{battle}/beitrag", data=upload, headers=headers)
    assert answer.status == 400
    assert read_battle(sqlite_desk, battle, None).posts == ()


@pytest.mark.parametrize("evil", EVIL)
async def test_everything_written_is_shown_as_it_was_written(hot: Browser, sqlite_desk: Desk, evil: str) -> None:
    document = {**DUEL, "battle": {**DUEL["battle"], "name": evil[:60]}}
    battle = opened(sqlite_desk, document)
    add_salt(sqlite_desk, battle, EVERYBODY, evil[:90], "kalle")
    page = await hot.get(f"/schlacht/{battle}")
    texts = (evil, f"Skeletor: „{evil}“\nSkeletor: geht nach {evil}", f"{evil}: geht nach F5\n{evil}", f"SL: {evil}")
    for text in texts:
        page = await hot.send(
            page.form("/beitrag"), "Posten", als="SL" if text.startswith("SL") else "kalle", text=text
        )
        assert page.status in (200, 422)
        harmless(page)
        sent = [("token", page.form("/beitrag").value("token")), ("als", "kalle"), ("text", text)]
        harmless(await hot.post(f"/schlacht/{battle}/vorschau", sent))
        harmless(await hot.post(f"/schlacht/{battle}/entwurf", sent))
    for part in PAGES:
        harmless(await hot.get(f"/schlacht/{battle}{part}"))
    harmless(await hot.get(f"/?suche={quote(evil)}"))
    harmless(
        await hot.get(f"/schlacht/{battle}?als={quote(evil)}&text={quote(evil)}&figur={quote(evil)}&feld={quote(evil)}")
    )
    harmless(await hot.get(f"/figuren?nach={quote(evil)}&nur={quote(evil)}"))
    harmless(await hot.get(f"/{quote(evil, safe='')}"))
    shown = await hot.get(f"/schlacht/{battle}")
    plain = " ".join(re.sub("[\x00\x0b\x1c-\x1f\x85\u2028\u2029]", " ", evil).split()[0:1])
    assert plain.replace("\x00", "") in shown.text.replace("\ufffd", "")


@pytest.mark.parametrize("evil", EVIL)
async def test_names_that_somebody_gives_are_shown_as_they_are(hot: Browser, sqlite_desk: Desk, evil: str) -> None:
    name = evil[:38]
    page = await hot.get("/neu?vorlage=arena")
    page = await hot.send(page.form("/neu"), "Eigene Waffe dazu", name=f"Schlacht {name}")
    harmless(page)
    page = await hot.send(
        page.form("/neu/eigene"), name=name, aliases=name, attack="1", defence="1", reach="1", damage="1"
    )
    harmless(page)
    if page.status == 422:
        page = await hot.send(page.form("/neu/eigene"), "Zurück ohne")
    page = await hot.send(page.form("/neu"), "Eigene Figur dazu")
    harmless(page)
    page = await hot.send(page.form("/neu/eigene"), name=f"F {name}", aliases=name)
    harmless(page)
    if page.status == 422:
        page = await hot.send(page.form("/neu/eigene"), "Zurück ohne")
    page = await hot.send(page.form("/neu"), "Schlacht eröffnen")
    harmless(page)
    if page.status == 422:
        return
    path = page.path
    for seat, side in ((name, "black"), ("kalle", "black"), ("anna", "white")):
        form = (await hot.get(path)).form("/aufstellung", "dazu", seite=side)
        harmless(await hot.send(form, "Dazunehmen", platz=seat, **({"figur": f"F {name}"} if seat == "kalle" else {})))
    page = await hot.get(path)
    harmless(page)
    harmless(await hot.send(page.form("/aufstellung", "los"), "Aufstellung abschließen"))
    for part in PAGES:
        harmless(await hot.get(path.replace("/aufstellung", part)))
    battle = int(path.split("/")[2])
    seats = await hot.get(f"/schlacht/{battle}/plaetze")
    harmless(await hot.send(seats.form("/plaetze"), "Link machen", platz=name))
    harmless(await hot.get("/"))


async def test_a_post_of_the_greatest_length_is_shown_and_a_longer_form_refused(
    hot: Browser, sqlite_desk: Desk
) -> None:
    battle = opened(sqlite_desk)
    for text in (
        "<b>&" * 5000,
        "👩‍👩‍👧‍👦" * 2800,
        "Skeletor: geht nach F5, " * 800,
        "\n" * 10_000 + "x",
        "Skeletor:" * 2200,
    ):
        page = await hot.get(f"/schlacht/{battle}")
        page = await hot.send(page.form("/beitrag"), "Posten", als="kalle", text=text)
        assert page.status in (200, 422)
        harmless(page)
    page = await hot.get(f"/schlacht/{battle}")
    fields = [("token", page.form("/beitrag").value("token")), ("als", "kalle"), ("text", "x" * MOST_BYTES)]
    for path in ("beitrag", "vorschau", "entwurf"):
        answer = await hot.post(f"/schlacht/{battle}/{path}", fields)
        assert answer.status == 413
        assert "zu lang" in answer.text
        secure(answer)


async def test_nobody_sends_forms_without_end(
    sqlite_desk: Desk, aiohttp_client: Callable[..., Awaitable[Client]]
) -> None:
    battle, now = opened(sqlite_desk), [0.0]
    browser = Browser(await aiohttp_client(make_app(Hall(sqlite_desk), Pace(clock=lambda: now[0]))))
    form = (await browser.get(f"/schlacht/{battle}")).form("/beitrag")
    statuses = [(await browser.send(form, "Posten", text="Hallo")).status for _ in range(int(POSTS_AT_ONCE) + 2)]
    assert statuses == [200] * int(POSTS_AT_ONCE) + [429] * 2
    assert "kurz warten" in (await browser.send(form, "Posten", text="Hallo")).text
    assert (await browser.get(f"/schlacht/{battle}")).status == 200
    assert [(await browser.get(f"/schlacht/{battle}/{path}")).status for path in ("datei", "wuerfel")] == [429] * 2
    now[0] += 0.5
    assert [(await browser.send(form, "Posten", text="Hallo")).status for _ in range(3)] == [200, 200, 429]


async def test_each_browser_has_a_pace_of_its_own_and_previews_another(
    sqlite_desk: Desk,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
    aiohttp_client: Callable[..., Awaitable[Client]],
) -> None:
    battle = opened(sqlite_desk)
    server = await aiohttp_server(make_app(Hall(sqlite_desk), Pace(3, clock=lambda: 0.0)))
    first, second, bare = [Browser(await aiohttp_client(server)) for _ in range(3)]

    async def statuses(browser: Browser, path: str, times: int) -> list[int]:
        form = (await browser.get(f"/schlacht/{battle}")).form("/beitrag")
        sent = [(name, value) for name, value in form.fields if name != "text"]
        return [
            (await browser.post(f"/schlacht/{battle}/{path}", [*sent, ("text", "Ha")])).status for _ in range(times)
        ]

    assert await statuses(first, "vorschau", 13) == [200] * 12 + [429]
    assert await statuses(first, "beitrag", 4) == [200] * 3 + [429]
    assert await statuses(second, "beitrag", 4) == [200] * 3 + [429]
    # Without a cookie the address counts; with made-up ones it does too.
    asked = [(await bare.post(f"/schlacht/{battle}/beitrag", [])).status for _ in range(4)]
    assert asked == [403] * 3 + [429]
    made_up = [(await bare.post(f"/schlacht/{battle}/beitrag", [], Cookie=f"motuc=x{at}")).status for at in range(40)]
    assert set(made_up) == {403, 429}
    assert made_up[-1] == 429


def test_each_address_has_a_pace_of_its_own_and_few_are_kept() -> None:
    pace = Pace(1, clock=lambda: 0.0)
    assert (pace.allows("a"), pace.allows("a"), pace.allows("b")) == (True, False, True)
    for at in range(20_000):
        assert pace.allows(f"x{at}")
    assert pace.allows("a")


@pytest.mark.parametrize(
    "path",
    ["/static/../page.py", "/static/%2e%2e/page.py", "/static/..%2fpage.py", "/static//etc/passwd", "/static/%00",
     "/static/..%5c..%5cpage.py", "/..%2f..%2fetc/passwd", "//evil.example/", "/schlacht/1%2f..", "/static/page.js/..",
     "/schlacht/%31%00", "/board.css/../guard.py", "/static/./", "/templates/base.html"],
)  # fmt: skip
async def test_no_path_leads_out(hot: Browser, path: str) -> None:
    answer = await hot.client.session.get(URL(str(hot.client.make_url("/")).rstrip("/") + path, encoded=True))
    text = await answer.text()
    assert answer.status in (400, 403, 404)
    assert "import" not in text
    assert "root:" not in text


async def test_a_foreign_name_does_not_lead_here(
    sqlite_desk: Desk, aiohttp_client: Callable[..., Awaitable[Client]]
) -> None:
    battle = opened(sqlite_desk)
    names = frozenset({"localhost", "rechner.example"})
    browser = Browser(await aiohttp_client(make_app(Hall(sqlite_desk, names=names))))
    for good in (
        "localhost",
        "LOCALHOST:8017",
        "127.0.0.1",
        "127.0.0.1:80",
        "[::1]:8017",
        "192.168.1.2:1",
        "rechner.example",
    ):
        assert (await browser.get("/", Host=good)).status == 200, good
    evil = ["evil.example", "evil.example:8017", "127.0.0.1.evil.example", "localhost.evil.example", "a@127.0.0.1"]
    evil += ["", " ", "127.0.0.1/x", "127.0.0.1:80:80", "localhost, evil.example", "[::1", "127.0.0.1\u00e4", "1", ".."]
    for bad in (*evil, "[evil]"):
        page = await browser.get("/", Host=bad)
        assert page.status in (400, 421), bad
        assert "Zweikampf" not in page.html
    token = (await browser.get(f"/schlacht/{battle}")).form("/beitrag").value("token")
    rebound = {"Host": "evil.example:8017", "Origin": "http://evil.example:8017"}
    sent = [("token", token), ("als", "kalle"), ("text", "Hallo")]
    assert (await browser.post(f"/schlacht/{battle}/beitrag", sent, **rebound)).status == 421
    assert read_battle(sqlite_desk, battle, None).posts == ()


async def test_cookies_are_for_the_server_alone(hot: Browser, sqlite_desk: Desk) -> None:
    first = await hot.get("/neu")
    (cookie,) = first.headers.getall("Set-Cookie")
    for part in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in cookie
    assert "Set-Cookie" not in (await hot.get("/neu")).headers
    # Where no form is, none is needed: two requests of a new browser at once would get two.
    hot.client.session.cookie_jar.clear()
    for path in ("/static/page.css", "/board.css", "/static/page.js"):
        assert "Set-Cookie" not in (await hot.get(path)).headers
    value = cookie.split("=", 1)[1].split(";")[0]
    assert len(value) >= 43
    assert value not in first.html


async def test_strange_cookies_and_queries_harm_nothing(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    for cookie in (
        "motuc=\u00e4",
        "motuc_platz_sl=\u00e4\u00f6",
        "motuc=",
        "motuc_platz_1=;;;",
        'motuc="\\"',
        "a" * 4000,
    ):
        response = await hot.client.get(f"/schlacht/{battle}", headers={"Cookie": cookie})
        assert response.status == 200, cookie
        posted_by = FormData([("token", "\u00e4"), ("text", "x")])
        response = await hot.client.post(f"/schlacht/{battle}/beitrag", data=posted_by, headers={"Cookie": cookie})
        assert response.status == 403, cookie
