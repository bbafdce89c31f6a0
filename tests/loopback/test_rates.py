"""Limits of how often a bot may ask."""

import time

from tests.loopback.bare import Bare
from tests.loopback.motuc import House


async def test_every_answer_tells_the_limit(discord_alone: Bare) -> None:
    first, second = await discord_alone.send({"content": "1"}), await discord_alone.send({"content": "2"})
    assert first.headers["X-RateLimit-Bucket"] == second.headers["X-RateLimit-Bucket"]
    left = [int(answer.headers["X-RateLimit-Remaining"]) for answer in (first, second)]
    assert left[0] - left[1] == 1
    other = await discord_alone.ask("GET", f"/channels/{discord_alone.channel.id}")
    assert other.headers["X-RateLimit-Bucket"] != first.headers["X-RateLimit-Bucket"]


async def test_five_messages_in_five_seconds(discord_alone: Bare) -> None:
    discord_alone.server.rates.enforced = True
    other = discord_alone.world.add_channel(discord_alone.guild, "wald")
    for at in range(5):
        answer = await discord_alone.send({"content": str(at)})
        assert answer.headers["X-RateLimit-Limit"] == "5"
    refused = await discord_alone.send({"content": "zu viel"})
    assert refused.status == 429
    assert 0 < refused.body["retry_after"] <= 5
    assert refused.headers["Retry-After"]
    assert refused.headers["Via"]
    assert len(discord_alone.channel.texts()) == 5
    assert [fault.status for fault in discord_alone.server.faults] == [429]
    # Each channel has a limit of its own.
    assert (await discord_alone.send({"content": "x"}, other)).status == 200


async def test_the_bot_keeps_to_the_limits(referee: House) -> None:
    """It waits by itself: nothing is refused, though more is said than fits into the time."""
    referee.server.rates.enforced = True
    begin = time.monotonic()
    for at in range(6):
        referee.person("ann").dm(f"Hallo {at}")
    await referee.settled()
    assert len(referee.person("ann").inbox()) == 6
    assert time.monotonic() - begin > 4
    assert referee.server.faults == []
