"""What happened while the bot was away: posts, edits, deletions, private messages, in the order of their time."""

import asyncio
from contextlib import suppress
from typing import Any
from unittest.mock import MagicMock

import aiohttp
import discord
import pytest

from motuc_bot.bot import catching_up, client
from motuc_bot.referee.ask import ask
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


async def _heard(server: Server, thread: Thread, name: str, text: str) -> discord.Message:
    """Let somebody write, and return the message as Discord reports it; nobody has heard it yet."""
    with away(server):
        message = written(thread, name, text)
    return next(one for one in thread.channel.history() if one.id == message.id)


@pytest.mark.parametrize("gone", ["on_guild_unavailable", "on_guild_remove"])
async def test_a_server_that_is_back_is_heard_once_it_is_caught_up(server: Server, gone: str) -> None:
    thread = await _begun(server)
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    listening = dict(server.bot.keeping.get_listeners())
    await listening[gone](guild)
    await _heard(server, thread, "kalle", "Clawful: geht nach D4")
    live = await _heard(server, thread, "kalle", "Clawful: fertig")
    waiting = asyncio.ensure_future(server.bot.posts.on_message(live))
    await asyncio.sleep(0)
    listed = guild.get_thread(thread.channel.id)
    assert listed is not None
    listed.last_message_id = live.id
    await listening["on_guild_available"](guild)
    await waiting
    assert [one.text for one in thread.seen().posts][-2:] == ["Clawful: geht nach D4", "Clawful: fertig"]
    assert list(server.bot.threads.values()) == [thread.battle]


async def test_what_is_resumed_meanwhile_does_not_let_anything_in_before(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection goes and comes back while what was missed before is still being read."""
    thread = await _begun(server)
    reading, go_on = asyncio.Event(), asyncio.Event()
    caught_up = server.bot.catching_up.caught_up

    async def slowly(guild: int | None = None) -> bool:
        reading.set()
        await go_on.wait()
        return await caught_up(guild)

    monkeypatch.setattr(server.bot.catching_up, "caught_up", slowly)
    await server.bot.on_disconnect()
    ready = asyncio.ensure_future(server.bot.on_ready())
    await reading.wait()
    await server.bot.on_disconnect()
    await server.bot.on_resumed()
    assert not server.bot.hearing.hears(thread.channel.id)
    go_on.set()
    await ready
    assert server.bot.hearing.hears(thread.channel.id)


def _broken(monkeypatch: pytest.MonkeyPatch, channel: int, *errors: Exception) -> None:
    """Let reading the history of a channel fail so, one time each."""
    history, left = discord.PartialMessageable.history, list(errors)

    def breaking(self: discord.PartialMessageable, **more: Any) -> Any:
        if self.id == channel and left:
            raise left.pop(0)
        return history(self, **more)

    monkeypatch.setattr(discord.PartialMessageable, "history", breaking)


_BAD_GATEWAY = discord.DiscordServerError(MagicMock(status=502), "")


@pytest.mark.parametrize("error", [OSError("reset"), aiohttp.ServerDisconnectedError(), _BAD_GATEWAY])
async def test_what_cannot_be_read_at_first_waits_and_is_not_passed_over(
    server: Server, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """What is written there meanwhile waits for it; other threads are heard."""
    other, thread = await server.open(name="Andere"), await _begun(server)
    with away(server):
        written(thread, "kalle", "Clawful: geht nach D4")
    _broken(monkeypatch, thread.channel.id, error, OSError("reset"))
    await server.restart()
    hearing = server.bot.hearing
    assert (hearing.hears(thread.channel.id), hearing.hears(other.channel.id)) == (False, True)
    later = await _heard(server, thread, "kalle", "Clawful: fertig")
    waiting = asyncio.ensure_future(server.bot.posts.on_message(later))
    await server.bot.catching_up.try_again()
    assert not hearing.hears(thread.channel.id)
    assert _field(thread) == "D3"
    await server.bot.catching_up.try_again()
    await waiting
    assert [one.text for one in thread.seen().posts][-2:] == ["Clawful: geht nach D4", "Clawful: fertig"]
    assert thread.marks(later) == ["✅"]


async def test_where_the_history_may_not_be_read_nothing_proves_that_it_is_known(server: Server) -> None:
    thread = await _begun(server)
    await server.bot.catching_up.keep()
    with away(server):
        written(thread, "kalle", "Clawful: geht nach D4")
    server.env.inject_error("GET", f"/channels/{thread.channel.id}/messages", status=403, code=50013, times=None)
    await server.restart()
    await thread.write("anna", "Nebel.")
    await server.bot.catching_up.keep()
    server.env.backend.faults.clear()
    await server.restart()
    assert _field(thread) == "D4"


async def test_a_private_message_that_cannot_be_read_at_first_is_not_passed_over(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    with away(server):
        whispered(server, "kalle", "Clawful: Start A4")
    _broken(monkeypatch, server.person("kalle").user.dm_channel.id, OSError("reset"))
    await server.restart()
    assert "Verstanden" not in "".join(thread.private("kalle"))
    await server.bot.catching_up.try_again()
    assert "Verstanden: Clawful: Start A4" in "\n".join(thread.private("kalle"))


async def test_a_battle_in_which_something_fails_does_not_keep_the_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, thread = await server.open(name="Kaputt"), await _begun(server)
    with away(server):
        for one in (broken, thread):
            written(one, "kalle", "Clawful: geht nach D4")

    def failing(desk: Desk, battle: int) -> None:
        if battle == broken.battle:
            raise RuntimeError("kaputt")
        ask(desk, battle)

    monkeypatch.setattr(client, "ask", failing)
    monkeypatch.setattr(catching_up, "ask", failing)
    await server.restart()
    assert _field(thread) == "D4"
    assert server.bot.hearing.hears(thread.channel.id)
    assert all("kaputt" in fault for fault in server.faults)
    server.faults.clear()


async def test_what_was_just_being_taken_is_not_kept_as_heard(server: Server) -> None:
    """As after a crash in the middle of a post: a later message of the bot does not prove that it was taken."""
    thread = await _begun(server)
    order = await _heard(server, thread, "kalle", "Clawful: geht nach D4")
    async with server.bot.locks[thread.battle]:
        taking = asyncio.ensure_future(server.bot.posts.on_message(order))
        await asyncio.sleep(0)
        server.bot.catching_up.heard(thread.channel.id, order.id + 1)
        await server.bot.catching_up.keep()
        taking.cancel()
    await server.restart()
    assert _field(thread) == "D4"


async def test_a_post_that_counts_is_marked_after_a_crash(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = await _begun(server)

    async def killed(*args: Any) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(discord.Message, "add_reaction", killed)
        with suppress(asyncio.CancelledError):
            message = await thread.write("kalle", "Clawful: geht nach D4")
    message = next(one for one in thread.channel.history() if one.content == "Clawful: geht nach D4")
    assert (_field(thread), thread.marks(message)) == ("D4", [])
    await server.restart()
    assert thread.marks(message) == ["✅"]


async def test_what_was_answered_instead_of_a_mark_is_not_answered_again(server: Server) -> None:
    thread = await _begun(server)
    server.env.inject_error("PUT", "/channels/*/messages/*/reactions/*", status=403, times=None)
    await thread.write("kalle", "Clawful: geht nach D4")
    with away(server):
        written(thread, "gast", "Wind.")
    await server.restart()
    assert thread.texts().count("✅ #6") == 1
