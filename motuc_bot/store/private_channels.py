"""Where the bot talks in private with people, and how far that has been read."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql, sqlite

from motuc_bot.store.tables import BATTLES, BOT_PRIVATE_CHANNELS, BOT_THREADS, SEATS


@dataclass(frozen=True, slots=True)
class PrivateChannel:
    """The channel in which the bot talks with a person, and the last message there that was taken."""

    person: str
    channel_id: int
    read_until: int


_COLUMNS = tuple(BOT_PRIVATE_CHANNELS.c[name] for name in PrivateChannel.__dataclass_fields__)


def keep(connection: Connection, row: PrivateChannel) -> None:
    """Keep the channel; one is never read less far than before."""
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(BOT_PRIVATE_CHANNELS)
    values = {name: getattr(row, name) for name in PrivateChannel.__dataclass_fields__}
    further = sa.case(
        (BOT_PRIVATE_CHANNELS.c.read_until > row.read_until, BOT_PRIVATE_CHANNELS.c.read_until), else_=row.read_until
    )
    connection.execute(
        insert.values(values).on_conflict_do_update(
            index_elements=[BOT_PRIVATE_CHANNELS.c.person],
            set_={"channel_id": row.channel_id, "read_until": further},
        )
    )


def keep_new(connection: Connection, row: PrivateChannel) -> None:
    """Keep the channel of a person of whom none is known."""
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(BOT_PRIVATE_CHANNELS)
    values = {name: getattr(row, name) for name in PrivateChannel.__dataclass_fields__}
    connection.execute(insert.values(values).on_conflict_do_nothing())


def of_players(connection: Connection) -> tuple[PrivateChannel, ...]:
    """Return the channels of all who sit in a battle that goes on in a thread."""
    playing = (
        sa.select(SEATS.c.person)
        .join(BATTLES, BATTLES.c.id == SEATS.c.battle_id)
        .join(BOT_THREADS, BOT_THREADS.c.battle_id == BATTLES.c.id)
        .where(sa.not_(BATTLES.c.over))
    )
    rows = connection.execute(
        sa.select(*_COLUMNS).where(BOT_PRIVATE_CHANNELS.c.person.in_(playing)).order_by(BOT_PRIVATE_CHANNELS.c.person)
    )
    return tuple(PrivateChannel(*row) for row in rows)
