"""What the bot asks of Discord, one request of each kind, and how people bring it about."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.loopback.interactions import Interaction
from tests.loopback.motuc import House, Thread

ATTACK = "Clawful: greift Buzz-Off an\nfertig"
_MESSAGES = r"/channels/\d+/messages$"


@dataclass(frozen=True, slots=True)
class Scene:
    """A request by method and path (the one after so many others), and what leads to it.

    `prepare` comes before anything goes wrong, `play` is met by it.
    """

    name: str
    method: str
    path: str
    prepare: Callable[[House], Awaitable[Thread]]
    play: Callable[[House, Thread], Awaitable[Interaction | None]]
    after: int = 0

    @property
    def looks(self) -> bool:
        """Tell whether it is a message that the bot looks for before it sends it once more."""
        return self.path == _MESSAGES


async def _begun(house: House) -> Thread:
    thread = await house.open()
    await thread.begin()
    return thread


async def _asked(house: House) -> Thread:
    thread = await _begun(house)
    house.person("kalle").says(thread.channel, ATTACK)
    await house.settled()
    return thread


async def _in_placement(house: House) -> Thread:
    thread = await house.open()
    await thread.fill()
    await thread.uses("meister", "/schlacht start")
    return thread


async def _ready_to_start(house: House) -> Thread:
    thread = await house.open()
    await thread.fill()
    return thread


async def _attacks(house: House, thread: Thread) -> None:
    house.person("kalle").says(thread.channel, ATTACK)


async def _walks(house: House, thread: Thread) -> None:
    house.person("kalle").says(thread.channel, "Clawful: geht nach D4")


async def _errs(house: House, thread: Thread) -> None:
    house.person("kalle").says(thread.channel, "Clawful: geht nach H8")


async def _answers(house: House, thread: Thread) -> None:
    house.person("anna").says(thread.channel, "Buzz-Off: wehrt sich nicht")


async def _presses(house: House, thread: Thread) -> Interaction:
    return house.person("anna").presses(thread.channel.shown()[-1], "Keine Gegenwehr")


async def _takes_place(house: House, thread: Thread) -> None:
    house.person("kalle").dm("Clawful: Start A3")


async def _starts(house: House, thread: Thread) -> Interaction:
    return house.person("meister").uses(thread.channel, "/schlacht start")


SCENES = (
    Scene("the mark", "PUT", "/reactions/", _begun, _walks),
    Scene("the mark of an attack", "PUT", "/reactions/", _begun, _attacks),
    Scene("the mark of a refusal", "PUT", "/reactions/", _begun, _errs),
    Scene("a refusal", "POST", _MESSAGES, _begun, _errs),
    Scene("an answer", "POST", _MESSAGES, _begun, _attacks),
    Scene("a question", "POST", _MESSAGES, _begun, _attacks, after=1),
    Scene("a result with a picture", "POST", _MESSAGES, _asked, _answers),
    Scene("the pinned message", "PATCH", r"/channels/\d+/messages/", _begun, _attacks),
    Scene("a private channel", "POST", "/users/@me/channels$", _ready_to_start, _starts),
    Scene("a private question", "POST", _MESSAGES, _ready_to_start, _starts, after=1),
    Scene("a private answer", "POST", _MESSAGES, _in_placement, _takes_place, after=1),
    Scene("a private mark", "PUT", "/reactions/", _in_placement, _takes_place),
    Scene("the answer to a button", "POST", "/callback$", _asked, _presses),
    Scene("what a button did", "POST|PATCH", "/webhooks/", _asked, _presses),
    Scene("the question once it is answered", "PATCH", r"/channels/\d+/messages/", _asked, _presses),
    Scene("the result of a button", "POST", _MESSAGES, _asked, _presses),
    Scene("the answer to a command", "POST", "/callback$", _ready_to_start, _starts),
    Scene("what a command did", "POST|PATCH", "/webhooks/", _ready_to_start, _starts),
)
