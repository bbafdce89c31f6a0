"""Posts in the database: each message and revision once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from motuc_bot.store.tables import POSTS


@dataclass(frozen=True, slots=True)
class PostRow:
    """A post as stored; `number` None = refused, 0 = an order by form. `commands`, `rolls`, `answer` are JSON."""

    battle_id: int
    number: int | None
    seat: str
    person: str
    text: str
    private: bool
    commands: str
    rolls: str
    answer: str
    message_id: str
    revision: int
    posted_at: datetime
    received_at: datetime


_COLUMNS = tuple(POSTS.c[name] for name in PostRow.__dataclass_fields__)
_VALUES: dict[str, Any] = {name: bindparam(name) for name in PostRow.__dataclass_fields__}
_KEY = (POSTS.c.message_id, POSTS.c.revision)
_INSERTS = {
    "sqlite": sqlite.insert(POSTS).values(_VALUES).on_conflict_do_nothing(index_elements=_KEY).returning(POSTS.c.id),
    "postgresql": postgresql.insert(POSTS)
    .values(_VALUES)
    .on_conflict_do_nothing(index_elements=_KEY)
    .returning(POSTS.c.id),
}


def insert_post(connection: Connection, row: PostRow) -> int | None:
    """Keep a post and return its id; None: this message in this revision is there already."""
    values = {name: getattr(row, name) for name in PostRow.__dataclass_fields__}
    number: int | None = connection.execute(_INSERTS[connection.dialect.name], values).scalar_one_or_none()
    return number


def of_message(connection: Connection, message_id: str) -> tuple[PostRow, ...]:
    """Return all that came in as this message, in the order of its revisions."""
    rows = connection.execute(sa.select(*_COLUMNS).where(POSTS.c.message_id == message_id).order_by(POSTS.c.revision))
    return tuple(PostRow(*row) for row in rows)


def accepted(connection: Connection, battle: int) -> tuple[PostRow, ...]:
    """Return the accepted posts and orders by form of a battle, in the order in which they counted."""
    rows = connection.execute(
        sa.select(*_COLUMNS).where(POSTS.c.battle_id == battle, POSTS.c.number.is_not(None)).order_by(POSTS.c.id)
    )
    return tuple(PostRow(*row) for row in rows)


def all_posts(connection: Connection, battle: int) -> tuple[PostRow, ...]:
    """Return all posts of a battle in the order in which they came in, refused ones too."""
    rows = connection.execute(sa.select(*_COLUMNS).where(POSTS.c.battle_id == battle).order_by(POSTS.c.id))
    return tuple(PostRow(*row) for row in rows)


def has_rolled(connection: Connection, battle: int) -> bool:
    """Tell whether a die has fallen in the battle."""
    return bool(
        connection.execute(
            sa.select(sa.exists().where(POSTS.c.battle_id == battle, POSTS.c.rolls != "[]"))
        ).scalar_one()
    )
