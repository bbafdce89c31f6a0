"""What a test lets go wrong: answers, connections, delays by request; see `gateway.Gateway` for the events' side.

`server.hooks.fail(503, "POST", "/messages")` lets the next such request fail; `times` and `after` say how many, and
after how many that go well.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto


class What(Enum):
    """What happens to a request."""

    ANSWER = auto()
    LOSE = auto()
    LOSE_ANSWER = auto()
    MISREPORT = auto()
    WAIT = auto()


@dataclass(slots=True, eq=False)
class Hook:
    """One thing that goes wrong; `met` counts how often it did."""

    what: What
    method: str
    path: "re.Pattern[str]"
    times: float
    after: int
    status: int = 500
    retry_after: float = 0.0
    everywhere: bool = False
    until: "asyncio.Event | float" = 0.0
    met: int = 0

    def takes(self, method: str, path: str) -> bool:
        """Tell whether it is met by a request, which counts."""
        if self.met >= self.times or not re.fullmatch(self.method, method) or not self.path.search(path):
            return False
        if self.after > 0:
            self.after -= 1
            return False
        self.met += 1
        return True

    async def wait(self) -> None:
        """Let a request wait as long as it shall."""
        if isinstance(self.until, asyncio.Event):
            await self.until.wait()
        else:
            await asyncio.sleep(self.until)


@dataclass(slots=True)
class Hooks:
    """What goes wrong. `watch`, if set, is told of each request before it is worked on."""

    made: list[Hook] = field(default_factory=list)
    watch: Callable[[str, str], None] | None = None

    def fail(self, status: int, method: str = ".*", path: str = "", *, times: float = 1, after: int = 0) -> Hook:
        """Answer 500, 502, 503, … with nothing done."""
        return self._add(Hook(What.ANSWER, method, re.compile(path), times, after, status))

    def slow_down(
        self,
        retry_after: float,
        method: str = ".*",
        path: str = "",
        *,
        times: float = 1,
        after: int = 0,
        everywhere: bool = False,
    ) -> Hook:
        """Answer 429 with Retry-After; `everywhere` = for all requests, not only for those of its kind."""
        hook = Hook(What.ANSWER, method, re.compile(path), times, after, 429, retry_after, everywhere)
        return self._add(hook)

    def lose(self, method: str = ".*", path: str = "", *, times: float = 1, after: int = 0) -> Hook:
        """Close the connection before anything is done."""
        return self._add(Hook(What.LOSE, method, re.compile(path), times, after))

    def lose_answer(self, method: str = ".*", path: str = "", *, times: float = 1, after: int = 0) -> Hook:
        """Do what is asked, then close the connection: Discord has it, the bot does not know."""
        return self._add(Hook(What.LOSE_ANSWER, method, re.compile(path), times, after))

    def misreport(self, status: int, method: str = ".*", path: str = "", *, times: float = 1, after: int = 0) -> Hook:
        """Do what is asked, then answer 502, 504, …, as what stands before Discord does when it has waited enough."""
        return self._add(Hook(What.MISREPORT, method, re.compile(path), times, after, status))

    def delay(
        self, until: "asyncio.Event | float", method: str = ".*", path: str = "", *, times: float = 1, after: int = 0
    ) -> Hook:
        """Let a request wait for an event, or for so many seconds."""
        return self._add(Hook(What.WAIT, method, re.compile(path), times, after, until=until))

    def clear(self) -> None:
        """Let nothing more go wrong."""
        self.made.clear()

    def meet(self, method: str, path: str) -> list[Hook]:
        """Return what happens to a request."""
        if self.watch is not None:
            self.watch(method, path)
        return [hook for hook in self.made if hook.takes(method, path)]

    def _add(self, hook: Hook) -> Hook:
        self.made.append(hook)
        return hook
