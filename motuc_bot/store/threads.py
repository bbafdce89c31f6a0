"""Which battle is played in which thread of Discord."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import BATTLES, BOT_THREADS, OUTBOX, SEATS


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """The thread of a battle, with its pinned message (None = not yet there) and who opened it.

    `read_until` is the last message of the thread that is known to have been taken.
    """

    battle_id: int
    guild_id: int
    channel_id: int
    status_message_id: int | None
    created_by: str
    asked: str = ""
    read_until: int | None = None


_COLUMNS = tuple(BOT_THREADS.c[name] for name in ThreadRow.__dataclass_fields__)
_THREAD_OF = Prepared(lambda dialect: sa.select(*_COLUMNS).where(BOT_THREADS.c.battle_id == sa.bindparam("battle")))


def insert_thread(connection: Connection, row: ThreadRow) -> None:
    """Keep where a battle is played."""
    values = {name: getattr(row, name) for name in ThreadRow.__dataclass_fields__}
    connection.execute(sa.insert(BOT_THREADS).values(values))


def thread_of(connection: Connection, battle: int) -> ThreadRow | None:
    """Return the thread of a battle, None if it has none."""
    rows = _THREAD_OF.run(connection, {"battle": battle})
    return ThreadRow(*rows[0]) if rows else None


def thread_in(connection: Connection, channel: int) -> ThreadRow | None:
    """Return the thread with that id, None if no battle is played there."""
    row = connection.execute(sa.select(*_COLUMNS).where(BOT_THREADS.c.channel_id == channel)).first()
    return None if row is None else ThreadRow(*row)


def all_threads(connection: Connection) -> tuple[tuple[ThreadRow, bool], ...]:
    """Return all threads, each with whether its battle is over."""
    query = sa.select(*_COLUMNS, BATTLES.c.over).join(BATTLES, BATTLES.c.id == BOT_THREADS.c.battle_id)
    rows = connection.execute(query.order_by(BOT_THREADS.c.battle_id))
    return tuple((ThreadRow(*row[:-1]), row[-1]) for row in rows)


def battles_of(connection: Connection, person: str) -> tuple[tuple[int, str], ...]:
    """Return number and name of the battles in threads that go on and in which the person has a seat."""
    query = (
        sa.select(BATTLES.c.id, BATTLES.c.name)
        .join(BOT_THREADS, BATTLES.c.id == BOT_THREADS.c.battle_id)
        .where(sa.not_(BATTLES.c.over), BATTLES.c.id.in_(sa.select(SEATS.c.battle_id).where(SEATS.c.person == person)))
        .order_by(BATTLES.c.id)
    )
    return tuple((row.id, row.name) for row in connection.execute(query))


def threads_with(connection: Connection, guild: int, person: str) -> tuple[ThreadRow, ...]:
    """Return the threads of a server whose battles go on and in which the person has a seat."""
    query = (
        sa.select(*_COLUMNS)
        .join(BATTLES, BATTLES.c.id == BOT_THREADS.c.battle_id)
        .where(BOT_THREADS.c.guild_id == guild, sa.not_(BATTLES.c.over))
        .where(BOT_THREADS.c.battle_id.in_(sa.select(SEATS.c.battle_id).where(SEATS.c.person == person)))
        .order_by(BOT_THREADS.c.battle_id)
    )
    return tuple(ThreadRow(*row) for row in connection.execute(query))


def set_status_message(connection: Connection, battle: int, message: int) -> None:
    """Keep which message tells how the battle stands."""
    connection.execute(
        sa.update(BOT_THREADS).where(BOT_THREADS.c.battle_id == battle).values(status_message_id=message)
    )


def set_read_until(connection: Connection, channel: int, message: int) -> None:
    """Keep how far a thread has been read."""
    connection.execute(sa.update(BOT_THREADS).where(BOT_THREADS.c.channel_id == channel).values(read_until=message))


def replace_thread(connection: Connection, row: ThreadRow) -> None:
    """Keep another thread for a battle that has one."""
    values = {name: getattr(row, name) for name in ThreadRow.__dataclass_fields__}
    connection.execute(sa.update(BOT_THREADS).where(BOT_THREADS.c.battle_id == row.battle_id).values(values))


def set_asked(connection: Connection, battle: int, asked: str) -> None:
    """Keep for which phase everybody has been asked."""
    connection.execute(sa.update(BOT_THREADS).where(BOT_THREADS.c.battle_id == battle).values(asked=asked))


def is_told(connection: Connection, nonce: str) -> bool:
    """Tell whether something of that name is on its way out, or was sent."""
    return connection.execute(sa.select(OUTBOX.c.id).where(OUTBOX.c.nonce == nonce)).first() is not None
