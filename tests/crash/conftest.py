"""What all tests of crashes share."""

from collections.abc import Iterator

import pytest

from tests.crash.client import Nursery


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Give the process from which those are forked that die."""
    made = Nursery()
    yield made
    made.close()
