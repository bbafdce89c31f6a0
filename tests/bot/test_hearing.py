"""When what comes in is taken: everywhere, in single channels, and in the order in which it came."""

import asyncio

from motuc_bot.bot.hearing import Hearing


async def test_who_waits_goes_on_in_order_once_all_is_open() -> None:
    hearing, gone_on = Hearing(), list[int]()
    hearing.close(7)

    async def waits(number: int, channel: int) -> None:
        await hearing.wait(channel)
        gone_on.append(number)

    tasks = [asyncio.create_task(waits(number, 7)) for number in range(3)]
    other = asyncio.create_task(waits(9, 8))
    await asyncio.sleep(0)
    hearing.set()
    await other
    assert gone_on == [9]
    hearing.open(7)
    await asyncio.gather(*tasks)
    assert gone_on == [9, 0, 1, 2]


async def test_nothing_is_heard_until_the_last_one_has_caught_up() -> None:
    hearing = Hearing()
    with hearing.nothing():
        with hearing.nothing():
            hearing.set()
        assert not hearing.is_set()
        hearing.clear()
    assert not hearing.is_set()
    hearing.set()
    assert hearing.hears(1)
