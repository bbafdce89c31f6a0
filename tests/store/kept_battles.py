"""Battles as earlier programs kept them, for ever: `python -m tests.store.kept_battles NAME` writes one more.

A file holds the rows of every table of one whole battle, and the shape of the database. It is never written anew: if it
can't be read any more, an upcaster is missing in `rules/<system>/past.py`. Only while the rules themselves change
(`rules_version`) a replay of its posts gives other events; then it must still load and show the same figures.
"""

import json
import sys
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from motuc_bot.store import revisions
from motuc_bot.store.engine import open_engine
from motuc_bot.store.tables import METADATA
from tests.referee.table import open_desk
from tests.store.games import SIDE, opened, play
from tests.store.older import to_revision

FOLDER = Path(__file__).parent / "kept"
_SEED = 3


def files() -> list[Path]:
    """Return all kept battles."""
    return sorted(FOLDER.glob("*.json"))


def write(name: str) -> Path:
    """Play a battle to its end and keep it."""
    target = FOLDER / f"{name}.json"
    if target.exists():
        raise SystemExit(f"{target} is kept for ever; choose another name")
    with tempfile.TemporaryDirectory() as folder:
        desk = open_desk(f"sqlite:///{folder}/battles.db")
        thread = opened(desk, _SEED)
        play(thread, _SEED)
        with desk.store.reading() as connection:
            assert SIDE.system.over(desk.view(connection, thread.battle).battle.state) is not None
            rows = {table.name: _rows(connection, table) for table in METADATA.sorted_tables}
        desk.store.close()
    lines = [f"{json.dumps(table)}: [\n{_lines(kept)}\n]" for table, kept in rows.items()]
    target.write_text(
        f'{{"revision": "{revisions.newest()}",\n"tables": {{\n' + ",\n".join(lines) + "\n}}\n", encoding="utf-8"
    )
    return target


def load(file: Path, url: str) -> Mapping[str, Any]:
    """Fill an empty database with what a file holds, in its own shape, and return that."""
    kept: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    engine = open_engine(url)
    to_revision(engine, kept["revision"])
    # As the tables were, not as they are: a column of today may be missing.
    then = sa.MetaData()
    then.reflect(engine)
    with engine.begin() as connection:
        for table in then.sorted_tables:
            rows = [_typed(table, row) for row in kept["tables"].get(table.name, ())]
            if rows:
                connection.execute(sa.insert(table), rows)
    engine.dispose()
    return kept


def _rows(connection: sa.Connection, table: sa.Table) -> list[dict[str, Any]]:
    found = connection.execute(sa.select(table).order_by(*table.primary_key))
    return [{name: _plain(value) for name, value in row._mapping.items()} for row in found]


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()
        case bytes():
            return value.hex()
    return value


def _typed(table: sa.Table, row: Mapping[str, Any]) -> dict[str, Any]:
    typed = dict(row)
    for column in table.c:
        value = row.get(column.name)
        if value is None:
            continue
        if isinstance(column.type, sa.DateTime):
            typed[column.name] = datetime.fromisoformat(value)
        elif isinstance(column.type, sa.LargeBinary):
            typed[column.name] = bytes.fromhex(value)
    return typed


def _lines(rows: list[dict[str, Any]]) -> str:
    return ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


if __name__ == "__main__":
    print(write(*sys.argv[1:]))
