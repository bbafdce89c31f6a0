"""What is said to the bot in private: start positions, for one battle or several, with open and closed doors."""

import re
from typing import Any

import discord

from tests.bot.server import Server, Thread, answers


async def _placing(server: Server, **options: Any) -> Thread:
    thread = await server.open(**options)
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    return thread


async def test_each_player_is_told_what_he_owes_with_an_example(server: Server) -> None:
    thread = await _placing(server)
    (told,) = thread.private("kalle")
    assert "Clawful" in told
    assert "`Clawful: Start A1`" in told
    assert "Buzz-Off" not in told
    assert thread.private("meister") == []


async def test_a_start_is_confirmed_to_its_player_alone(server: Server) -> None:
    thread = await _placing(server)
    await thread.whisper("kalle", "Clawful: Start A4")
    assert "Verstanden: Clawful: Start A4" in thread.private("kalle")[-1]
    assert "A4" not in thread.texts()[-1]
    assert "Die Startposition für Clawful ist da." in thread.said()
    assert "A4" not in "\n".join(thread.private("anna") + thread.private("meister"))


async def test_the_examples_for_the_start_count_when_copied_as_they_are(server: Server) -> None:
    thread = await server.open(vorlage="arena")
    for name, side, figures in (
        ("kalle", "black", ("Clawful", "Spikor", "Stinkor")),
        ("anna", "white", ("Buzz-Off", "Clamp Champ", "Stratos")),
    ):
        for figure in figures:
            await thread.slash(name, "schlacht beitreten", seite=side, figur=figure)
    await thread.slash("meister", "schlacht start")
    examples = re.findall("`(.+)`", thread.private("kalle")[-1])
    assert len(examples) == 3
    await thread.whisper("kalle", "\n".join(examples))
    assert f"Verstanden: {examples[0]}" in thread.private("kalle")[-1]
    assert all(example in thread.private("kalle")[-1] for example in examples)


async def test_a_refused_start_is_told_to_its_player_alone(server: Server) -> None:
    thread = await _placing(server)
    before = thread.texts()
    message = await thread.whisper("kalle", "Clawful: Start H4")
    assert "R-S1" in thread.private("kalle")[-1]
    assert thread.texts() == before
    (mark,) = next(one for one in server.person("kalle").user.dm_channel.history() if one.id == message.id).reactions
    assert str(mark.emoji) == "❓"


async def test_a_refused_start_is_read_anew_when_it_is_edited(server: Server) -> None:
    thread = await _placing(server)
    message = await thread.whisper("kalle", "Clawful: Start H4")
    await server.person("kalle").user.edit(message, "Clawful: Start A4")
    assert "Verstanden: Clawful: Start A4" in thread.private("kalle")[-1]


async def test_hands_may_be_told_in_private(server: Server) -> None:
    thread = await _placing(server)
    await thread.whisper("kalle", "Clawful: hält Stachelkeule")
    assert "Stachelkeule" in thread.private("kalle")[-1]
    assert "Verstanden" not in thread.said()


async def test_the_game_master_sends_positions_for_others(server: Server) -> None:
    thread = await _placing(server)
    await thread.whisper("meister", "SL: Start Clawful A4")
    assert "Verstanden" in thread.private("meister")[-1]
    assert "Es fehlt noch: Buzz-Off (anna)" in thread.said()


async def test_who_plays_in_no_battle_is_told_so(server: Server) -> None:
    thread = await server.open()
    await thread.whisper("gast", "Hallo!")
    assert "in keiner Schlacht" in thread.private("gast")[0]


async def test_who_plays_in_several_is_asked_which(server: Server) -> None:
    first, second = await _placing(server, name="Erste"), await _placing(server, name="Zweite")
    await first.whisper("kalle", "Clawful: Start A4")
    (asked,) = [one for one in server.person("kalle").user.dm_channel.history() if one.components]
    assert "Verstanden" not in "".join(first.private("kalle"))
    # It is asked after a restart too.
    await server.restart()
    await server.person("kalle").user.select(asked, [str(second.battle)])
    assert "Die Startposition für Clawful ist da." in second.said()
    assert "Die Startposition für Clawful ist da." not in first.said()
    assert first.private("kalle")[-2:] != []


async def test_closed_messages_are_told_in_the_thread_with_a_form_for_him_alone(server: Server) -> None:
    kalle = server.person("kalle")
    server.env.inject_error(
        "POST", f"/channels/{kalle.user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    thread = await _placing(server)
    (told,) = [message for message in thread.questions() if "private Nachricht" in message.content]
    assert f"<@{kalle.id}>" in told.content
    assert [text for text in server.faults if "kommt nie an" in text] == server.faults
    server.faults.clear()
    await server.restart()
    shown = await kalle.click(told, label="Privat eingeben")
    done = await kalle.submit_modal(shown, {"text": "Clawful: Start A4"})
    assert done.ephemeral
    assert "Verstanden: Clawful: Start A4" in "\n".join(one.content for one in answers(done))
    assert "Die Startposition für Clawful ist da." in thread.said()
    assert "A4" not in thread.said().replace("Start A4`", "")
    assert server.faults == []


async def test_a_form_that_was_open_during_a_restart_counts(server: Server) -> None:
    kalle = server.person("kalle")
    server.env.inject_error(
        "POST", f"/channels/{kalle.user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    thread = await _placing(server)
    server.faults.clear()
    (told,) = [message for message in thread.questions() if "private Nachricht" in message.content]
    shown = await kalle.click(told, label="Privat eingeben")
    await server.restart()
    done = await kalle.submit_modal(shown, {"text": "Clawful: Start A4"})
    assert done.ephemeral
    assert "Verstanden: Clawful: Start A4" in "\n".join(one.content for one in answers(done))
    assert "Die Startposition für Clawful ist da." in thread.said()
    # What does not count need not be typed again.
    again = await kalle.submit_modal(await kalle.click(told, label="Privat eingeben"), {"text": "Clawful: Start H4"})
    assert "Clawful: Start H4" in "\n".join(one.content for one in answers(again))
    server.faults.clear()


async def test_the_form_of_somebody_else_gives_no_orders_for_ones_figures(server: Server) -> None:
    server.env.inject_error(
        "POST", f"/channels/{server.person('kalle').user.dm_channel.id}/messages", status=403, code=50007, times=None
    )
    thread = await _placing(server)
    server.faults.clear()
    (told,) = [message for message in thread.questions() if "private Nachricht" in message.content]
    anna = server.person("anna")
    done = await anna.submit_modal(await anna.click(told, label="Privat eingeben"), {"text": "Clawful: Start A4"})
    assert isinstance(told, discord.Message)
    assert "❓" in "\n".join(one.content for one in answers(done))
    assert "Die Startposition für Clawful" not in thread.said()


async def test_a_move_in_private_is_sent_to_the_thread_with_its_line(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    await thread.whisper("kalle", "Clawful: geht nach D4")
    told = thread.private("kalle")[-1]
    assert "Schreib das im Thread der Schlacht: `Clawful: geht nach D4`" in told
    assert told.endswith(f"-# Schlacht: Schnelles Duell · <#{thread.channel.id}>")
