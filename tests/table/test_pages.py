"""The pages as somebody at one machine uses them, without a script."""

import asyncio
import re

import pytest

from motuc_bot.referee.add_salt import add_salt
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.export_battle import as_yaml, export_battle
from motuc_bot.referee.open_battle import open_battle
from motuc_bot.referee.read_battle import list_battles, read_battle
from motuc_bot.systems.registry import SIDES
from motuc_bot.table.battle_pages import MOST_CHARACTERS
from motuc_bot.table.shown import POSTS_A_PAGE
from motuc_bot.table.visitors import EVERYBODY
from motuc_bot.transcript.load import load
from motuc_bot.transcript.verify import verify
from tests.referee.lineup import AGREED
from tests.table.battles import ALL_STARTS, HIDDEN, opened, posted
from tests.table.browser import Browser, Page

UP = SIDES[0].setting_up
CARRIED = (
    "{",
    "[]",
    "5",
    "[" * 30_000,
    '{"figures": 5}',
    '{"figures": null, "weapons": {}}',
    '{"figures": [{}, {"name": 7}]}',
    '{"figures": [1e999, NaN]}',
    '{"figures": [{"name": "y", "weapons": 7, "melee": "viel", "items": 3}]}',
    '{"weapons": [{"name": "x", "attack": [[]], "reach": {"a": 1}}]}',
)
NOTICE = "jeder sieht hier alles"


def posts_of(page: Page) -> list[str]:
    return [at.get("class") or "" for tag, at in page.tags if tag == "article" and "post" in (at.get("class") or "")]


async def write(browser: Browser, battle: int, seat: str, text: str, **fields: str) -> Page:
    page = await browser.get(f"/schlacht/{battle}?als={seat}")
    return await browser.send(page.form("/beitrag"), "Posten", als=seat, text=text, **fields)


async def test_the_list_finds_battles_by_the_words_of_their_names(hot: Browser, sqlite_desk: Desk) -> None:
    empty = await hot.get("/")
    assert "Noch keine Schlacht" in empty.text
    assert NOTICE in empty.text
    first, second = opened(sqlite_desk), opened(sqlite_desk, HIDDEN)
    page = await hot.get("/")
    assert page.text.index("Im Nebel") < page.text.index("Zweikampf")
    for words, found in (("nebel IM", [second]), ("zwei", [first]), ("x" * 5000, []), ("  ", [first, second])):
        listed = await hot.send(page.form("/"), suche=words)
        hrefs = {(at.get("href") or "").split("#")[0] for tag, at in listed.tags if tag == "a"}
        assert {f"/schlacht/{battle}" for battle in found} == {href for href in hrefs if "schlacht" in href}
    assert "Keine Schlacht heißt so" in (await hot.get("/?suche=Kaffee")).text


