"""The sender: takes what is due out of the outbox, shows it, and notes that it was shown."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from motuc_bot.outbox.port import Front, Never, NotNow
from motuc_bot.store import outbox
from motuc_bot.store.faults import DatabaseFault
from motuc_bot.store.outbox import Delivery
from motuc_bot.store.store import Store

# So long a delivery belongs to the sender that took it; after a crash it waits so long.
LEASE = timedelta(seconds=30)

_POLL_SECONDS = 1.0
# Of its lease a sender waits so much for the front: when others may take the delivery, it has let go of it.
_PATIENCE = 2 / 3
_LONGEST_WAIT = 300.0
# A front that is slow in one place, as under its own limits, must leave room for others.
_MOST_AT_ONCE = 16
# With the longest wait in between: a platform may be away for days before an answer is given up.
_MOST_ATTEMPTS = 1000

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Sender:
    """Sends for one front. Several may run at once, in one or more processes: each delivery is taken by one."""

    store: Store
    front: Front
    now: Callable[[], datetime]
    lease: timedelta = LEASE
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _told: str = ""
    _running: set[int] = field(default_factory=set)

    def wake(self) -> None:
        """Tell the sender that something new is due; other threads: `loop.call_soon_threadsafe(sender.wake)`."""
        self._wake.set()

    async def run(self) -> None:
        """Send for ever; while the database is away, or the front, wait for it."""
        while True:
            self._wake.clear()
            try:
                await self.send_due()
            except DatabaseFault as fault:
                self._tell(str(fault))
                await asyncio.sleep(_POLL_SECONDS)
            else:
                self._told = ""
                await self._rest()

    async def send_due(self, battle: int | None = None) -> int:
        """Send all that is due now (of one battle) and return how many were sent. Raises: DatabaseFault.

        Several go out at once, each to another place: one that has to wait keeps nobody else.
        """
        sent, full = 0, False
        running: set[asyncio.Task[bool]] = set()
        try:
            while True:
                delivery = None if full else await asyncio.to_thread(self._claim, battle)
                if delivery is not None:
                    running.add(asyncio.create_task(self._send(delivery)))
                    full = len(running) >= _MOST_AT_ONCE
                    continue
                if not running:
                    return sent
                # Behind each that is done another one may stand.
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                sent, full = sent + sum(task.result() for task in done), False
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def send_claimed(self, first: Delivery, *others: Delivery) -> None:
        """Send what was claimed as it was put in, each to another place. Raises: DatabaseFault."""
        sending = [asyncio.create_task(self._send(delivery)) for delivery in others]
        # At once: a task of its own would begin only when the loop comes round.
        try:
            await self._send(first)
        finally:
            await asyncio.gather(*sending)

    async def _rest(self) -> None:
        try:
            await asyncio.wait_for(self._wake.wait(), _POLL_SECONDS)
        except TimeoutError:
            return

    def _tell(self, fault: str) -> None:
        """Log a fault once, however often it comes in a row."""
        if fault != self._told:
            self._told = fault
            _log.error("Ausgang: %s", fault)

    async def _send(self, delivery: Delivery) -> bool:
        self._running.add(delivery.id)
        try:
            return await self._sent_or_not(delivery)
        finally:
            self._running.discard(delivery.id)

    async def _sent_or_not(self, delivery: Delivery) -> bool:
        try:
            sent_as = await self._shown(delivery)
        except NotNow as fault:
            await asyncio.to_thread(self._later, delivery, fault)
            return False
        except Never as fault:
            await asyncio.to_thread(self._dead, delivery, fault.fault)
            return False
        await asyncio.to_thread(self._sent, delivery, sent_as)
        return True

    async def _shown(self, delivery: Delivery) -> str:
        """Return the id of the message that shows the delivery. Raises: NotNow, Never."""
        patience = self.lease.total_seconds() * _PATIENCE
        try:
            async with asyncio.timeout(patience):
                # Taken before: it may have been shown by a sender that died before it could note so.
                shown = await self.front.find(delivery) if delivery.attempts > 1 else None
                return shown or await self.front.send(delivery)
        except (NotNow, Never):
            raise
        except TimeoutError:
            raise NotNow(f"keine Antwort in {patience:g} Sekunden") from None
        except Exception as error:
            # A fault of the front in one delivery must not keep all others.
            fault = f"{type(error).__name__}: {' '.join(str(error).split())}"
            _log.error("Ausgang: %s (Schlacht %d): %s", delivery.nonce, delivery.battle_id, fault)
            raise NotNow(fault) from error

    def is_due(self, battle: int | None = None) -> bool:
        """Tell whether there is something to send now (of one battle). Raises: DatabaseFault."""
        with self.store.reading() as connection:
            return outbox.is_due(connection, self.now(), battle, self._running)

    def _claim(self, battle: int | None) -> Delivery | None:
        # Looking first costs a writer nothing: most of the time nothing is due.
        if not self.is_due(battle):
            return None
        with self.store.writing() as connection:
            return outbox.claim(connection, self.now(), self.now() + self.lease, battle, self._running)

    def _sent(self, delivery: Delivery, sent_as: str) -> None:
        with self.store.writing() as connection:
            outbox.mark_sent(connection, delivery, sent_as, self.now())

    def _later(self, delivery: Delivery, fault: NotNow) -> None:
        if delivery.attempts >= _MOST_ATTEMPTS:
            self._dead(delivery, f"nach {delivery.attempts} Versuchen: {fault.fault}")
            return
        # Two to a greater power is more than the longest wait anyway, and in the end more than a float can hold.
        wait = fault.after if fault.after is not None else min(2.0 ** min(delivery.attempts, 16), _LONGEST_WAIT)
        with self.store.writing() as connection:
            outbox.mark_later(connection, delivery, self.now() + timedelta(seconds=wait), fault.fault)

    def _dead(self, delivery: Delivery, fault: str) -> None:
        _log.error("Ausgang: %s (Schlacht %d) kommt nie an: %s", delivery.nonce, delivery.battle_id, fault)
        with self.store.writing() as connection:
            outbox.mark_dead(connection, delivery, self.now(), fault)
