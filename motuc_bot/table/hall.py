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


class Seating(StrEnum):
    """Who may sit where: everybody everywhere, at one machine, or each with a secret link."""

    HOT_SEAT = "hot_seat"
    LINKS = "links"


@dataclass(slots=True)
class Hall:
    """The room with the table. `host` is the secret of whoever started the page, where seats are by link."""

    desk: Desk
    seating: Seating = Seating.HOT_SEAT
    host: str = ""
    _news: dict[int, set[asyncio.Event]] = field(default_factory=lambda: defaultdict(set))

    def tell(self, battle: int) -> None:
        """Wake all who wait for news of the battle."""
        for waiting in self._news.get(battle, ()):
            waiting.set()

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
