"""Battles that are played on whatever becomes of the program: people write while it lives and while it does not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from motuc_bot.bot.names import person_of
from motuc_bot.referee.read_battle import NO_POSTS, read_battle
from motuc_bot.systems.registry import known_side
from rules.core import Seat
from tests.loopback.motuc import House, Thread
from tests.loopback.world import Message

# Nobody writes so fast that the referee would stop reading.
_BETWEEN = 5.0


@dataclass(slots=True, repr=False)
class Played:
    """A duel; `black` plays Clawful in it, `posts` are all posts."""

    house: House
    thread: Thread
    chance: Random
    black: str
    posts: list[Message] = field(default_factory=list)
    _moved: Message | None = None

    def write(self) -> None:
        """Let somebody write: what the battle waits for, if that is clear, else what goes at any time, or never."""
        self.house.server.world.clock.advance(_BETWEEN)
        if self._moved is None or self._moved.marks():
            self._moved = self._move()
        elif self.chance.random() < 0.5:
            reason = f"Leben 9, weil Heiltrank {len(self.posts)}"
            self._says("meister", f"SL: {self.chance.choice(('Clawful', 'Buzz-Off'))} {reason}")
        else:
            self._says(self.black, f"Clawful: geht nach Z{len(self.posts)}")

    def _move(self) -> Message:
        seen = read_battle(self.house.desk, self.thread.battle, None, None, NO_POSTS)
        side = known_side(seen.system)
        if seen.over:
            # What is written then is refused, which is to be told once as well.
            return self._says(self.black, f"Clawful: geht nach D{len(self.posts)}")
        seat = str(next(one.seat for one in side.system.waiting(seen.state)))
        mine = read_battle(self.house.desk, self.thread.battle, person_of(self.house.person(seat).id), None, NO_POSTS)
        due = [group for group in side.choices(mine.state, Seat(seat)) if group.due and group.figure is not None]
        attacks = [group for group in due if group.kind == "Angreifen"] or due
        text = self.chance.choice(self.chance.choice(attacks).choices).text if attacks else "fertig"
        return self._says(seat, f"{text}\nfertig" if seen.moment.endswith("moves") and attacks else text)

    def _says(self, name: str, text: str) -> Message:
        post = self.house.person(name).says(self.thread.channel, text)
        self.posts.append(post)
        return post


async def begun(house: House, count: int, chance: Random) -> Sequence[Played]:
    """Return so many duels in their first move, each between two people of its own."""
    return [await _begun(house, number, chance) for number in range(count)]


async def _begun(house: House, number: int, chance: Random) -> Played:
    thread = await house.open(runden=99)
    black, white = f"kalle{number}", f"anna{number}"
    await thread.uses(black, "/schlacht beitreten", seite="black", figur="Clawful")
    await thread.uses(white, "/schlacht beitreten", seite="white", figur="Buzz-Off")
    await thread.uses("meister", "/schlacht start")
    for name, start in ((black, "Clawful: Start A3"), (white, "Buzz-Off: Start H3")):
        house.person(name).dm(start)
        await house.settled()
    for order in ("SL: Clawful auf D3", "SL: Buzz-Off auf E3"):
        placed = house.person("meister").says(thread.channel, order)
        await house.settled()
        assert placed.marks() == ["✅"]
    return Played(house, thread, chance, black)
