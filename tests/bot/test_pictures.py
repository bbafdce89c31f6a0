"""The picture at each result, its text, and /karte: the board as it was then, sent as far as it may be."""

import io
import json

import discord
import pytest
from PIL import Image

from motuc_bot.bot import front
from motuc_bot.bot.front import DiscordFront
from motuc_bot.referee.guild_settings import change_guild
from motuc_bot.store.outbox import Delivery
from tests.bot.server import Server, Thread, answers, buttons


async def _resolved(server: Server) -> tuple[Thread, discord.Message]:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    (result,) = [one for one in thread.channel.history() if "Auswertung der Angriffe" in one.content]
    return thread, result


def _picture(message: discord.Message) -> discord.Attachment:
    (attachment,) = message.attachments
    return attachment


async def test_a_result_has_the_board_with_a_description(server: Server) -> None:
    thread, result = await _resolved(server)
    picture = _picture(result)
    assert picture.filename == "karte.png"
    assert picture.description is not None
    assert "Clawful auf D3" in picture.description
    assert len(picture.description) <= 1024
    assert Image.open(io.BytesIO(await picture.read())).size > (300, 200)
    assert "Als Text" in buttons(result)
    assert result.flags.suppress_notifications
    others = [one for one in thread.channel.history() if one.attachments]
    assert len(others) == 2, "the reveal of the starts and the result"
    assert "Startpositionen:" in others[0].content


async def test_a_question_rings_and_has_no_picture(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    assert question.attachments == []
    assert not question.flags.suppress_notifications


async def test_the_picture_shows_the_board_as_it_was_then(server: Server) -> None:
    thread, result = await _resolved(server)
    body = {"reply_to": None, "number": 3, "lines": ["Da."], "gist": "result", "announced": []}
    delivery = Delivery(1, thread.battle, None, "answer", json.dumps(body), "late", 1)
    sent = await DiscordFront(server.bot, server.desk).send(delivery)
    late = next(one for one in thread.channel.history() if str(one.id) == sent)
    assert "Clawful auf A3" in (_picture(late).description or "")
    assert "Clawful auf D3" in (_picture(result).description or "")


async def test_the_text_is_told_from_the_pressers_own_figures_and_after_a_restart(server: Server) -> None:
    thread, result = await _resolved(server)
    await server.restart()
    told = {}
    for name in ("anna", "gast", "meister"):
        pressed = await server.person(name).click(result, label="Als Text")
        assert pressed.ephemeral
        told[name] = answers(pressed)[0].content
    assert "Von Buzz-Off (E3) aus: Clawful auf D3, 1 Feld" in told["anna"]
    assert "Schwarz: Clawful auf D3" in told["gast"]
    assert told["gast"] == told["meister"]
    assert thread.seen().moment == "1 white_moves"


async def test_without_the_right_to_attach_the_result_is_sent_once_without_a_picture(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    server.env.inject_error("POST", f"/channels/{thread.channel.id}/messages", status=403, code=50013, times=1)
    await server.person("anna").click(question, label="Keine Gegenwehr")
    results = [one for one in thread.channel.history() if "Auswertung der Angriffe" in one.content]
    assert [one.attachments for one in results] == [[]]
    await server.restart()
    assert thread.said().count("Auswertung der Angriffe") == 1


async def test_a_fault_in_the_picture_does_not_keep_the_result(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(front, "board_file", broken)
    _, result = await _resolved(server)
    assert result.attachments == []
    assert all("Bild der Schlacht" in fault for fault in server.faults)
    assert len(server.faults) == 2
    server.faults.clear()


async def test_what_was_sent_with_a_picture_is_found_after_a_crash(server: Server) -> None:
    thread, result = await _resolved(server)
    number = int(result.content.split("**")[1].removeprefix("#"))
    lines = result.content.split("\n")
    lines[0] = lines[0].partition("** ")[2]
    assert result.reference is not None
    body = {"reply_to": f"discord:{result.reference.message_id}", "number": number, "lines": lines, "gist": "result"}
    delivery = Delivery(1, thread.battle, None, "answer", json.dumps(body), "nonce", 2)
    assert await DiscordFront(server.bot, server.desk).find(delivery) == str(result.id)


async def test_a_server_does_without_pictures(server: Server) -> None:
    change_guild(server.desk, server.guild.id, {"pictures": False})
    _, result = await _resolved(server)
    assert result.attachments == []
    assert "Als Text" not in buttons(result)


async def test_the_board_on_demand_has_its_text_too(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    shown = await server.person("anna").slash(thread.channel, "karte")
    (message,) = answers(shown)
    assert message.attachments[0].filename == "karte.png"
    pressed = await server.person("anna").click(message, label="Als Text")
    assert "Von Buzz-Off (E3) aus" in answers(pressed)[0].content


async def test_secret_starts_are_told_to_their_player_alone(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    await thread.whisper("kalle", "Clawful: Start A4")
    told = {}
    for name in ("kalle", "anna", "gast"):
        shown = await server.person(name).slash(thread.channel, "karte")
        pressed = await server.person(name).click(answers(shown)[0], label="Als Text")
        told[name] = answers(pressed)[0].content + (answers(shown)[0].attachments[0].description or "")
    assert "Clawful auf A4" in told["kalle"]
    assert "A4" not in told["anna"] + told["gast"]
