"""The gateway breaks off, repeats itself, mixes things up or is silent: each post counts once, in its order."""

import asyncio
from collections.abc import Callable

import pytest

from tests.loopback.gateway import Event
from tests.loopback.motuc import House, Thread
from tests.loopback.settling import PATIENCE
from tests.outages.recovery import faults
from tests.outages.scenes import ATTACK


async def begun(house: House) -> Thread:
    thread = await house.open()
    await thread.begin()
    return thread


def heals(house: House, thread: Thread, count: int, first: int = 0) -> None:
    """Let the game master write so many posts, each of which counts."""
    for number in range(first, first + count):
        # Nobody writes so fast that the referee would stop reading.
        house.server.world.clock.advance(5)
        house.person("meister").says(thread.channel, f"SL: Clawful Leben {8 + number % 2}, weil Grund {number}")


def counted(thread: Thread) -> list[str]:
    """Return the reasons of the corrections that count, in their order."""
    return [post.text.rpartition(" ")[2] for post in thread.seen().posts if "Grund" in post.text]


async def begins_anew(house: House) -> None:
    """Wait until the bot has begun a new session and has caught up."""
    async with asyncio.timeout(PATIENCE):
        while house.server.gateway.identified < 2:
            await asyncio.sleep(0.002)
    await house.settled()


def _cut(house: House) -> None:
    house.server.gateway.drop()


def _closed(house: House) -> None:
    house.server.gateway.drop(4000)


def _asked_to_reconnect(house: House) -> None:
    house.server.gateway.ask_to_reconnect()


def _invalid_but_resumable(house: House) -> None:
    house.server.gateway.invalidate(resumable=True)


def _invalid(house: House) -> None:
    house.server.gateway.invalidate()


def _forgotten(house: House) -> None:
    house.server.gateway.forget_sessions()
    house.server.gateway.drop()


@pytest.mark.parametrize("breaks", [_cut, _closed, _asked_to_reconnect, _invalid_but_resumable, _invalid, _forgotten])
async def test_what_is_written_while_the_connection_is_gone(
    faulty_referee: House, breaks: Callable[[House], None]
) -> None:
    house = faulty_referee
    thread = await begun(house)
    heals(house, thread, 2)
    breaks(house)
    heals(house, thread, 3, 2)
    if breaks in (_invalid, _forgotten):
        await begins_anew(house)
    await house.settled()
    heals(house, thread, 2, 5)
    await house.settled()
    assert counted(thread) == [str(number) for number in range(7)]
    assert faults(house) == []


@pytest.mark.parametrize("event", ["MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"])
async def test_events_that_come_twice(faulty_referee: House, event: str) -> None:
    house = faulty_referee
    thread, kalle = await begun(house), house.person("kalle")
    refused = kalle.says(thread.channel, "Clawful: geht nach Z9")
    gone = kalle.says(thread.channel, "Clawful: geht nach D4")
    await house.settled()
    before = len(thread.channel.shown())
    house.server.gateway.duplicate(event)
    match event:
        case "MESSAGE_CREATE":
            kalle.says(thread.channel, "Clawful: geht nach Z8")
        case "MESSAGE_UPDATE":
            kalle.edits(refused, "Clawful: geht nach Z7")
        case _:
            kalle.deletes(gone)
            before -= 1
    await house.settled()
    new = thread.channel.shown()[before:]
    assert len([one for one in new if one.author.bot]) == 1
    assert faults(house) == []


async def test_a_press_that_is_told_twice(faulty_referee: House) -> None:
    house = faulty_referee
    thread, anna = await begun(house), house.person("anna")
    house.person("kalle").says(thread.channel, ATTACK)
    await house.settled()
    house.server.gateway.duplicate("INTERACTION_CREATE")
    used = anna.presses(thread.channel.shown()[-1], "Keine Gegenwehr")
    await house.settled()
    assert used.said().startswith("✅ `")
    assert len(used.answers) == 1
    assert house.logged == []
    assert faults(house) == []


async def test_a_command_that_is_told_twice(faulty_referee: House) -> None:
    house = faulty_referee
    before = set(house.server.world.channels)
    house.server.gateway.duplicate("INTERACTION_CREATE")
    used = house.person("meister").uses(house.channel, "/schlacht neu", vorlage="duell")
    await house.settled()
    assert len(set(house.server.world.channels) - before) == 1
    assert len(used.answers) == 1
    assert house.logged == []


async def test_an_edit_that_is_told_before_its_message(faulty_referee: House) -> None:
    house = faulty_referee
    thread, kalle = await begun(house), house.person("kalle")
    house.server.gateway.hold()
    message = kalle.says(thread.channel, "Clawful: geht nach Z9")
    kalle.edits(message, "Clawful: geht nach D4")

    def backwards(events: list[Event]) -> list[Event]:
        return events[::-1]

    house.server.gateway.release(backwards)
    await house.settled()
    assert [post.text for post in thread.seen().posts][-1:] == ["Clawful: geht nach D4"]
    assert message.marks() == ["✅"]
    assert faults(house) == []


async def test_two_posts_that_are_told_in_the_wrong_order_count_both(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    house.server.gateway.hold()
    heals(house, thread, 2)

    def backwards(events: list[Event]) -> list[Event]:
        return events[::-1]

    house.server.gateway.release(backwards)
    await house.settled()
    assert sorted(counted(thread)) == ["0", "1"]
    assert faults(house) == []


async def test_silence(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    house.server.gateway.fall_silent()
    heals(house, thread, 3)
    for _ in range(5):
        await asyncio.sleep(0.002)
    assert counted(thread) == []
    house.server.gateway.speak()
    await house.settled()
    assert counted(thread) == ["0", "1", "2"]
    assert faults(house) == []
