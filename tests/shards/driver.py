"""Players who write as fast as they are answered: in each battle one post after the other, in all battles at once."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from time import perf_counter

from tests.loopback.refusals import Json
from tests.loopback.world import Channel, Message
from tests.shards.field import Duel, Field

# Only programs that hang let a test wait so long.
PATIENCE = 120.0
_BLOWS = (
    ("kalle", "Skeletor: greift He-Man an"),
    ("anna", "He-Man: pariert"),
    # Refused, and its author is told why.
    ("kalle", "Skeletor: wartet"),
    ("anna", "He-Man: wartet"),
)
_PAUSE = (("kalle", "Skeletor: wartet"), ("anna", "He-Man: wartet"))


def orders() -> Iterator[tuple[str, str]]:
    """Yield the posts of the two players without end: each needs that those before it have counted."""
    return cycle((*_BLOWS, *_PAUSE, *_PAUSE))


@dataclass(slots=True, repr=False)
class Driver:
    """Plays all battles. `written` are the posts, `waited` the seconds of each until it was answered.

    `replied` says when each had its reply, of those that have one.

    A post is answered by its mark. Where programs die a refused one may never get it: then its reply is enough
    (`by_reply`).
    """

    place: Field
    by_reply: bool = False
    written: list[Message] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    replied: dict[str, float] = field(default_factory=dict)
    _waiting: "dict[str, asyncio.Future[None]]" = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.place.server.world.listeners.append(self._on_event)

    async def play(self, posts: int) -> float:
        """Write so many posts, as many in each battle, and return the seconds that it took. Raises: TimeoutError."""
        begun, each = perf_counter(), posts // len(self.place.duels)
        async with asyncio.TaskGroup() as playing:
            for duel in self.place.duels:
                playing.create_task(self.play_one(duel, each))
        return perf_counter() - begun

    async def play_one(self, duel: Duel, posts: int) -> None:
        """Write so many posts in one battle. Raises: TimeoutError."""
        for (seat, text), _ in zip(orders(), range(posts), strict=False):
            await self.say(duel, seat, text)

    async def play_at(self, pace: float, posts: int) -> list[float]:
        """Write so many posts a second, and return the seconds from each one's time to its reply. Raises: TimeoutError.

        Whoever has no answer yet writes late; the time that his next post waits for that counts too.
        """
        begun, times = perf_counter(), dict[str, float]()

        async def play_one(at: int, duel: Duel) -> None:
            numbers = range(at, posts, len(self.place.duels))
            for (seat, text), number in zip(orders(), numbers, strict=False):
                due = begun + number / pace
                await asyncio.sleep(due - perf_counter())
                times[str((await self.say(duel, seat, text)).id)] = due

        async with asyncio.TaskGroup() as playing:
            for at, duel in enumerate(self.place.duels):
                playing.create_task(play_one(at, duel))
        return [self.replied[message] - due for message, due in times.items() if message in self.replied]

    async def say(self, duel: Duel, seat: str, text: str) -> Message:
        """Write one post, and return it when it is answered. Raises: TimeoutError."""
        begun = perf_counter()
        message = duel.people[seat].says(duel.thread, text)
        self.written.append(message)
        # Whatever a program does comes in by the loop, and so not before this one waits.
        self._waiting[str(message.id)] = waiting = asyncio.get_running_loop().create_future()
        await asyncio.wait_for(waiting, PATIENCE)
        self.waited.append(perf_counter() - begun)
        return message

    def _on_event(self, event: str, data: Json, channel: Channel | None) -> None:
        del channel
        match event:
            case "MESSAGE_REACTION_ADD":
                answered = data["message_id"]
            case "MESSAGE_CREATE" if "message_reference" in data:
                answered = data["message_reference"]["message_id"]
                self.replied.setdefault(answered, perf_counter())
                if not self.by_reply:
                    return
            case _:
                return
        waiting = self._waiting.pop(answered, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)
