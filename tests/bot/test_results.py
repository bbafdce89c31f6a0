"""Results go to the game master first, where a server wants that; he posts them, and nobody else learns of them."""

import json
from datetime import timedelta
from typing import Any

import discord
import pytest

from motuc_bot.bot import results
from motuc_bot.bot.names import person_of
from motuc_bot.bot.twin import _twin
from motuc_bot.referee.refused import NotAllowed
from motuc_bot.referee.results import are_hidden_from
from tests.bot.server import Server, Thread, answers, buttons
from tests.referee.table import Clock

_WAITING = "#7 zählt. Die Ergebnisse liegen bei der Spielleitung; sie stehen hier, sobald sie sie postet."
_COVERED = "Die Ergebnisse liegen bei der Spielleitung."


async def _wanted(server: Server) -> None:
    role = server.guild.create_role("Leitung", permissions=discord.Permissions(manage_guild=True))
    admin = server.guild.add_member(server.env.create_user("admin"), roles=[role])
    told = await admin.slash(server.channel, "einstellungen", ergebnisse=True)
    assert "Ergebnisse: zuerst an die Spielleitung" in answers(told)[0].content


async def _held(server: Server) -> Thread:
    """Return a battle in which anna has just reacted, so that the results are there."""
    await _wanted(server)
    thread = await server.open()
    await thread.begin()
    # Where everybody starts.
    await thread.slash("meister", "sl ergebnisse")
    question = await thread.attack()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    return thread


def _to_master(thread: Thread, name: str = "meister") -> discord.Message:
    """Return the private message with the results."""
    history = thread.server.person(name).user.dm_channel.history()
    return [message for message in history if "Das sind die Ergebnisse" in message.content][-1]


def _is_told(thread: Thread) -> bool:
    return "**#7**" in thread.said()


async def test_results_wait_for_the_game_master_who_posts_them(server: Server) -> None:
    thread = await _held(server)
    assert thread.texts()[-1] == _WAITING
    assert not _is_told(thread)
    message = _to_master(thread)
    assert "Trefferwurf" in message.content or "Schaden" in message.content
    assert list(buttons(message)) == ["Posten", "Mit Text posten"]
    await server.restart()
    assert not _is_told(thread)
    result = await server.person("meister").user.click(message, label="Posten")
    assert answers(result)[0].content == "Gepostet."
    assert _is_told(thread)
    assert buttons(_to_master(thread)) == {}


async def test_the_game_masters_words_stand_before_them_and_call_nobody(server: Server) -> None:
    thread = await _held(server)
    meister, anna = server.person("meister"), server.person("anna")
    shown = await meister.user.click(_to_master(thread), label="Mit Text posten")
    await server.restart()
    before = len(server.env.http_requests)
    done = await meister.user.submit_modal(shown, {"words": f"Blut im Sand.\n\nArme <@{anna.id}> @everyone ```"})
    assert answers(done)[0].content == "Gepostet."
    (text,) = [text for text in thread.texts() if "**#7**" in text]
    assert text.startswith(f"> Blut im Sand.\n>\n> Arme <@{anna.id}> @everyone '''\n**#7** ")
    (sent,) = [one.json for one in server.env.http_requests[before:] if "Blut im Sand" in json.dumps(one.json)]
    assert isinstance(sent, dict)
    assert not any(sent["allowed_mentions"].get(kind) for kind in ("parse", "users", "roles"))


async def test_the_game_masters_words_are_told_later_too_without_codes(server: Server) -> None:
    thread = await _held(server)
    words = f"Blut im Sand.\n\nArme <@{server.person('anna').id}>!"
    await thread.slash("meister", "sl ergebnisse", text=words)
    result = await server.person("gast").slash(thread.channel, "protokoll")
    *_, last = answers(result)
    told, file = last.content, (await last.attachments[0].read()).decode()
    lines = thread.seen().posts[-1].lines
    assert f"> Buzz-Off: wehrt sich nicht gegen Clawful\n**SL**\n> Blut im Sand.\n> Arme @anna!\n{lines[0]}" in told
    assert f"> Buzz-Off: wehrt sich nicht gegen Clawful\nSL:\n> Blut im Sand.\n>\n> Arme @anna!\n{lines[0]}" in file


