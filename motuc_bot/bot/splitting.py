"""Long answers in several messages: Discord takes 2,000 characters in each."""

from collections.abc import Iterable, Iterator

MOST_CHARACTERS = 2000


def split(lines: Iterable[str], most: int = MOST_CHARACTERS) -> tuple[str, ...]:
    """Return the texts of as few messages as the lines need, in order; a line is cut only where it alone is too long.

    Blank lines at the ends are dropped: Discord would drop them too, and then the text would not be found again.
    """
    texts: list[str] = []
    for line in (part for whole in lines for text in whole.split("\n") for part in _cut(text, most)):
        if texts and _length(texts[-1]) + 1 + _length(line) <= most:
            texts[-1] += f"\n{line}"
        else:
            texts.append(line)
    return tuple(text.strip() for text in texts if text.strip())


def _cut(line: str, most: int) -> Iterator[str]:
    """Yield the line in parts that fit, cut at blanks where there are any."""
    while _length(line) > most:
        room = most
        while _length(line[:room]) > most:
            room -= 1
        at = line.rfind(" ", room // 2, room)
        at = room if at < 0 else at
        yield line[:at]
        line = line[at:].lstrip()
    yield line


def _length(text: str) -> int:
    """Return how long a text is as Discord may count it: what lies outside the basic plane counts twice at most."""
    return len(text) + sum(sign > "\uffff" for sign in text)
