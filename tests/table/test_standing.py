"""Standing orders in a browser: the box for secrets is there all the time, and what was understood is its author's."""

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import read_battle
from motuc_bot.table.visitors import EVERYBODY
from tests.table.battles import linked, opened, posted
from tests.table.browser import Browser, Page
from tests.table.fronts import HOST_LINK, Browse

ORDER = "Bei Nahkampf: pariert; sonst: weicht aus"
TOLD = "anna hat Vorgaben für Reaktionen hinterlegt"


async def _write(browser: Browser, battle: int, text: str) -> Page:
    page = await browser.get(f"/schlacht/{battle}?als=anna")
    return await browser.send(page.form("/beitrag"), "Posten", als="anna", text=text, privat="1")


async def test_it_is_left_in_private_and_used(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    anna = await by_links(linked(sqlite_desk, battle, "anna", "a" * 43))
    # Else every post would be private.
    assert ("privat", "1") not in (await anna.get(f"/schlacht/{battle}")).form("/beitrag").fields
    page = await _write(anna, battle, ORDER)
    assert page.status == 200
    assert "Verstanden, Vorgaben für He-Man:" in page.text
    assert ORDER in page.text
    assert TOLD in page.text
    others = [HOST_LINK, linked(sqlite_desk, battle, "kalle", "k" * 43), linked(sqlite_desk, battle, "anna", "b" * 43)]
    for other in [await by_links(link) for link in others]:
        seen = (await other.get(f"/schlacht/{battle}")).text
        assert TOLD in seen
        assert "Verstanden" not in seen
        assert ORDER not in seen
    posted(sqlite_desk, battle, "kalle", "Skeletor: greift He-Man an")
    assert "Nach hinterlegten Vorgaben von anna" in (await anna.get(f"/schlacht/{battle}")).text
    assert read_battle(sqlite_desk, battle, EVERYBODY).document["phase"] == "white_moves"


async def test_a_refused_one_comes_back_into_the_box(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await _write(await by_links(linked(sqlite_desk, battle, "anna", "a" * 43)), battle, "Bei Nahkampf: singt")
    assert page.status == 422
    assert "keine Reaktion" in page.text
    assert page.form("/beitrag").value("text") == "Bei Nahkampf: singt"
    assert ("privat", "1") in page.form("/beitrag").fields
    assert "singt" not in (await (await by_links(HOST_LINK)).get(f"/schlacht/{battle}")).text


async def test_the_preview_tells_how_it_would_be_understood(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    fields = [
        one for one in (await hot.get(f"/schlacht/{battle}?als=anna")).form("/beitrag").fields if one[0] != "text"
    ]
    for text, told in ((ORDER, "• Bei Nahkampf: pariert"), ("Bei Nahkampf: singt", "keine Reaktion")):
        shown = await hot.post(
            f"/schlacht/{battle}/vorschau", [*fields, ("als", "anna"), ("text", text), ("privat", "1")]
        )
        assert told in shown.text
    assert read_battle(sqlite_desk, battle, EVERYBODY, "anna").posts == ()
