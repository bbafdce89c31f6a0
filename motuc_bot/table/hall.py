"""What all pages share: the desk, who may sit where, who waits for news."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ParamSpec, TypeVar

from aiohttp import web

from motuc_bot.referee.desk import Desk

P = ParamSpec("P")
T = TypeVar("T")


_MOST_WAITING = 500
_MOST_OPENED = 200


class Seating(StrEnum):
    """Who may sit where: everybody everywhere, at one machine, or each with a secret link."""

    HOT_SEAT = "hot_seat"
    LINKS = "links"


@dataclass(slots=True)
class Hall:
    """The room with the table. `host` is the secret of whoever started the page, where seats are by link.

    `names` are the names of this machine, besides its addresses, by which the page may be reached.
    """

    desk: Desk
    seating: Seating = Seating.HOT_SEAT
    host: str = field(default="", repr=False)
    names: frozenset[str] = frozenset({"localhost"})
    closing: bool = False
    # What else is to know that something has come in here, as a bot in the same program.
    told: Callable[[int], None] = lambda battle: None
    _news: dict[int, set[asyncio.Event]] = field(default_factory=lambda: defaultdict(set))
    # One battle is opened at a time, so that a form sent twice at once opens one.
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    _opened: dict[str, int] = field(default_factory=dict)

    def tell(self, battle: int) -> None:
        """Let all know that something has come in here for the battle."""
        self.wake(battle)
        self.told(battle)

    def wake(self, battle: int) -> None:
        """Wake all pages that wait for news of the battle."""
        for waiting in self._news.get(battle, ()):
            waiting.set()

    def opened(self, form: str) -> int | None:
        """Return the battle that a form has opened before, sent again by a shaky line or a second click."""
        return self._opened.get(form)

    def remember_opened(self, form: str, battle: int) -> None:
        """Keep which battle a form has opened; a form without a name is always another one."""
        if form:
            self._opened[form] = battle
        while len(self._opened) > _MOST_OPENED:
            del self._opened[next(iter(self._opened))]

    @property
    def crowded(self) -> bool:
        """Tell whether so many wait for news that nobody more can."""
        return sum(map(len, self._news.values())) >= _MOST_WAITING

    def close(self) -> None:
        """Let all who wait go: the page ends."""
        self.closing = True
        for battle in self._news:
            self.wake(battle)

    def listen(self, battle: int) -> asyncio.Event:
        """Return what is set when there is news; `forget` it in the end."""
        waiting = asyncio.Event()
        self._news[battle].add(waiting)
        return waiting

    def forget(self, battle: int, waiting: asyncio.Event) -> None:
        """Listen no more."""
        self._news[battle].discard(waiting)
        if not self._news[battle]:
            del self._news[battle]


HALL = web.AppKey("hall", Hall)


async def work(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a function of the referee returns; it works in a thread, since it waits for the database."""
    return await asyncio.to_thread(function, *args, **kwargs)
