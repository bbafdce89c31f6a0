"""A short battle from its opening to its end, with two players and a game master; two of them on one server."""

import discord
from simcord.builders import RoleHandle

from motuc_bot.referee.check_battles import check_battles
from tests.bot.server import Server


async def test_a_battle_from_opening_to_end(server: Server) -> None:
    thread = await server.open(name="Probe", runden=1)
    await thread.begin()
    assert "**Startpositionen:**" in thread.said()
    question = await thread.attack()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    assert thread.seen().moment == "1 white_moves" or thread.seen().over
    if not thread.seen().over:
        await thread.write("anna", "Buzz-Off: fertig")
    assert thread.seen().over
    assert "🔓 Die Würfel sind offen" in thread.said()
    # How to check them stands below in small letters.
    assert f"\n-# Nachrechnen: motuc-bot export {thread.battle}, dann " in thread.said()
    assert "Vorbei" in thread.channel.pinned_messages()[0].content
    for _, _, faults in check_battles(server.desk):
        assert faults == ()


async def test_the_pinned_message_is_edited_as_the_battle_goes_on(server: Server) -> None:
    thread = await server.open()
    (pinned,) = thread.channel.pinned_messages()
    assert "Schnelles Duell" in pinned.content
    assert "/schlacht beitreten" in pinned.content
    await thread.fill()
    (changed,) = thread.channel.pinned_messages()
    assert changed.id == pinned.id
    assert "Clawful" in changed.content
    await thread.slash("meister", "schlacht start")
    assert "Noch keine Startposition" in thread.channel.pinned_messages()[0].content
    assert "/schlacht beitreten" not in thread.channel.pinned_messages()[0].content


async def test_a_pinned_message_that_was_deleted_is_written_anew(server: Server) -> None:
    thread = await server.open()
    (pinned,) = thread.channel.pinned_messages()
    await server.guild.add_member(server.env.create_user("mod"), roles=[_managers(server)]).delete(pinned)
    await thread.fill()
    (new,) = thread.channel.pinned_messages()
    assert new.id != pinned.id
    assert "Buzz-Off" in new.content


async def test_a_forum_gets_a_post_for_the_battle(server: Server) -> None:
    forum = server.guild.create_forum_channel("schlachten")
    result = await server.person("meister").slash(server.channel, "schlacht neu", vorlage="duell", kanal=forum)
    assert result.response is not None
    (made,) = forum.threads
    assert any("Schnelles Duell" in message.content for message in made.history())
    assert server.bot.threads[made.id]


async def test_two_battles_on_one_server_know_nothing_of_each_other(server: Server) -> None:
    first, second = await server.open(name="Erste"), await server.open(name="Zweite")
    await first.begin()
    assert "Clawful" not in second.said()
    await second.fill()
    question = await first.attack()
    before = second.texts()
    await server.person("anna").click(question, label="Keine Gegenwehr")
    assert second.texts() == before
    # An order for the one counts in the other not at all.
    message = await second.write("kalle", "Clawful: geht nach D4")
    assert second.marks(message) == ["❓"]
    assert first.seen().moment != second.seen().moment


async def test_an_answer_replies_to_its_post_and_calls_nobody(server: Server) -> None:
    thread = await server.open()
    await thread.begin()
    message = await thread.write("kalle", "Ein Schrei gellt. <@1>\nClawful: greift Buzz-Off an")
    (answer,) = [one for one in thread.channel.history() if one.reference and one.reference.message_id == message.id]
    assert answer.content.startswith("**#6** Clawful greift Buzz-Off an")
    sent = [one for one in server.env.http_requests if one.method == "POST" and one.path.endswith("/messages")]
    for request in sent:
        assert isinstance(request.json, dict)
        allowed = request.json.get("allowed_mentions")
        assert isinstance(allowed, dict)
        assert allowed.get("parse", []) == []
        assert request.json["enforce_nonce"] is True or "nonce" not in request.json


def _managers(server: Server) -> RoleHandle:
    return server.guild.create_role("Aufsicht", permissions=discord.Permissions(manage_messages=True))
