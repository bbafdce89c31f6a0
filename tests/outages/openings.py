"""What the bot asks of Discord for the thread of a battle, one request of each kind."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from motuc_bot.referee.read_battle import list_battles
from tests.loopback import threads
from tests.loopback.interactions import Interaction
from tests.loopback.motuc import House
from tests.loopback.world import Kind

THREAD = ("POST", r"/channels/\d+/threads$")
LOOK = ("GET", "/threads/active$")
MESSAGE = ("POST", r"/channels/\d+/messages$")
PIN = ("PUT", "/pins/")
_FORUM = "schlachten"
_REQUESTS: Mapping[Kind, Mapping[str, tuple[str, str]]] = {
    Kind.TEXT: {
        "the thread": THREAD,
        "a look for the first message": ("GET", r"/channels/\d+/messages$"),
        "the first message": MESSAGE,
        "the pin": PIN,
    },
    # There the first message comes with the thread, and stands at its top.
    Kind.FORUM: {"the thread": THREAD, "the first message": ("PATCH", r"/channels/\d+/messages/\d+$")},
}


@dataclass(frozen=True, slots=True)
class Opening:
    """A thread is opened in a channel of that kind, for a new battle or (`anew`) for one whose thread is gone.

    The request is given by method and path.
    """

    kind: Kind
    anew: bool
    what: str
    method: str
    path: str
    after: int = 0

    @property
    def name(self) -> str:
        """What a test of it is called by."""
        return f"{self.what} ({self.kind.name.lower()}{', anew' if self.anew else ''})"

    async def prepare(self, house: House) -> frozenset[int]:
        """Bring about what comes before, and return the messages that are gone by then."""
        if self.kind is Kind.FORUM:
            house.server.world.add_channel(house.guild, _FORUM, Kind.FORUM)
            # At its start the bot is told of it.
            await house.restart()
        if not self.anew:
            return frozenset()
        thread = await house.open()
        threads.delete(house.server.world, house.guild.owner, thread.channel)
        await house.settled()
        return frozenset(thread.channel.messages)

    def play(self, house: House) -> Interaction:
        """Let the game master open the thread."""
        place: dict[str, Any] = {}
        if self.kind is Kind.FORUM:
            place["kanal"] = next(one for one in house.server.world.channels_of(house.guild) if one.name == _FORUM)
        if self.anew:
            (battle,) = (row.battle for row in list_battles(house.desk))
            return house.person("meister").uses(house.channel, "/schlacht neuer_thread", schlacht=battle, **place)
        return house.person("meister").uses(house.channel, "/schlacht neu", vorlage="duell", **place)


def _openings() -> Iterator[Opening]:
    for anew in (False, True):
        for kind, requests in _REQUESTS.items():
            for what, (method, path) in requests.items():
                yield Opening(kind, anew, what, method, path)


OPENINGS = tuple(_openings())
