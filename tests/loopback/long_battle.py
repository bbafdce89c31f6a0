"""A battle 6 against 6 that six people and a game master play on the loopback server, by what the bot offers them.

Attacks fill every move phase: the game master puts both teams face to face and heals them before each phase.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from motuc_bot.bot.names import person_of
from motuc_bot.referee.choose import short_name
from motuc_bot.referee.read_battle import NO_POSTS, SeenBattle, read_battle
from motuc_bot.systems.choices import Choice, ChoiceGroup
from motuc_bot.systems.registry import known_side
from rules.core import Seat
from tests.loopback.motuc import House, Thread
from tests.loopback.people import Person, components
from tests.loopback.world import Message

# Both teams are of the same value.
BLACK = {"ann": ("Skeletor", "Clawful"), "cem": ("Trap-Jaw", "Spikor"), "eda": ("Jitsu", "Ninjor")}
WHITE = {"ben": ("He-Man", "Buzz-Off"), "dan": ("Man-at-Arms", "Teela"), "fay": ("Sy-Klone", "Fisto")}
_ROWS = (1, 3, 4, 5, 6, 8)
_ATTACKS = ("Angreifen", "Schießen", "Werfen", "Zaubern", "Entwaffnen")
_SELECT = 3
# Seconds between two posts; the real ones are not waited for.
_BETWEEN = 20.0
# So many posts no battle of four rounds takes.
_MOST_STEPS = 400


@dataclass(slots=True, repr=False)
class LongBattle:
    """The battle while it is played, and what happened in it.

    `at_once` = the players of a side post all at the same time, else one after the other.
    `attacks` counts them by move phase, `asked` says whom each phase awaited, `posts` are all posts in the
    thread in their order, `pressed` and `written` count the reactions of either kind.
    """

    house: House
    thread: Thread
    random: Random
    at_once: bool = True
    attacks: Counter[str] = field(default_factory=Counter)
    asked: dict[str, set[str]] = field(default_factory=dict)
    posts: list[Message] = field(default_factory=list)
    pressed: int = 0
    written: int = 0

    def person(self, seat: str) -> Person:
        """Return who sits there: everybody sits under his own name."""
        return self.house.person(seat)

    def seen(self, seat: str | None = None) -> SeenBattle:
        """Return the battle as a seat knows it."""
        person = None if seat is None else person_of(self.person(seat).id)
        return read_battle(self.house.desk, self.thread.battle, person, None, NO_POSTS)

    def choices(self, seat: str) -> tuple[ChoiceGroup, ...]:
        """Return what a seat can choose."""
        seen = self.seen(seat)
        return known_side(seen.system).choices(seen.state, Seat(seat))

    def awaited(self) -> list[str]:
        """Return the seats that the battle waits for."""
        seen = self.seen()
        return list(dict.fromkeys(str(one.seat) for one in known_side(seen.system).system.waiting(seen.state)))

    async def set_up(self) -> None:
        """Bring the players in and the figures face to face."""
        for side, players in (("black", BLACK), ("white", WHITE)):
            for name, figures in players.items():
                for figure in figures:
                    said = await self.thread.uses(name, "/schlacht beitreten", seite=side, figur=figure)
                    assert said.startswith(f"Du spielst mit, als {name}."), said
        assert (await self.thread.uses("meister", "/schlacht start")).startswith("Jetzt melden alle")
        for name in (*BLACK, *WHITE):
            for line in self._starts(name):
                self.person(name).dm(line)
                await self.house.settled()
        for players, column in ((BLACK, "E"), (WHITE, "F")):
            in_order = [figure for pair in players.values() for figure in pair]
            for figure, row in zip(in_order, _ROWS, strict=True):
                said = await self.thread.carries_out("meister", "/sl platzieren", figur=figure, feld=f"{column}{row}")
                assert said.startswith("✅"), said

    async def play(self) -> None:
        """Play to the end."""
        for _ in range(_MOST_STEPS):
            moment = self.seen().moment
            if self.seen().over:
                return
            # Nobody writes so fast that the referee would stop reading.
            self.house.server.world.clock.advance(_BETWEEN)
            if moment.endswith("moves"):
                await self._move(moment)
            else:
                await self._react(moment)
        raise AssertionError("the battle does not come to its end")

    def _starts(self, name: str) -> Iterator[str]:
        """Yield a start position for each figure; the fields are told from what is offered as each is sent."""
        for figure in (BLACK | WHITE)[name]:
            lines = [
                choice.text
                for group in self.choices(name)
                if group.figure == figure
                for choice in group.choices
                if ": Start " in choice.text
            ]
            yield self.random.choice(lines)

    async def _move(self, moment: str) -> None:
        """Let all players of a side post, each for all his figures."""
        await self._heal()
        self.asked[moment] = set(self.awaited())
        for seat in self.awaited():
            orders = list(self._orders(seat, moment))
            await self._post(seat, "\n".join([*orders, "fertig"]))
        await self.house.settled()
        assert [post.marks() for post in self.posts] == [["✅"]] * len(self.posts)

    async def _post(self, seat: str, text: str) -> None:
        self.posts.append(self.person(seat).says(self.thread.channel, text))
        if not self.at_once:
            await self.house.settled()

    def _orders(self, seat: str, moment: str) -> Iterator[str]:
        groups = self.choices(seat)
        for figure in dict.fromkeys(group.figure for group in groups if group.figure is not None):
            offered = [
                choice
                for group in groups
                if group.figure == figure and group.kind in _ATTACKS
                for choice in group.choices
            ]
            if offered:
                self.attacks[moment] += 1
                yield self.random.choice(offered).text

    async def _heal(self) -> None:
        seen = self.seen()
        for row in known_side(seen.system).roster(seen.state):
            life = next(bar for bar in row.bars if bar.label == "Leben")
            if not row.fallen and life.now < life.full:
                options: dict[str, Any] = {"figur": row.name, "was": "Leben", "wert": life.full, "grund": "Heiltrank"}
                said = await self.thread.carries_out("meister", "/sl korrigieren", **options)
                assert said.startswith("✅"), said

    async def _react(self, moment: str) -> None:
        """Let one seat answer one attack, by what its question offers or in writing."""
        awaited = self.awaited()
        self.asked.setdefault(moment, set()).update(awaited)
        seat = self.random.choice(awaited)
        due = [group for group in self.choices(seat) if group.due]
        assert due, (moment, seat)
        if self.random.random() < 0.6:
            await self._press(seat, moment)
        else:
            choice: Choice = self.random.choice(self.random.choice(due).choices)
            self.written += 1
            await self._post(seat, choice.text)
            await self.house.settled()
            assert self.posts[-1].marks() == ["✅"], (choice.text, self.thread.channel.texts()[-1])

    async def _press(self, seat: str, moment: str) -> None:
        person = self.person(seat)
        question = self.questions(seat)[-1]
        component = self.random.choice(list(components(question)))
        if component["type"] == _SELECT:
            used = person.selects(question, component["custom_id"], self.random.choice(component["options"])["value"])
        else:
            used = person.presses(question, component["custom_id"])
        said = await self.house.does(used)
        # What a question offers may have been answered in writing meanwhile.
        assert said.startswith(("✅ `", "Das")), (moment, said)
        self.pressed += said.startswith("✅ `")

    def questions(self, seat: str) -> list[Message]:
        """Return the questions to a seat that can still be answered by pressing."""
        name = f":{self.thread.battle}:{short_name(seat)}:"
        shown = self.thread.channel.shown()
        return [one for one in shown if any(name in part["custom_id"] for part in components(one))]
