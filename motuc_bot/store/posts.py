"""Posts in the database: each message and revision once."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import POSTS

_NO_ORDERS = "[]"


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

    @property
    def ordered(self) -> bool:
        """Tell whether orders were read in it; of a refused one none are kept."""
        return self.commands != _NO_ORDERS

    @property
    def counts(self) -> bool:
        """Tell whether it counts and gave orders."""
        return self.number is not None and self.ordered


_COLUMNS = tuple(POSTS.c[name] for name in PostRow.__dataclass_fields__)
_VALUES: dict[str, Any] = {column.name: bindparam(column.name, type_=column.type) for column in _COLUMNS}
_KEY = (POSTS.c.message_id, POSTS.c.revision)
# The same as `PostRow.counts`.
COUNTING = sa.and_(POSTS.c.number.is_not(None), POSTS.c.commands != _NO_ORDERS)


def _insert(dialect: str) -> sa.Executable:
    insert = (sqlite if dialect == "sqlite" else postgresql).insert(POSTS)
    later = POSTS.alias("later")
    overtaken = sa.exists().where(later.c.message_id == _VALUES["message_id"], later.c.revision > _VALUES["revision"])
    once: sa.Executable = (
        insert.from_select(list(_VALUES), sa.select(*_VALUES.values()).where(~overtaken))
        .on_conflict_do_nothing(index_elements=_KEY)
        .returning(POSTS.c.id)
    )
    return once


_INSERT = Prepared(_insert)
_OF_MESSAGE = sa.select(*_COLUMNS).where(POSTS.c.message_id == bindparam("message_id")).order_by(POSTS.c.revision)


def insert_post(connection: Connection, row: PostRow) -> int | None:
    """Keep a post and return its id; None: this message in this or a later revision is there already."""
    values = {name: getattr(row, name) for name in PostRow.__dataclass_fields__}
    rows = _INSERT.run(connection, values)
    return rows[0][0] if rows else None


def answer_to(connection: Connection, post_id: int) -> str:
    """Return the answer to a post as JSON."""
    answer: str = connection.execute(sa.select(POSTS.c.answer).where(POSTS.c.id == post_id)).scalar_one()
    return answer


def change_answer(connection: Connection, post_id: int, answer: str) -> None:
    """Keep another answer to a post, as JSON."""
    connection.execute(sa.update(POSTS).where(POSTS.c.id == post_id).values(answer=answer))


def of_message(connection: Connection, message_id: str) -> tuple[PostRow, ...]:
    """Return all that came in as this message, in the order of its revisions."""
    return tuple(PostRow(*row) for row in connection.execute(_OF_MESSAGE, {"message_id": message_id}))


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


class Private(Enum):
    """Which private posts a reader may read besides those of his seat: none, those whose orders counted, all."""

    NONE = "none"
    COUNTED = "counted"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Readable:
    """What somebody may read: what is public, what is of his seat (None = he has none), and these private posts."""

    seat: str | None
    private: Private


def count_readable(connection: Connection, battle: int, readable: Readable) -> int:
    """Return how many posts and orders by form somebody may read."""
    number: int = connection.execute(
        sa.select(sa.func.count()).select_from(POSTS).where(POSTS.c.battle_id == battle, _may_read(readable))
    ).scalar_one()
    return number


def read_page(
    connection: Connection, battle: int, readable: Readable, most: int | None, before: int | None
) -> tuple[int, tuple[PostRow, ...]]:
    """Return at most so many of the readable posts (None = all), the latest before that place among them.

    Also return how many come before those. Orders by form are no posts.
    """
    mine = readable_posts(battle, readable)
    total: int = connection.execute(sa.select(sa.func.count()).select_from(POSTS).where(*mine)).scalar_one()
    end = total if before is None else max(0, min(before, total))
    start = 0 if most is None else max(0, end - most)
    # Only numbers are sorted, not the texts.
    ids = sa.select(POSTS.c.id).where(*mine).order_by(POSTS.c.id.desc()).offset(total - end).limit(end - start)
    rows = connection.execute(sa.select(*_COLUMNS).where(POSTS.c.id.in_(ids)).order_by(POSTS.c.id))
    return start, tuple(PostRow(*row) for row in rows)


def read_number(connection: Connection, battle: int, readable: Readable, number: int) -> PostRow | None:
    """Return the first readable post of that number."""
    row = connection.execute(
        sa.select(*_COLUMNS)
        .where(POSTS.c.battle_id == battle, POSTS.c.number == number, _may_read(readable), _IS_POST)
        .order_by(POSTS.c.id)
        .limit(1)
    ).first()
    return None if row is None else PostRow(*row)


def readable_posts(battle: int, readable: Readable) -> tuple[sa.ColumnElement[bool], ...]:
    """Return what is true of the posts of a battle that somebody may read; orders by form are no posts."""
    return POSTS.c.battle_id == battle, _may_read(readable), _IS_POST


# The public rows of number 0 are orders by form; a private one is a word to the referee before the first post.
_IS_POST = sa.or_(POSTS.c.number.is_(None), POSTS.c.number != 0, POSTS.c.private)


def _may_read(readable: Readable) -> sa.ColumnElement[bool]:
    allowed = [sa.not_(POSTS.c.private)]
    if readable.seat is not None:
        allowed.append(POSTS.c.seat == readable.seat)
    if readable.private is Private.COUNTED:
        allowed.append(COUNTING)
    return sa.true() if readable.private is Private.ALL else sa.or_(*allowed)
