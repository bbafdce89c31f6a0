"""What a front gives the sender."""

from typing import Protocol

from motuc_bot.store.outbox import Delivery


class NotNow(Exception):
    """It could not be sent just now; `after` seconds it may be (None = as the sender thinks best)."""

    def __init__(self, fault: str, after: float | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.after = after


class Never(Exception):
    """It can never be sent: the place or the person is gone."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class Front(Protocol):
    """A place where deliveries are shown, as a thread of a platform."""

    async def send(self, delivery: Delivery) -> str:
        """Show the delivery, marked with its nonce, and return the id of the message. Raises: NotNow, Never."""

    async def find(self, delivery: Delivery) -> str | None:
        """Return the id of the message if the delivery has been shown before. Raises: NotNow, Never."""
