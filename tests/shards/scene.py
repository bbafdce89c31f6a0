"""A battle of two pairs on a guild, by all that can be used: each step waits for what it brings about."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import SeenBattle, read_battle
from motuc_bot.referee.threads import threads_of
from tests.loopback.interactions import Interaction
from tests.loopback.people import Person, components
from tests.loopback.server import Server
from tests.loopback.settling import PATIENCE
from tests.loopback.world import Channel, Flag, Guild, Message

_PAIRS = {"kalle": ("black", "Clawful", "Spikor"), "anna": ("white", "Buzz-Off", "Clamp Champ")}
_STARTS = {"kalle": "Clawful: Start A3\nSpikor: Start A5", "anna": "Buzz-Off: Start H3\nClamp Champ: Start H5"}
_FACE_TO_FACE = {"Clawful": "D3", "Buzz-Off": "E3"}


@dataclass(slots=True, repr=False)
class Scene:
    """Plays one battle."""

    server: Server
    desk: Desk
    guild: Guild
    people: dict[str, Person] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("meister", *_PAIRS):
            user = self.server.world.add_user(name)
            self.server.world.join(self.guild, user)
            self.people[name] = Person(self.server, user, self.guild)

    async def play(self) -> Channel:
        """Play from the opening to the end of a phase, and return the thread."""
        thread, battle = await self._opened()
        for name, (side, *figures) in _PAIRS.items():
            for figure in figures:
                await self._uses(name, thread, "/schlacht beitreten", seite=side, figur=figure)
        await self._uses("meister", thread, "/schlacht start")
        for name, starts in _STARTS.items():
            await self._marked(self.people[name].dm(starts))
        await until(lambda: self._seen(battle).moment == "1 black_moves")
        for figure, place in _FACE_TO_FACE.items():
            used = await self._uses("meister", thread, "/sl platzieren", figur=figure, feld=place)
            await self._carried_out(used.answers[0])
        # Taken back by the button at the answer, and done once more.
        attack = await self._says("kalle", thread, "Clawful: greift Buzz-Off an")
        answer = await self._reply(attack)
        taken_back = await self._does(self.people["kalle"].presses(answer, "Zurücknehmen"))
        assert taken_back.said().endswith("ist zurückgenommen."), taken_back.said()
        await self._says("kalle", thread, "Clawful: greift Buzz-Off an\nfertig")
        await until(lambda: bool(self._questions(thread)))
        pressed = await self._does(self.people["anna"].presses(self._questions(thread)[-1], "Keine Gegenwehr"))
        assert pressed.said() == "✅ `Buzz-Off: wehrt sich nicht gegen Clawful`"
        await until(lambda: self._seen(battle).moment == "1 white_moves")
        await until(lambda: [pin.content for pin in thread.pins() if "Weiß zieht" in pin.content] != [])
        return thread

    async def _opened(self) -> tuple[Channel, int]:
        (parent,) = [one for one in self.server.world.channels_of(self.guild) if one.thread is None]
        await self._uses("meister", parent, "/schlacht neu", vorlage="duell")
        (thread,) = [one for one in self.server.world.channels_of(self.guild) if one.thread is not None]
        rows = await asyncio.to_thread(threads_of, self.desk)
        return thread, next(row.battle_id for row, _ in rows if row.channel_id == thread.id)

    async def _says(self, name: str, thread: Channel, text: str) -> Message:
        message = self.people[name].says(thread, text)
        await self._marked(message)
        return message

    async def _marked(self, message: Message) -> None:
        await until(lambda: bool(message.marks()))
        assert message.marks() == ["✅"]

    async def _reply(self, message: Message) -> Message:
        await until(lambda: any(one.reference == message.id for one in message.channel.shown()))
        return next(one for one in message.channel.shown() if one.reference == message.id)

    async def _uses(self, name: str, channel: Channel, command: str, **options: Any) -> Interaction:
        return await self._does(self.people[name].uses(channel, command, **options))

    async def _does(self, used: Interaction) -> Interaction:
        await until(lambda: bool(used.answers) and not any(one.flags & Flag.LOADING for one in used.answers))
        assert not used.said().startswith("❓"), used.said()
        return used

    async def _carried_out(self, shown: Message) -> None:
        self.people["meister"].presses(shown, "Ausführen")
        await until(lambda: not list(components(shown)))
        assert shown.content.startswith("✅"), shown.content

    def _questions(self, thread: Channel) -> list[Message]:
        labels = ((one, part.get("label")) for one in thread.shown() for part in components(one))
        return [message for message, label in labels if label == "Keine Gegenwehr"]

    def _seen(self, battle: int) -> SeenBattle:
        return read_battle(self.desk, battle, None)


async def until(condition: Callable[[], bool]) -> None:
    """Return when it is so. Raises: TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)
