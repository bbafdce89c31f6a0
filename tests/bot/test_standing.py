"""Standing orders on Discord: left by private message, used in the thread, known to nobody else."""

from typing import Any

import discord

from motuc_bot.bot.private import PrivateButton
from tests.bot.server import Server, Thread, answers

ORDER = "Bei Nahkampf: pariert; bei Schüssen: 1 je Schuss"


async def _begun(server: Server) -> Thread:
    thread = await server.open()
    await thread.begin()
    return thread


async def test_it_is_left_by_private_message_and_used_in_the_thread(server: Server) -> None:
    thread = await _begun(server)
    await thread.whisper("anna", ORDER)
    told = thread.private("anna")[-1]
    assert "Verstanden, Vorgaben für Buzz-Off:" in told
    assert "• Bei Nahkampf: pariert" in told
    fingerprint = told.split("Fingerabdruck: ")[1].partition("\n")[0]
    assert thread.texts()[-1] == f"🔒 anna hat Vorgaben für Reaktionen hinterlegt (Fingerabdruck {fingerprint})"
    await thread.write("kalle", "Clawful: greift Buzz-Off an\nfertig")
    said = thread.said()
    assert f"Nach hinterlegten Vorgaben von anna (Fingerabdruck {fingerprint}):\n`Buzz-Off: pariert Clawful`" in said
    # Nothing is left to ask.
    assert not any("bitte wählen" in message.content for message in thread.questions())
    assert thread.seen().document["phase"] == "white_moves"
    assert ORDER not in said
    for name in ("kalle", "meister"):
        assert ORDER not in "\n".join(thread.private(name))


async def test_what_it_brought_about_is_news_to_its_author(server: Server) -> None:
    thread = await _begun(server)
    await thread.whisper("anna", ORDER)
    await thread.write("kalle", "Clawful: greift Buzz-Off an\nfertig")
    told = await thread.slash("anna", "lage")
    # What he wrote in private is no post after which the others went on.
    assert "**Bisher:**" in told
    assert "Nach hinterlegten Vorgaben von anna" in told
    assert "Auswertung der Angriffe von Schwarz" in told


async def test_what_it_does_not_cover_is_asked_as_usual(server: Server) -> None:
    thread = await _begun(server)
    await thread.whisper("anna", "Bei Schüssen: weicht aus")
    question = await thread.attack()
    assert "bitte wählen" in question.content
    # Left now, it counts at once.
    await thread.whisper("anna", ORDER)
    assert "`Buzz-Off: pariert Clawful`" in thread.said()


async def test_what_is_wrong_is_told_its_author_alone(server: Server) -> None:
    thread = await _begun(server)
    before = thread.texts()
    message = await thread.whisper("anna", "Bei Nahkampf: pariert mit dem Laser")
    assert "❓ Bei Nahkampf: " in thread.private("anna")[-1]
    assert "`Bei Nahkampf: pariert" in thread.private("anna")[-1]
    assert thread.texts() == before
    await server.person("anna").user.edit(message, ORDER)
    assert "Verstanden, Vorgaben für Buzz-Off:" in thread.private("anna")[-1]


async def test_the_form_for_closed_messages_takes_it_too(server: Server) -> None:
    thread = await _begun(server)
    form = await _form(server, thread)
    done = await server.person("anna").submit_modal(form, {"text": ORDER})
    assert done.ephemeral
    assert "Verstanden, Vorgaben für Buzz-Off:" in "\n".join(one.content for one in answers(done))
    assert "anna hat Vorgaben für Reaktionen hinterlegt" in thread.said()
    assert ORDER not in thread.said()


async def _form(server: Server, thread: Thread) -> Any:
    channel = server.bot.get_channel(thread.channel.id)
    view = discord.ui.View(timeout=None)
    view.add_item(PrivateButton(thread.battle))
    await channel.send("Hier:", view=view)  # type: ignore[union-attr]
    return await server.person("anna").click(thread.channel.history()[-1], label="Privat eingeben")


async def test_it_outlives_a_restart_and_is_shown_at_the_end(server: Server) -> None:
    thread = await _begun(server)
    await thread.whisper("anna", ORDER)
    await server.restart()
    await thread.write("kalle", "Clawful: greift Buzz-Off an\nfertig")
    assert "`Buzz-Off: pariert Clawful`" in thread.said()
    assert ORDER not in thread.said()
    await thread.write("meister", "SL: Schlacht beenden")
    assert f"`{ORDER}`" in thread.said()


async def test_the_game_master_learns_nothing_by_any_command(server: Server) -> None:
    thread = await _begun(server)
    await thread.whisper("anna", ORDER)
    await thread.whisper("anna", "Bei Nahkampf: singt")
    for command in ("lage", "chancen", "hilfe"):
        result = await server.person("meister").slash(thread.channel, command)
        assert "singt" not in str([one.content for one in answers(result)])
        assert ORDER not in str([one.content for one in answers(result)])
    everything = repr(thread.seen("meister"))
    assert "singt" not in everything
    assert ORDER not in everything
