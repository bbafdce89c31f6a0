"""What is written, changed and deleted while the bot is away is taken up in its order, before what comes after."""

from collections.abc import Callable

from tests.loopback.motuc import House
from tests.outages.recovery import faults
from tests.outages.test_connection import begun, counted, heals


async def test_more_than_a_hundred_posts_before_new_ones(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    await house.stop()
    heals(house, thread, 120)
    # Written while the history is being read.
    house.server.hooks.watch = _once(house, lambda: heals(house, thread, 1, 120), "GET", "/messages")
    await house.start()
    await house.settled()
    assert counted(thread) == [str(number) for number in range(121)]
    assert faults(house) == []


async def test_what_was_changed_and_deleted(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await begun(house)
    kalle = house.person("kalle")
    mended = kalle.says(thread.channel, "Clawful: geht nach Z9")
    counts = house.person("meister").says(thread.channel, "SL: Clawful Leben 9, weil Grund 0")
    await house.settled()
    await house.stop()
    house.person("meister").deletes(counts)
    heals(house, thread, 1, 1)
    kalle.edits(mended, "Clawful: geht nach D4")
    heals(house, thread, 1, 2)
    await house.start()
    await house.settled()
    texts = [post.text for post in thread.seen().posts]
    mending = texts.index("Clawful: geht nach D4")
    assert texts.index("SL: Clawful Leben 9, weil Grund 1") < mending < texts.index("SL: Clawful Leben 8, weil Grund 2")
    assert len([one for one in thread.channel.texts() if "wurde gelöscht" in one]) == 1
    assert faults(house) == []


async def test_what_was_written_in_private(faulty_referee: House) -> None:
    house = faulty_referee
    thread = await house.open()
    await thread.fill()
    await thread.uses("meister", "/schlacht start")
    await house.stop()
    house.person("kalle").dm("Clawful: Start A3")
    house.person("anna").dm("Buzz-Off: Start H3")
    await house.start()
    await house.settled()
    assert thread.seen().moment == "1 black_moves"
    assert faults(house) == []


async def test_quiet_battles_cost_no_request(faulty_referee: House) -> None:
    house = faulty_referee
    for _ in range(3):
        await begun_alone(house)
    await house.restart()
    before = len(house.server.asked)
    await house.restart()
    paths = [one.path for one in house.server.asked[before:]]
    assert [path for path in paths if path.startswith(("/channels/", "/guilds/"))] == []


async def begun_alone(house: House) -> None:
    """Let a battle be set up, with nobody in private."""
    thread = await house.open()
    await thread.fill()


def _once(house: House, do: Callable[[], None], method: str, path: str) -> Callable[[str, str], None]:
    """Return what lets something be done at the first such request."""

    def watch(asked: str, where: str) -> None:
        if asked == method and path in where:
            house.server.hooks.watch = None
            do()

    return watch
