"""The outbox for all tests of the sender."""

from tests.outbox.board import box

__all__ = ["box"]
