"""A whole duel in which every kind of request goes wrong in turn: with all that follows from it, it comes out right."""

import pytest

from tests.loopback.motuc import House, Thread
from tests.outages.recovery import faults, recovered
from tests.outages.scenes import ATTACK
from tests.outages.test_requests import without_waits

__all__ = ["without_waits"]

_REQUESTS = (
    ("POST", r"/channels/\d+/messages$"),
    ("POST", "/users/@me/channels$"),
    ("POST", "/callback$"),
    ("POST|PATCH", "/webhooks/"),
    ("PATCH", r"/channels/\d+/messages/"),
    ("PUT", "/reactions/"),
)


def all_go_wrong(house: House, wrong: str) -> None:
    """Let the next request of each kind go wrong."""
    for method, path in _REQUESTS:
        match wrong:
            case "429":
                house.server.hooks.slow_down(0.02, method, path)
            case "429 for all":
                house.server.hooks.slow_down(0.02, method, path, everywhere=True)
            case "lost":
                house.server.hooks.lose(method, path)
            case "answer lost":
                house.server.hooks.lose_answer(method, path)
            case _:
                house.server.hooks.fail(int(wrong), method, path)


async def step(house: House, wrong: str) -> None:
    await recovered(house)
    assert faults(house) == []
    house.server.hooks.clear()
    all_go_wrong(house, wrong)


@pytest.mark.parametrize("wrong", ["429", "429 for all", "500", "502", "503", "lost", "answer lost"])
async def test_a_duel_in_bad_weather(faulty_referee: House, wrong: str) -> None:
    house = faulty_referee
    thread: Thread = await house.open()
    await step(house, wrong)
    kalle, anna = house.person("kalle"), house.person("anna")
    kalle.uses(thread.channel, "/schlacht beitreten", seite="black", figur="Clawful")
    await step(house, wrong)
    anna.uses(thread.channel, "/schlacht beitreten", seite="white", figur="Buzz-Off")
    await step(house, wrong)
    house.person("meister").uses(thread.channel, "/schlacht start")
    await step(house, wrong)
    for person, text in ((kalle, "Clawful: Start A3"), (anna, "Buzz-Off: Start H3")):
        person.dm(text)
        await step(house, wrong)
    house.server.hooks.clear()
    for figure, to in (("Clawful", "D3"), ("Buzz-Off", "E3")):
        await thread.carries_out("meister", "/sl platzieren", figur=figure, feld=to)
    await step(house, wrong)
    kalle.says(thread.channel, ATTACK)
    await step(house, wrong)
    asked = [one for one in thread.channel.shown() if anna.id in one.pinged]
    assert len(asked) == 1
    anna.presses(asked[0], "Keine Gegenwehr")
    await step(house, wrong)
    assert thread.seen().moment == "1 white_moves"
    assert any(one.startswith("**#") for one in thread.channel.texts())
    assert house.logged == []
