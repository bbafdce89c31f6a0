"""In which ways a request to Discord goes wrong."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, Protocol

import pytest

from tests.loopback.hooks import Hook
from tests.loopback.motuc import House

_A_MOMENT = 0.02


class Request(Protocol):
    """Which request: by method and path, the one after so many others."""

    @property
    def method(self) -> str:
        """A pattern of its method."""

    @property
    def path(self) -> str:
        """A pattern of its path."""

    @property
    def after(self) -> int:
        """How many such requests go well before."""


Wrong = Callable[[House, Request], Hook]


def slowed(house: House, request: Request) -> Hook:
    """Let Discord say that it is too much."""
    return house.server.hooks.slow_down(_A_MOMENT, request.method, request.path, after=request.after)


def slowed_everywhere(house: House, request: Request) -> Hook:
    """Let Discord say that all is too much."""
    return house.server.hooks.slow_down(_A_MOMENT, request.method, request.path, after=request.after, everywhere=True)


def failed(status: int) -> Wrong:
    """Return what lets Discord fail, with nothing done."""

    def fail(house: House, request: Request) -> Hook:
        return house.server.hooks.fail(status, request.method, request.path, after=request.after)

    return fail


def lost(house: House, request: Request) -> Hook:
    """Let the request be lost on its way."""
    return house.server.hooks.lose(request.method, request.path, after=request.after)


def answer_lost(house: House, request: Request) -> Hook:
    """Let it be carried out, and its answer be lost."""
    return house.server.hooks.lose_answer(request.method, request.path, after=request.after)


def misreported(house: House, request: Request) -> Hook:
    """Let it be carried out, and be answered as if it had failed."""
    return house.server.hooks.misreport(504, request.method, request.path, after=request.after)


def slow(house: House, request: Request) -> Hook:
    """Let it take longer than the sender waits: it lets go, and Discord stores it all the same."""
    house.bot.sender.lease = timedelta(seconds=0.3)
    return house.server.hooks.delay(0.4, request.method, request.path, after=request.after)


WRONGS: dict[str, Wrong] = {
    "429": slowed,
    "429 for all": slowed_everywhere,
    "500": failed(500),
    "502": failed(502),
    "503": failed(503),
    "lost": lost,
    "answer lost": answer_lost,
    "slow": slow,
}


async def soon(seconds: float) -> None:
    """Wait for a moment only."""
    await asyncio.sleep(min(seconds, _A_MOMENT))


def leave_out_waits(
    monkeypatch: pytest.MonkeyPatch, instead: Callable[[float], Coroutine[Any, Any, None]] = soon
) -> None:
    """Leave out the seconds that discord.py waits before it asks again."""
    for module in ("discord.http", "discord.webhook.async_"):
        monkeypatch.setattr(f"{module}.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": instead}))
