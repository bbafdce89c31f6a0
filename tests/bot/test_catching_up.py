"""What happened while the bot was away: posts, edits, deletions, private messages, in the order of their time."""

from typing import Any

import pytest

from motuc_bot.bot import catching_up, client
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.threads import threads_of
from motuc_bot.store.faults import DatabaseFault
from tests.bot.away import away, reads, whispered, written
from tests.bot.server import Server, Thread


async def _begun(server: Server) -> Thread:
    thread = await server.open()
    await thread.begin()
    return thread


def _field(thread: Thread) -> Any:
    return thread.seen().document["figures"]["Clawful"]["field"]  # type: ignore[index]


async def test_more_messages_than_discord_gives_at_once_are_all_read(server: Server) -> None:
    thread = await _begun(server)
    with away(server):
        first = written(thread, "kalle", "Clawful: geht nach D4")
        for number in range(230):
            written(thread, f"gast{number % 23}", f"Nebel {number}.")
        last = written(thread, "kalle", "fertig")
    await server.restart()
    assert _field(thread) == "D4"
    marks = {message.id: message.reactions for message in thread.channel.history()}
    assert str(marks[first.id][0].emoji) == str(marks[last.id][0].emoji) == "✅"
    texts = [one.text for one in thread.seen("meister").posts]
    assert [text for text in texts if text.startswith("Nebel")] == [f"Nebel {number}." for number in range(230)]


async def test_a_quiet_battle_costs_no_request(server: Server) -> None:
    thread = await _begun(server)
    await thread.write("kalle", "Clawful: geht nach D4")
    await server.bot.catching_up.keep()
    before = len(server.env.http_requests)
    await server.restart()
    private = [f"GET /channels/{server.person(name).user.dm_channel.id}/messages" for name in ("kalle", "anna")]
    assert sorted(reads(server, before)) == sorted(private)


async def test_after_a_crash_what_was_sent_proves_nothing(server: Server) -> None:
    """The bot's own answer may be newer than a post that it never heard."""
    thread = await _begun(server)
    with away(server):
        written(thread, "kalle", "Clawful: geht nach D4")
        server.env.backend.create_message(thread.channel.id, server.env.backend.bot_user.id, "Etwas vom Bot.")
    await server.restart()
    assert _field(thread) == "D4"


async def test_a_refused_post_that_was_mended_meanwhile_is_read_anew(server: Server) -> None:
    thread = await _begun(server)
    message = await thread.write("kalle", "Clawful: geht nach Z99")
    await server.bot.catching_up.keep()
    with away(server):
        server.env.backend.edit_message(thread.channel.id, message.id, {"content": "Clawful: geht nach D4"})
    await server.restart()
    assert _field(thread) == "D4"
    assert thread.marks(message) == ["✅"]


async def test_a_post_that_counts_and_was_edited_meanwhile_is_told_once(server: Server) -> None:
    thread = await _begun(server)
    message = await thread.write("kalle", "Clawful: geht nach D4")
    with away(server):
        server.env.backend.edit_message(thread.channel.id, message.id, {"content": "Clawful: geht nach D5"})
        written(thread, "gast", "Wind.")
    await server.restart()
    await server.restart()
    assert thread.said().count("die Änderung zählt nicht") == 1
    assert _field(thread) == "D4"


async def test_an_order_that_counts_and_was_deleted_meanwhile_is_told_once(server: Server) -> None:
    thread = await _begun(server)
    order, prose = await thread.write("kalle", "Clawful: geht nach D4"), await thread.write("kalle", "Staub.")
    with away(server):
        for message in (order, prose):
            server.env.backend.delete_message(thread.channel.id, message.id)
        written(thread, "gast", "Wind.")
    await server.restart()
    await server.restart()
    assert thread.said().count("wurde gelöscht: Er gilt weiter") == 1
    assert _field(thread) == "D4"


