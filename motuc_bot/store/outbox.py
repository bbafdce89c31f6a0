"""Answers on their way out, in the same transaction as what they answer."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.posts import Readable, readable_posts
from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import OUTBOX, POSTS


@dataclass(frozen=True, slots=True)
class NewDelivery:
    """Something to send: to a person, or to the battle's thread (None). `nonce` names it for ever; `body` is JSON.

    `held_until`: it waits for the game master, until then at most, and all behind it for the thread waits too.
    """

    person: str | None
    kind: str
    body: str
    nonce: str
    held_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something to send, claimed; with `attempts` > 1 it may have been sent before."""

    id: int
    battle_id: int
    person: str | None
    kind: str
    body: str
    nonce: str
    attempts: int


@dataclass(frozen=True, slots=True)
class HeldRow:
    """Something for the thread that waits for the game master; `body` is JSON, `post_id` is what it answers."""

    id: int
    body: str
    post_id: int


@dataclass(slots=True)
class Claims:
    """For who sends at once what he puts in: for the time of the lease no other sender gets what is in `taken`.

    That is of each place the first, unless something else still waits for the place.
    """

    lease: timedelta
    taken: list[Delivery] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ToldRow:
    """What a battle's thread was told besides answers; `body` is JSON, `place` how many readable posts come before."""

    body: str
    created_at: datetime
    place: int


_OPEN = sa.and_(OUTBOX.c.sent_at.is_(None), OUTBOX.c.dead_at.is_(None))
_NEW = (
    "battle_id",
    "post_id",
    "person",
    "kind",
    "body",
    "nonce",
    "created_at",
    "due_at",
    "attempts",
    "claimed_until",
    "held",
)
_INSERT = Prepared(
    lambda dialect: sa.insert(OUTBOX).values({name: sa.bindparam(name) for name in _NEW}).returning(OUTBOX.c.id)
)
_BUSY = Prepared(
    lambda dialect: sa.select(OUTBOX.c.person).where(OUTBOX.c.battle_id == sa.bindparam("battle"), _OPEN).distinct()
)
_HELD = Prepared(
    lambda dialect: (
        sa.select(OUTBOX.c.id, OUTBOX.c.body, OUTBOX.c.post_id)
        .where(OUTBOX.c.battle_id == sa.bindparam("battle"), _OPEN, OUTBOX.c.held)
        .order_by(OUTBOX.c.id)
    )
)
# More than there are senders at once: each looks for one that no other is taking.
_MOST_CANDIDATES = 20
_DELIVERY = tuple(OUTBOX.c[name] for name in Delivery.__dataclass_fields__)


def insert(
    connection: Connection,
    battle: int,
    post: int | None,
    deliveries: Sequence[NewDelivery],
    at: datetime,
    claims: Claims | None = None,
) -> None:
    """Keep what is to be sent; what can be sent at once is claimed, where somebody wants that."""
    busy = set() if claims is None else {row[0] for row in _BUSY.run(connection, {"battle": battle})}
    for new in deliveries:
        mine = claims is not None and new.held_until is None and new.person not in busy
        busy.add(new.person)
        values = {
            "battle_id": battle,
            "post_id": post,
            "person": new.person,
            "kind": new.kind,
            "body": new.body,
            "nonce": new.nonce,
            "created_at": at,
            "due_at": new.held_until or at,
            "attempts": int(mine),
            "claimed_until": at + claims.lease if claims is not None and mine else None,
            "held": new.held_until is not None,
        }
        number: int = _INSERT.run(connection, values)[0][0]
        if claims is not None and mine:
            claims.taken.append(Delivery(number, battle, new.person, new.kind, new.body, new.nonce, 1))


def told_to_thread(connection: Connection, battle: int, kind: str, readable: Readable) -> tuple[ToldRow, ...]:
    """Return what was told to all, of that kind, in its order and its places among the posts that somebody may read."""
    # What a post brought about comes after it, at whatever time that was written.
    before = sa.case(
        (OUTBOX.c.post_id.is_not(None), POSTS.c.id <= OUTBOX.c.post_id),
        else_=POSTS.c.received_at < OUTBOX.c.created_at,
    )
    place = (
        sa.select(sa.func.count())
        .select_from(POSTS)
        .where(*readable_posts(battle, readable), before)
        .correlate(OUTBOX)
        .scalar_subquery()
    )
    rows = connection.execute(
        sa.select(OUTBOX.c.body, OUTBOX.c.created_at, place)
        .where(OUTBOX.c.battle_id == battle, OUTBOX.c.person.is_(None), OUTBOX.c.kind == kind)
        .order_by(OUTBOX.c.id)
    )
    return tuple(ToldRow(*row) for row in rows)


def is_due(
    connection: Connection, at: datetime, battle: int | None = None, besides: Collection[int] = frozenset()
) -> bool:
    """Tell whether something can be sent now (of one battle), besides what is just being sent."""
    return bool(_candidates(connection, at, battle, besides))


