"""Buttons for a name that was nearly right: the whole post comes in again with it, for its author, once."""

import discord

from tests.bot.server import Server, Thread, answers, buttons


async def _refused(server: Server, text: str) -> tuple[Thread, discord.Message, discord.Message]:
    thread = await server.open()
    await thread.begin()
    message = await thread.write("kalle", text)
    assert thread.marks(message) == ["❓"]
    return thread, message, _reply(thread, message)


def _reply(thread: Thread, message: discord.Message) -> discord.Message:
    return [one for one in thread.channel.history() if one.reference and one.reference.message_id == message.id][-1]


def _keep_buttons(server: Server, thread: Thread, reply: discord.Message) -> None:
    """Let the buttons stay: somebody may press them while they are being taken away."""
    server.env.inject_error("PATCH", f"/channels/{thread.channel.id}/messages/{reply.id}", status=403, times=None)


def _field(thread: Thread) -> object:
    return thread.seen().document["figures"]["Clawful"]["field"]  # type: ignore[index]


async def test_a_press_posts_the_whole_post_with_the_right_name_for_its_author_alone(server: Server) -> None:
    text = "Nebel zieht auf.\nClawful: geht nach D4\nClawful: greift Buz-Of an\nUnd dann?"
    thread, message, reply = await _refused(server, text)
    assert list(buttons(reply)) == ["Buzz-Off"]
    assert all(len(name) <= 100 for name in buttons(reply).values())
    for name in ("anna", "gast", "meister"):
        result = await server.person(name).click(reply, label="Buzz-Off")
        assert "für jemand anderen" in answers(result)[0].content
    assert _field(thread) == "D3"
    await server.restart()
    result = await server.person("kalle").click(reply, label="Buzz-Off")
    assert answers(result)[0].content == "✅ `Clawful: greift Buzz-Off an`"
    assert _field(thread) == "D4"
    assert thread.seen().posts[-1].text == text.replace("Buz-Of", "Buzz-Off")
    assert thread.marks(message) == ["✅"]
    assert "Clawful greift Buzz-Off an" in _reply(thread, message).content
    assert buttons(thread.now(reply)) == {}
    assert thread.now(reply).content == "✅ Gilt jetzt als `Clawful: greift Buzz-Off an`"


async def test_a_second_press_counts_no_more(server: Server) -> None:
    thread, _, reply = await _refused(server, "Clawful: greift Buz-Of an")
    _keep_buttons(server, thread, reply)
    await server.person("kalle").click(reply, label="Buzz-Off")
    posts = len(thread.seen().posts)
    result = await server.person("kalle").click(reply, label="Buzz-Off")
    assert answers(result)[0].content == "Dieser Beitrag zählt schon."
    assert len(thread.seen().posts) == posts


async def test_what_is_left_is_refused_anew_with_buttons_of_its_own(server: Server) -> None:
    thread, message, reply = await _refused(server, "Clawfull: geht nach D4\nClawful: greift Buz-Of an")
    assert list(buttons(reply)) == ["Clawful"]
    _keep_buttons(server, thread, reply)
    result = await server.person("kalle").click(reply, label="Clawful")
    assert "zählt der Beitrag noch nicht" in answers(result)[0].content
    second = _reply(thread, message)
    assert second.id != reply.id
    assert list(buttons(second)) == ["Buzz-Off"]
    stale = await server.person("kalle").click(reply, label="Clawful")
    assert "überholt" in answers(stale)[0].content
    await server.person("kalle").click(second, label="Buzz-Off")
    assert _field(thread) == "D4"
    assert thread.marks(message) == ["✅"]


async def test_a_post_that_was_changed_meanwhile_is_not_put_right(server: Server) -> None:
    thread, message, reply = await _refused(server, "Clawful: greift Buz-Of an")
    await server.person("kalle").edit(message, "Clawful: geht nach Z99")
    result = await server.person("kalle").click(reply, label="Buzz-Off")
    assert "überholt" in answers(result)[0].content
    assert thread.marks(message) == ["❓"]


async def test_after_a_press_an_edit_does_not_count_a_second_time(server: Server) -> None:
    thread, message, reply = await _refused(server, "Clawfull: geht nach D4")
    await server.person("kalle").click(reply, label="Clawful")
    # Discord reports a message anew without anybody having changed it.
    thread.server.env.backend.emit("MESSAGE_UPDATE", _payload(thread, message))
    await server.env.settle()
    assert "die Änderung zählt nicht" not in thread.said()
    await server.person("kalle").edit(message, "Clawful: geht nach D5")
    assert thread.said().count("die Änderung zählt nicht") == 1
    assert _field(thread) == "D4"


def _payload(thread: Thread, message: discord.Message) -> dict[str, object]:
    author = {"id": str(message.author.id), "username": "kalle", "discriminator": "0", "avatar": None}
    return {
        "id": str(message.id),
        "channel_id": str(thread.channel.id),
        "guild_id": str(thread.server.guild.id),
        "author": author,
        "content": message.content,
        "edited_timestamp": message.created_at.isoformat(),
        "timestamp": message.created_at.isoformat(),
        "type": 0,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
    }


async def test_only_the_first_fault_has_buttons(server: Server) -> None:
    _, _, reply = await _refused(server, "Clawful: geht nach Z99\nClawful: greift Buz-Of an")
    assert buttons(reply) == {}


async def test_a_start_is_put_right_in_private_and_stays_secret(server: Server) -> None:
    thread = await server.open()
    await thread.fill()
    await thread.slash("meister", "schlacht start")
    message = await thread.whisper("kalle", "Clawfull: Start A4")
    history = server.person("kalle").user.dm_channel.history()
    (reply,) = [one for one in history if one.reference and one.reference.message_id == message.id]
    assert list(buttons(reply)) == ["Clawful"]
    await server.person("kalle").user.click(reply, label="Clawful")
    assert "Verstanden: Clawful: Start A4" in thread.private("kalle")[-1]
    assert "A4" not in thread.said().replace("Start A4`", "")


async def test_whom_the_game_master_names_gets_his_seat_by_a_press_too(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    message = await thread.write("meister", f"SL: Clawfull spielt <@{server.person('gast').id}>")
    await server.person("meister").click(_reply(thread, message), label="Clawful")
    assert thread.marks(await thread.write("gast", "Clawful: geht nach D4")) == ["✅"]
