"""Battles in the database: opened, locked for a post, moved on."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection, bindparam
from sqlalchemy.dialects import postgresql, sqlite

from motuc_bot.store.prepared import Prepared, Row
from motuc_bot.store.tables import BATTLES, SEALS, SEATS


@dataclass(frozen=True, slots=True)
class BattleRow:
    """A battle as stored, but for its large config; `version` is the number of its events, `posts` of its last post."""

    id: int
    key: str
    system: str
    rules_version: int
    name: str
    salt: str
    version: int
    posts: int
    moment: str
    over: bool


@dataclass(frozen=True, slots=True)
class SealRow:
    """A seed and the number of the first post whose dice it decides."""

    first_post: int
    seed: bytes = field(repr=False)
    commitment: str


@dataclass(frozen=True, slots=True)
class NewBattle:
    """What is known of a battle when it is opened."""

    key: str
    system: str
    rules_version: int
    name: str
    config: str
    moment: str
    over: bool
    version: int
    at: datetime


class KeyTaken(Exception):
    """Another battle has that key."""


def insert_battle(connection: Connection, battle: NewBattle) -> int:
    """Keep a new battle and return its number. Raises: KeyTaken."""
    values = {
        "key": battle.key,
        "system": battle.system,
        "rules_version": battle.rules_version,
        "name": battle.name,
        "config": battle.config,
        "salt": "[]",
        "version": battle.version,
        "posts": 0,
        "moment": battle.moment,
        "over": battle.over,
        "created_at": battle.at,
        "changed_at": battle.at,
    }
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(BATTLES)
    number: int | None = connection.execute(
        insert.values(values).on_conflict_do_nothing(index_elements=[BATTLES.c.key]).returning(BATTLES.c.id)
    ).scalar_one_or_none()
    if number is None:
        raise KeyTaken(battle.key)
    return number


def locked(connection: Connection, battle: int, person: str) -> tuple[BattleRow, tuple[str, ...]] | None:
    """Return the battle and the person's seats; nobody else changes it until the end of the transaction."""
    return _found(_LOCKED.run(connection, {"battle": battle, "person": person}))


def peeked(connection: Connection, battle: int, person: str) -> tuple[BattleRow, tuple[str, ...]] | None:
    """Return the battle and the person's seats, for reading."""
    return _found(_PEEKED.run(connection, {"battle": battle, "person": person}))


def config(connection: Connection, battle: int) -> str:
    """Return what the battle was opened with."""
    found: str = connection.execute(sa.select(BATTLES.c.config).where(BATTLES.c.id == battle)).scalar_one()
    return found


def all_battles(connection: Connection) -> tuple[tuple[BattleRow, datetime], ...]:
    """Return all battles, each with when it changed last, the last changed first."""
    rows = connection.execute(
        sa.select(*_COLUMNS, BATTLES.c.changed_at).order_by(BATTLES.c.changed_at.desc(), BATTLES.c.id.desc())
    )
    return tuple((BattleRow(*row[:-1]), row[-1]) for row in rows)


def moved_on(
    connection: Connection, battle: int, *, version: int, posts: int, moment: str, over: bool, at: datetime | None
) -> None:
    """Keep how far the battle is now; without a time, nothing changes as far as others see."""
    _MOVED_ON.run(connection, {"battle": battle, "to": version, "number": posts, "now": moment, "done": over, "at": at})


def set_salt(connection: Connection, battle: int, salt: str) -> None:
    """Keep the words that the sides have added to the dice."""
    connection.execute(sa.update(BATTLES).where(BATTLES.c.id == battle).values(salt=salt))


def insert_seal(connection: Connection, battle: int, seal: SealRow) -> None:
    """Keep a seed."""
    connection.execute(
        sa.insert(SEALS).values(
            battle_id=battle, first_post=seal.first_post, seed=seal.seed, commitment=seal.commitment
        )
    )


def seals(connection: Connection, battle: int) -> tuple[SealRow, ...]:
    """Return the seeds of a battle, the first one first."""
    rows = connection.execute(
        sa.select(SEALS.c.first_post, SEALS.c.seed, SEALS.c.commitment)
        .where(SEALS.c.battle_id == battle)
        .order_by(SEALS.c.first_post)
    )
    return tuple(SealRow(*row) for row in rows)


def _found(rows: Sequence[Row]) -> tuple[BattleRow, tuple[str, ...]] | None:
    if not rows:
        return None
    *known, _ = rows[0]
    row = BattleRow(*known)
    # SQLite knows no truth values.
    return replace(row, over=bool(row.over)), tuple(row[-1] for row in rows if row[-1] is not None)


_COLUMNS = tuple(BATTLES.c[name] for name in BattleRow.__dataclass_fields__)
_WITH_SEATS = (
    sa.select(*_COLUMNS, SEATS.c.seat)
    .select_from(
        BATTLES.outerjoin(SEATS, sa.and_(SEATS.c.battle_id == BATTLES.c.id, SEATS.c.person == bindparam("person")))
    )
    .where(BATTLES.c.id == bindparam("battle"))
    .order_by(SEATS.c.seat)
)
_PEEKED = Prepared(lambda dialect: _WITH_SEATS)
_LOCKED = Prepared(lambda dialect: _WITH_SEATS.with_for_update(of=BATTLES))
_MOVED_ON = Prepared(
    lambda dialect: (
        sa.update(BATTLES)
        .where(BATTLES.c.id == bindparam("battle"))
        .values(
            version=bindparam("to"),
            posts=bindparam("number"),
            moment=bindparam("now"),
            over=bindparam("done"),
            changed_at=sa.func.coalesce(bindparam("at", type_=BATTLES.c.changed_at.type), BATTLES.c.changed_at),
        )
    )
)
