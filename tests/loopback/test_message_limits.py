"""What Discord refuses as a message, the server refuses."""

from typing import Any

import pytest

from tests.loopback.bare import Bare
from tests.loopback.message_limits import MOST_BYTES
from tests.loopback.world import Kind


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"content": "x" * 2001}, {"content"}),
        ({"content": 7}, {"content"}),
        ({"content": "x", "nonce": "n" * 26}, {"nonce"}),
        ({"embeds": [{"title": "x" * 257}]}, {"embeds.0.title"}),
        ({"embeds": [{"description": "x" * 4097}]}, {"embeds.0.description"}),
        ({"embeds": [{"footer": {"text": "x" * 2049}}]}, {"embeds.0.footer.text"}),
        ({"embeds": [{"author": {"name": "x" * 257}}]}, {"embeds.0.author.name"}),
        ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, {"embeds.0.fields"}),
        (
            {"embeds": [{"fields": [{"name": "", "value": "v" * 1025}]}]},
            {"embeds.0.fields.0.name", "embeds.0.fields.0.value"},
        ),
        ({"embeds": [{"title": "x"}] * 11}, {"embeds"}),
        ({"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]}, {"embeds"}),
        ({"content": "x", "allowed_mentions": {"parse": ["alle"]}}, {"allowed_mentions.parse.0"}),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, {"allowed_mentions"}),
        ({"content": "x", "allowed_mentions": {"users": ["1"] * 101}}, {"allowed_mentions.users"}),
        ({"content": "x", "message_reference": {"message_id": "1"}}, {"message_reference"}),
    ],
)
async def test_what_is_too_long_or_wrong(discord_alone: Bare, body: Any, wrong: set[str]) -> None:
    answer = await discord_alone.send(body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.wrong() == wrong
    assert discord_alone.channel.shown() == []
    assert [(fault.status, fault.code) for fault in discord_alone.server.faults] == [(400, 50035)]


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n "}, {"content": None, "embeds": []}])
async def test_an_empty_message(discord_alone: Bare, body: Any) -> None:
    answer = await discord_alone.send(body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_what_just_fits(discord_alone: Bare) -> None:
    answer = await discord_alone.send({"content": " " + "ä" * 2000 + "\n", "nonce": "n" * 25})
    assert answer.status == 200
    # What is blank at both ends Discord cuts off.
    assert answer.body["content"] == "ä" * 2000
    assert answer.body["nonce"] == "n" * 25
    assert discord_alone.server.faults == []


async def test_files(discord_alone: Bare) -> None:
    path = f"/channels/{discord_alone.channel.id}/messages"
    told = {"attachments": [{"id": 0, "description": "b" * 1024}]}
    answer = await discord_alone.upload(path, told, ("karte.png", b"png"))
    assert answer.body["attachments"][0]["description"] == "b" * 1024
    assert discord_alone.channel.shown()[0].attachments[0].data == b"png"
    url = answer.body["attachments"][0]["url"]
    async with discord_alone.session.get(url) as response:
        assert await response.read() == b"png"
    too_long = {"attachments": [{"id": 0, "description": "b" * 1025}]}
    answer = await discord_alone.upload(path, too_long, ("karte.png", b"png"))
    assert answer.wrong() == {"attachments.0.description"}
    answer = await discord_alone.upload(path, {}, *[("x", b"x")] * 11)
    assert answer.wrong() == {"attachments"}
    answer = await discord_alone.upload(path, {}, ("x", bytes(MOST_BYTES + 1)))
    assert (answer.status, answer.code) == (413, 40005)


async def test_a_reply_to_nothing_is_a_plain_message_if_it_may_be(discord_alone: Bare) -> None:
    answer = await discord_alone.send(
        {"content": "x", "message_reference": {"message_id": "1", "fail_if_not_exists": False}}
    )
    assert answer.status == 200
    assert "message_reference" not in answer.body


async def test_a_nonce_is_sent_once(discord_alone: Bare) -> None:
    first = await discord_alone.send({"content": "eins", "nonce": "n", "enforce_nonce": True})
    again = await discord_alone.send({"content": "zwei", "nonce": "n", "enforce_nonce": True})
    assert again.body["id"] == first.body["id"]
    assert discord_alone.channel.texts() == ["eins"]
    await discord_alone.send({"content": "drei", "nonce": "n"})
    assert discord_alone.channel.texts() == ["eins", "drei"]
    # Discord remembers it for some minutes only.
    discord_alone.world.clock.advance(6 * 60)
    await discord_alone.send({"content": "vier", "nonce": "n", "enforce_nonce": True})
    assert discord_alone.channel.texts() == ["eins", "drei", "vier"]


async def test_only_the_author_changes_a_message(discord_alone: Bare) -> None:
    message = discord_alone.ann.says(discord_alone.channel, "mein")
    path = f"/channels/{discord_alone.channel.id}/messages/{message.id}"
    answer = await discord_alone.ask("PATCH", path, {"content": "dein"})
    assert (answer.status, answer.code) == (403, 50005)
    answer = await discord_alone.ask("DELETE", path)
    assert (answer.status, answer.code) == (403, 50013)
    assert discord_alone.channel.texts() == ["mein"]


async def test_a_change_has_the_same_limits(discord_alone: Bare) -> None:
    sent = await discord_alone.send({"content": "x"})
    path = f"/channels/{discord_alone.channel.id}/messages/{sent.body['id']}"
    assert (await discord_alone.ask("PATCH", path, {"content": "x" * 2001})).code == 50035
    assert (await discord_alone.ask("PATCH", path, {"content": ""})).code == 50006
    changed = await discord_alone.ask("PATCH", path, {"content": "y"})
    assert changed.body["edited_timestamp"] is not None
    assert (await discord_alone.ask("DELETE", path)).status == 204
    assert (await discord_alone.ask("PATCH", path, {"content": "z"})).code == 10008


async def test_many_are_deleted_at_once_by_managers(discord_alone: Bare) -> None:
    made = [str(discord_alone.ann.says(discord_alone.channel, str(at)).id) for at in range(3)]
    path = f"/channels/{discord_alone.channel.id}/messages/bulk-delete"
    assert (await discord_alone.ask("POST", path, {"messages": made})).code == 50013
    discord_alone.allow(manage_messages=True)
    assert (await discord_alone.ask("POST", path, {"messages": made[:1]})).wrong() == {"messages"}
    assert (await discord_alone.ask("POST", path, {"messages": made[:2]})).status == 204
    assert discord_alone.channel.texts() == ["2"]


async def test_members(discord_alone: Bare) -> None:
    path = f"/guilds/{discord_alone.guild.id}/members"
    assert (await discord_alone.ask("GET", f"{path}/{discord_alone.ann.id}")).body["user"]["username"] == "ann"
    discord_alone.world.leave(discord_alone.guild, discord_alone.ann.user)
    assert (await discord_alone.ask("GET", f"{path}/{discord_alone.ann.id}")).code == 10007
    assert (await discord_alone.ask("GET", f"{path}/1")).code == 10013
    assert (await discord_alone.ask("GET", "/guilds/1")).code == 10004


async def test_who_is_nobody(discord_alone: Bare) -> None:
    for token in ("", "falsch"):
        assert (await discord_alone.ask("GET", "/users/@me", token=token)).status == 401
    assert (await discord_alone.ask("GET", "/gibt/es/nicht")).status == 404
    assert (await discord_alone.ask("GET", "/channels/1")).code == 10003
    assert (await discord_alone.ask("POST", f"/channels/{discord_alone.channel.id}/messages", data=b"{")).code == 50109


async def test_rights_in_a_channel(discord_alone: Bare) -> None:
    discord_alone.allow(send_messages=False)
    assert (await discord_alone.send({"content": "x"})).code == 50013
    discord_alone.allow(attach_files=False, send_messages=True)
    path = f"/channels/{discord_alone.channel.id}/messages"
    assert (await discord_alone.upload(path, {}, ("x", b"x"))).code == 50013
    discord_alone.allow(read_message_history=False)
    message = discord_alone.ann.says(discord_alone.channel, "x")
    answer = await discord_alone.send({"content": "x", "message_reference": {"message_id": str(message.id)}})
    assert answer.code == 160002
    assert (await discord_alone.ask("GET", path)).body == []
    discord_alone.allow(view_channel=False)
    assert (await discord_alone.send({"content": "x"})).code == 50001
    assert (await discord_alone.ask("GET", path)).code == 50001


async def test_private_messages(discord_alone: Bare) -> None:
    opened = await discord_alone.ask("POST", "/users/@me/channels", {"recipient_id": str(discord_alone.ann.id)})
    again = await discord_alone.ask("POST", "/users/@me/channels", {"recipient_id": discord_alone.ann.id})
    assert opened.body["id"] == again.body["id"]
    channel = discord_alone.world.channels[int(opened.body["id"])]
    assert (await discord_alone.send({"content": "Hallo"}, channel)).status == 200
    assert [message.content for message in discord_alone.ann.inbox()] == ["Hallo"]
    discord_alone.ann.user.closed = True
    answer = await discord_alone.send({"content": "Hallo"}, channel)
    assert (answer.status, answer.code) == (403, 50007)
    assert (await discord_alone.ask("POST", "/users/@me/channels", {"recipient_id": "1"})).code == 50035


async def test_a_forum_takes_no_messages(discord_alone: Bare) -> None:
    forum = discord_alone.world.add_channel(discord_alone.guild, "forum", Kind.FORUM)
    assert (await discord_alone.send({"content": "x"}, forum)).code == 50024
