"""The figures of a battle with their values, for whoever looks into the database; always equal to the fold."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from motuc_bot.store.prepared import Prepared
from rules.core import FigureRow

_KEY = ("battle_id", "name")


def keep(
    connection: Connection, table: Table, battle: int, before: Sequence[FigureRow], now: Sequence[FigureRow]
) -> None:
    """Write what is different from before."""
    old = {row.name: (place, row) for place, row in enumerate(before)}
    changed = [_values(battle, place, row) for place, row in enumerate(now) if old.get(row.name) != (place, row)]
    gone = old.keys() - {row.name for row in now}
    if gone:
        connection.execute(sa.delete(table).where(table.c.battle_id == battle, table.c.name.in_(sorted(gone))))
    if changed:
        _upsert(table).run_many(connection, changed)


def kept(connection: Connection, table: Table, battle: int) -> tuple[dict[str, Any], ...]:
    """Return the rows of a battle as they are in the database."""
    rows = connection.execute(sa.select(table).where(table.c.battle_id == battle).order_by(table.c.place))
    return tuple(dict(row._mapping) for row in rows)


def expected(battle: int, figures: Iterable[FigureRow]) -> tuple[dict[str, Any], ...]:
    """Return the rows as they should be."""
    return tuple(_values(battle, place, row) for place, row in enumerate(figures))


def _values(battle: int, place: int, row: FigureRow) -> dict[str, Any]:
    return {
        "battle_id": battle,
        "name": row.name,
        "place": place,
        "side": str(row.side),
        "seat": row.seat,
        **dict(row.values),
    }


@lru_cache(maxsize=16)
def _upsert(table: Table) -> Prepared:
    def build(dialect: str) -> sa.Executable:
        insert = (sqlite if dialect == "sqlite" else postgresql).insert(table)
        others = {column.name: insert.excluded[column.name] for column in table.c if column.name not in _KEY}
        values: dict[str, Any] = {column.name: sa.bindparam(column.name) for column in table.c}
        upsert: sa.Executable = insert.values(values).on_conflict_do_update(index_elements=_KEY, set_=others)
        return upsert

    return Prepared(build)
