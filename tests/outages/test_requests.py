"""Each kind of request goes wrong in each way that Discord and the network know: nothing is lost, nothing twice."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest

from tests.loopback.hooks import Hook
from tests.loopback.motuc import House
from tests.loopback.settling import PATIENCE
from tests.outages.recovery import LATE, faults, recovered
from tests.outages.scenes import SCENES, Scene

Wrong = Callable[[House, Scene], Hook]
_A_MOMENT = 0.02


def _slowed(house: House, scene: Scene) -> Hook:
    return house.server.hooks.slow_down(_A_MOMENT, scene.method, scene.path, after=scene.after)


def _slowed_everywhere(house: House, scene: Scene) -> Hook:
    return house.server.hooks.slow_down(_A_MOMENT, scene.method, scene.path, after=scene.after, everywhere=True)


def _failed(status: int) -> Wrong:
    def fail(house: House, scene: Scene) -> Hook:
        return house.server.hooks.fail(status, scene.method, scene.path, after=scene.after)

    return fail


def _lost(house: House, scene: Scene) -> Hook:
    return house.server.hooks.lose(scene.method, scene.path, after=scene.after)


def _answer_lost(house: House, scene: Scene) -> Hook:
    return house.server.hooks.lose_answer(scene.method, scene.path, after=scene.after)


def _slow(house: House, scene: Scene) -> Hook:
    # Less than the request takes: the sender lets go, and Discord stores it all the same.
    house.bot.sender.lease = timedelta(seconds=0.3)
    return house.server.hooks.delay(0.4, scene.method, scene.path, after=scene.after)


WRONGS: dict[str, Wrong] = {
    "429": _slowed,
    "429 for all": _slowed_everywhere,
    "500": _failed(500),
    "502": _failed(502),
    "503": _failed(503),
    "lost": _lost,
    "answer lost": _answer_lost,
    "slow": _slow,
}


@pytest.fixture(autouse=True)
def without_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the seconds that discord.py waits before it asks again."""

    async def soon(seconds: float) -> None:
        await asyncio.sleep(min(seconds, _A_MOMENT))

    for module in ("discord.http", "discord.webhook.async_"):
        monkeypatch.setattr(f"{module}.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": soon}))


async def goes_wrong(house: House, scene: Scene, wrong: Wrong) -> None:
    thread = await scene.prepare(house)
    hook = wrong(house, scene)
    await scene.play(house, thread)
    await recovered(house)
    assert hook.met == 1
    assert faults(house) == []
    assert house.logged == []


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_the_answer_to_a_request_is_lost(faulty_referee: House, scene: Scene) -> None:
    await goes_wrong(faulty_referee, scene, _answer_lost)


@pytest.mark.soak
@pytest.mark.parametrize("wrong", WRONGS)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_each_request_goes_wrong_in_each_way(faulty_referee: House, scene: Scene, wrong: str) -> None:
    await goes_wrong(faulty_referee, scene, WRONGS[wrong])


@pytest.mark.parametrize("scene", [one for one in SCENES if one.looks], ids=lambda scene: scene.name)
async def test_a_lost_answer_is_looked_for_once_the_nonce_is_gone(faulty_referee: House, scene: Scene) -> None:
    house = faulty_referee
    thread = await scene.prepare(house)
    hook = _answer_lost(house, scene)
    await scene.play(house, thread)
    async with asyncio.timeout(PATIENCE):
        while not hook.met:
            await asyncio.sleep(0.002)
    await recovered(house, LATE)
    assert faults(house) == []
