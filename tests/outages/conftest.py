"""The fixtures of the outages."""

from tests.loopback.conftest import faulty_referee

__all__ = ["faulty_referee"]
