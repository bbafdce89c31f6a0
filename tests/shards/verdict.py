"""What is wrong at the end, seen from outside: what stands on the server, and what the database holds."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import sqlalchemy as sa

from motuc_bot.bot.front import NOWHERE
from motuc_bot.bot.lines import status_text
from motuc_bot.bot.names import name_of_message
from motuc_bot.referee.ask import REACTIONS, TURN
from motuc_bot.referee.check_battles import check_battles
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_status import read_status
from motuc_bot.store import health
from motuc_bot.store.tables import BATTLES, OUTBOX, POSTS
from tests.loopback.world import Message
from tests.outbox.left import anything_left
from tests.shards.field import Duel, Field

# Only programs that hang let a test wait so long.
PATIENCE = 180.0
# After the last request so long nothing more must come: programs elsewhere can't be asked whether they are done.
_STILL = 0.5
_REFUSED = "❓"


async def settled(field: Field) -> None:
    """Return when everything is sent and pinned, and nothing more has come for a while. Raises: TimeoutError."""
    end, asked, since = time.monotonic() + PATIENCE, -1, 0.0
    while True:
        if time.monotonic() > end:
            raise TimeoutError("the programs do not come to rest")
        if asked == len(field.server.asked) and time.monotonic() - since > _STILL:
            # Many battles at once may keep a program busy for a while before it asks anything more.
            if not await asyncio.to_thread(
                lambda: any(fault for duel in field.duels for fault in _pinned(field, duel))
            ):
                return
            since = time.monotonic()
        if asked != len(field.server.asked) or field.server.in_flight or await asyncio.to_thread(_is_left, field.desk):
            asked, since = len(field.server.asked), time.monotonic()
        await asyncio.sleep(0.02)


def let_leases_lapse(desk: Desk, duels: Sequence[Duel]) -> None:
    """Let the time be over for which a delivery belongs to the program that took it, and may have died since."""
    mine = OUTBOX.c.battle_id.in_([duel.battle for duel in duels])
    with desk.store.writing() as connection:
        connection.execute(sa.update(OUTBOX).where(mine).values(claimed_until=datetime(2000, 1, 1, tzinfo=UTC)))


def faults(field: Field, written: Sequence[Message]) -> list[str]:
    """Return everything that should not be; nothing, if all is well."""
    return [
        *(f"refused: {fault.method} {fault.path} {fault.status} {fault.code}" for fault in field.server.faults),
        *_posts(field, written),
        *_marks(field, written),
        *(fault for duel in field.duels for fault in _shown(field, duel)),
        *_leftovers(field.desk),
        *(f"battle {number}: {fault}" for number, _, wrong in check_battles(field.desk) for fault in wrong),
    ]


def _is_left(desk: Desk) -> bool:
    with desk.store.reading() as connection:
        return anything_left(connection)


def _posts(field: Field, written: Sequence[Message]) -> Iterator[str]:
    """Yield what is wrong with the posts: each is there, and once, in the order in which they were written."""
    said = sa.select(POSTS.c.message_id, POSTS.c.number, POSTS.c.battle_id).where(POSTS.c.number.is_distinct_from(0))
    with field.desk.store.reading() as connection:
        rows = connection.execute(said.order_by(POSTS.c.id)).all()
        counts = {row.id: row.posts for row in connection.execute(sa.select(BATTLES.c.id, BATTLES.c.posts))}
    kept = Counter(row.message_id for row in rows)
    yield from (f"{name}: kept {times} times" for name, times in kept.items() if times > 1)
    sent = {name_of_message(message.id) for message in written}
    yield from (f"{name}: lost" for name in sorted(sent - kept.keys()))
    yield from (f"{name}: kept, but never written" for name in sorted(kept.keys() - sent))
    for duel in field.duels:
        mine = [row for row in rows if row.battle_id == duel.battle]
        if sorted(mine, key=lambda row: int(row.message_id.partition(":")[2])) != mine:
            yield f"battle {duel.battle}: not taken in the order in which they were written"
        numbers = [row.number for row in mine if row.number is not None]
        if numbers != list(range(1, counts[duel.battle] + 1)):
            yield f"battle {duel.battle}: {counts[duel.battle]} posts, numbered {numbers}"


def _marks(field: Field, written: Sequence[Message]) -> Iterator[str]:
    """Yield which posts are not marked, or more than once; one that is refused may have its answer alone."""
    times = Counter(one.path.split("/")[4] for one in field.server.asked if "/reactions/" in one.path)
    for message in written:
        answered = any(one.reference == message.id for one in message.channel.shown())
        if len(message.marks()) != 1 and not (answered and not message.marks()):
            yield f"{message}: marked {message.marks()}"
        if times[str(message.id)] > 1:
            yield f"{message}: marked {times[str(message.id)]} times"


def _shown(field: Field, duel: Duel) -> Iterator[str]:
    """Yield what is wrong in a thread: each delivery stands there, once, in its order, and one pinned message."""
    of = OUTBOX.c
    told = sa.select(of.sent_as, of.kind, of.attempts).where(of.battle_id == duel.battle, of.person.is_(None))
    with field.desk.store.reading() as connection:
        rows = connection.execute(told.order_by(of.id)).all()
    sent = [row.sent_as for row in rows if str(row.sent_as).isdecimal()]
    # A call that was shown by a sender which then lost the database, and tried again when its moment was over.
    late = sum(row.kind in (TURN, REACTIONS) and row.sent_as == NOWHERE and row.attempts > 1 for row in rows)
    ours = [one for one in duel.thread.shown() if one.author.bot and one.type in (0, 19)]
    texts = {str(one.id): one.content for one in ours if one.pinned is None}
    shown = [*texts]
    lost = [number for number in sorted({*shown} - {*sent}) if texts[number].startswith("<@")][:late]
    yield from (
        f"battle {duel.battle}: {number} is shown, but no delivery: {texts[number][:200]}"
        for number in sorted({*shown} - {*sent, *lost})
    )
    yield from (f"battle {duel.battle}: {number} is not shown" for number in sent if number not in shown)
    if sent != sorted(set(sent), key=int):
        yield f"battle {duel.battle}: shown in another order than put out, or twice: {sent}"
    answers = [one.reference for one in ours if one.reference is not None]
    if answers != sorted(set(answers)):
        yield f"battle {duel.battle}: answered in another order than written, or twice: {answers}"
    yield from _pinned(field, duel)


def _pinned(field: Field, duel: Duel) -> Iterator[str]:
    """Yield what is wrong with the pinned message: there is one, and it tells how the battle stands."""
    pinned = duel.thread.pins()
    if len(pinned) != 1:
        yield f"battle {duel.battle}: {len(pinned)} pinned messages"
    elif pinned[0].content != (text := status_text(read_status(field.desk, duel.battle))):
        yield f"battle {duel.battle}: pinned is {pinned[0].content!r}, it should be {text!r}"


def _leftovers(desk: Desk) -> Iterator[str]:
    with desk.store.reading() as connection:
        if anything_left(connection):
            yield "something is still waiting to be sent"
        yield from (f"{letter.nonce}: given up ({letter.fault})" for letter in health.dead_letters(connection))
