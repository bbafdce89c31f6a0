"""The sender: takes what is due out of the outbox, shows it, and notes that it was shown."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from motuc_bot.outbox.port import Front, Never, NotNow
from motuc_bot.store import outbox
from motuc_bot.store.faults import DatabaseAway
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.store import Store

# So long a delivery belongs to the sender that took it; after a crash it waits so long.
LEASE = timedelta(seconds=30)

_POLL_SECONDS = 1.0
_LONGEST_WAIT = 300.0
_MOST_ATTEMPTS = 50


@dataclass(slots=True)
class Sender:
    """Sends for one front. Several may run at once, in one or more processes: each delivery is taken by one."""

    store: Store
    front: Front
    now: Callable[[], datetime]
    lease: timedelta = LEASE
    _wake: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        """Tell the sender that something new is due."""
        self._wake.set()

    async def run(self) -> None:
        """Send for ever; while the database is away, wait for it."""
        while True:
            self._wake.clear()
            try:
                await self.send_due()
            except DatabaseAway:
                await asyncio.sleep(_POLL_SECONDS)
            else:
                await self._rest()

    async def send_due(self) -> int:
        """Send all that is due now and return how many were sent. Raises: DatabaseFault."""
        sent = 0
        while (delivery := await asyncio.to_thread(self._claim)) is not None:
            sent += await self._send(delivery)
        return sent

    async def _rest(self) -> None:
        try:
            await asyncio.wait_for(self._wake.wait(), _POLL_SECONDS)
        except TimeoutError:
            return

    async def _send(self, delivery: Delivery) -> bool:
        try:
            # Taken before: it may have been shown by a sender that died before it could note so.
            shown = await self.front.find(delivery) if delivery.attempts > 1 else None
            sent_as = shown or await self.front.send(delivery)
        except NotNow as fault:
            await asyncio.to_thread(self._later, delivery, fault)
            return False
        except Never as fault:
            await asyncio.to_thread(self._dead, delivery, fault.fault)
            return False
        await asyncio.to_thread(self._sent, delivery, sent_as)
        return True

    def _claim(self) -> Delivery | None:
        # Looking first costs a writer nothing: most of the time nothing is due.
        with self.store.reading() as connection:
            due = outbox.next_due(connection)
        if due is None or due > self.now():
            return None
        with self.store.writing() as connection:
            return outbox.claim(connection, self.now(), self.now() + self.lease)

    def _sent(self, delivery: Delivery, sent_as: str) -> None:
        with self.store.writing() as connection:
            outbox.mark_sent(connection, delivery.id, sent_as, self.now())

    def _later(self, delivery: Delivery, fault: NotNow) -> None:
        if delivery.attempts >= _MOST_ATTEMPTS:
            self._dead(delivery, f"nach {delivery.attempts} Versuchen: {fault.fault}")
            return
        wait = fault.after if fault.after is not None else min(2.0**delivery.attempts, _LONGEST_WAIT)
        with self.store.writing() as connection:
            outbox.mark_later(connection, delivery.id, self.now() + timedelta(seconds=wait), fault.fault)

    def _dead(self, delivery: Delivery, fault: str) -> None:
        with self.store.writing() as connection:
            outbox.mark_dead(connection, delivery.id, self.now(), fault)
