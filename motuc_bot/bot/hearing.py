"""When what comes in is taken: not before what was missed has been, else an older message would be passed over."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Hearing:
    """Whether the bot hears: in all channels while it is connected and caught up, but for those that are closed."""

    _connected: bool = False
    _catching_up: int = 0
    _everywhere: asyncio.Event = field(default_factory=asyncio.Event)
    # What was missed there is not known yet.
    _closed: dict[int, asyncio.Event] = field(default_factory=dict)

    def set(self) -> None:
        """Hear from now on, or as soon as nobody is catching up any more."""
        self._connected = True
        self._settle()

    def clear(self) -> None:
        """Hear nothing until further notice."""
        self._connected = False
        self._settle()

    def is_set(self) -> bool:
        """Tell whether the bot hears, closed channels apart."""
        return self._everywhere.is_set()

    @contextmanager
    def nothing(self) -> Iterator[None]:
        """Hear nothing meanwhile, whatever else comes to its end before."""
        self._catching_up += 1
        self._settle()
        try:
            yield
        finally:
            self._catching_up -= 1
            self._settle()

    def close(self, channel: int) -> None:
        """Hear nothing in a channel until it is opened."""
        self._closed.setdefault(channel, asyncio.Event())

    def open(self, channel: int) -> None:
        """Hear in a channel again."""
        closed = self._closed.pop(channel, None)
        if closed is not None:
            closed.set()

    def hears(self, channel: int) -> bool:
        """Tell whether what comes in there is taken at once."""
        return self.is_set() and channel not in self._closed

    async def wait(self, channel: int) -> None:
        """Return when the channel is heard; who came first goes on first."""
        while not self.hears(channel):
            await self._everywhere.wait()
            if channel in self._closed:
                await self._closed[channel].wait()

    def _settle(self) -> None:
        if self._connected and not self._catching_up:
            self._everywhere.set()
        else:
            self._everywhere.clear()
