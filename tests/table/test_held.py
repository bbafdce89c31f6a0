"""Results that wait for the game master: nobody else sees on the page how the battle stands until they are posted."""

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.guild_settings import change_guild
from motuc_bot.referee.results import are_held, post_results
from motuc_bot.referee.threads import ThreadRow
from motuc_bot.referee.version_of import version_of
from motuc_bot.table.visitors import EVERYBODY
from tests.referee.bound import bind_thread
from tests.table.battles import linked, opened, posted
from tests.table.fronts import HOST_LINK, Browse

_GUILD, _SECRET = 2**62, "k" * 43
_COVERED = "Die Ergebnisse liegen bei der Spielleitung."


def _held(desk: Desk) -> int:
    """Return a battle in which the results of the first attack wait."""
    battle = opened(desk)
    bind_thread(desk, ThreadRow(battle, _GUILD, _GUILD + battle, None, "sl"))
    change_guild(desk, _GUILD, {"results_first": True})
    assert posted(desk, battle, "kalle", "Skeletor: greift He-Man an\nfertig").accepted
    assert posted(desk, battle, "anna", "He-Man: wehrt sich nicht").accepted
    assert are_held(desk, battle)
    return battle


async def test_players_and_spectators_read_that_they_wait_and_the_game_master_sees_all(
    by_links: Browse, sqlite_desk: Desk
) -> None:
    battle = _held(sqlite_desk)
    kalle = await by_links(linked(sqlite_desk, battle, "kalle", _SECRET))
    gast, host = await by_links(), await by_links(HOST_LINK)
    paths = [
        f"/schlacht/{battle}{rest}" for rest in ("", "/stand", "/rueckblick", "/datei", "/wuerfel", "/aufstellung")
    ]
    for browser in (kalle, gast):
        for path in paths:
            told = (await browser.get(path)).text
            assert _COVERED in told, path
            assert "Leben" not in told, path
        assert "Ergebnisse bei der Spielleitung" in (await browser.get("/")).text
    for path in paths:
        assert _COVERED not in (await host.get(path)).text, path
    before = version_of(sqlite_desk, battle, None)
    post_results(sqlite_desk, battle, EVERYBODY)
    # Open pages learn of it.
    assert version_of(sqlite_desk, battle, None) != before
    for path in paths:
        assert _COVERED not in (await kalle.get(path)).text, path
    assert "Runde 1, Weiß zieht" in (await gast.get("/")).text


async def test_the_game_masters_words_stand_in_the_log_before_the_results(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = _held(sqlite_desk)
    post_results(sqlite_desk, battle, EVERYBODY, 2, "Blut im <b>Sand</b>.\nArmer He-Man!")
    gast = await by_links()
    for path in (f"/schlacht/{battle}", f"/schlacht/{battle}/rueckblick/2"):
        page = await gast.get(path)
        assert "He-Man: wehrt sich nicht SL: Blut im <b>Sand</b>. Armer He-Man! " in page.text
        own = page.html[page.html.index("wehrt sich nicht") :]
        assert own.index("Armer He-Man!") < own.index('class="referee"')


async def test_a_post_meanwhile_counts_and_one_that_is_refused_is_not_lost(by_links: Browse, sqlite_desk: Desk) -> None:
    battle = opened(sqlite_desk)
    kalle = await by_links(linked(sqlite_desk, battle, "kalle", _SECRET))
    form = (await kalle.get(f"/schlacht/{battle}")).form("/beitrag")
    bind_thread(sqlite_desk, ThreadRow(battle, _GUILD, _GUILD + battle, None, "sl"))
    change_guild(sqlite_desk, _GUILD, {"results_first": True})
    posted(sqlite_desk, battle, "kalle", "Skeletor: greift He-Man an\nfertig")
    posted(sqlite_desk, battle, "anna", "He-Man: wehrt sich nicht")
    told = await kalle.send(form, "Posten", als="kalle", text="Skeletor: get nach F5")
    assert _COVERED in told.text
    assert "verstehe ich nicht" in told.text
    assert "Skeletor: get nach F5" in told.text
    assert "Leben" not in told.text
    told = await kalle.send(form, "Posten", als="kalle", text="Das war knapp!")
    assert told.status == 200
    assert "Was du inzwischen postest, zählt." in told.text
