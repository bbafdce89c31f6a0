"""What the game master orders by command is shown first; it counts when he says so, once, and only as it was shown."""

import pytest

from tests.bot.server import Server, Thread, answers

_CORRECT = {"figur": "Clawful", "was": "Leben", "wert": 7, "grund": "er `fiel`; hart"}


async def _begun(server: Server) -> Thread:
    thread = await server.open()
    await thread.begin()
    return thread


def _life(thread: Thread) -> object:
    return thread.seen().document["figures"]["Clawful"]["life"]  # type: ignore[index]


async def test_a_correction_is_shown_before_it_counts(server: Server) -> None:
    thread = await _begun(server)
    before = thread.texts()
    shown = await thread.shown("meister", "sl korrigieren", **_CORRECT)
    assert "`SL: Clawful Leben 7, Grund: er 'fiel', hart`" in shown.content
    assert "• Clawful: Leben 10 → 7" in shown.content
    assert (_life(thread), thread.texts()) == (10, before)
    await server.restart()
    await server.person("meister").click(shown, label="Ausführen")
    assert shown.content == "✅ SL: Clawful Leben 7, Grund: er 'fiel', hart"
    assert shown.components == []
    assert _life(thread) == 7
    assert "(er 'fiel', hart)" in thread.texts()[-1]


async def test_what_is_left_changes_nothing(server: Server) -> None:
    thread = await _begun(server)
    before = thread.texts()
    shown = await thread.shown("meister", "sl korrigieren", **_CORRECT)
    await server.person("meister").click(shown, label="Lassen")
    assert shown.content == "Es bleibt alles, wie es ist."
    assert shown.components == []
    assert (_life(thread), thread.texts()) == (10, before)


async def test_a_second_tap_counts_no_more(server: Server) -> None:
    thread = await _begun(server)
    shown = await thread.shown("meister", "sl korrigieren", **_CORRECT)
    buttons = shown.components
    await server.person("meister").click(shown, label="Ausführen")
    posts = thread.seen().posts
    # As if Discord had not taken the buttons away yet.
    shown._message.components, shown._message.content = buttons, "`SL: Clawful Leben 7, Grund: er 'fiel', hart`"
    again = await server.person("meister").click(shown, label="Ausführen")
    assert "schon ausgeführt" in answers(again)[-1].content
    assert thread.seen().posts == posts


async def test_what_has_changed_meanwhile_is_shown_anew(server: Server) -> None:
    thread = await _begun(server)
    shown = await thread.shown("meister", "sl platzieren", figur="Clawful", feld="C4")
    assert "Feld D3 → C4" in shown.content
    await thread.write("kalle", "Clawful: geht nach D4")
    await server.person("meister").click(shown, label="Ausführen")
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D4"  # type: ignore[index]
    assert "inzwischen etwas geändert" in shown.content
    assert "Feld D4 → C4" in shown.content
    await server.person("meister").click(shown, label="Ausführen")
    assert thread.seen().document["figures"]["Clawful"]["field"] == "C4"  # type: ignore[index]


async def test_prose_in_between_changes_nothing_of_it(server: Server) -> None:
    thread = await _begun(server)
    shown = await thread.shown("meister", "sl korrigieren", **_CORRECT)
    await thread.write("kalle", "Nebel zieht auf.")
    await server.person("meister").click(shown, label="Ausführen")
    assert _life(thread) == 7


async def test_whoever_leads_no_more_carries_nothing_out(server: Server) -> None:
    thread = await _begun(server)
    shown = await thread.shown("meister", "sl korrigieren", **_CORRECT)
    await thread.carry_out("meister", "sl uebergeben", wer=server.person("uwe"))
    result = await server.person("meister").click(shown, label="Ausführen")
    assert "nur die Spielleitung" in answers(result)[-1].content
    assert _life(thread) == 10


async def test_going_back_names_the_posts(server: Server) -> None:
    thread = await _begun(server)
    await thread.write("kalle", "Clawful: geht nach D4")
    await thread.write("kalle", "Clawful: greift Buzz-Off an")
    shown = await thread.shown("meister", "sl rueckgaengig", bis=5)
    assert "Zurückgenommen werden 2 Beiträge:" in shown.content
    assert "#6 (kalle) Clawful: geht nach D4" in shown.content
    assert "#7 (kalle) Clawful: greift Buzz-Off an" in shown.content
    assert "Clawful: Ausdauer" in shown.content
    assert "Feld D4 → D3" in shown.content
    await server.person("meister").click(shown, label="Ausführen")
    assert thread.seen().document["figures"]["Clawful"]["field"] == "D3"  # type: ignore[index]


async def test_a_defeat_and_a_winner_are_told_before(server: Server) -> None:
    thread = await _begun(server)
    shown = await thread.shown("meister", "sl korrigieren", **{**_CORRECT, "wert": 0})
    assert "Clawful: ist besiegt, Leben 10 → 0" in shown.content
    assert "Die Schlacht ist vorbei: Weiß gewinnt" in shown.content
    assert not thread.seen().over


@pytest.mark.parametrize("command", ["sl ende", "schlacht abbrechen"])
async def test_an_end_is_confirmed(server: Server, command: str) -> None:
    thread = await _begun(server)
    assert "nur die Spielleitung" in await thread.slash("kalle", command)
    shown = await thread.shown("meister", command)
    assert "Die Schlacht ist vorbei: unentschieden" in shown.content
    assert not thread.seen().over
    await server.person("meister").click(shown, label="Ausführen")
    assert thread.seen().over


async def test_what_can_not_be_is_refused_at_once(server: Server) -> None:
    thread = await _begun(server)
    before = thread.texts()
    assert "R-X6" in await thread.slash("meister", "sl korrigieren", **{**_CORRECT, "wert": 99})
    assert "aus der Liste" in await thread.slash("meister", "sl korrigieren", **{**_CORRECT, "figur": "hm, ach"})
    assert "❓" in await thread.slash("meister", "sl rueckgaengig", bis=500)
    for command, options in (("sl korrigieren", _CORRECT), ("sl rueckgaengig", {}), ("sl ende", {})):
        assert "nur die Spielleitung" in await thread.slash("kalle", command, **options)
    assert thread.texts() == before