async def test_they_are_posted_once_by_whoever_leads(server: Server) -> None:
    await _wanted(server)
    thread = await server.open()
    await thread.slash("meister", "sl helfer", wer=server.person("uwe"))
    await thread.begin()
    await thread.slash("meister", "sl ergebnisse")
    question = await thread.attack()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    mine, other = _to_master(thread), _to_master(thread, "uwe")
    await server.person("uwe").user.click(other, label="Posten")
    again = await server.person("meister").user.click(mine, label="Posten")
    assert "schon gepostet" in answers(again)[0].content
    assert thread.said().count("**#7**") == 1
    assert buttons(_to_master(thread)) == {}


async def test_words_that_come_too_late_are_given_back(server: Server) -> None:
    thread = await _held(server)
    meister = server.person("meister")
    shown = await meister.user.click(_to_master(thread), label="Mit Text posten")
    await thread.slash("meister", "sl ergebnisse")
    done = await meister.user.submit_modal(shown, {"words": "Blut im Sand."})
    told = "\n".join(one.content for one in answers(done))
    assert "schon gepostet" in told
    assert "Blut im Sand." in told
    assert "Blut im Sand." not in thread.said()


async def test_words_are_given_back_whatever_goes_wrong(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = await _held(server)
    meister = server.person("meister")
    shown = await meister.user.click(_to_master(thread), label="Mit Text posten")

    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(results, "post_results", broken)
    done = await meister.user.submit_modal(shown, {"words": "Blut im Sand."})
    told = "\n".join(one.content for one in answers(done))
    assert "Blut im Sand." in told
    assert "(Fehler " in told
    assert len(server.faults) == 1
    server.faults.clear()
    assert not _is_told(thread)


async def test_who_leads_from_now_on_can_post_them(server: Server) -> None:
    thread = await _held(server)
    await thread.carry_out("meister", "sl uebergeben", wer=server.person("uwe"))
    await server.person("uwe").user.click(_to_master(thread, "uwe"), label="Posten")
    assert _is_told(thread)


async def test_a_command_posts_them_too(server: Server) -> None:
    thread = await _held(server)
    assert "postet die Spielleitung" in await thread.slash("kalle", "sl ergebnisse")
    assert not _is_told(thread)
    assert "Gepostet" in await thread.slash("meister", "sl ergebnisse", text="Blut im Sand.")
    assert "> Blut im Sand.\n**#7**" in thread.said()
    assert "schon gepostet" in await thread.slash("meister", "sl ergebnisse")


async def test_nobody_else_learns_of_them_meanwhile(server: Server) -> None:
    thread = await _held(server)
    for name in ("kalle", "anna", "gast"):
        for command in ("lage", "karte", "chancen", "fehler", "protokoll"):
            assert _COVERED in await thread.slash(name, command), command
        assert _COVERED in await thread.slash(name, "vorschau", text="Buzz-Off: geht nach E4")
    assert _COVERED in thread.channel.pinned_messages()[0].content
    assert "Clawful" not in thread.channel.pinned_messages()[0].content
    assert "#7" not in thread.said().replace(_WAITING, "")
    # Whoever leads sees it all.
    assert _COVERED not in await thread.slash("meister", "lage")
    await thread.slash("meister", "sl ergebnisse")
    assert "Clawful" in thread.channel.pinned_messages()[0].content
    assert _COVERED not in await thread.slash("kalle", "lage")


async def test_what_comes_meanwhile_counts_and_is_answered_behind_them(server: Server) -> None:
    thread = await _held(server)
    message = await thread.write("anna", "Buzz-Off: geht nach E4, greift Clawful an")
    assert thread.marks(message) == ["✅"]
    assert thread.texts()[-2:] == [_WAITING, message.content]
    await thread.slash("meister", "sl ergebnisse")
    result, answer, question = thread.texts()[-3:]
    assert result.startswith("**#7** ")
    assert answer.startswith("**#8** Buzz-Off")
    assert "Schwarz reagiert: bitte wählen" in question


async def test_a_refusal_meanwhile_is_told_its_author_alone_at_once(server: Server) -> None:
    thread = await _held(server)
    before = thread.texts()
    message = await thread.write("anna", "Buzz-Off: get nach E4")
    assert thread.marks(message) == ["❓"]
    assert thread.texts() == [*before, message.content]
    told = thread.private("anna")[-1]
    assert told.startswith("> Buzz-Off: get nach E4\n❓ Buzz-Off: „get“ verstehe ich nicht. Meintest du „geht“?")
    # What could be done instead would show how things stand.
    await thread.write("anna", "Buzz-Off: geht nahc")
    assert "„nahc“ ist kein Feld" in thread.private("anna")[-1]
    assert "Zum Beispiel" not in thread.private("anna")[-1]
    await thread.slash("meister", "sl ergebnisse")
    assert "verstehe ich nicht" not in thread.said()


async def test_a_refusal_by_the_rules_tells_meanwhile_nothing_of_how_things_stand(server: Server) -> None:
    thread = await _held(server)
    await thread.write("kalle", "Clawful: geht nach A1")
    later = "Warum, sage ich noch nicht: Die Ergebnisse liegen noch bei der Spielleitung."
    assert later in thread.private("kalle")[-1]
    assert "Runde" not in thread.private("kalle")[-1]
    assert later in await thread.slash("kalle", "befehl", text="Clawful: geht nach A1")
    assert later in await thread.slash("kalle", "befehl", text="Bei Nahkampf: pariert mit dem Laser", privat=True)
    # Whoever leads sees all anyway.
    await thread.write("meister", "SL: Clawful Leben 900")
    assert later not in thread.private("meister")[-1]
    assert "900" in thread.private("meister")[-1].partition("\n")[2]
    await thread.slash("meister", "sl ergebnisse")
    assert later not in await thread.slash("kalle", "befehl", text="Clawful: geht nach A1")


async def test_standing_orders_left_meanwhile_do_not_tell_who_still_stands(server: Server) -> None:
    thread = await _held(server)
    await thread.whisper("kalle", "Bei Nahkampf: pariert")
    told = thread.private("kalle")[-1]
    assert told.startswith("Notiert. Wie ich die Vorgaben verstanden habe, sage ich noch nicht")
    assert "Fingerabdruck: " in told
    assert "Clawful" not in told
    await thread.slash("meister", "sl ergebnisse")
    await thread.whisper("kalle", "Bei Nahkampf: weicht aus")
    assert "Vorgaben für Clawful" in thread.private("kalle")[-1]


async def test_a_command_meanwhile_counts_and_says_that_its_answer_comes_later(server: Server) -> None:
    thread = await _held(server)
    told = await thread.slash("anna", "befehl", text="Buzz-Off: geht nach E4")
    assert told.startswith("✅ #8\nDie Ergebnisse liegen noch bei der Spielleitung; dein Beitrag ist notiert")
    await thread.slash("meister", "sl ergebnisse")
    assert "notiert" not in await thread.slash("anna", "befehl", text="fertig")


async def test_lists_of_weapons_are_for_ones_own_figures_as_long_as_they_are_chosen(server: Server) -> None:
    await _wanted(server)
    thread = await server.open()
    await thread.fill()

    async def listed(name: str, option: str) -> list[dict[str, Any]]:
        person = server.person(name)
        return await person.autocomplete(thread.channel, "schlacht waffen", option, "", figur="Buzz-Off")

    assert [bool(await listed("anna", option)) for option in ("hand", "hand2")] == [True, True]
    assert [await listed("kalle", option) for option in ("hand", "hand2", "kammer")] == [[], [], []]
    assert await listed("meister", "hand")
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Clawful: Start A3")
    await thread.whisper("anna", "Buzz-Off: Start H3")
    assert [await listed("anna", option) for option in ("hand", "hand2", "kammer")] == [[], [], []]
    assert _COVERED in await thread.slash("anna", "schlacht waffen", figur="Buzz-Off", hand="Wabenaxt")


async def test_the_board_in_words_is_told_meanwhile_as_it_was_before(server: Server) -> None:
    thread = await _held(server)
    kalle, meister = (person_of(server.person(name).id) for name in ("kalle", "meister"))
    desk, battle = server.desk, thread.battle
    assert [are_hidden_from(desk, battle, kalle, number) for number in (6, 7, 8, None)] == [False, True, True, True]
    assert not are_hidden_from(desk, battle, meister, 7)
    assert _twin(desk, battle, kalle, 6)
    with pytest.raises(NotAllowed, match=_COVERED):
        _twin(desk, battle, kalle, 99)
    await thread.slash("meister", "sl ergebnisse")
    assert _twin(desk, battle, kalle, 7)


async def test_a_question_that_comes_too_late_is_not_asked(server: Server) -> None:
    thread = await _held(server)
    await thread.write("anna", "Buzz-Off: greift Clawful an\nfertig")
    await thread.slash("meister", "sl weiter")
    await thread.write("kalle", "fertig")
    await thread.write("anna", "Buzz-Off: greift Clawful an\nfertig")
    assert thread.seen().moment == "2 black_reacts"
    before = len(thread.texts())
    await thread.slash("meister", "sl ergebnisse")
    (question,) = [text for text in thread.texts()[before:] if "bitte wählen" in text]
    assert "Runde 2, Schwarz reagiert" in question


async def test_nobody_posts_them_so_that_they_post_themselves(server: Server) -> None:
    thread = await _held(server)
    _later(server, timedelta(hours=23))
    await server.bot.send_late()
    assert not _is_told(thread)
    await server.restart()
    await server.bot.send_late()
    _later(server, timedelta(hours=1))
    await server.bot.send_late()
    await server.env.settle()
    assert _is_told(thread)
    assert "Clawful" in thread.channel.pinned_messages()[0].content


async def test_a_game_master_with_closed_messages_is_told_in_the_thread(server: Server) -> None:
    meister = server.person("meister")
    server.env.inject_error(
        "POST", f"/channels/{meister.user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    thread = await _held(server)
    (told,) = [text for text in thread.texts() if "nicht privat schicken" in text]
    assert told.startswith(f"<@{meister.id}>")
    assert "/sl ergebnisse" in told
    await thread.slash("meister", "sl ergebnisse")
    assert _is_told(thread)
    server.faults.clear()


async def test_the_end_of_a_battle_waits_too(server: Server) -> None:
    await _wanted(server)
    thread = await server.open()
    await thread.begin()
    await thread.slash("meister", "sl ergebnisse")
    await thread.carry_out("meister", "sl ende")
    assert "zählt. Die Ergebnisse liegen" in thread.texts()[-1]
    assert "🔓" not in thread.said()
    await thread.slash("meister", "sl ergebnisse")
    assert "🔓 Die Würfel sind offen" in thread.texts()[-1]
    assert "Vorbei" in thread.channel.pinned_messages()[0].content


async def test_without_the_setting_they_come_at_once(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    assert _is_told(thread)
    assert "schon gepostet" in await thread.slash("meister", "sl ergebnisse")


async def test_a_phase_without_results_is_not_held(server: Server) -> None:
    await _wanted(server)
    thread = await server.open()
    await thread.begin()
    await thread.slash("meister", "sl ergebnisse")
    await thread.attack()
    assert "greift Buzz-Off" in thread.said()
    assert thread.questions()


def _later(server: Server, much: timedelta) -> None:
    clock = server.desk.now
    assert isinstance(clock, Clock)
    clock._now += much


async def test_a_figure_is_shown_without_how_it_stands_while_the_results_wait(server: Server) -> None:
    thread = await _held(server)
    told = {name: await thread.slash(name, "figur", name="Buzz-Off") for name in ("anna", "gast", "meister")}
    assert all("Nahkampf" in sheet for sheet in told.values())
    assert [name for name, sheet in told.items() if "Jetzt: " in sheet] == ["meister"]
