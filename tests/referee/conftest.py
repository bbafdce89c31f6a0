"""The fixtures of the desk."""

from tests.referee.table import desk, sqlite_desk

__all__ = ["desk", "sqlite_desk"]
