"""Long answers in several messages: Discord takes 2,000 characters in each."""

from collections.abc import Iterable, Iterator

MOST_CHARACTERS = 2000
# A line in bold begins what belongs together: what a figure does, with its sums and what came of it.
_BEGINS = "**"


def split(lines: Iterable[str], most: int = MOST_CHARACTERS) -> tuple[str, ...]:
    """Return the texts of the messages that the lines need, in order.

    What belongs together is cut only where it alone is too long, and so is a line. Blank lines at the ends are dropped:
    Discord would drop them too, and then the text would not be found again.
    """
    texts: list[str] = []
    for block in _blocks(part for whole in lines for text in whole.split("\n") for part in _cut(text, most)):
        whole_block = "\n".join(block)
        for text in [whole_block] if _length(whole_block) <= most else block:
            if texts and _length(texts[-1]) + 1 + _length(text) <= most:
                texts[-1] += f"\n{text}"
            else:
                texts.append(text)
    return tuple(text.strip() for text in texts if text.strip())


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines that belong together."""
    block: list[str] = []
    for line in lines:
        if block and line.startswith(_BEGINS):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


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
