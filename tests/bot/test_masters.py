"""Who leads a battle: several at once, and another one when the game master is gone."""

import json
from datetime import datetime, timedelta

from tests.bot.server import Server, Thread, answers
from tests.referee.table import Clock


def _leaders(thread: Thread) -> set[str]:
    return {name for name in thread.server.people if "SL" in thread.seen(name).mine}


def _after(server: Server, days: float) -> None:
    clock = server.desk.now
    assert isinstance(clock, Clock)
    clock._now += timedelta(days=days)


async def test_two_lead_together(server: Server) -> None:
    thread = await server.open()
    uwe, kalle, meister = server.person("uwe"), server.person("kalle"), server.person("meister")
    assert "bestimmt die Spielleitung" in await thread.slash("kalle", "sl helfer", wer=kalle)
    assert "uwe leitet jetzt mit" in await thread.slash("meister", "sl helfer", wer=uwe)
    assert thread.texts()[-1] == "uwe leitet die Schlacht jetzt mit."
    assert "schon" in await thread.slash("meister", "sl helfer", wer=uwe)
    assert _leaders(thread) == {"meister", "uwe"}
    assert thread.marks(await thread.write("uwe", "SL: Pause")) == ["✅"]
    assert thread.marks(await thread.write("meister", "SL: Fortsetzen")) == ["✅"]
    assert "leitet diese Schlacht nicht" in await thread.slash("uwe", "sl helfer", wer=kalle, aktion="weg")
    assert "nicht mehr mit" in await thread.slash("uwe", "sl helfer", wer=meister, aktion="weg")
    assert thread.texts()[-1] == "meister leitet die Schlacht nicht mehr mit."
    assert "letzte Spielleitung" in await thread.slash("uwe", "sl helfer", wer=uwe, aktion="weg")
    assert _leaders(thread) == {"uwe"}


async def test_who_passes_on_gives_his_own_place_alone(server: Server) -> None:
    thread = await server.open()
    await thread.slash("meister", "sl helfer", wer=server.person("uwe"))
    await thread.carry_out("meister", "sl uebergeben", wer=server.person("anna"))
    assert _leaders(thread) == {"uwe", "anna"}
    # To somebody who leads already.
    await thread.carry_out("anna", "sl uebergeben", wer=server.person("uwe"))
    assert _leaders(thread) == {"uwe"}


async def test_passing_on_is_asked_first(server: Server) -> None:
    thread = await server.open()
    uwe = server.person("uwe")
    assert "Du leitest diese Schlacht schon" in await thread.slash(
        "meister", "sl uebergeben", wer=server.person("meister")
    )
    shown = await thread.shown("meister", "sl uebergeben", wer=uwe)
    assert shown.content == "Noch gilt nichts. Mit „Ausführen“ leitet uwe die Schlacht, und du nicht mehr."
    assert _leaders(thread) == {"meister"}
    await server.restart()
    await server.person("meister").click(shown, label="Ausführen")
    assert shown.content == f"✅ <@{uwe.id}> leitet die Schlacht jetzt, du nicht mehr."
    assert _leaders(thread) == {"uwe"}