async def test_a_post_counts_and_the_page_goes_on_at_its_answer(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await write(hot, battle, "kalle", "Ha!\r\nSkeletor: geht nach F5")
    assert (page.status, page.path) == (200, f"/schlacht/{battle}")
    assert [answer.status for answer in page.history] == [303]
    assert page.history[0].headers["Location"] == f"/schlacht/{battle}?als=kalle#neu"
    assert page.form("/beitrag").value("als") == "kalle"
    assert page.form("/beitrag").value("text") == ""
    (seen,) = read_battle(sqlite_desk, battle, None).posts
    assert (seen.number, seen.seat, seen.text) == (1, "kalle", "Ha!\nSkeletor: geht nach F5")
    assert "F5" in page.text
    assert NOTICE in page.text


async def test_a_refused_post_stays_in_the_box_with_its_faults(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await write(hot, battle, "kalle", "  <Hm>\n\nSkeletor: geht nach Z99")
    assert page.status == 422
    form = page.form("/beitrag")
    assert (form.value("text"), form.value("als")) == ("  <Hm>\n\nSkeletor: geht nach Z99", "kalle")
    assert "Z99" in page.text
    assert [seen.number for seen in read_battle(sqlite_desk, battle, None).posts] == [None]
    assert any("refused" in kind for kind in posts_of(page))
    # The box has a new name: mended, it is another post.
    assert (await hot.send(form, "Posten", text="Skeletor: geht nach F5")).status == 200
    assert [seen.number for seen in read_battle(sqlite_desk, battle, None).posts] == [None, 1]


async def test_a_post_sent_twice_counts_once(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    form = (await hot.get(f"/schlacht/{battle}")).form("/beitrag")
    pages = await asyncio.gather(*(hot.send(form, "Posten", als="kalle", text="Skeletor: wartet") for _ in range(4)))
    assert [page.status for page in pages] == [200] * 4
    assert len(read_battle(sqlite_desk, battle, None).posts) == 1
    # Whatever stands there as its name, it is one.
    for nonce in ("", "ä\x00", "x" * 5000):
        sent = [("token", form.value("token")), ("als", "kalle"), ("text", "Hallo"), ("nonce", nonce)]
        assert (await hot.post(f"/schlacht/{battle}/beitrag", sent)).status == 200
    assert len(read_battle(sqlite_desk, battle, None).posts) == 4


async def test_what_is_empty_or_too_long_is_no_post(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    assert (await write(hot, battle, "kalle", " \r\n ")).status == 200
    long = "ä" * MOST_CHARACTERS
    page = await write(hot, battle, "kalle", long + "!")
    assert page.status == 422
    assert page.form("/beitrag").value("text") == long + "!"
    assert "höchstens 20.000 Zeichen" in page.text
    assert read_battle(sqlite_desk, battle, None).posts == ()
    assert (await write(hot, battle, "kalle", long)).status == 200
    assert read_battle(sqlite_desk, battle, None).posts[0].text == long


async def test_a_preview_tells_what_would_be_understood(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    form = (await hot.get(f"/schlacht/{battle}?als=kalle")).form("/beitrag")

    async def preview(text: str) -> Page:
        fields = [(name, value) for name, value in form.fields if name != "text"]
        return await hot.post(f"/schlacht/{battle}/vorschau", [*fields, ("text", text)])

    good = await preview("Skeletor: geht nach F5")
    assert good.status == 200
    assert "F5" in good.text
    assert "<html" not in good.html
    bad = await preview("Skeletor: geht nach Z99\nSkeletor: „Hm“")
    assert "So würde der Beitrag nicht zählen" in bad.text
    assert "gesprochen" in bad.text
    assert (await preview("x" * (MOST_CHARACTERS + 1))).status == 422
    assert read_battle(sqlite_desk, battle, None).posts == ()


async def test_a_choice_goes_into_the_draft_where_no_script_runs(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await hot.get(f"/schlacht/{battle}?als=kalle")
    form = page.form("/beitrag")
    choice = next(button for button in form.buttons if button.value.startswith("Skeletor: ") and button.name == "dazu")
    drafted = await hot.send(form, choice, text="Es donnert.\r\n")
    assert drafted.status == 200
    form = drafted.form("/beitrag")
    assert form.value("text") == f"Es donnert.\n{choice.value}"
    assert read_battle(sqlite_desk, battle, None).posts == ()
    # Another seat at the same machine: the draft stays, the choices are its own.
    changed = await hot.send(form, form.button("wechseln"), als="anna")
    assert changed.form("/beitrag").value("text") == f"Es donnert.\n{choice.value}"
    assert changed.form("/beitrag").value("als") == "anna"
    assert (await hot.send(form, "Posten")).status == 200
    assert read_battle(sqlite_desk, battle, None).posts[0].number == 1


async def test_a_private_post_stays_private(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    page = await write(hot, battle, "kalle", "Start Skeletor A3", privat="1")
    assert page.status == 200
    assert any("private" in kind for kind in posts_of(page))
    assert "Start Skeletor A3" not in repr(read_battle(sqlite_desk, battle, None).posts)
    refused = await write(hot, battle, "kalle", "Start Beast Man L5", privat="1")
    assert refused.status == 422
    assert ("privat", "1") in refused.form("/beitrag").fields
    assert read_battle(sqlite_desk, battle, None).posts == ()


async def test_a_long_thread_is_shown_in_parts(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    for at in range(2 * POSTS_A_PAGE + 5):
        posted(sqlite_desk, battle, "kalle", f"Beitrag {at:03}")
    page, seen = await hot.get(f"/schlacht/{battle}"), []
    while True:
        seen.append(re.findall(r"Beitrag (\d{3})", page.html))
        older = [at["href"] for tag, at in page.tags if tag == "a" and "vor=" in (at.get("href") or "")]
        if not older:
            break
        page = await hot.get(older[0] or "")
    assert [len(part) for part in seen] == [POSTS_A_PAGE, POSTS_A_PAGE, 5]
    assert [number for part in reversed(seen) for number in part] == [f"{at:03}" for at in range(2 * POSTS_A_PAGE + 5)]
    for strange in ("0", "999999999", "9999999999", "-1", "abc", "²", "٣"):
        assert (await hot.get(f"/schlacht/{battle}?vor={strange}")).status == 200


@pytest.mark.parametrize("key", [template.key for template in UP.templates()])
async def test_a_battle_begins_from_each_template(hot: Browser, sqlite_desk: Desk, key: str) -> None:
    page = await hot.get(f"/neu?vorlage={key}")
    template = next(template for template in UP.templates() if template.key == key)
    form = page.form("/neu")
    assert form.value("rounds") == template.values["rounds"]
    opened_page = await hot.send(form, "Schlacht eröffnen", name=f"Aus {key}")
    assert opened_page.path.endswith("/aufstellung")
    assert f"Aus {key}" in opened_page.text
    battle = int(opened_page.path.split("/")[2])
    seen = read_battle(sqlite_desk, battle, EVERYBODY)
    assert (seen.name, seen.mine) == (f"Aus {key}", ("SL",))
    assert (await hot.get(f"/schlacht/{battle}")).status == 200


async def test_a_form_sent_twice_opens_one_battle(hot: Browser, sqlite_desk: Desk) -> None:
    form = (await hot.get("/neu?vorlage=duell")).form("/neu")
    pages = await asyncio.gather(*(hot.send(form, "Schlacht eröffnen") for _ in range(3)))
    assert len({page.path for page in pages}) == 1
    assert len(list_battles(sqlite_desk)) == 1
    again = (await hot.get("/neu?vorlage=duell")).form("/neu")
    await hot.send(again, "Schlacht eröffnen")
    assert len(list_battles(sqlite_desk)) == 2


async def test_each_side_gives_the_dice_one_word(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await hot.get(f"/schlacht/{battle}/wuerfel")
    given = await hot.send(page.form("/wort"), "Dazugeben", wort="Süßholz <b>", als="kalle")
    assert given.status == 200
    assert "Schwarz: „<bdi>Süßholz &lt;b&gt;</bdi>“" in given.html
    assert read_battle(sqlite_desk, battle, None).salt == (("black", "Süßholz <b>"),)
    # Now only the other side has a word to give.
    assert given.form("/wort").value("als") == "anna"
    again = await hot.send(page.form("/wort"), "Dazugeben", wort="anders", als="kalle")
    assert (again.status, "schon gegeben" in again.text) == (403, True)


async def test_a_form_that_is_refused_keeps_what_was_entered(hot: Browser, sqlite_desk: Desk) -> None:
    form = (await hot.get("/neu")).form("/neu")
    for field, value in (("rounds", "0"), ("columns", "41"), ("blocked", "ZZ99"), ("name", "")):
        fields = {"name": "Neu", "blocked": "C4 D5", field: value}
        page = await hot.send(form, "Schlacht eröffnen", **fields)
        assert page.status == 422
        assert page.form("/neu").value(field) == value
        assert page.form("/neu").value("name") == fields["name"]
    assert (await hot.get("/neu?vorlage=unbekannt")).status == 200


async def test_own_figures_and_weapons_go_into_the_battle(hot: Browser, sqlite_desk: Desk) -> None:
    page = await hot.get("/neu?vorlage=arena")
    page = await hot.send(page.form("/neu"), "Eigene Waffe dazu", name="Mit Eigenen", rounds="3")
    page = await hot.send(page.form("/neu/eigene"), "Dazunehmen", name="", attack="3")
    assert page.status == 422
    page = await hot.send(
        page.form("/neu/eigene"), "Dazunehmen", name="Nudelholz", attack="3", defence="1", reach="1", damage="2"
    )
    assert (page.status, page.form("/neu").value("name")) == (200, "Mit Eigenen")
    page = await hot.send(page.form("/neu"), "Eigene Figur dazu")
    assert "Nudelholz" in page.text
    page = await hot.send(page.form("/neu/eigene"), "Dazunehmen", name="Oma", weapons=["Nudelholz"])
    assert page.form("/neu").value("rounds") == "3"
    back = await hot.send(page.form("/neu"), "Eigene Figur dazu")
    page = await hot.send(back.form("/neu/eigene"), "Zurück ohne", name="Opa")
    assert "Opa" not in page.text
    page = await hot.send(page.form("/neu"), "Schlacht eröffnen")
    assert page.path.endswith("/aufstellung")
    join = page.form("/aufstellung", "dazu", seite="black")
    page = await hot.send(join, "Dazunehmen", platz="kalle", figur="Oma")
    assert "Nudelholz" in page.text
    battle = int(page.path.split("/")[2])
    assert "Oma" in repr(read_battle(sqlite_desk, battle, None).roster_lines)
    # What the form carries is anything that somebody may send.
    token = page.form("/aufstellung").value("token")
    for kept in CARRIED:
        for tun in ("los", "figur", "waffe", "ohne"):
            sent = [("token", token), ("eigene", kept), ("bisher", kept), ("tun", tun), ("name", "Y"), ("rounds", "1")]
            assert (await hot.post("/neu", sent)).status in (200, 422), kept
        sent = [("token", token), ("eigene", kept), ("bisher", kept), ("art", "figur"), ("name", "Z")]
        assert (await hot.post("/neu/eigene", sent)).status in (200, 422), kept


async def test_no_more_own_figures_than_a_battle_holds(hot: Browser) -> None:
    page = await hot.get("/neu")
    many = ",".join(f'{{"name": "F{at}"}}' for at in range(50))
    page = await hot.send(page.form("/neu"), "Eigene Figur dazu", eigene=f'{{"figures": [{many}], "weapons": []}}')
    page = await hot.send(page.form("/neu/eigene"), "Dazunehmen", name="Eine zu viel")
    assert page.status == 422
    assert "F49" in page.form("/neu").value("eigene")
    assert "Mehr als 50" in page.text


async def test_the_line_up_from_joining_to_the_start(hot: Browser, sqlite_desk: Desk) -> None:
    battle = open_battle(sqlite_desk, "motuc", AGREED, EVERYBODY).battle
    path = f"/schlacht/{battle}/aufstellung"

    async def join(seat: str, side: str, figure: str) -> Page:
        form = (await hot.get(path)).form("/aufstellung", "dazu", seite=side)
        return await hot.send(form, "Dazunehmen", platz=seat, figur=figure)

    form = (await hot.get(path)).form("/aufstellung", "dazu", seite="black")
    for _ in range(2):
        page = await hot.send(form, "Dazunehmen", platz=" kalle ", figur="Clawful")
    assert page.status == 200
    assert page.text.count("Clawful") >= 1
    assert (await join("anna", "white", "Buzz-Off")).status == 200
    assert (await join("a:b", "black", "Schnapp")).status == 422
    assert (await join("uwe", "black", "Nie gehört")).status == 422
    assert (await join("uwe", "black", "Clawful")).status == 422
    page = await join("uwe", "black", "Schnapp")

    def figures() -> set[str]:
        return {figure.name for figure in read_battle(sqlite_desk, battle, EVERYBODY).state.figures}

    assert figures() == {"Clawful", "Buzz-Off", "Schnapp"}
    weapons = page.form("/aufstellung", "waffen", figur="Schnapp")
    page = await hot.send(weapons, "Waffen nehmen", waffen=["Krummschwert", ""])
    assert page.status == 200
    assert "Krummschwert" in page.text
    page = await hot.send(page.form("/aufstellung", "haende", figur="Schnapp"), "Hände merken", waffen=["Krummschwert"])
    assert page.status == 200
    page = await hot.send(page.form("/aufstellung", "haende", figur="Schnapp"), "Hände merken", waffen=["Langschwert"])
    assert page.status == 422
    page = await hot.send(page.form("/aufstellung", "raus", figur="Schnapp"), "Aus der Aufstellung nehmen")
    assert figures() == {"Clawful", "Buzz-Off"}
    token = page.form("/aufstellung").value("token")
    assert (await hot.post(path, [("token", token), ("tun", "zaubern")])).status == 422
    page = await hot.send((await hot.get(path)).form("/aufstellung", "los"), "Aufstellung abschließen")
    assert page.path == f"/schlacht/{battle}"
    done = await hot.get(path)
    assert "Die Aufstellung ist abgeschlossen" in done.text
    assert (await hot.post(path, [("token", token), ("tun", "raus"), ("figur", "Clawful")])).status == 422


async def test_the_line_up_does_not_end_too_soon(hot: Browser, sqlite_desk: Desk) -> None:
    battle = open_battle(sqlite_desk, "motuc", AGREED, EVERYBODY).battle
    page = await hot.get(f"/schlacht/{battle}/aufstellung")
    page = await hot.send(page.form("/aufstellung", "los"), "Aufstellung abschließen")
    assert page.status == 422
    assert "Aufstellung" in page.text
    assert (await hot.get(f"/schlacht/{battle}/datei")).status == 422


async def test_a_page_of_the_line_up_that_is_old_ends_nothing_more(hot: Browser, sqlite_desk: Desk) -> None:
    battle = open_battle(sqlite_desk, "motuc", AGREED, EVERYBODY).battle
    path = f"/schlacht/{battle}/aufstellung"
    for seat, side, figure in (("kalle", "black", "Clawful"), ("anna", "white", "Buzz-Off")):
        form = (await hot.get(path)).form("/aufstellung", "dazu", seite=side)
        await hot.send(form, "Dazunehmen", platz=seat, figur=figure)
    old = [(await hot.get(path)).form("/aufstellung", "los") for _ in range(2)]
    for form in old:
        page = await hot.send(form, "Aufstellung abschließen")
        # Each leads on to the battle, where all are to choose where they start.
        assert (page.status, page.path) == (200, f"/schlacht/{battle}")
        seen = read_battle(sqlite_desk, battle, EVERYBODY)
        assert (seen.moment, len(seen.posts)) == ("0 placement", 1)


async def test_every_earlier_moment_can_be_seen(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    for seat, text in (("kalle", "Skeletor: geht nach F5"), ("kalle", "Ha."), ("anna", "Soso.")):
        posted(sqlite_desk, battle, seat, text)
    first = await hot.get(f"/schlacht/{battle}/rueckblick")
    assert "Vor dem ersten Beitrag" in first.text
    pages = [await hot.get(f"/schlacht/{battle}/rueckblick/{number}") for number in range(4)]
    assert first.html == pages[0].html
    assert ["F4" in page.text and "F5" not in page.text for page in pages] == [True, False, False, False]
    assert "Ha." in pages[2].text
    assert "Nach Beitrag #3 von 3" in pages[3].text
    assert not any(at.get("rel") == "next" for _, at in pages[3].tags)
    assert not any(at.get("rel") == "prev" for _, at in pages[0].tags)
    assert (await hot.get(f"/schlacht/{battle}/rueckblick/999999999")).html == pages[3].html
    film = await hot.send(first.form("/rueckblick"), nach="2")
    assert film.html == pages[2].html
    for strange in ("", "abc", "-1", "9" * 5000, "²"):
        assert (await hot.get(f"/schlacht/{battle}/rueckblick?nach={strange}")).html == first.html


async def test_the_file_is_the_export_of_that_visitor(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    posted(sqlite_desk, battle, "kalle", "Start Skeletor A3", private=True)
    page = await hot.get(f"/schlacht/{battle}/datei")
    assert page.html == as_yaml(export_battle(sqlite_desk, battle, EVERYBODY))
    assert page.headers["Content-Type"].startswith("application/yaml")
    assert page.headers["Content-Disposition"] == f'attachment; filename="schlacht-{battle}.yaml"'


async def test_a_finished_battle_proves_its_dice(hot: Browser, sqlite_desk: Desk, tmp_path) -> None:
    battle = opened(sqlite_desk)
    add_salt(sqlite_desk, battle, EVERYBODY, "Hühner<b>suppe", "kalle")
    running = await hot.get(f"/schlacht/{battle}/wuerfel")
    seed = (bytes([1]) * 32).hex()
    assert "Hühner<b>suppe" in running.text
    assert seed not in running.html
    assert "Nachgerechnet" not in running.text
    posted(sqlite_desk, battle, "kalle", "Skeletor: greift He-Man an")
    posted(sqlite_desk, battle, "anna", "He-Man: pariert")
    posted(sqlite_desk, battle, "SL", "SL: Schlacht beenden")
    page = await hot.get(f"/schlacht/{battle}/wuerfel")
    file = tmp_path / "file.yaml"
    file.write_text((await hot.get(f"/schlacht/{battle}/datei")).html, encoding="utf-8")
    proof = verify(load(file))
    assert proof.right
    assert seed in page.html
    assert "Nachgerechnet" in page.text
    for line in proof.lines:
        assert " ".join(line.split()) in page.text
    assert "Schlacht ist zu Ende" in (await hot.get(f"/schlacht/{battle}")).text or "gewinnt" in page.text


@pytest.mark.parametrize("path", ["/figuren", "/waffen"])
async def test_the_pool_is_sorted_and_filtered(hot: Browser, path: str) -> None:
    columns = UP.figure_columns() if path == "/figuren" else UP.weapon_columns()
    rows = UP.figure_rows() if path == "/figuren" else UP.weapon_rows()

    def names(page: Page) -> list[str]:
        return re.findall(r'<th scope="row">([^<]*)</th>', page.html)

    page = await hot.get(path)
    assert len(names(page)) == len(rows)
    column = next(column for column in columns if column.numeric)
    up, down = [await hot.get(f"{path}?nach={column.key}{more}") for more in ("", "&ab=1")]
    cells = {row.name: row.cells.get(column.key) for row in rows}
    for sorted_page, factor in ((up, 1), (down, -1)):
        values = [value for name in names(sorted_page) if isinstance(value := cells.get(name), int)]
        assert len(values) > 5
        assert values == sorted(values, key=lambda value, sign=factor: sign * value)  # type: ignore[misc]
    tag = next(tag for row in rows for tag in row.tags)
    filtered = await hot.send(page.form(path), nur=tag)
    assert len(names(filtered)) == sum(tag in row.tags for row in rows)
    for query in ("nach=gibtsnicht", "nur=<b>", "nach=name&ab=1", "nur=&nach=&ab=x"):
        assert (await hot.get(f"{path}?{query}")).status == 200


async def test_the_seats_page_tells_how_links_would_count(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await hot.get(f"/schlacht/{battle}/plaetze")
    assert "motuc-bot table --seats" in page.text
    assert all(seat in page.text for seat in ("SL", "kalle", "anna"))


@pytest.mark.parametrize(
    "path",
    ["/gibtsnicht", "/schlacht/", "/schlacht/abc", "/schlacht/0", "/schlacht/999999999", "/schlacht/9999999999",
     "/schlacht/7/stand", "/schlacht/7/neues", "/schlacht/7/datei", "/schlacht/7/wuerfel", "/schlacht/7/rueckblick/3",
     "/schlacht/7/aufstellung", "/schlacht/7/plaetze", "/platz/7/" + "a" * 43],
)  # fmt: skip
async def test_what_is_not_there_is_a_german_page(hot: Browser, path: str) -> None:
    page = await hot.get(path)
    assert page.status == 404
    assert "gibt es nicht" in page.text
    assert (await hot.get(path, Accept="application/json")).headers["Content-Type"].startswith("application/json")


async def test_while_the_database_is_away_a_german_page_tells_it(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    form = (await hot.get(f"/schlacht/{battle}")).form("/beitrag")
    sqlite_desk.waits = ()
    with sqlite_desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE battles RENAME TO elsewhere")
    pages = [await hot.get("/"), await hot.get(f"/schlacht/{battle}"), await hot.send(form, "Posten", text="Hallo")]
    for page in pages:
        assert page.status == 503
        assert "Die Datenbank macht Ärger" in page.text
        assert "battles.db" in page.text or "another.db" in page.text
    with sqlite_desk.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE elsewhere RENAME TO battles")
    assert (await hot.send(form, "Posten", text="Hallo")).status == 200
    assert len(read_battle(sqlite_desk, battle, None).posts) == 1


async def test_a_battle_goes_from_secret_starts_to_its_first_phase(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    for seat, text in ALL_STARTS:
        page = await write(hot, battle, seat, text, privat="1")
        assert page.status == 200
    assert [seen.text for seen in read_battle(sqlite_desk, battle, None).posts] == [text for _, text in ALL_STARTS]


async def test_what_is_no_order_is_told_quietly(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    form = (await hot.get(f"/schlacht/{battle}?als=kalle")).form("/beitrag")

    async def preview(text: str) -> str:
        fields = [(name, value) for name, value in form.fields if name != "text"]
        return (await hot.post(f"/schlacht/{battle}/vorschau", [*fields, ("text", text)])).text

    tale = "Kein Befehl: wird als Erzählung gepostet."
    assert await preview("rückgängig") == tale
    assert await preview("Beast Man: geht nach B2") == f"Beast Man spielt hier nicht mit. {tale}"
    assert tale not in await preview("Es donnert.\nSkeletor: geht nach F5")
    assert tale not in await preview("Skeletor: geht nach Z99")
    assert await preview("  ") == ""


async def test_seal_words_and_seed_stand_in_the_thread(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    page = await hot.get(f"/schlacht/{battle}")
    (seal,) = read_battle(sqlite_desk, battle, None).seals
    assert f"Siegel der Würfel: {seal.commitment}" in page.text
    posted(sqlite_desk, battle, "kalle", "Vor dem Wort.")
    add_salt(sqlite_desk, battle, EVERYBODY, "Nebel <b>", "kalle")
    posted(sqlite_desk, battle, "kalle", "Nach dem Wort.")
    posted(sqlite_desk, battle, "SL", "SL: Schlacht beenden")
    posted(sqlite_desk, battle, "kalle", "Nachwort.")
    (seal,) = read_battle(sqlite_desk, battle, None).seals
    html = (await hot.get(f"/schlacht/{battle}")).html
    order = [
        "Siegel der Würfel",
        "Vor dem Wort.",
        "das Wort „Nebel &lt;b&gt;“",
        "Nach dem Wort.",
        f"offen: {seal.seed}",
    ]
    places = [html.index(part) for part in (*order, ">Nachwort.")]
    assert places == sorted(places)


async def test_a_notice_is_on_one_page_of_a_long_thread(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    for at in range(POSTS_A_PAGE):
        posted(sqlite_desk, battle, "kalle", f"Beitrag {at:03}")
    add_salt(sqlite_desk, battle, EVERYBODY, "Nebel", "kalle")
    page = await hot.get(f"/schlacht/{battle}")
    assert page.text.count("🎲") == page.text.count("🔒") == 1
    for at in range(POSTS_A_PAGE):
        posted(sqlite_desk, battle, "kalle", f"Später {at:03}")
    page = await hot.get(f"/schlacht/{battle}")
    assert page.text.count("🎲") + page.text.count("🔒") == 0
    page = await hot.get(f"/schlacht/{battle}?vor={POSTS_A_PAGE}")
    assert page.text.count("🎲") == page.text.count("🔒") == 1
    posted(sqlite_desk, battle, "SL", "SL: Schlacht beenden")
    page = await hot.get(f"/schlacht/{battle}")
    assert page.text.count("🔓") == 1


async def test_once_a_die_has_fallen_there_is_no_form_for_a_word(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)

    async def asks() -> bool:
        return any(form.action.endswith("/wort") for form in (await hot.get(f"/schlacht/{battle}/wuerfel")).forms)

    assert await asks()
    posted(sqlite_desk, battle, "kalle", "Skeletor: greift He-Man an")
    assert await asks()
    posted(sqlite_desk, battle, "anna", "He-Man: pariert")
    assert read_battle(sqlite_desk, battle, None).rolled
    assert not await asks()
    posted(sqlite_desk, battle, "SL", "SL: rückgängig")
    assert not await asks()


async def test_a_word_before_the_first_post_does_count(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    page = await write(hot, battle, "kalle", "Pst, eine Frage.", privat="1")
    assert page.status == 200
    (seen,) = read_battle(sqlite_desk, battle, EVERYBODY, "kalle").posts
    assert seen.number == 0
    assert "zählt nicht" not in page.text
    assert "#0" not in page.text


async def test_the_tick_for_secrets_is_that_of_the_seat(hot: Browser, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk, HIDDEN)
    for before, after, ticked in (("kalle", "SL", False), ("SL", "kalle", True)):
        form = (await hot.get(f"/schlacht/{battle}?als={before}")).form("/beitrag")
        assert (("privat", "1") in form.fields) is not ticked
        changed = await hot.send(form, form.button("wechseln"), als=after, text="Entwurf")
        assert (("privat", "1") in changed.form("/beitrag").fields) is ticked
        # Without a look at the box of that seat nothing goes out.
        asked = await hot.send(form, "Posten", als=after, text="Start Skeletor A3")
        assert asked.status == 422
        assert "geheim" in asked.text
        assert asked.form("/beitrag").value("text") == "Start Skeletor A3"
        assert (("privat", "1") in asked.form("/beitrag").fields) is ticked
    assert read_battle(sqlite_desk, battle, EVERYBODY).posts == ()
    assert (await hot.send(asked.form("/beitrag"), "Posten")).status == 200
    assert [seen.private for seen in read_battle(sqlite_desk, battle, EVERYBODY).posts] == [True]


async def test_a_refused_line_up_form_keeps_what_was_entered(hot: Browser, sqlite_desk: Desk) -> None:
    battle = open_battle(sqlite_desk, "motuc", AGREED, EVERYBODY).battle
    form = (await hot.get(f"/schlacht/{battle}/aufstellung")).form("/aufstellung", "dazu", seite="black")
    page = await hot.send(form, "Dazunehmen", platz="a:b", figur="Schnapp")
    assert page.status == 422
    kept = page.form("/aufstellung", "dazu", seite="black")
    assert (kept.value("platz"), kept.value("figur")) == ("a:b", "Schnapp")
    assert page.form("/aufstellung", "dazu", seite="white").value("platz") == ""
