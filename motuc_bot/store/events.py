"""The events of a battle: appended, never changed."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from motuc_bot.store.codec import Stored
from motuc_bot.store.prepared import Prepared
from motuc_bot.store.tables import EVENTS

_VALUES: dict[str, Any] = {column.name: sa.bindparam(column.name) for column in EVENTS.c}
_INSERT = Prepared(lambda dialect: sa.insert(EVENTS).values(_VALUES))
_SINCE = (
    sa.select(EVENTS.c.kind, EVENTS.c.schema_version, EVENTS.c.payload)
    .where(EVENTS.c.battle_id == sa.bindparam("battle"), EVENTS.c.seq >= sa.bindparam("version"))
    .order_by(EVENTS.c.seq)
)


def append(connection: Connection, battle: int, version: int, events: Sequence[Stored]) -> None:
    """Append events behind the `version` events that are there. Raises: DatabaseFault if others were faster."""
    rows = [
        {"battle_id": battle, "seq": at, "kind": kind, "schema_version": shape, "payload": payload}
        for at, (kind, shape, payload) in enumerate(events, start=version)
    ]
    _INSERT.run_many(connection, rows)


def since(connection: Connection, battle: int, version: int) -> tuple[Stored, ...]:
    """Return the events behind the first `version` ones."""
    return tuple(Stored(*row) for row in connection.execute(_SINCE, {"battle": battle, "version": version}))
