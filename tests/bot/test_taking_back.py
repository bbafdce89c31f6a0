"""The button that takes a post back: only for its author, as long as it can be done, after a restart too."""

from functools import partial

import discord
import pytest
from simcord.backend import serializers

from tests.bot.server import Server, Thread, answers, buttons


async def _moved(server: Server) -> tuple[Thread, discord.Message]:
    thread = await server.open()
    await thread.begin_in_pairs()
    message = await thread.write("kalle", "Clawful: geht nach D4, greift Buzz-Off an")
    (answer,) = [one for one in thread.channel.history() if one.reference and one.reference.message_id == message.id]
    return thread, answer


def _field(thread: Thread) -> object:
    return thread.seen().document["figures"]["Clawful"]["field"]  # type: ignore[index]


def shows_its_own_marks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot see which reactions are its own: the simulation tells nobody that, as Discord does."""
    payload = partial(serializers.message_payload, for_user=server.bot.user.id if server.bot.user else None)
    monkeypatch.setattr(serializers, "message_payload", lambda backend, message, **_: payload(backend, message))


async def test_the_answer_says_what_was_understood_with_a_way_back(server: Server) -> None:
    thread, answer = await _moved(server)
    assert "Clawful greift Buzz-Off an (" in answer.content
    assert list(buttons(answer)) == ["Zurücknehmen"]
    for name in ("anna", "gast", "meister"):
        result = await server.person(name).click(answer, label="Zurücknehmen")
        assert answers(result)[0].content == "Zurücknehmen kann das nur, wer es gepostet hat."
    assert _field(thread) == "D4"
    await server.restart()
    result = await server.person("kalle").click(answer, label="Zurücknehmen")
    assert answers(result)[0].content == "#6 ist zurückgenommen."
    assert _field(thread) == "D3"
    assert buttons(thread.now(answer)) == {}


async def test_the_post_itself_shows_that_it_counts_no_more(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    shows_its_own_marks(server, monkeypatch)
    thread, answer = await _moved(server)
    assert answer.reference is not None
    (post,) = [one for one in thread.channel.history() if one.id == answer.reference.message_id]
    assert thread.marks(post) == ["✅"]
    await server.person("kalle").click(answer, label="Zurücknehmen")
    assert thread.marks(post) == ["↩️"]
    # When the thread is looked through after a restart it does not seem to be without a mark.
    await server.restart()
    assert thread.marks(post) == ["↩️"]


@pytest.mark.parametrize("by_command", [False, True])
async def test_a_post_that_is_taken_back_in_writing_shows_it_too(
    server: Server, monkeypatch: pytest.MonkeyPatch, by_command: bool
) -> None:
    shows_its_own_marks(server, monkeypatch)
    thread, _ = await _moved(server)
    walked = await thread.write("kalle", "Spikor: geht nach B5")
    assert thread.marks(walked) == ["✅"]
    if by_command:
        assert (await thread.slash("kalle", "befehl", text="Spikor: zurück")).startswith("✅ #")
    else:
        assert thread.marks(await thread.write("kalle", "Spikor: zurück")) == ["✅"]
    assert thread.marks(walked) == ["↩️"]


async def test_a_message_that_is_gone_keeps_no_other_from_its_mark(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    shows_its_own_marks(server, monkeypatch)
    thread = await server.open()
    await thread.begin_in_pairs()
    gone = await thread.write("kalle", "Clawful: geht nach C3")
    walked = await thread.write("kalle", "Spikor: geht nach B5")
    numbers = [post.number for post in thread.seen().posts if post.number][-2:]
    server.env.backend.delete_message(gone.channel.id, gone.id)
    await server.bot.marks.take_back(thread.battle, thread.channel.id, [number for number in numbers if number])
    assert thread.marks(walked) == ["↩️"]


async def test_an_earlier_post_has_no_way_back(server: Server) -> None:
    thread, answer = await _moved(server)
    await thread.write("kalle", "Spikor: geht nach B5")
    result = await server.person("kalle").click(answer, label="Zurücknehmen")
    assert answers(result)[0].content.startswith("Dafür ist es zu spät: Beitrag #6")
    assert _field(thread) == "D4"


async def test_what_ends_the_phase_has_no_button(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    message = await thread.write("kalle", "Clawful: geht nach D4\nfertig")
    replies = [one for one in thread.channel.history() if one.reference and one.reference.message_id == message.id]
    assert replies
    assert all(buttons(one) == {} for one in replies)


async def test_a_server_does_without(server: Server) -> None:
    role = server.guild.create_role("Leitung", permissions=discord.Permissions(manage_guild=True))
    admin = server.guild.add_member(server.env.create_user("admin"), roles=[role])
    told = await admin.slash(server.channel, "einstellungen", echo=False)
    assert "Angriffe: bekommen nur ein ✅." in answers(told)[0].content
    thread = await server.open()
    await thread.begin_in_pairs()
    before = len(thread.texts())
    message = await thread.write("kalle", "Clawful: greift Buzz-Off an")
    assert thread.marks(message) == ["✅"]
    assert len(thread.texts()) == before + 1
    ending = await thread.write("kalle", "Spikor: geht nach B5\nfertig")
    (ended,) = [one for one in thread.channel.history() if one.reference and one.reference.message_id == ending.id]
    assert buttons(ended) == {}
