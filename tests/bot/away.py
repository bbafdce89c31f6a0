"""Time in which Discord goes on and the bot hears nothing of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.bot.server import Server, Thread


@contextmanager
def away(server: Server) -> Iterator[None]:
    """Let the bot hear nothing."""
    subscribers = server.env.backend.subscribers
    listening, subscribers[:] = list(subscribers), []
    yield
    subscribers.extend(listening)


def written(thread: Thread, name: str, text: str) -> Any:
    """Write into the thread while nobody hears, and return the message."""
    return thread.server.env.backend.create_message(thread.channel.id, thread.server.person(name).id, text)


def whispered(server: Server, name: str, text: str) -> Any:
    """Write to the bot while it hears nothing, and return the message."""
    person = server.person(name)
    return server.env.backend.create_message(person.user.dm_channel.id, person.id, text)


def reads(server: Server, since: int) -> list[str]:
    """Return what was asked of Discord since then besides what every bot asks at its start."""
    asked = [f"{one.method} {one.path}" for one in server.env.http_requests[since:]]
    return [one for one in asked if "/applications/" not in one]
