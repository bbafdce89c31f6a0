"""What is wrong with a file that describes a battle."""

from collections.abc import Iterable

Place = tuple[str | int, ...]


class FileFault(Exception):
    """A place in a file and, in German, what is wrong there; whoever knows the file turns it into one line."""

    def __init__(self, place: Iterable[str | int], text: str) -> None:
        self.place: Place = tuple(place)
        self.text = text
        super().__init__(f"{place_name(self.place)}: {text}")


def place_name(place: Place) -> str:
    """Return the place as a reader of the file would write it: `figures[2].melee`."""
    name = ""
    for step in place:
        name += f"[{step}]" if isinstance(step, int) else f".{step}" if name else step
    return name
