"""The tables that battles of every system share; each system adds its own table of figures."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, ForeignKey, Index, MetaData, Table, UniqueConstraint
from sqlalchemy.engine import Dialect

_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

METADATA = MetaData(naming_convention=_NAMES)


class Moment(sa.types.TypeDecorator[datetime]):
    """An aware moment, in UTC in the database and out of it; SQLite would lose the zone.

    Raises:
        ValueError: a moment without a zone is to be stored.
    """

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def _battle() -> Column[int]:
    return Column("battle_id", sa.Integer, ForeignKey("battles.id", ondelete="CASCADE"), nullable=False)


def _key(column: Column[int]) -> Column[int]:
    column.primary_key = True
    return column


# `version` is the number of events, `posts` the number of the last accepted post.
BATTLES = Table(
    "battles",
    METADATA,
    Column("id", sa.Integer, primary_key=True),
    Column("key", sa.Text, nullable=False, unique=True),
    Column("system", sa.Text, nullable=False),
    Column("rules_version", sa.Integer, nullable=False),
    Column("name", sa.Text, nullable=False),
    Column("config", sa.Text, nullable=False),
    Column("salt", sa.Text, nullable=False),
    Column("version", sa.Integer, nullable=False),
    Column("posts", sa.Integer, nullable=False),
    Column("moment", sa.Text, nullable=False),
    Column("over", sa.Boolean, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("changed_at", Moment, nullable=False),
)

# The secret of the dice: which seed counts from which post on.
SEALS = Table(
    "seals",
    METADATA,
    _key(_battle()),
    Column("first_post", sa.Integer, primary_key=True, autoincrement=False),
    Column("seed", sa.LargeBinary, nullable=False),
    Column("commitment", sa.Text, nullable=False),
)

# Who sits where: a person is known by the id of the platform, never by a name. `seen_at` is when a game master last did
# something besides posting.
SEATS = Table(
    "seats",
    METADATA,
    _key(_battle()),
    Column("seat", sa.Text, primary_key=True),
    Column("person", sa.Text, primary_key=True),
    Column("taken_at", Moment, nullable=False),
    Column("seen_at", Moment),
)

# Everything that came in, in order. `number` counts accepted posts, 0 = an order from a form before the battle,
# None = refused. The unique key is the guard against counting one message twice.
POSTS = Table(
    "posts",
    METADATA,
    Column("id", sa.Integer, primary_key=True),
    _battle(),
    Column("number", sa.Integer),
    Column("seat", sa.Text, nullable=False),
    Column("person", sa.Text, nullable=False),
    Column("text", sa.Text, nullable=False),
    Column("private", sa.Boolean, nullable=False),
    Column("commands", sa.Text, nullable=False),
    Column("rolls", sa.Text, nullable=False),
    Column("answer", sa.Text, nullable=False),
    Column("message_id", sa.Text, nullable=False),
    Column("revision", sa.Integer, nullable=False),
    Column("posted_at", Moment, nullable=False),
    Column("received_at", Moment, nullable=False),
    UniqueConstraint("message_id", "revision"),
    Index(None, "battle_id", "number"),
)

EVENTS = Table(
    "events",
    METADATA,
    _key(_battle()),
    Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    Column("kind", sa.Text, nullable=False),
    Column("schema_version", sa.Integer, nullable=False),
    Column("payload", sa.Text, nullable=False),
)

# Answers on their way out. `person` None = to the thread. A row is sent, or dead, or still due. `held` = it waits for
# the game master to send it, and all behind it wait too.
OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", sa.Integer, primary_key=True),
    _battle(),
    Column("post_id", sa.Integer, ForeignKey("posts.id", ondelete="CASCADE")),
    Column("person", sa.Text),
    Column("kind", sa.Text, nullable=False),
    Column("body", sa.Text, nullable=False),
    Column("nonce", sa.Text, nullable=False, unique=True),
    Column("created_at", Moment, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("attempts", sa.Integer, nullable=False),
    Column("claimed_until", Moment),
    Column("sent_at", Moment),
    Column("sent_as", sa.Text),
    Column("dead_at", Moment),
    Column("fault", sa.Text),
    Column("held", sa.Boolean, nullable=False, server_default=sa.false()),
    Index(
        "ix_outbox_open",
        "battle_id",
        "id",
        sqlite_where=sa.text("sent_at IS NULL AND dead_at IS NULL"),
        postgresql_where=sa.text("sent_at IS NULL AND dead_at IS NULL"),
    ),
)

# What somebody has left for the reactions to come, of a seat: the latest that has not ended counts. `fingerprint` is
# what the thread was told of it, `key` the secret in it.
STANDING_ORDERS = Table(
    "standing_orders",
    METADATA,
    Column("id", sa.Integer, primary_key=True),
    _battle(),
    Column("seat", sa.Text, nullable=False),
    Column("person", sa.Text, nullable=False),
    Column("text", sa.Text, nullable=False),
    Column("key", sa.Text, nullable=False),
    Column("fingerprint", sa.Text, nullable=False),
    Column("kept_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Index(None, "battle_id"),
)

# Whom a side of a battle wants as game master, since the one it has is gone; `person` said so for the side.
TAKEOVERS = Table(
    "takeovers",
    METADATA,
    _key(_battle()),
    Column("side", sa.Text, primary_key=True),
    Column("person", sa.Text, nullable=False),
    Column("candidate", sa.Text, nullable=False),
    Column("agreed_at", Moment, nullable=False),
)

# Which battle is played in which thread of Discord. `asked` is the phase for which everybody was asked last,
# `read_until` the last message of the thread that was taken.
BOT_THREADS = Table(
    "bot_threads",
    METADATA,
    _key(_battle()),
    Column("guild_id", sa.BigInteger, nullable=False),
    Column("channel_id", sa.BigInteger, nullable=False, unique=True),
    Column("status_message_id", sa.BigInteger),
    Column("created_by", sa.Text, nullable=False),
    Column("asked", sa.Text, nullable=False),
    Column("read_until", sa.BigInteger),
)

# Where the bot talks in private with somebody, and the last message there that was taken.
BOT_PRIVATE_CHANNELS = Table(
    "bot_private_channels",
    METADATA,
    Column("person", sa.Text, primary_key=True),
    Column("channel_id", sa.BigInteger, nullable=False),
    Column("read_until", sa.BigInteger, nullable=False),
)

# What a server of Discord has set: who may open battles (None = everybody), how many may run at once, whether the
# referee says what it understood, with a button to take it back, whether results go to the game master first,
# whether they have a picture, and how much one person may write.
BOT_SETTINGS = Table(
    "bot_settings",
    METADATA,
    Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    Column("opener_role_id", sa.BigInteger),
    Column("most_open", sa.Integer, nullable=False),
    Column("echo", sa.Boolean, nullable=False),
    Column("results_first", sa.Boolean, nullable=False, server_default=sa.false()),
    Column("pictures", sa.Boolean, nullable=False, server_default=sa.true()),
    Column("posts_a_minute", sa.Integer, nullable=False, server_default="20"),
)
