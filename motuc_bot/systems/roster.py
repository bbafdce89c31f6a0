"""The figures of a battle with their values, for people to look at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A value between 0 and `full`, to be shown as a bar; `label` as people call it, `short` where room is scarce."""

    label: str
    short: str
    now: int
    full: int


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One figure: `side` is a key of the system, all else German; `field` None = not on the board."""

    name: str
    mark: str
    side: str
    seat: str
    field: str | None
    bars: tuple[Bar, ...]
    states: tuple[str, ...]
    held: tuple[str, ...]
    worn: tuple[str, ...]
    value: int
    fallen: bool
