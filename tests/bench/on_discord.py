"""How long a post on Discord waits for its reply, beside what discord.py and the way there take.

The server runs in this process, the referee in another, as an operator starts it, and a bot that only says again what
it hears in a third: each has its own time. Both get the same post by turns; the time is from the event on the gateway
to the reply at the server. The reaction and the pinned message come besides.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.measure import Measure
from tests.loopback.apart import HouseApart, hears, house_apart, program
from tests.loopback.long_battle import LongBattle
from tests.loopback.people import Person
from tests.loopback.refusals import Json
from tests.loopback.server import Server
from tests.loopback.settling import PATIENCE
from tests.loopback.world import EVERYBODY, Channel

ECHO = "loopback.token.of-the-echo"
_ROUNDS, _WARM, _ORDERS = 3, 5, 60


def measures() -> Iterator[Measure]:
    """Yield the figures."""
    with TemporaryDirectory() as folder:
        orders, posts = asyncio.run(_measured(Path(folder)))
    yield Measure("an order on Discord until its reply, beside discord.py's own time", orders.middle() * 1e3, 2, "ms")
    yield Measure("the same of the quickest order", orders.least() * 1e3, 2, "ms")
    yield Measure("the same of posts with two orders, 12 figures", posts.middle() * 1e3, 2, "ms")


@dataclass(slots=True)
class Times:
    """The seconds of each post: at the referee and, the same text, at the echo."""

    referee: list[float] = field(default_factory=list)
    echo: list[float] = field(default_factory=list)

    def middle(self) -> float:
        """Return what the referee takes more, in the middle of all posts but the first, which make everything warm."""
        pairs = zip(self.referee[_WARM:], self.echo[_WARM:], strict=True)
        return median(referee - echo for referee, echo in pairs)

    def least(self) -> float:
        """Return what the quickest takes more than the quickest echo: what else runs on the machine only adds to it."""
        return min(self.referee) - min(self.echo)


@dataclass(slots=True)
class Watch:
    """Takes the time from an event to the first message that is sent to its channel.

    Nothing is looked at meanwhile: whoever waits is told, since looking would take time from the programs.
    """

    server: Server
    _channel: Channel | None = None
    _begun: float = 0.0
    _replied: float = 0.0
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.server.gateway.sending = self._on_event
        self.server.hooks.watch = self._on_request

    def begin(self, channel: Channel) -> None:
        """Wait for the next event there."""
        self._channel, self._begun, self._replied = channel, 0.0, 0.0
        self._answered.clear()

    async def answered(self) -> None:
        """Return when there is a reply, or a mark at the post. Raises: TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            await self._answered.wait()

    @property
    def replied(self) -> bool:
        """Whether the reply has come."""
        return bool(self._replied)

    @property
    def seconds(self) -> float:
        """How long it took."""
        assert self._begun
        assert self._replied
        return self._replied - self._begun

    def _on_event(self, event: str, data: Json) -> None:
        here = event == "MESSAGE_CREATE" and self._channel is not None and data["channel_id"] == str(self._channel.id)
        if here and not self._begun:
            self._begun = perf_counter()

    def _on_request(self, method: str, path: str) -> None:
        if self._channel is None or not self._begun or self._answered.is_set():
            return
        messages = f"/channels/{self._channel.id}/messages"
        if (method, path) == ("POST", messages):
            self._replied = perf_counter()
            self._answered.set()
        elif method == "PUT" and path.startswith(f"{messages}/") and "/reactions/" in path:
            self._answered.set()


@dataclass(slots=True, repr=False)
class TimedBattle(LongBattle):
    """A battle of which each post is timed, and said to the echo too."""

    watch: Watch = field(kw_only=True)
    echo: Person = field(kw_only=True)
    place: Channel = field(kw_only=True)
    times: Times = field(default_factory=Times)

    async def _post(self, seat: str, text: str) -> None:
        # By turns first and second.
        echo_first = len(self.posts) % 2 == 0
        echo = await self._echoed(text) if echo_first else None
        self.watch.begin(self.thread.channel)
        self.posts.append(self.person(seat).says(self.thread.channel, text))
        await self.watch.answered()
        await self.house.settled()
        # Of a post without an attack the tick tells enough.
        referee = self.watch.seconds if self.watch.replied else None
        echo = await self._echoed(text) if echo is None else echo
        if referee is not None:
            self.times.referee.append(referee)
            self.times.echo.append(echo)

    async def _echoed(self, text: str) -> float:
        """Return the seconds until the echo has said it again."""
        self.watch.begin(self.place)
        self.echo.says(self.place, text)
        await self.watch.answered()
        await asyncio.sleep(0.02)
        return self.watch.seconds


async def _measured(folder: Path) -> tuple[Times, Times]:
    async with Server().running() as server:
        world = server.world
        owner = world.add_user("Grayskull")
        echo_guild, guild = world.add_guild("Echo", owner), world.add_guild("Eternia", owner)
        application = world.add_application("Echo", ECHO)
        world.join(echo_guild, application.user, world.add_role(echo_guild, "Echo", EVERYBODY))
        place = world.add_channel(echo_guild, "echo")
        arguments = ("-m", "tests.loopback.echo_bot", server.api, server.gateway.url, ECHO)
        async with program(*arguments, folder=folder), house_apart(server, folder, guild) as house:
            await hears(server, ECHO)
            # Each post gets its reply, and none a picture.
            manager = Person(server, owner, guild)
            await house.does(manager.uses(house.channel, "/einstellungen", echo=True, bild=False, nachrichten=200))
            watch, echo = Watch(server), Person(server, owner, echo_guild)
            orders = await _said_and_taken_back(house, watch, echo, place)
            thread = await house.open(vorlage="sechs", runden=_ROUNDS)
            battle = TimedBattle(house, thread, Random(7), at_once=False, watch=watch, echo=echo, place=place)
            await battle.set_up()
            await battle.play()
            return orders, battle.times


async def _said_and_taken_back(house: HouseApart, watch: Watch, echo: Person, place: Channel) -> Times:
    """Return the times of an attack that is announced, and taken back, again and again."""
    thread, times = await house.open(vorlage="duell"), Times()
    await thread.begin(pairs=True)
    kalle = house.person("kalle")
    for at in range(_ORDERS):
        text = "zurück" if at % 2 else "Clawful: greift Buzz-Off an"
        for who, where, found in (kalle, thread.channel, times.referee), (echo, place, times.echo):
            watch.begin(where)
            who.says(where, text)
            await watch.answered()
            found.append(watch.seconds)
            await house.settled()
            await asyncio.sleep(0.02)
    return times
