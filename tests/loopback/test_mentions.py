"""Who is called by a message, and who is not."""

from typing import Any

import discord
import pytest

from tests.loopback.bare import Bare
from tests.loopback.world import Flag, Overwrite


async def pinged(alone: Bare, body: Any) -> bool:
    before = len(alone.ann.pings())
    assert (await alone.send(body)).status == 200
    return len(alone.ann.pings()) > before


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        (None, True),
        ({"parse": ["users"]}, True),
        ({"parse": []}, False),
        ({}, False),
        ({"parse": [], "users": ["me"]}, True),
        ({"parse": ["roles", "everyone"]}, False),
    ],
)
async def test_what_is_allowed(discord_alone: Bare, allowed: Any, called: bool) -> None:
    body: dict[str, Any] = {"content": f"Hallo {discord_alone.ann.mention}"}
    if allowed is not None:
        users = [str(discord_alone.ann.id) for _ in allowed.get("users", [])]
        body["allowed_mentions"] = {**allowed, **({"users": users} if users else {})}
    assert await pinged(discord_alone, body) is called


async def test_replies_everybody_and_roles(discord_alone: Bare) -> None:
    alone = discord_alone
    message = alone.ann.says(alone.channel, "x")
    reply = {"content": "y", "message_reference": {"message_id": str(message.id)}}
    assert await pinged(alone, reply)
    assert not await pinged(alone, reply | {"allowed_mentions": {"parse": [], "replied_user": False}})
    assert await pinged(alone, reply | {"allowed_mentions": {"parse": [], "replied_user": True}})
    # Without the right to do so nobody calls everybody.
    assert not await pinged(alone, {"content": "@everyone"})
    role = alone.world.add_role(alone.guild, "Helden", discord.Permissions.none())
    alone.guild.members[alone.ann.id].roles.append(role)
    assert not await pinged(alone, {"content": f"<@&{role.id}>"})
    alone.allow(mention_everyone=True)
    assert await pinged(alone, {"content": "@everyone"})
    assert await pinged(alone, {"content": f"<@&{role.id}>"})
    assert not await pinged(alone, {"content": "@everyone", "allowed_mentions": {"parse": ["users"]}})
    assert not await pinged(alone, {"content": "@everyone", "flags": int(Flag.SUPPRESS_NOTIFICATIONS)})


async def test_a_change_calls_nobody_and_who_sees_nothing_is_not_called(discord_alone: Bare) -> None:
    alone = discord_alone
    sent = await alone.send({"content": "x"})
    path = f"/channels/{alone.channel.id}/messages/{sent.body['id']}"
    changed = await alone.ask("PATCH", path, {"content": alone.ann.mention})
    assert [one["id"] for one in changed.body["mentions"]] == [str(alone.ann.id)]
    assert alone.ann.pings() == []
    hidden = discord.Permissions(view_channel=True).value
    alone.channel.overwrites.append(Overwrite(alone.ann.id, deny=hidden, member=True))
    assert not await pinged(alone, {"content": alone.ann.mention})
    assert alone.ann.sees(alone.channel) == []
