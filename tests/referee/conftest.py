"""The desk for all tests of the referee."""

from tests.referee.table import desk

__all__ = ["desk"]
