"""Each kind of request goes wrong in each way that Discord and the network know: nothing is lost, nothing twice."""

import asyncio

import pytest

from tests.loopback.motuc import House
from tests.loopback.settling import PATIENCE
from tests.outages.recovery import LATE, faults, recovered
from tests.outages.scenes import SCENES, Scene
from tests.outages.wrongs import WRONGS, Wrong, answer_lost, leave_out_waits, misreported


@pytest.fixture(autouse=True)
def without_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_out_waits(monkeypatch)


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
    await goes_wrong(faulty_referee, scene, answer_lost)


@pytest.mark.soak
@pytest.mark.parametrize("wrong", WRONGS)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_each_request_goes_wrong_in_each_way(faulty_referee: House, scene: Scene, wrong: str) -> None:
    await goes_wrong(faulty_referee, scene, WRONGS[wrong])


# Of a command that was acknowledged already nobody can tell whether this program has done so, or another one.
@pytest.mark.soak
@pytest.mark.parametrize("scene", [one for one in SCENES if one.path != "/callback$"], ids=lambda scene: scene.name)
async def test_a_request_is_carried_out_and_answered_as_if_it_had_failed(faulty_referee: House, scene: Scene) -> None:
    await goes_wrong(faulty_referee, scene, misreported)


@pytest.mark.parametrize("scene", [one for one in SCENES if one.looks], ids=lambda scene: scene.name)
async def test_a_lost_answer_is_looked_for_once_the_nonce_is_gone(faulty_referee: House, scene: Scene) -> None:
    house = faulty_referee
    thread = await scene.prepare(house)
    hook = answer_lost(house, scene)
    await scene.play(house, thread)
    async with asyncio.timeout(PATIENCE):
        while not hook.met:
            await asyncio.sleep(0.002)
    await recovered(house, LATE)
    assert faults(house) == []