def claim(
    connection: Connection,
    at: datetime,
    until: datetime,
    battle: int | None = None,
    besides: Collection[int] = frozenset(),
) -> Delivery | None:
    """Return the next thing to send (of one battle), None if nothing is due; until then no other sender gets it.

    `besides` are deliveries that whoever asks is just sending: a clock that is set must not give him those again.

    Each battle's deliveries to one place go out in their order: one that waits holds up those behind it.
    """
    candidates = _candidates(connection, at, battle, besides)
    if not candidates:
        return None
    # Another sender may be about to take one of them, or has just taken it.
    mine = (
        sa.select(OUTBOX.c.id)
        .where(OUTBOX.c.id.in_(candidates), _OPEN, OUTBOX.c.due_at <= at, _free(at))
        .order_by(OUTBOX.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    number = connection.execute(mine).scalar_one_or_none()
    if number is None:
        return None
    row = connection.execute(
        sa.update(OUTBOX)
        .where(OUTBOX.c.id == number)
        .values(attempts=OUTBOX.c.attempts + 1, claimed_until=until, held=False)
        .returning(*_DELIVERY)
    ).one()
    return Delivery(*row)


def mark_sent(connection: Connection, delivery: Delivery, sent_as: str, at: datetime) -> None:
    """Note that it was sent, and as which message."""
    _SENT.run(connection, {"delivery": delivery.id, "at": at, "message": sent_as})


_SENT = Prepared(
    lambda dialect: (
        sa.update(OUTBOX)
        .where(OUTBOX.c.id == sa.bindparam("delivery"), OUTBOX.c.sent_at.is_(None))
        .values(
            sent_at=sa.bindparam("at", type_=OUTBOX.c.sent_at.type),
            sent_as=sa.bindparam("message"),
            claimed_until=sa.null(),
            dead_at=sa.null(),
            fault=sa.null(),
        )
    )
)


def sent_to_thread(connection: Connection, battle: int, kind: str) -> tuple[tuple[str, str], ...]:
    """Return what of that kind the thread was sent, the latest first: what it says as JSON, and as which message."""
    mine = sa.and_(OUTBOX.c.battle_id == battle, OUTBOX.c.person.is_(None), OUTBOX.c.kind == kind)
    query = sa.select(OUTBOX.c.body, OUTBOX.c.sent_as).where(mine, OUTBOX.c.sent_as.is_not(None))
    return tuple((row[0], row[1]) for row in connection.execute(query.order_by(OUTBOX.c.id.desc())))


def mark_later(connection: Connection, delivery: Delivery, due_at: datetime, fault: str) -> None:
    """Note that it could not be sent now; whoever has claimed it since then keeps it."""
    _note(connection, delivery, due_at=due_at, claimed_until=None, fault=fault)


def mark_dead(connection: Connection, delivery: Delivery, at: datetime, fault: str) -> None:
    """Note that it can never be sent, unless somebody has claimed it since then."""
    _note(connection, delivery, dead_at=at, claimed_until=None, fault=fault)


def held(connection: Connection, battle: int) -> tuple[HeldRow, ...]:
    """Return what waits for the game master, in its order."""
    return tuple(HeldRow(*row) for row in _HELD.run(connection, {"battle": battle}))


def where_held(connection: Connection) -> frozenset[int]:
    """Return the battles of which something waits for the game master."""
    return frozenset(connection.execute(sa.select(OUTBOX.c.battle_id).where(_OPEN, OUTBOX.c.held)).scalars())


def release(connection: Connection, row: HeldRow, at: datetime) -> bool:
    """Let what was held be sent, with the body of the row, and tell whether it was still held."""
    mine = sa.and_(OUTBOX.c.id == row.id, _OPEN, OUTBOX.c.held)
    released = connection.execute(sa.update(OUTBOX).where(mine).values(held=False, due_at=at, body=row.body))
    return released.rowcount == 1


def _candidates(connection: Connection, at: datetime, battle: int | None, besides: Collection[int]) -> tuple[int, ...]:
    """Return some of the deliveries that may go out now: due, free, and the first of their place."""
    statement = _ALL_DUE if battle is None else _DUE_OF_BATTLE
    rows = statement.run(connection, {"at": at, "battle": battle})
    return tuple(row[0] for row in rows if row[0] not in besides)


def due_query(of_battle: bool) -> sa.Select[tuple[int]]:
    """Return the query for them, of all battles or of one.

    It looks at each waiting one once; asked of each whether another stands before it, a database looks at each pair.
    """
    at = sa.bindparam("at", type_=OUTBOX.c.due_at.type)
    place = sa.func.row_number().over(partition_by=(OUTBOX.c.battle_id, OUTBOX.c.person), order_by=OUTBOX.c.id)
    columns = (OUTBOX.c.id, OUTBOX.c.due_at, OUTBOX.c.claimed_until, place.label("place"))
    mine = OUTBOX.c.battle_id == sa.bindparam("battle") if of_battle else sa.true()
    waiting = sa.select(*columns).where(_OPEN, mine).subquery()
    return (
        sa.select(waiting.c.id)
        .where(waiting.c.place == sa.literal_column("1"), waiting.c.due_at <= at)
        .where(sa.or_(waiting.c.claimed_until.is_(None), waiting.c.claimed_until <= at))
        .order_by(waiting.c.id)
        .limit(sa.literal_column(str(_MOST_CANDIDATES)))
        # Else SQLite would get one as a value without a name.
        .offset(sa.literal_column("0"))
    )


_ALL_DUE = Prepared(lambda dialect: due_query(False))
_DUE_OF_BATTLE = Prepared(lambda dialect: due_query(True))


def _free(at: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(OUTBOX.c.claimed_until.is_(None), OUTBOX.c.claimed_until <= at)


def _note(connection: Connection, delivery: Delivery, **values: object) -> None:
    # Each claim counts up: after a lapsed lease the number is another sender's.
    mine = sa.and_(OUTBOX.c.id == delivery.id, OUTBOX.c.attempts == delivery.attempts, _OPEN)
    connection.execute(sa.update(OUTBOX).where(mine).values(values))
