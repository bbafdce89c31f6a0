"""Facts and orders as they are stored: kind, version of the shape, fields as JSON."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from motuc_bot.store.faults import DatabaseFault
from rules.core import Past, Posted, RollBack, RolledBack

_OF_EVERY_SYSTEM: tuple[type, ...] = (Posted, RollBack, RolledBack)


# `json.dumps` would make one for each text.
_TO_JSON = json.JSONEncoder(ensure_ascii=False).encode
_NEWER = "die Datenbank ist neuer als das Programm; bitte das Programm aktualisieren"
# What the rules' steps from an older shape may meet in one that never was.
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError)


class Stored(NamedTuple):
    """One stored thing; `payload` is a JSON object."""

    kind: str
    version: int
    payload: str


class UnknownShape(DatabaseFault):
    """Something stored that this program can't read; the text is one German line."""


class Codec:
    """Encodes and decodes things of the given classes (dataclasses of the rules), named by their class."""

    def __init__(self, kinds: Iterable[type], past: Past) -> None:
        self._kinds = {kind.__name__: kind for kind in (*_OF_EVERY_SYSTEM, *kinds)}
        self._past = past
        # Building an adapter takes a millisecond, and most battles need few of them.
        self._adapters: dict[str, TypeAdapter[Any]] = {}
        self._writers: dict[str, Callable[[Any], bytes]] = {}

    def encode(self, thing: object) -> Stored:
        """Return the thing as it is stored. Raises: KeyError."""
        kind = type(thing).__name__
        write = self._writers.get(kind)
        if write is None:
            # The adapter's own way there takes as long as the writing.
            write = self._writers[kind] = self._adapter(kind).serializer.to_json
        return Stored(kind, self._past.version(kind), write(thing).decode())

    def decode(self, stored: Stored) -> Any:
        """Return the stored thing, of whatever version. Raises: UnknownShape."""
        kind, version, payload = stored
        if kind not in self._kinds:
            raise UnknownShape(f"„{kind}“ kennt dieses Programm nicht: {_NEWER}")
        if version > self._past.version(kind):
            raise UnknownShape(f"„{kind}“ in Fassung {version} kennt dieses Programm nicht: {_NEWER}")
        try:
            if version == self._past.version(kind):
                return self._adapter(kind).validate_json(payload)
            brought_up = self._past.brought_up(kind, version, json.loads(payload))
            return self._adapter(kind).validate_json(json.dumps(brought_up))
        except _MALFORMED as error:
            raise UnknownShape(f"„{kind}“ (Fassung {version}) lässt sich nicht lesen: {payload[:80]!r}") from error

    def encode_one(self, thing: object) -> str:
        """Return the thing with its kind and version as one JSON text."""
        return _TO_JSON(self.encode(thing))

    def decode_one(self, text: str) -> Any:
        """Return the thing. Raises: UnknownShape."""
        return self.decode(_stored(_loaded(text)))

    def encode_lines(self, lines: Iterable[Iterable[object]]) -> str:
        """Return the orders of the lines of a post as one JSON text."""
        return _TO_JSON([[self.encode(order) for order in line] for line in lines])

    def decode_lines(self, text: str) -> tuple[tuple[Any, ...], ...]:
        """Return the orders of the lines of a post. Raises: UnknownShape."""
        try:
            return tuple(tuple(self.decode(_stored(order)) for order in line) for line in _loaded(text))
        except TypeError as error:
            raise _unreadable(text) from error

    def _adapter(self, kind: str) -> TypeAdapter[Any]:
        found = self._adapters.get(kind)
        if found is None:
            found = self._adapters[kind] = TypeAdapter(self._kinds[kind])
        return found


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise _unreadable(text) from error


def _stored(parts: Any) -> Stored:
    match parts:
        case [str(kind), int(version), str(payload)]:
            return Stored(kind, version, payload)
    raise _unreadable(str(parts))


def _unreadable(text: str) -> UnknownShape:
    return UnknownShape(f"das lässt sich nicht lesen: {text[:80]!r}")
