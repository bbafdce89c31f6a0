"""Copies of frozen dataclasses with some fields changed, several times as fast as `dataclasses.replace`."""

from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Type checkers know how to check the fields of `replace`, and of nothing else.
    from dataclasses import replace as changed
else:

    def changed(thing, /, **changes):
        """Return a copy of `thing`, a dataclass with at least two fields, with the given fields changed."""
        values_of, places = _layout(type(thing))
        values = list(values_of(thing))
        for name, value in changes.items():
            values[places[name]] = value
        return type(thing)(*values)


__all__ = ["changed"]


@lru_cache(maxsize=256)
def _layout(kind: type) -> "tuple[attrgetter[tuple[object, ...]], dict[str, int]]":
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: place for place, name in enumerate(names)}
