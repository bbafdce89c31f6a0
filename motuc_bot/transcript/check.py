"""Comparing a played transcript with what it expects."""

from collections.abc import Iterator, Mapping

from motuc_bot.systems.faults import Place, place_name

# Lists whose order says nothing.
_SETS = frozenset({"status"})


def differences(expected: object, actual: object, place: Place = ()) -> Iterator[str]:
    """Yield each difference with its path: of objects the expected keys, of lists the whole, item by item."""
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            yield _difference(place, expected, actual)
            return
        for key, value in expected.items():
            if key not in actual:
                yield f"{place_name((*place, str(key)))}: erwartet {_shown(value)}, gibt es nicht"
            else:
                yield from differences(value, actual[key], (*place, str(key)))
    elif isinstance(expected, list) and isinstance(actual, list):
        if place and place[-1] in _SETS:
            if sorted(map(str, expected)) != sorted(map(str, actual)):
                yield _difference(place, expected, actual)
            return
        if len(expected) != len(actual):
            yield (
                f"{place_name(place)}: erwartet {len(expected)} Einträge, sind {len(actual)}: "
                f"erwartet {_shown(expected)}, ist {_shown(actual)}"
            )
            return
        for at, (wanted, found) in enumerate(zip(expected, actual, strict=True)):
            yield from differences(wanted, found, (*place, at))
    elif type(expected) is not type(actual) or expected != actual:
        yield _difference(place, expected, actual)


def _difference(place: Place, expected: object, actual: object) -> str:
    return f"{place_name(place)}: erwartet {_shown(expected)}, ist {_shown(actual)}"


def _shown(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_shown(part) for part in value) + "]"
    return str(value)