async def test_the_seat_of_the_game_master_is_passed_on_when_its_name_is_typed(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    uwe, texts = server.person("uwe"), thread.texts()
    for name in ("kalle", "gast"):
        assert await thread.slash(name, "sl ersatz", platz="SL", wer=uwe) == "Das darf nur die Spielleitung."
    shown = await thread.shown("meister", "sl ersatz", platz=" sl", wer=uwe)
    assert shown.content == "Noch gilt nichts. Mit „Ausführen“ leitet uwe die Schlacht, und du nicht mehr."
    assert (_leaders(thread), thread.texts()) == ({"meister"}, texts)
    await server.person("meister").click(shown, label="Ausführen")
    assert _leaders(thread) == {"uwe"}


async def test_whoever_gets_a_seat_is_called_with_what_he_plays_and_asked_once(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.attack()
    uwe, before = server.person("uwe"), len(server.env.http_requests)
    questions = len(thread.questions())
    assert await thread.slash("meister", "sl ersatz", platz="anna", wer=uwe) == "Den Platz „anna“ hat jetzt uwe."
    assert len(thread.questions()) == questions + 1
    line = f"<@{uwe.id}> spielt jetzt Buzz-Off (Platz „anna“). Hilfe: /lage, /hilfe"
    assert line in thread.texts()
    (sent,) = [one.json for one in server.env.http_requests[before:] if _is_said(one.json, line)]
    assert isinstance(sent, dict)
    assert sent["allowed_mentions"]["users"] == [uwe.id]
    texts = thread.texts()
    assert await thread.slash("meister", "sl ersatz", platz="anna", wer=uwe) == "Den Platz „anna“ hat schon uwe."
    assert thread.texts() == texts


async def test_nobody_gets_a_seat_of_the_other_side(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    for by in ("anna", "meister"):
        told = await thread.slash(by, "sl ersatz", platz="anna", wer=server.person("kalle"))
        assert "Niemand spielt für beide Seiten" in told
    assert thread.seen("kalle").mine == ("kalle",)


async def test_who_is_given_a_figure_while_it_must_react_is_asked(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.attack()
    uwe, questions = server.person("uwe"), len(thread.questions())
    await thread.write("meister", f"SL: Buzz-Off spielt <@{uwe.id}>")
    (question,) = thread.questions()[questions:]
    assert question.content.startswith(f"<@{uwe.id}> ")
    await uwe.click(question, label="Keine Gegenwehr")
    assert thread.seen().moment.endswith("white_moves")


async def test_a_bot_leads_nothing(server: Server) -> None:
    thread = await server.open()
    other = server.guild.add_member(server.env.create_user("automat", bot=True))
    for command in ("sl helfer", "sl uebergeben"):
        assert "ist ein Bot" in await thread.slash("meister", command, wer=other)
    assert _leaders(thread) == {"meister"}


async def test_the_players_choose_another_when_nothing_was_heard_for_three_days(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    uwe, meister = server.person("uwe"), server.person("meister")
    told = await thread.slash("kalle", "schlacht uebernehmen", wer=uwe)
    assert "3 Tage lang nichts geschrieben" in told
    since = datetime.fromtimestamp(int(told.partition("<t:")[2].partition(":")[0]), tz=server.desk.now().tzinfo)
    # It is told in whole seconds.
    assert timedelta(days=2, hours=20) < since - server.desk.now() < timedelta(days=3, seconds=1)
    _after(server, 3)
    before = len(server.env.http_requests)
    assert "noch jemand von Weiß" in await thread.slash("kalle", "schlacht uebernehmen", wer=uwe)
    notice = thread.texts()[-1]
    assert notice.startswith(f"<@{meister.id}> Schwarz (kalle) wünscht sich uwe als Spielleitung")
    (sent,) = [one.json for one in server.env.http_requests[before:] if _is_said(one.json, "wünscht sich")]
    assert isinstance(sent, dict)
    assert sent["allowed_mentions"]["users"] == [meister.id]
    # The same again tells nobody anew.
    await thread.slash("kalle", "schlacht uebernehmen", wer=uwe)
    assert thread.texts()[-1] == notice
    assert "wählen die Spieler" in await thread.slash("gast", "schlacht uebernehmen", wer=uwe)
    assert _leaders(thread) == {"meister"}
    assert "uwe leitet jetzt" in await thread.slash("anna", "schlacht uebernehmen", wer=uwe)
    assert thread.texts()[-1] == (
        "uwe leitet jetzt die Schlacht. Darauf geeinigt haben sich Schwarz (kalle) und Weiß (anna)."
    )
    assert _leaders(thread) == {"uwe"}


async def test_the_sides_must_want_the_same_and_may_change_their_minds(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    _after(server, 3)
    uwe, gast = server.person("uwe"), server.person("gast")
    await thread.slash("kalle", "schlacht uebernehmen", wer=uwe)
    assert "noch jemand von Schwarz" in await thread.slash("anna", "schlacht uebernehmen", wer=gast)
    assert _leaders(thread) == {"meister"}
    await thread.slash("kalle", "schlacht uebernehmen", wer=gast)
    assert _leaders(thread) == {"gast"}


async def test_a_game_master_who_shows_up_ends_it(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    _after(server, 3)
    uwe = server.person("uwe")
    await thread.slash("kalle", "schlacht uebernehmen", wer=uwe)
    _after(server, 0.1)
    await thread.write("meister", "Bin wieder da.")
    assert "3 Tage lang" in await thread.slash("anna", "schlacht uebernehmen", wer=uwe)
    _after(server, 4)
    # What kalle said was before that.
    assert "noch jemand von Schwarz" in await thread.slash("anna", "schlacht uebernehmen", wer=uwe)
    assert _leaders(thread) == {"meister"}


async def test_who_left_the_server_is_gone_at_once(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    uwe = server.person("uwe")
    await thread.slash("meister", "sl helfer", wer=uwe)
    server.guild.remove_member(server.person("meister"))
    gast = server.person("gast")
    # One who leads is there still.
    assert "3 Tage lang" in await thread.slash("kalle", "schlacht uebernehmen", wer=gast)
    server.guild.remove_member(uwe)
    await thread.slash("kalle", "schlacht uebernehmen", wer=gast)
    await thread.slash("anna", "schlacht uebernehmen", wer=gast)
    assert _leaders(thread) == {"gast"}


async def test_whether_he_left_is_not_known_while_discord_is_away(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    meister = server.person("meister")
    server.guild.remove_member(meister)
    server.env.inject_error(
        "GET", f"/guilds/{server.guild.id}/members/{meister.id}", status=403, code=50001, times=None
    )
    assert "3 Tage lang" in await thread.slash("kalle", "schlacht uebernehmen", wer=server.person("gast"))


def _is_said(body: object, text: str) -> bool:
    return isinstance(body, dict) and text in json.dumps(body, ensure_ascii=False)


async def test_a_battle_that_is_over_needs_nobody_new(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.carry_out("meister", "sl ende")
    _after(server, 5)
    result = await server.person("kalle").slash(thread.channel, "schlacht uebernehmen", wer=server.person("uwe"))
    assert "ist vorbei" in answers(result)[0].content
