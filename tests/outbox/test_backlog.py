"""After an outage of the platform much is waiting: to find the next delivery must not take longer and longer."""

from typing import Any

import sqlalchemy as sa

from motuc_bot.store import outbox
from motuc_bot.store.store import Connection
from tests.outbox.board import Outbox

_PLACES = 20
_IN_EACH = 100
# Each waiting delivery is looked at a few times; each with each other would be two thousand times.
_LOOKS = 20


def looks(connection: Connection, box: Outbox) -> int:
    """Return how often the database looks at a row to find the next delivery."""
    query = (
        outbox.due_query(of_battle=False)
        .params(at=box.clock())
        .compile(connection, compile_kwargs={"literal_binds": True})
    )
    if connection.dialect.name == "postgresql":
        told = connection.execute(sa.text(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}".replace(":", r"\:"))).scalar_one()
        return sum(_rows(node) for node in _nodes(told[0]["Plan"]))
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    driver = connection.connection.driver_connection
    assert driver is not None
    # A step is an instruction of its machine: ten of them look at a row.
    driver.set_progress_handler(step, 10)
    connection.exec_driver_sql(str(query))
    driver.set_progress_handler(None, 0)
    return steps


def _nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(node for child in plan.get("Plans", ()) for node in _nodes(child))]


def _rows(node: dict[str, Any]) -> int:
    removed = sum(count for name, count in node.items() if name.startswith("Rows Removed"))
    return int(node["Actual Loops"] * (node["Actual Rows"] + removed))


def test_the_next_delivery_is_found_by_looking_at_each_a_few_times(box: Outbox) -> None:
    battles = [box.battle() for _ in range(_PLACES // 2)]
    for battle in battles:
        box.put(battle, *(f"{battle}.{number}" for number in range(_IN_EACH)))
        box.put(battle, *(f"{battle}.{number}.kalle" for number in range(_IN_EACH)), person="kalle")
    with box.store.writing() as connection:
        taken = [outbox.claim(connection, box.clock(), box.clock()) for _ in range(3)]
        assert [delivery and delivery.nonce for delivery in taken] == [f"{battles[0]}.0"] * 3
        assert looks(connection, box) < _LOOKS * _PLACES * _IN_EACH
