"""After an outage: everything that waits has its turn, and the books are compared."""

from tests.loopback.motuc import House
from tests.outages.books import Books

# Longer than any wait of the sender, shorter than a nonce is kept.
_SOON = 60.0
# Longer than Discord keeps a nonce, and than a delivery belongs to a sender.
LATE = 600.0
_TRIES = 3


async def recovered(house: House, after: float = _SOON) -> None:
    """Let what could not be sent be sent again, so many seconds later."""
    # What waits in the outbox is not waited for: its time comes as the clock is set.
    busy, house.settling.busy = house.settling.busy, []
    for _ in range(_TRIES):
        await house.settled()
        house.server.world.clock.advance(after)
        await house.bot.send_late()
        await house.bot.marks.try_again()
    house.settling.busy = busy
    await house.settled()


def faults(house: House, *besides: int) -> list[str]:
    """Return what is wrong, `besides` = messages that may be there without a delivery."""
    return Books(house, besides).faults()
