"""What fails is told in one German sentence with a number; the log has the rest, and no tokens."""

import asyncio
import logging
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from motuc_bot.bot import posts as posts_module
from motuc_bot.bot.faults import Tree
from motuc_bot.logs import SecretlessFormatter, without_tokens
from motuc_bot.store.faults import DatabaseFault
from tests.bot.away import away, written
from tests.bot.received import close_doors
from tests.bot.server import Server, answers, buttons

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
WEBHOOK = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo"


def _broken(*args: object, **more: object) -> Any:
    raise RuntimeError(f"https://discord.com/api/v10/webhooks/1/{WEBHOOK} Bot {TOKEN}")


def _unusable(kind: discord.AppCommandOptionType) -> app_commands.TransformerError:
    transformer = app_commands.Transformer()
    return app_commands.TransformerError("dies", kind, transformer)


def _away(*args: object, **more: object) -> Any:
    raise DatabaseFault("/daheim/schlachten.db: der Datenträger ist voll")


@pytest.mark.parametrize("command", ["lage", "chancen"])
async def test_a_failing_command_answers_with_a_number(
    server: Server, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    thread = await server.open()
    monkeypatch.setattr("motuc_bot.bot.lookups.read_battle", _broken)
    monkeypatch.setattr("motuc_bot.bot.here.read_battle", _broken)
    told = await thread.slash("kalle", command)
    found = re.search(r"\(Fehler ([0-9a-f]{6})\)", told)
    assert found is not None
    (logged,) = server.faults
    assert found[1] in logged
    assert "RuntimeError" in logged
    assert TOKEN not in logged
    assert WEBHOOK not in logged
    server.faults.clear()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (app_commands.NoPrivateMessage(), "Das geht nur auf dem Server, nicht in einer privaten Nachricht: "),
        (app_commands.CheckFailure(), "Das darfst du hier nicht: "),
        (_unusable(discord.AppCommandOptionType.user), "Diese Person ist nicht auf dem Server: "),
        (_unusable(discord.AppCommandOptionType.string), "Mit „dies“ kann ich nichts anfangen: "),
        (app_commands.CommandNotFound("dies", []), "Diesen Befehl gibt es so nicht mehr: "),
    ],
)
async def test_a_command_that_can_not_be_carried_out_says_why_and_what_to_do(
    error: app_commands.AppCommandError, told: str
) -> None:
    said: list[str] = []

    async def send_message(text: str, **more: object) -> None:
        assert more == {"ephemeral": True}
        said.append(text)

    response = SimpleNamespace(is_done=lambda: False, send_message=send_message)
    tree: Any = SimpleNamespace()
    interaction: Any = SimpleNamespace(response=response, command=None, extras={})
    await Tree.on_error(tree, interaction, error)
    (text,) = said
    assert text.startswith(f"❓ {told}")


async def test_a_failing_post_is_answered_with_a_number(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = await server.open()
    await thread.begin()
    monkeypatch.setattr(posts_module, "post", _broken)
    await thread.write("kalle", "Clawful: geht nach D4")
    assert re.search(r"schiefgegangen \(Fehler [0-9a-f]{6}\)", thread.texts()[-1])
    assert len(server.faults) == 1
    assert TOKEN not in server.faults[0]
    server.faults.clear()


async def test_a_failing_button_answers_with_a_number(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    monkeypatch.setattr("motuc_bot.bot.questions.post", _broken)
    result = await server.person("anna").click(question, label="Keine Gegenwehr")
    assert "schiefgegangen" in answers(result)[0].content
    assert len(server.faults) == 1
    server.faults.clear()


async def test_a_database_that_is_away_is_told_without_its_address(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await server.open()
    await thread.begin()
    monkeypatch.setattr(posts_module, "post", _away)
    await thread.write("kalle", "Clawful: geht nach D4")
    assert thread.texts()[-1] == "Die Datenbank ist gerade nicht zu erreichen; bitte gleich noch einmal."
    assert server.faults == ["Datenbank: /daheim/schlachten.db: der Datenträger ist voll"]
    server.faults.clear()


def test_tokens_are_taken_out() -> None:
    text = f"Bot {TOKEN}; /webhooks/123456789012345678/{WEBHOOK}/messages; Authorization: Bot abcdefghijklmnopqrstuvw"
    told = without_tokens(text)
    assert TOKEN not in told
    assert WEBHOOK not in told
    assert "abcdefghijklmnopqrstuvw" not in told
    assert "123456789012345678" in told


def test_the_log_shows_no_tokens_whoever_writes_there() -> None:
    record = logging.LogRecord("discord.http", 30, "", 0, "429 at /webhooks/1/%s", (WEBHOOK,), None)
    told = SecretlessFormatter().format(record)
    assert "429 at /webhooks/1/…" in told
    assert WEBHOOK not in told


async def test_what_counted_is_asked_and_shown_later_when_the_database_was_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await server.open()
    await thread.begin()
    with monkeypatch.context() as broken:
        broken.setattr("motuc_bot.bot.client.ask", _away)
        message = await thread.write("kalle", "Clawful: greift Buzz-Off an\nfertig")
    assert thread.marks(message) == ["✅"]
    assert len(server.faults) == 1
    server.faults.clear()
    await server.bot.send_late()
    assert "Keine Gegenwehr" in thread.questions()[-1].content
    assert "Weiß reagiert" in thread.channel.pinned_messages()[0].content


async def test_a_press_waits_until_what_was_written_before_is_taken(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    question = await thread.attack()
    await server.bot.on_disconnect()
    with away(server):
        written(thread, "anna", "Buzz-Off: weicht mit 2 aus")
    listed = server.bot.get_channel(thread.channel.id)
    listed.last_message_id = server.env.backend.get_channel(thread.channel.id).last_message_id  # type: ignore[union-attr]
    pressing = asyncio.ensure_future(server.person("anna").click(question, label="Keine Gegenwehr"))
    await asyncio.sleep(0.05)
    assert not pressing.done()
    await server.bot.on_ready()
    result = await pressing
    assert "schon entschieden" in "".join(one.content for one in answers(result))
    assert [one.text for one in thread.seen().posts][-1] == "Buzz-Off: weicht mit 2 aus"


async def test_who_waits_too_long_is_told_so_and_gets_back_what_was_entered(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await server.open()
    close_doors(server, "kalle")
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    server.faults.clear()
    (told,) = [one for one in thread.channel.history() if "Privat eingeben" in buttons(one)]
    form = await server.person("kalle").click(told, label="Privat eingeben")
    monkeypatch.setattr("motuc_bot.bot.faults._PATIENCE", 0.0)
    server.bot.hearing.close(thread.channel.id)
    assert await thread.slash("kalle", "lage") == (
        "Ich hole gerade nach, was geschrieben wurde; bitte gleich noch einmal."
    )
    done = await server.person("kalle").submit_modal(form, {"text": "Clawful: Start A4"})
    said = "\n".join(one.content for one in answers(done))
    assert "hole gerade nach" in said
    assert "Clawful: Start A4" in said
    assert "Die Startposition für Clawful" not in thread.said()
    # Where nothing is played nothing waits.
    assert answers(await server.person("kalle").slash(server.channel, "hilfe"))