async def test_private_messages_are_taken_in_the_order_of_their_time(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    with away(server):
        whispered(server, "kalle", "Clawful: Start A3")
        whispered(server, "anna", "Buzz-Off: Start H3")
        # Only possible once both have been taken.
        written(thread, "kalle", "Clawful: geht nach B3")
        whispered(server, "gast", "Hallo!")
    await server.restart()
    assert _field(thread) == "B3"
    assert "Verstanden: Clawful: Start A3" in "\n".join(thread.private("kalle"))
    assert "A3" not in "\n".join(thread.private("anna") + thread.private("gast"))
    # Who sits in no battle is not looked after.
    assert thread.private("gast") == []


async def test_a_private_refusal_that_was_mended_meanwhile_counts(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    message = await thread.whisper("kalle", "Clawful: Start H4")
    with away(server):
        server.env.backend.edit_message(message.channel.id, message.id, {"content": "Clawful: Start A4"})
    await server.restart()
    assert "Verstanden: Clawful: Start A4" in thread.private("kalle")[-1]


async def test_what_was_answered_in_private_is_not_answered_again(server: Server) -> None:
    first, _ = await server.open(name="Erste"), await server.open(name="Zweite")
    thread = Thread(server, first.channel, first.battle)
    await thread.slash("kalle", "schlacht beitreten", seite="black", figur="Clawful")
    await thread.whisper("kalle", "Clawful: hält Stachelkeule")
    said = thread.private("kalle")
    await server.restart()
    await server.restart()
    assert thread.private("kalle") == said


async def test_when_discord_cannot_go_on_it_is_caught_up_too(server: Server) -> None:
    thread = await _begun(server)
    await server.bot.on_disconnect()
    with away(server):
        written(thread, "kalle", "Clawful: geht nach D4")
        channel = server.env.backend.get_channel(thread.channel.id)
        listed = server.bot.get_channel(thread.channel.id)
        # As the new session reports it.
        listed.last_message_id = channel.last_message_id  # type: ignore[union-attr]
    await server.bot.on_ready()
    await server.env.settle()
    assert _field(thread) == "D4"


async def test_one_thread_that_cannot_be_read_does_not_keep_the_others(server: Server) -> None:
    lost, thread = await server.open(name="Weg"), await _begun(server)
    with away(server):
        written(lost, "kalle", "Hallo?")
        written(thread, "kalle", "Clawful: geht nach D4")
    server.env.inject_error("GET", f"/channels/{lost.channel.id}/messages", status=403, code=50001, times=None)
    await server.restart()
    assert _field(thread) == "D4"


async def test_battles_that_are_over_are_not_read(server: Server) -> None:
    thread = await _begun(server)
    await thread.write("meister", "SL: Schlacht beenden")
    with away(server):
        written(thread, "gast", "Schade.")
    before = len(server.env.http_requests)
    await server.restart()
    assert reads(server, before) == []


async def test_while_the_database_is_away_nothing_is_passed_over(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await _begun(server)
    times = iter((True, True))

    def for_a_while_away(desk: Desk) -> Any:
        if next(times, False):
            raise DatabaseFault("weg")
        return threads_of(desk)

    monkeypatch.setattr(catching_up, "threads_of", for_a_while_away)
    monkeypatch.setattr(client, "_AGAIN", 0)
    with away(server):
        written(thread, "kalle", "Clawful: geht nach D4")
    await server.restart()
    assert _field(thread) == "D4"
    assert server.bot.hearing.is_set()
    assert server.faults == ["Versäumtes: weg"] * 2
    server.faults.clear()


async def test_a_server_that_is_back_is_caught_up(server: Server) -> None:
    thread = await _begun(server)
    server.bot.threads.clear()
    await thread.write("kalle", "Clawful: geht nach D4")
    assert _field(thread) == "D3"
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    assert [listener.__name__ for name, listener in server.bot.keeping.get_listeners() if name == "on_guild_available"]
    await server.bot.keeping.back(guild)
    assert _field(thread) == "D4"
    assert list(server.bot.threads.values()) == [thread.battle]
