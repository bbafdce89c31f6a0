"""The real program is killed while it opens a battle: whoever asks again has one battle, in one thread."""

from pathlib import Path

import pytest

from motuc_bot.referee.threads import threads_of
from tests.loopback.motuc import Thread
from tests.loopback.settling import PATIENCE
from tests.outages.books import Books
from tests.outages.lives import Death, HouseOfLives, Lives, lives
from tests.outages.openings import MESSAGE, PIN, THREAD


async def dies_while_opening(house: HouseOfLives, life: Lives, request: tuple[str, str], *, stored: bool) -> None:
    """Let somebody want a battle, and let such a request for it be the program's last."""
    house.server.hooks.delay(Death(life), *request)
    if not stored:
        house.server.hooks.lose(*request)
    used = house.person("meister").uses(house.channel, "/schlacht neu", vorlage="duell")
    await life.dies_by_itself(PATIENCE)
    assert life.deaths == 1
    await life.over()
    house.server.hooks.clear()
    # Nobody answers that any more: after a while Discord says so.
    for waiting in used.answers:
        del waiting.channel.messages[waiting.id]
    house.server.interactions.known.clear()


async def goes_on(folder: Path, request: tuple[str, str], *, stored: bool) -> None:
    async with lives(folder) as (house, life):
        await dies_while_opening(house, life, request, stored=stored)
        await life.begin()
        await house.settled()
        # Who sees no battle asks again.
        if not threads_of(house.desk):
            await house.open()
        ((row, _),) = threads_of(house.desk)
        thread = Thread(house, house.server.world.channels[row.channel_id], row.battle_id)
        await thread.fill()
        # It may have been kept only now: its program was looking for it.
        ((row, _),) = threads_of(house.desk)
        assert [one.id for one in thread.channel.pins()] == [row.status_message_id]
        assert "Clawful" in thread.channel.pins()[0].content
        assert Books(house, died=True).faults() == []


async def test_it_dies_when_its_first_message_is_there(tmp_path: Path) -> None:
    await goes_on(tmp_path, MESSAGE, stored=True)


@pytest.mark.soak
@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("request_", [THREAD, MESSAGE, PIN], ids=lambda request: request[1])
async def test_it_dies_at_each_request(tmp_path: Path, request_: tuple[str, str], stored: bool) -> None:
    await goes_on(tmp_path, request_, stored=stored)
