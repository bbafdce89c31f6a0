"""Facts and orders as they are stored: kind, version of the shape, fields as JSON."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from rules.core import Past, Posted, RollBack, RolledBack

_OF_EVERY_SYSTEM: tuple[type, ...] = (Posted, RollBack, RolledBack)


class Stored(NamedTuple):
    """One stored thing; `payload` is a JSON object."""

    kind: str
    version: int
    payload: str


class UnknownShape(Exception):
    """Something stored that this program can't read."""


class Codec:
    """Encodes and decodes things of the given classes (dataclasses of the rules), named by their class."""

    def __init__(self, kinds: Iterable[type], past: Past) -> None:
        self._kinds = {kind.__name__: kind for kind in (*_OF_EVERY_SYSTEM, *kinds)}
        self._past = past
        # Building an adapter takes a millisecond, and most battles need few of them.
        self._adapters: dict[str, TypeAdapter[Any]] = {}

    def encode(self, thing: object) -> Stored:
        """Return the thing as it is stored. Raises: KeyError."""
        kind = type(thing).__name__
        payload = self._adapter(kind).dump_json(thing).decode()
        return Stored(kind, self._past.version(kind), payload)

    def decode(self, stored: Stored) -> Any:
        """Return the stored thing, of whatever version. Raises: UnknownShape."""
        kind, version, payload = stored
        if kind not in self._kinds:
            raise UnknownShape(f"„{kind}“ kennt dieses Programm nicht; es ist älter als die Datenbank")
        try:
            if version == self._past.version(kind):
                return self._adapter(kind).validate_json(payload)
            brought_up = self._past.brought_up(kind, version, json.loads(payload))
            return self._adapter(kind).validate_json(json.dumps(brought_up))
        except (ValidationError, ValueError) as error:
            raise UnknownShape(f"„{kind}“ (Fassung {version}) lässt sich nicht lesen: {payload[:80]}") from error

    def encode_one(self, thing: object) -> str:
        """Return the thing with its kind and version as one JSON text."""
        return json.dumps(self.encode(thing), ensure_ascii=False)

    def decode_one(self, text: str) -> Any:
        """Return the thing. Raises: UnknownShape."""
        return self.decode(Stored(*json.loads(text)))

    def encode_lines(self, lines: Iterable[Iterable[object]]) -> str:
        """Return the orders of the lines of a post as one JSON text."""
        return json.dumps([[self.encode(order) for order in line] for line in lines], ensure_ascii=False)

    def decode_lines(self, text: str) -> tuple[tuple[Any, ...], ...]:
        """Return the orders of the lines of a post. Raises: UnknownShape."""
        return tuple(tuple(self.decode(Stored(*order)) for order in line) for line in json.loads(text))

    def _adapter(self, kind: str) -> TypeAdapter[Any]:
        found = self._adapters.get(kind)
        if found is None:
            found = self._adapters[kind] = TypeAdapter(self._kinds[kind])
        return found
