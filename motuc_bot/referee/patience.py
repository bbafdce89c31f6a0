"""Waiting for a database that is away, wherever a use case may be done twice."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar

from motuc_bot.referee.desk import Desk
from motuc_bot.store.faults import patiently

P = ParamSpec("P")
T = TypeVar("T")


def patient(use_case: Callable[Concatenate[Desk, P], T]) -> Callable[Concatenate[Desk, P], T]:
    """Return the use case so that it begins anew while the database is away, as long as the desk has patience.

    Only for what may be done twice: what only reads, or knows its message again when that has counted already.
    """

    @wraps(use_case)
    def waiting(desk: Desk, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return patiently(partial(use_case, desk, *args, **kwargs), desk.waits, desk.sleep)

    return waiting
