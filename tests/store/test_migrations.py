"""The steps of the database: pytest-alembic's four tests, on both kinds."""

from collections.abc import Iterator

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from pytest_alembic.tests import (
    test_model_definitions_match_ddl,
    test_single_head_revision,
    test_up_down_consistency,
    test_upgrade,
)
from sqlalchemy import Engine

from motuc_bot.store import revisions
from motuc_bot.store.engine import open_engine
from motuc_bot.store.migrate import alembic_config as config_of_ours

__all__ = [
    "test_model_definitions_match_ddl",
    "test_single_head_revision",
    "test_up_down_consistency",
    "test_upgrade",
]


@pytest.fixture
def alembic_config() -> Config:
    return config_of_ours()


@pytest.fixture
def alembic_engine(database_url: str) -> Iterator[Engine]:
    engine = open_engine(database_url)
    yield engine
    engine.dispose()


def test_the_numbers_in_the_names_of_the_steps_are_those_of_alembic() -> None:
    steps = ScriptDirectory.from_config(config_of_ours()).walk_revisions()
    assert revisions.ours() == tuple(sorted(step.revision for step in steps))
