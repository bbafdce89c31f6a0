"""The marks at posts: set later where Discord could not take them, said where reactions are not allowed."""

from typing import Any

import aiohttp
import discord
import pytest

from tests.bot.server import Server, Thread

_REACTIONS = "/channels/*/messages/*/reactions/*"


async def _begun(server: Server) -> Thread:
    thread = await server.open()
    await thread.begin()
    return thread


async def test_a_mark_that_discord_could_not_take_is_set_later(server: Server) -> None:
    thread = await _begun(server)
    server.env.inject_error("PUT", _REACTIONS, status=503, times=None)
    message = await thread.write("kalle", "Clawful: geht nach D4")
    assert (thread.marks(message), thread.texts()[-1]) == ([], "Clawful: geht nach D4")
    server.env.backend.faults.clear()
    await server.bot.marks.try_again()
    assert thread.marks(message) == ["✅"]


async def test_a_mark_that_can_never_be_set_is_given_up(server: Server) -> None:
    thread = await _begun(server)
    server.env.inject_error("PUT", _REACTIONS, status=503, times=None)
    message = await thread.write("kalle", "Clawful: geht nach D4")
    for _ in range(10):
        await server.bot.marks.try_again()
    server.env.backend.faults.clear()
    await server.bot.marks.try_again()
    assert thread.marks(message) == []


@pytest.mark.parametrize(
    ("text", "told"), [("Clawful: Muahaha!", "💬 Das zählt nicht als Befehl."), ("Clawful: geht nach D4", "✅ #6")]
)
async def test_where_reactions_are_not_allowed_the_same_is_said(server: Server, text: str, told: str) -> None:
    thread = await _begun(server)
    server.env.inject_error("PUT", _REACTIONS, status=403, code=50013, times=None)
    await thread.write("kalle", text)
    assert thread.texts()[-1] == told


@pytest.mark.parametrize("error", [OSError("reset"), aiohttp.ServerDisconnectedError()])
async def test_a_broken_connection_after_a_post_does_not_say_that_it_does_not_count(
    server: Server, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    thread = await _begun(server)

    async def broken(*args: Any, **more: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(discord.Message, "add_reaction", broken)
        patch.setattr(discord.PartialMessage, "edit", broken)
        message = await thread.write("kalle", "Clawful: geht nach D4\nClawful: fertig")
    assert "schiefgegangen" not in thread.said()
    # What follows from the post was done all the same.
    assert [text for text in thread.texts() if text.startswith("**#")][-1].startswith("**#6** ")
    await server.bot.marks.try_again()
    assert thread.marks(message) == ["✅"]


async def test_what_follows_from_a_post_is_made_up_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    thread = await _begun(server)
    with monkeypatch.context() as patch:

        async def broken(*args: Any) -> None:
            raise OSError("reset")

        patch.setattr(type(server.bot.sender), "send_due", broken)
        await thread.write("kalle", "Clawful: geht nach D4\nClawful: fertig")
        assert "schiefgegangen" not in thread.said()
    await server.bot.send_late()
    assert sum(text.startswith("**#6** ") for text in thread.texts()) == 1
    assert "Weiß zieht" in thread.channel.pinned_messages()[0].content
    server.faults.clear()
