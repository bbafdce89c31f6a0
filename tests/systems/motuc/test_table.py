"""The table of figures holds what the rules say of figures, no more and no less."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import IntegrityError

from motuc_bot.systems.motuc.table import figures_table
from rules.core import FigureRow
from rules.motuc import MOTUC
from rules.motuc.model import SideRule, State
from rules.motuc.words import Team
from tests.systems.motuc.lineups import pool_setup, with_figures

METADATA = MetaData()
BATTLES = Table("battles", METADATA, Column("id", Integer, primary_key=True))
FIGURES = figures_table(METADATA)


def state() -> State:
    return with_figures(pool_setup(sides=SideRule.LIFTED), ["Orko", "Skeletor"], ["Teela"])


def values(battle: int, place: int, row: FigureRow) -> dict[str, Any]:
    return {
        "battle_id": battle,
        "place": place,
        "name": row.name,
        "side": row.side,
        "seat": row.seat,
        **dict(row.values),
    }


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    event.listen(engine, "connect", lambda raw, record: raw.execute("PRAGMA foreign_keys = ON"))
    METADATA.create_all(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_its_columns_are_what_the_rules_say_of_a_figure() -> None:
    (row, *_) = MOTUC.figures(state())
    own = ["name", "side", "seat", *(key for key, _ in row.values)]
    assert sorted(column.name for column in FIGURES.columns) == sorted([*own, "battle_id", "place"])
    assert FIGURES.name == "motuc_figures"
    assert [column.name for column in FIGURES.primary_key] == ["battle_id", "name"]
    assert [column.name for column in FIGURES.columns if column.nullable] == ["field"]


def test_its_types_are_those_of_the_values() -> None:
    for row in MOTUC.figures(state()):
        for key, value in (("side", row.side), ("seat", row.seat), *row.values):
            assert value is None or isinstance(value, FIGURES.columns[key].type.python_type), key


def test_it_gives_back_what_it_was_given(connection: Connection) -> None:
    rows = [values(1, place, row) for place, row in enumerate(MOTUC.figures(state()))]
    connection.execute(insert(BATTLES), [{"id": 1}])
    connection.execute(insert(FIGURES), rows)
    kept = connection.execute(select(FIGURES).order_by(FIGURES.columns.place)).mappings()
    assert [dict(row) for row in kept] == rows
    assert [row["side"] for row in rows] == [Team.BLACK, Team.BLACK, Team.WHITE]


def test_a_figure_belongs_to_a_battle_and_goes_with_it(connection: Connection) -> None:
    (row, *_) = MOTUC.figures(state())
    connection.execute(insert(BATTLES), [{"id": 1}, {"id": 2}])
    connection.execute(insert(FIGURES), [values(1, 0, row), values(2, 0, row)])
    with pytest.raises(IntegrityError):
        connection.execute(insert(FIGURES), [values(3, 0, row)])
    connection.execute(delete(BATTLES).where(BATTLES.columns.id == 1))
    assert [row.battle_id for row in connection.execute(select(FIGURES))] == [2]


def test_the_database_knows_the_reference() -> None:
    engine = create_engine("sqlite://")
    METADATA.create_all(engine)
    (key,) = inspect(engine).get_foreign_keys("motuc_figures")
    assert (key["referred_table"], key["options"]) == ("battles", {"ondelete": "CASCADE"})
    engine.dispose()
