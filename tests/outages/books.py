"""What is wrong after an outage, seen from outside: the database against what stands in the threads.

Every order that somebody wrote is kept once and marked; every delivery is shown as one message, in the order in which
it was put out; and the referee wrote nothing besides.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from motuc_bot.bot.names import name_of_message, person_of
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.threads import ThreadRow, threads_of
from motuc_bot.store import health
from motuc_bot.store.tables import OUTBOX, POSTS
from tests.loopback.motuc import House
from tests.loopback.world import Channel, Flag, Kind
from tests.outbox.left import anything_left

# What people are told when something fails that nobody foresaw.
FAILED = "schiefgegangen"
# Messages that somebody wrote, as a reply or not.
_WRITTEN = (0, 19)


@dataclass(frozen=True, slots=True, repr=False)
class Books:
    """Everything there is to compare; `besides` are messages that stand for no delivery, and may.

    If the program `died`, a post that was refused may be without its mark: the answer says why it does not count.
    """

    house: House
    besides: Collection[int] = ()
    died: bool = False
    posts: Sequence[Any] = field(init=False)
    deliveries: Sequence[Any] = field(init=False)
    threads: Sequence[ThreadRow] = field(init=False)

    def __post_init__(self) -> None:
        with self._desk.store.reading() as connection:
            object.__setattr__(self, "posts", connection.execute(sa.select(POSTS).order_by(POSTS.c.id)).all())
            object.__setattr__(self, "deliveries", connection.execute(sa.select(OUTBOX).order_by(OUTBOX.c.id)).all())
        object.__setattr__(self, "threads", [row for row, _ in threads_of(self._desk)])

    @property
    def _desk(self) -> Desk:
        return self.house.desk

    def faults(self) -> list[str]:
        """Return everything that should not be; nothing, if all is well."""
        return [
            *(f"battle {battle}: {fault}" for battle, _, wrong in check_battles(self._desk) for fault in wrong),
            *self._unsent(),
            *self._failed(),
            *(fault for channel in self._channels() for fault in self._kept(channel)),
            *(fault for channel in self._channels() for fault in self._shown(channel)),
        ]

    def all_is_marked(self) -> bool:
        """Tell whether everything that people wrote is kept and marked."""
        return not any(fault for channel in self._channels() for fault in self._kept(channel))

    def _unsent(self) -> Iterator[str]:
        with self._desk.store.reading() as connection:
            if anything_left(connection):
                yield "something is still waiting to be sent"
            yield from (f"{letter.nonce}: given up ({letter.fault})" for letter in health.dead_letters(connection))

    def _failed(self) -> Iterator[str]:
        """Yield where somebody was told that something failed, or is kept waiting for ever."""
        for channel in self.house.server.world.channels.values():
            for message in channel.messages.values():
                if FAILED in message.content or message.flags & Flag.LOADING:
                    yield f"{message}: told, flags {message.flags}"

    def _kept(self, channel: Channel) -> Iterator[str]:
        """Yield what is wrong with what people wrote there: it is kept, counts once, and is marked as it counts."""
        for message in channel.shown():
            if message.author.bot or message.type not in _WRITTEN:
                continue
            rows = [row for row in self.posts if row.message_id == name_of_message(message.id)]
            if not rows:
                yield f"{message}: it is not there"
            elif sum(row.number is not None for row in rows) > 1:
                yield f"{message}: it counts more than once"
            elif message.marks() != _marks(rows) and not (self.died and _marks(rows) != ["✅"] and not message.marks()):
                yield f"{message}: marked with {message.marks()} instead of {_marks(rows)}"

    def _shown(self, channel: Channel) -> Iterator[str]:
        """Yield what is wrong with what the referee wrote there."""
        mine = [row.sent_as for row in self.deliveries if self._belongs(row, channel)]
        sent = [int(message) for message in mine if message is not None and message.isdecimal()]
        there = [one for one in channel.shown() if one.author.bot and one.type in _WRITTEN and one.webhook is None]
        known = {*sent, *self.besides, *(row.status_message_id for row in self.threads)}
        ids = {one.id for one in there}
        yield from (f"{number}: noted as sent, but it is not there" for number in sent if number not in ids)
        yield from (f"{number}: stands for {times} deliveries" for number, times in Counter(sent).items() if times > 1)
        yield from (f"{later}: put out later, and sent before" for earlier, later in pairwise(sent) if later < earlier)
        yield from (f"{one}: written twice, or for nothing" for one in there if one.id not in known)

    def _belongs(self, row: Any, channel: Channel) -> bool:
        if row.person is None:
            return any(one.battle_id == row.battle_id and one.channel_id == channel.id for one in self.threads)
        return any(row.person == person_of(user.id) for user in channel.recipients)

    def _channels(self) -> list[Channel]:
        """Return where battles are played, and where the referee talks to somebody in private."""
        played = {row.channel_id for row in self.threads}
        channels = self.house.server.world.channels.values()
        return [channel for channel in channels if channel.kind is Kind.DM or channel.id in played]


def _marks(rows: Sequence[Any]) -> list[str]:
    """Return how a message is marked of which these revisions are kept."""
    if any(row.number is not None and row.commands != "[]" for row in rows):
        return ["✅"]
    answer = Answer.from_json(rows[-1].answer, again=False)
    if answer.accepted:
        return ["💬"] if answer.speech else []
    return ["❓"] if answer.faults else []
