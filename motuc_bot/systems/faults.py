"""What is wrong with a file that describes a battle."""

from collections.abc import Iterable

Place = tuple[str | int, ...]


class FileFault(Exception):
    """A place in a file and, in German, what is wrong there; whoever knows the file turns it into one line."""

    def __init__(self, place: Iterable[str | int], text: str) -> None:
        self.place: Place = tuple(place)
        self.text = " ".join(text.split())  # what it quotes may have several lines
        super().__init__(f"{place_name(self.place)}: {self.text}")


def place_name(place: Place) -> str:
    """Return the place as a reader of the file would write it: `figures[2].melee`."""
    name = ""
    for step in place:
        word = step if isinstance(step, int) else " ".join(step.split())
        name += f"[{word}]" if isinstance(word, int) else f".{word}" if name else word
    return name
