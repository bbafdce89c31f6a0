"""What somebody pressed or entered counts even if Discord takes no answer to it, and he reads of it in the thread."""

from collections.abc import Callable

import pytest

from tests.loopback.motuc import House, Thread
from tests.loopback.threads import set_archived
from tests.outages.books import FAILED
from tests.outages.recovery import faults, recovered
from tests.outages.scenes import ATTACK

# Longer than Discord lets the first answer take.
_TOO_LATE = 4.0


async def asked(house: House) -> Thread:
    thread = await house.open()
    await thread.begin()
    house.person("kalle").says(thread.channel, ATTACK)
    await house.settled()
    return thread


def is_late(house: House, path: str = "/callback") -> None:
    """Let the first answer to what is used next come too late."""

    def watch(method: str, where: str) -> None:
        if where.endswith(path):
            house.server.hooks.watch = None
            house.server.world.clock.advance(_TOO_LATE)

    house.server.hooks.watch = watch


async def test_a_press_counts_though_its_answer_comes_too_late(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await asked(house)
    question = thread.channel.shown()[-1]
    is_late(house)
    house.person("anna").presses(question, "Keine Gegenwehr")
    await house.settled()
    assert thread.seen().moment == "1 white_moves"
    assert "✅ `Buzz-Off: wehrt sich nicht" in question.content
    assert faults(house) == []
    assert house.logged == []


async def test_a_press_that_is_refused_too_late_tells_nobody_that_something_failed(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await asked(house)
    is_late(house)
    house.person("kalle").presses(thread.channel.shown()[-1], "Keine Gegenwehr")
    await house.settled()
    assert thread.seen().moment != "1 white_moves"
    assert faults(house) == []
    assert house.logged == []


async def test_a_command_counts_though_its_answer_comes_too_late(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await house.open()
    await thread.fill()
    is_late(house)
    house.person("meister").uses(thread.channel, "/schlacht start")
    await house.settled()
    assert house.person("kalle").inbox()
    assert faults(house) == []


async def test_an_order_of_the_master_that_counts_is_not_told_to_have_failed(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await asked(house)
    used = house.person("meister").uses(
        thread.channel, "/sl korrigieren", figur="Clawful", was="Leben", wert=9, grund="Heiltrank"
    )
    await house.settled()
    (shown,) = used.answers
    house.server.hooks.lose("PATCH", "/webhooks/")
    pressed = house.person("meister").presses(shown, "Ausführen")
    await recovered(house)
    assert any("Heiltrank" in text for text in thread.channel.texts())
    assert FAILED not in pressed.said()
    assert faults(house) == []


async def test_a_press_in_an_archived_thread(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await asked(house)
    question = thread.channel.shown()[-1]
    set_archived(house.server.world, thread.channel, archived=True)
    used = house.person("anna").presses(question, "Keine Gegenwehr")
    await house.settled()
    assert used.said().startswith("✅ `")
    assert "✅ `Buzz-Off: wehrt sich nicht" in question.content
    assert faults(house) == []


@pytest.mark.parametrize("text", [ATTACK, "Clawful: geht nach Z9"])
async def test_a_post_that_was_deleted_is_answered_once(faulty_referee: House, text: str) -> None:
    house = faulty_referee
    thread = await house.open()
    await thread.begin()
    before = len(thread.channel.shown())
    # What answers a message that is gone refers to none: the bot must find it all the same.
    house.server.hooks.lose_answer("POST", r"/channels/\d+/messages$")
    house.server.hooks.watch = _deletes_at_the_first_message(house)
    house.person("kalle").says(thread.channel, text)
    await recovered(house, 600.0)
    answers = [one.content for one in thread.channel.shown()[before:]]
    assert len(answers) == len(set(answers))
    assert not [fault for fault in faults(house) if "written twice" in fault]


def _deletes_at_the_first_message(house: House) -> Callable[[str, str], None]:
    kalle = house.person("kalle")

    def watch(method: str, path: str) -> None:
        if method == "POST" and path.endswith("/messages"):
            house.server.hooks.watch = None
            channel = house.server.world.channels[int(path.split("/")[2])]
            kalle.deletes(next(one for one in reversed(channel.shown()) if one.author is kalle.user))

    return watch
