"""Threads and forums: who opens them, and what an archived one takes."""

from typing import Any

import discord
import pytest

from tests.loopback.bare import Bare
from tests.loopback.refusals import Refusal
from tests.loopback.threads import set_archived
from tests.loopback.world import Kind


@pytest.mark.parametrize(
    "more", [{"name": ""}, {"name": "x" * 101}, {"auto_archive_duration": 61}], ids=["empty", "long", "duration"]
)
async def test_a_thread_that_is_not_taken(discord_alone: Bare, more: dict[str, Any]) -> None:
    body = {"name": "Schlacht", "type": 11, **more}
    answer = await discord_alone.ask("POST", f"/channels/{discord_alone.channel.id}/threads", body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.wrong() == set(more)


async def test_rights_for_threads(discord_alone: Bare) -> None:
    thread = await discord_alone.thread()
    discord_alone.allow(send_messages=False)
    assert (await discord_alone.send({"content": "x"}, thread)).status == 200
    discord_alone.allow(send_messages_in_threads=False)
    assert (await discord_alone.send({"content": "x"}, thread)).code == 50013
    discord_alone.allow(create_public_threads=False)
    path = f"/channels/{discord_alone.channel.id}/threads"
    assert (await discord_alone.ask("POST", path, {"name": "x", "type": 11})).code == 50013
    assert (await discord_alone.ask("DELETE", f"/channels/{thread.id}")).code == 50013
    discord_alone.allow(manage_threads=True)
    assert (await discord_alone.ask("DELETE", f"/channels/{thread.id}")).status == 200
    assert (await discord_alone.send({"content": "x"}, thread)).code == 10003


async def test_an_archived_thread_wakes_by_a_message_and_takes_nothing_else(discord_alone: Bare) -> None:
    thread = await discord_alone.thread()
    sent = await discord_alone.send({"content": "x"}, thread)
    set_archived(discord_alone.world, thread, archived=True)
    path = f"/channels/{thread.id}/messages/{sent.body['id']}"
    for method, rest, body in (
        ("PATCH", "", {"content": "y"}),
        ("DELETE", "", None),
        ("PUT", "/reactions/%E2%9C%85/@me", None),
        ("DELETE", "/reactions/%E2%9C%85/@me", None),
    ):
        answer = await discord_alone.ask(method, f"{path}{rest}", body)
        assert (answer.status, answer.code) == (400, 50083)
    pins = f"/channels/{thread.id}/messages/pins/{sent.body['id']}"
    assert (await discord_alone.ask("PUT", pins)).code == 50083
    assert (await discord_alone.send({"content": "z"}, thread)).status == 200
    assert thread.thread is not None
    assert not thread.thread.archived
    assert (await discord_alone.ask("PATCH", path, {"content": "y"})).status == 200


async def test_a_locked_thread_takes_messages_of_managers_only(discord_alone: Bare) -> None:
    thread = await discord_alone.thread()
    set_archived(discord_alone.world, thread, archived=True, locked=True)
    assert (await discord_alone.send({"content": "x"}, thread)).code == 50083
    assert (await discord_alone.ask("PATCH", f"/channels/{thread.id}", {"archived": False})).code == 50013
    with pytest.raises(Refusal, match="50083"):
        discord_alone.ann.says(thread, "x")
    set_archived(discord_alone.world, thread, archived=False)
    assert (await discord_alone.send({"content": "x"}, thread)).code == 160005
    discord_alone.allow(manage_threads=True)
    set_archived(discord_alone.world, thread, archived=True)
    assert (await discord_alone.send({"content": "x"}, thread)).status == 200


async def test_an_archived_thread_is_taken_out(discord_alone: Bare) -> None:
    thread = await discord_alone.thread()
    set_archived(discord_alone.world, thread, archived=True)
    assert (await discord_alone.ask("PATCH", f"/channels/{thread.id}", {"name": "Neu"})).code == 50083
    answer = await discord_alone.ask("PATCH", f"/channels/{thread.id}", {"archived": False})
    assert answer.body["thread_metadata"]["archived"] is False


async def test_a_forum(discord_alone: Bare) -> None:
    forum = discord_alone.world.add_channel(discord_alone.guild, "forum", Kind.FORUM)
    path = f"/channels/{forum.id}/threads"
    assert (await discord_alone.ask("POST", path, {"name": "x"})).wrong() == {"message"}
    assert (await discord_alone.ask("POST", path, {"name": "x", "message": {}})).code == 50006
    long = {"name": "x", "message": {"content": "x" * 2001}}
    assert (await discord_alone.ask("POST", path, long)).wrong() == {"content"}
    made = await discord_alone.ask("POST", path, {"name": "x", "message": {"content": "Los"}})
    assert made.body["message"]["id"] == made.body["id"]
    forum.tag_required = True
    assert (await discord_alone.ask("POST", path, {"name": "x", "message": {"content": "Los"}})).code == 40067


async def test_nobody_manages_by_writing(discord_alone: Bare) -> None:
    thread = await discord_alone.thread()
    role = discord_alone.world.add_role(discord_alone.guild, "Aufsicht", discord.Permissions(manage_threads=True))
    set_archived(discord_alone.world, thread, archived=True, locked=True)
    discord_alone.guild.members[discord_alone.ann.id].roles.append(role)
    discord_alone.ann.says(thread, "Ich darf.")
    assert thread.texts() == ["Ich darf."]
