"""Orders where no battle is played, and for figures of others: who wrote them is told what to do, nobody else."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.bot.server import Server, Thread


async def _begun(server: Server) -> Thread:
    thread = await server.open()
    await thread.begin()
    return thread


async def test_orders_in_another_channel_are_answered_with_the_way_to_the_thread(server: Server) -> None:
    thread = await _begun(server)
    posts = len(thread.seen("meister").posts)
    for text in ("Clawful: geht nach D4", "Los geht's!\n**clawful**: geht nach Z99", "Clawf: greift Buzz-Off an"):
        message = await server.person("kalle").send(server.channel, text)
        answer = server.channel.history()[-1]
        assert answer.author.bot
        assert answer.reference is not None
        assert answer.reference.message_id == message.id
        assert f"<#{thread.channel.id}>" in answer.content
        assert "zählt das nicht" in answer.content
    assert len(thread.seen("meister").posts) == posts


async def test_the_game_master_is_told_too(server: Server) -> None:
    thread = await _begun(server)
    await server.person("meister").send(server.channel, "SL: weiter")
    assert f"<#{thread.channel.id}>" in server.channel.history()[-1].content


async def test_talk_and_other_peoples_figures_are_not_answered_elsewhere(server: Server) -> None:
    thread = await _begun(server)
    for name, text in (
        ("kalle", "Clawful ist super, fertig!"),
        ("kalle", "Clawful: Muahaha!"),
        ("kalle", "fertig"),
        ("kalle", "> Clawful: geht nach D4"),
        ("kalle", "Schaut mal: https://example.org/Clawful"),
        ("kalle", "Buzz-Off: geht nach D4"),
        ("anna", "Clawful: geht nach D4"),
        ("gast", "Clawful: geht nach D4"),
        ("meister", "Clawful: geht nach D4"),
    ):
        message = await server.person(name).send(server.channel, text)
        assert server.channel.history()[-1].id == message.id, text
    assert thread.seen().moment == "1 black_moves"


async def test_a_message_without_an_order_costs_no_look_into_the_database(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _begun(server)
    looked: list[str] = []
    work = server.bot.work

    async def counted(function: Callable[..., Any], *args: Any) -> Any:
        looked.append(function.__name__)
        return await work(function, *args)

    monkeypatch.setattr(server.bot, "work", counted)
    await server.person("kalle").send(server.channel, "Schaut mal: https://example.org\nWie schön es hier ist!")
    assert looked == ["misplaced"]
    looked.clear()
    await server.person("kalle").send(server.channel, "https://example.org/a:b\nWie schön es hier ist!")
    assert looked == []


async def test_a_battle_that_is_over_is_not_meant(server: Server) -> None:
    thread = await _begun(server)
    await thread.write("meister", "SL: Schlacht beenden")
    message = await server.person("kalle").send(server.channel, "Clawful: geht nach D4")
    assert server.channel.history()[-1].id == message.id


async def test_a_start_in_public_is_told_to_be_better_private(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    await server.person("kalle").send(server.channel, "Clawful: Start A4")
    assert "private Nachricht" in server.channel.history()[-1].content


async def test_who_does_not_play_is_told_how_to(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.write("gast", "Clawful: geht nach D4")
    assert "/schlacht beitreten" in thread.texts()[-1]
    await thread.slash("meister", "schlacht start")
    await thread.write("gast", "Clawful: geht nach D4")
    assert "fragt die Spielleitung" in thread.texts()[-1]
    await thread.write("anna", "Clawful: geht nach D4")
    assert "wird von kalle gespielt, du spielst Buzz-Off" in thread.texts()[-1]
    assert "fragt die Spielleitung" not in thread.texts()[-1]


async def test_a_flood_elsewhere_is_passed_over_and_costs_nothing_in_the_battle(server: Server) -> None:
    thread = await _begun(server)
    before = len(server.channel.history())
    for _ in range(30):
        await server.person("kalle").send(server.channel, "Clawful: geht nach D4")
    answered = sum(message.author.bot for message in server.channel.history()[before:])
    assert answered == 20
    message = await thread.write("kalle", "Clawful: geht nach C4")
    assert thread.marks(message) == ["✅"]


async def test_talk_in_private_is_not_answered_whatever_somebody_plays(server: Server) -> None:
    first = await _begun(server)
    for _ in range(2):
        before = len(first.private("kalle"))
        await first.whisper("kalle", "danke dir!")
        assert len(first.private("kalle")) == before
        second = await server.open(name="Zweite")
        await second.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    for text in ("Clawful: Start A4", "Start Clawful A4", "Bei Nahkampf: pariert", "keine Vorgaben mehr"):
        await first.whisper("kalle", text)
        assert "Für welche ist das?" in first.private("kalle")[-1], text
        assert len(first.private("kalle")) == before + 1
        before += 1


async def test_private_questions_lead_to_the_thread(server: Server) -> None:
    first, second = await server.open(name="Erste"), await server.open(name="Zweite")
    for thread in (first, second):
        await thread.fill()
        await thread.slash("meister", "schlacht start")
    asked = first.private("kalle")
    assert [f"<#{first.channel.id}>" in asked[0], f"<#{second.channel.id}>" in asked[1]] == [True, True]
    await first.whisper("kalle", "Clawful: Start A4")
    which = first.private("kalle")[-1]
    assert f"Erste: <#{first.channel.id}>" in which
    assert f"Zweite: <#{second.channel.id}>" in which
