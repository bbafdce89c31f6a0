"""What is kept of one person, wherever it is, and how the person is made unknown there."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Column, Connection

from motuc_bot.store.tables import (
    BATTLES,
    BOT_PRIVATE_CHANNELS,
    BOT_THREADS,
    OUTBOX,
    POSTS,
    SEATS,
    STANDING_ORDERS,
    TAKEOVERS,
)

# Wherever a person is named within a battle.
_NAMED: tuple[Column[str], ...] = (
    SEATS.c.person,
    POSTS.c.person,
    OUTBOX.c.person,
    STANDING_ORDERS.c.person,
    TAKEOVERS.c.person,
    TAKEOVERS.c.candidate,
    BOT_THREADS.c.created_by,
)
# As what a delivery is noted that nobody gets any more, and what it says then.
FORGOTTEN = "vergessen"
_SAYS_NOTHING = '{"lines": []}'


def battles_with(connection: Connection, person: str) -> tuple[int, ...]:
    """Return the numbers of the battles in which the person is named."""
    places = [sa.select(column.table.c.battle_id).where(column == person) for column in _NAMED]
    named = sa.union(*places, sa.select(POSTS.c.battle_id).where(_said_words(person))).subquery()
    return tuple(connection.execute(sa.select(named.c.battle_id).order_by(named.c.battle_id)).scalars())


def kept_in_battle(connection: Connection, battle: int, person: str) -> Mapping[str, Any]:
    """Return what is kept of the person in one battle, by what it is; of deliveries, those that were sent."""
    row = connection.execute(sa.select(BATTLES.c.name, BATTLES.c.over).where(BATTLES.c.id == battle)).one()
    opened = sa.select(BOT_THREADS.c.battle_id).where(BOT_THREADS.c.battle_id == battle)
    return {
        "battle": battle,
        "name": row.name,
        "over": row.over,
        "opened": connection.execute(opened.where(BOT_THREADS.c.created_by == person)).first() is not None,
        "seats": _rows(connection, battle, SEATS.c.person == person, SEATS.c.seat, SEATS.c.taken_at, SEATS.c.seen_at),
        "posts": _rows(
            connection,
            battle,
            POSTS.c.person == person,
            POSTS.c.number,
            POSTS.c.seat,
            POSTS.c.text,
            POSTS.c.private,
            POSTS.c.message_id,
            POSTS.c.posted_at,
            POSTS.c.received_at,
        ),
        "words": _words(connection, battle, person),
        "standing_orders": _rows(
            connection,
            battle,
            STANDING_ORDERS.c.person == person,
            STANDING_ORDERS.c.seat,
            STANDING_ORDERS.c.text,
            STANDING_ORDERS.c.kept_at,
            STANDING_ORDERS.c.ended_at,
        ),
        "takeovers": _rows(
            connection,
            battle,
            sa.or_(TAKEOVERS.c.person == person, TAKEOVERS.c.candidate == person),
            TAKEOVERS.c.side,
            TAKEOVERS.c.agreed_at,
        ),
        "deliveries": _rows(
            connection,
            battle,
            sa.and_(OUTBOX.c.person == person, OUTBOX.c.sent_at.is_not(None)),
            OUTBOX.c.kind,
            OUTBOX.c.body,
            OUTBOX.c.sent_at,
        ),
    }


def private_channel(connection: Connection, person: str) -> Mapping[str, Any] | None:
    """Return where the bot talks in private with the person, None: nowhere."""
    query = sa.select(BOT_PRIVATE_CHANNELS.c.channel_id, BOT_PRIVATE_CHANNELS.c.read_until)
    row = connection.execute(query.where(BOT_PRIVATE_CHANNELS.c.person == person)).first()
    return None if row is None else dict(row._mapping)


def forget_in_battle(
    connection: Connection, battle: int, person: str, unknown: str, refused: str, at: datetime
) -> None:
    """Let the person be known by that other name only, and let go of what was for nobody else.

    That is what was sent in private, private posts that gave no orders, and what was left for reactions in a battle
    that goes on: no die and no event hangs on them.
    `refused` is what is kept from then on as the answer to a private post that was refused.
    """
    mine = sa.and_(POSTS.c.battle_id == battle, POSTS.c.person == person, POSTS.c.private)
    refusals = sa.and_(mine, POSTS.c.number.is_(None))
    connection.execute(sa.update(POSTS).where(refusals).values(text="", answer=refused))
    _unseal(connection, sa.and_(mine, POSTS.c.commands == "[]"))
    _let_go_of_orders(connection, battle, person, at)
    # The seat of somebody who has none is named by him.
    his = sa.update(POSTS).where(POSTS.c.battle_id == battle, POSTS.c.person == person)
    connection.execute(his.values(seat=sa.func.replace(POSTS.c.seat, person, unknown)))
    told = sa.and_(OUTBOX.c.battle_id == battle, OUTBOX.c.person == person)
    connection.execute(sa.update(OUTBOX).where(told).values(body=_SAYS_NOTHING))
    ended = {"sent_at": at, "sent_as": FORGOTTEN, "dead_at": None, "claimed_until": None, "held": False}
    connection.execute(sa.update(OUTBOX).where(told, OUTBOX.c.sent_at.is_(None)).values(ended))
    words = sa.func.replace(POSTS.c.answer, _words_by(person), _words_by(unknown))
    connection.execute(sa.update(POSTS).where(POSTS.c.battle_id == battle, _said_words(person)).values(answer=words))
    # Who sits or is called somewhere is named in what the thread was told.
    notices = sa.and_(OUTBOX.c.battle_id == battle, OUTBOX.c.person.is_(None))
    body = sa.func.replace(OUTBOX.c.body, json.dumps(person), json.dumps(unknown))
    connection.execute(sa.update(OUTBOX).where(notices).values(body=body))
    connection.execute(sa.update(OUTBOX).where(told).values(nonce=sa.func.replace(OUTBOX.c.nonce, person, unknown)))
    for column in _NAMED:
        table = column.table
        assert isinstance(table, sa.Table)
        change = sa.update(table).where(table.c.battle_id == battle, column == person)
        connection.execute(change.values({column: unknown}))


def _words(connection: Connection, battle: int, person: str) -> tuple[dict[str, Any], ...]:
    """Return what the person has said as game master before the results of which posts."""
    query = sa.select(POSTS.c.number, POSTS.c.answer).where(POSTS.c.battle_id == battle, _said_words(person))
    found = ((row.number, json.loads(row.answer)) for row in connection.execute(query.order_by(POSTS.c.id)))
    return tuple({"number": number, "words": kept["words"]} for number, kept in found if kept["words_by"] == person)


def _said_words(person: str) -> sa.ColumnElement[bool]:
    """Return what is true of the posts before whose results the person has said something."""
    return POSTS.c.answer.contains(_words_by(person), autoescape=True)


def _words_by(person: str) -> str:
    """Return how an answer names who has said the words in it."""
    return f'"words_by": {json.dumps(person, ensure_ascii=False)}'


def _unseal(connection: Connection, mine: sa.ColumnElement[bool]) -> None:
    """Empty these posts, and what only their author was to read in the answers to them."""
    rows = connection.execute(sa.select(POSTS.c.id, POSTS.c.answer).where(mine)).all()
    for number, answer in rows:
        kept = {name: value for name, value in json.loads(answer).items() if name != "sealed"} | {"own": []}
        emptied = {"text": "", "answer": json.dumps(kept, ensure_ascii=False)}
        connection.execute(sa.update(POSTS).where(POSTS.c.id == number).values(emptied))


def _let_go_of_orders(connection: Connection, battle: int, person: str, at: datetime) -> None:
    """End what the person has left for reactions, and empty it where nobody has been shown it yet."""
    orders = STANDING_ORDERS.c
    mine = sa.and_(orders.battle_id == battle, orders.person == person)
    connection.execute(sa.update(STANDING_ORDERS).where(mine, orders.ended_at.is_(None)).values(ended_at=at))
    goes_on = sa.exists().where(BATTLES.c.id == battle, sa.not_(BATTLES.c.over))
    connection.execute(sa.update(STANDING_ORDERS).where(mine, goes_on).values(text="", key=""))


def forget_private_channel(connection: Connection, person: str) -> None:
    """Let go of where the bot talks in private with the person."""
    connection.execute(sa.delete(BOT_PRIVATE_CHANNELS).where(BOT_PRIVATE_CHANNELS.c.person == person))


def overwrite_what_goes(connection: Connection) -> None:
    """Let nothing be left in the file of what this connection changes or deletes, as SQLite would by itself."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")


def _rows(
    connection: Connection, battle: int, where: sa.ColumnElement[bool], *columns: Column[Any]
) -> tuple[dict[str, Any], ...]:
    table = columns[0].table
    assert isinstance(table, sa.Table)
    query = sa.select(*columns).where(table.c.battle_id == battle, where).order_by(*table.primary_key)
    return tuple(dict(row._mapping) for row in connection.execute(query))
