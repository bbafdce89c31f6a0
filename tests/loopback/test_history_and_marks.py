"""Reading what was written, reactions and pins."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.loopback.bare import Bare

OK = quote("✅")


async def numbers(alone: Bare, **query: Any) -> list[str]:
    answer = await alone.ask("GET", f"/channels/{alone.channel.id}/messages", params=query)
    assert answer.status == 200
    return [one["content"] for one in answer.body]


async def test_history(discord_alone: Bare) -> None:
    made = [discord_alone.ann.says(discord_alone.channel, str(at)) for at in range(120)]
    assert await numbers(discord_alone) == [str(at) for at in range(119, 69, -1)]
    assert await numbers(discord_alone, limit=2, before=made[10].id) == ["9", "8"]
    assert await numbers(discord_alone, limit=2, after=made[10].id) == ["12", "11"]
    assert await numbers(discord_alone, limit=3, around=made[10].id) == ["11", "10", "9"]
    assert len(await numbers(discord_alone, limit=100)) == 100
    for limit in ("0", "101", "viele"):
        answer = await discord_alone.ask("GET", f"/channels/{discord_alone.channel.id}/messages?limit={limit}")
        assert answer.wrong() == {"limit"}


async def test_reactions(discord_alone: Bare) -> None:
    message = discord_alone.ann.says(discord_alone.channel, "x")
    path = f"/channels/{discord_alone.channel.id}/messages/{message.id}"
    assert (await discord_alone.ask("PUT", f"{path}/reactions/{OK}/@me")).status == 204
    assert (await discord_alone.ask("GET", path)).body["reactions"][0]["me"] is True
    assert (await discord_alone.ask("PUT", f"{path}/reactions/abc/@me")).code == 10014
    assert (await discord_alone.ask("DELETE", f"{path}/reactions/{OK}/@me")).status == 204
    assert message.marks() == []
    for at in range(20):
        assert (await discord_alone.ask("PUT", f"{path}/reactions/{quote(chr(0x1F600 + at))}/@me")).status == 204
    assert (await discord_alone.ask("PUT", f"{path}/reactions/{OK}/@me")).code == 30010
    discord_alone.allow(add_reactions=False)
    other = discord_alone.ann.says(discord_alone.channel, "y")
    path = f"/channels/{discord_alone.channel.id}/messages/{other.id}"
    assert (await discord_alone.ask("PUT", f"{path}/reactions/{OK}/@me")).code == 50013
    other.reactions["✅"] = [discord_alone.ann.id]
    # What is there already anybody may add to.
    assert (await discord_alone.ask("PUT", f"{path}/reactions/{OK}/@me")).status == 204
    assert (
        await discord_alone.ask("PUT", f"/channels/{discord_alone.channel.id}/messages/1/reactions/{OK}/@me")
    ).code == 10008


@pytest.mark.parametrize("place", ["messages/pins", "pins"])
async def test_pins(discord_alone: Bare, place: str) -> None:
    message = discord_alone.ann.says(discord_alone.channel, "x")
    path = f"/channels/{discord_alone.channel.id}/{place}"
    assert (await discord_alone.ask("PUT", f"{path}/{message.id}")).status == 204
    assert discord_alone.channel.pins() == [message]
    # Discord tells of it by a line of its own, which can't be pinned.
    told = discord_alone.channel.shown()[-1]
    assert told.type == 6
    assert (await discord_alone.ask("PUT", f"{path}/{told.id}")).code == 50021
    found = (await discord_alone.ask("GET", path)).body
    assert len(found if place == "pins" else found["items"]) == 1
    assert (await discord_alone.ask("DELETE", f"{path}/{message.id}")).status == 204
    assert discord_alone.channel.pins() == []


async def test_pins_have_a_right_of_their_own_and_a_limit(discord_alone: Bare) -> None:
    for _ in range(250):
        discord_alone.ann.says(discord_alone.channel, "x").pinned = discord_alone.world.clock.now()
    message = discord_alone.ann.says(discord_alone.channel, "y")
    path = f"/channels/{discord_alone.channel.id}/messages/pins/{message.id}"
    assert (await discord_alone.ask("PUT", path)).code == 30003
    discord_alone.allow(manage_messages=True, pin_messages=False)
    assert (await discord_alone.ask("PUT", path)).code == 50013
