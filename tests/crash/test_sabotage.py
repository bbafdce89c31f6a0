"""What the harness would find if the program did it wrong: a test that can't fail proves nothing."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from motuc_bot.store.engine import open_engine, rebuilding
from tests.crash.client import Client, Nursery, client, with_power_cuts
from tests.crash.points import Point, Sabotage
from tests.crash.table import small_talk
from tests.crash.verdict import faults


def without_unique_key(url: str) -> None:
    """Take the key from the posts that lets no message in twice."""
    engine = open_engine(url)
    with rebuilding(engine) as connection:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("posts") as posts:
            posts.drop_constraint("uq_posts_message_id_revision", type_="unique")
    with engine.begin() as connection:
        assert sa.inspect(connection).get_unique_constraints("posts") == []
    engine.dispose()


def found(playing: Client, point: Point, counts: Sequence[int]) -> list[str]:
    """Let the process die at that point, each time after so many times, and return what is wrong then."""
    for count in counts:
        playing.dies_at(point, count)
    playing.finish()
    return faults(playing)


def of_kind(told: Sequence[str], kind: str) -> list[str]:
    return [fault for fault in told if kind in fault]


def test_without_the_unique_key_a_message_counts_twice(nursery: Nursery, database_url: str, tmp_path: Path) -> None:
    playing = client(nursery, database_url, tmp_path, 2, scripts=[small_talk], sabotage=Sabotage.NO_GUARD)
    without_unique_key(database_url)
    told = found(playing, Point.AFTER_COMMIT, (3, 3))
    assert of_kind(told, "kept 2 times")


@pytest.mark.parametrize(
    ("sabotage", "point", "kind"),
    [
        (Sabotage.EARLY_ACK, Point.BEFORE_COMMIT, "acknowledged, but it is not there"),
        (Sabotage.MARK_FIRST, Point.BEFORE_SEND, "the answer is missing"),
        (Sabotage.NO_FIND, Point.BETWEEN, "shown 2 times"),
    ],
)
def test_a_wrong_order_of_steps_is_found(
    nursery: Nursery, database_url: str, tmp_path: Path, sabotage: Sabotage, point: Point, kind: str
) -> None:
    playing = client(nursery, database_url, tmp_path, 2, sabotage=sabotage)
    assert of_kind(found(playing, point, (2, 2)), kind)


@pytest.mark.parametrize("sabotage", [None, Sabotage.SYNC_NORMAL, Sabotage.SYNC_OFF])
def test_only_with_full_sync_nothing_is_lost_when_the_power_is_cut(
    nursery: Nursery, tmp_path: Path, sabotage: Sabotage | None
) -> None:
    playing = client(nursery, f"sqlite:///{tmp_path / 'battles.db'}", tmp_path, 2, sabotage=sabotage)
    with_power_cuts(playing, tmp_path / "kept")
    told = found(playing, Point.AFTER_COMMIT, (6, 1, 6))
    if sabotage is None:
        assert told == []
    else:
        assert of_kind(told, "acknowledged, but it is not there")
