"""The picture in words, for whoever does not see it: what is where, how far, in sight or not."""

from collections.abc import Iterable
from dataclasses import dataclass

from motuc_bot.picture.markup import plain
from rules.board import Field


@dataclass(frozen=True, slots=True)
class TwinRow:
    """What a figure finds on a field: a name, how many fields away, German words about it (`in Sicht`)."""

    name: str
    field: Field
    distance: int
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Twin:
    """The board from one figure's field."""

    figure: str
    field: Field
    rows: tuple[TwinRow, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Who or what is where, with German words about it (`am Boden`)."""

    name: str
    field: Field
    words: tuple[str, ...] = ()


def tell_twin(twin: Twin) -> str:
    """Return one line: everything in order of its distance, then by name."""
    rows = sorted(twin.rows, key=lambda row: (row.distance, row.name.casefold(), row.field))
    told = "; ".join(_row(row) for row in rows) or "niemand sonst auf dem Brett"
    return f"Von {plain(twin.figure)} ({twin.field}) aus: {told}."


def tell_places(head: str, places: Iterable[Place]) -> list[str]:
    """Return one line of who or what is where, in the order given; none where there is nothing."""
    told = "; ".join(_place(place) for place in places)
    return [f"{head}: {told}."] if told else []


def tell_fields(head: str, fields: Iterable[Field]) -> list[str]:
    """Return one line that lists the fields; none where there are none."""
    told = ", ".join(map(str, sorted(fields)))
    return [f"{head}: {told}."] if told else []


def _row(row: TwinRow) -> str:
    fields = {0: "dasselbe Feld", 1: "1 Feld"}.get(row.distance, f"{row.distance} Felder")
    return ", ".join([f"{plain(row.name)} auf {row.field}", fields, *row.words])


def _place(place: Place) -> str:
    words = f" ({', '.join(place.words)})" if place.words else ""
    return f"{plain(place.name)} auf {place.field}{words}"
