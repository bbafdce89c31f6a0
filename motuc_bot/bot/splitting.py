"""Long answers in several messages: Discord takes 2,000 characters in each."""

import re
from collections.abc import Iterable, Iterator

MOST_CHARACTERS = 2000
# A line in bold begins what belongs together: what a figure does, with its sums and what came of it.
_BEGINS = "**"
# The second line of a block says which shot of several it is: `Schuss 2 (Blasterarm): …`
_COUNTED_ON = re.compile(r"\w+ (?:[2-9]|\d\d) \(")


def split(lines: Iterable[str], most: int = MOST_CHARACTERS) -> tuple[str, ...]:
    """Return the texts of the messages that the lines need, in order.

    What belongs together is cut only where it alone is too long, and so is a line. Blank lines at the ends are dropped:
    Discord would drop them too, and then the text would not be found again.
    """
    texts: list[str] = []
    parts = (part for whole in lines for line in whole.split("\n") for part in _cut(line, most))
    for text in _whole(_blocks(parts), most):
        if texts and _length(texts[-1]) + 1 + _length(text) <= most:
            texts[-1] += f"\n{text}"
        else:
            texts.append(text)
    return tuple(text.strip() for text in texts if text.strip())


def _whole(blocks: Iterable[list[str]], most: int) -> Iterator[str]:
    """Yield what belongs together as far as it fits: the shots of a volley, else a block, else a line."""
    for volley in _volleys(blocks):
        whole = "\n".join(line for block in volley for line in block)
        if _length(whole) <= most:
            yield whole
            continue
        for block in volley:
            text = "\n".join(block)
            yield from [text] if _length(text) <= most else block


def _volleys(blocks: Iterable[list[str]]) -> Iterator[list[list[str]]]:
    """Yield the blocks in groups: those in which the shots are counted on go with the ones before them."""
    volley: list[list[str]] = []
    for block in blocks:
        if volley and not (len(block) > 1 and _COUNTED_ON.match(block[1])):
            yield volley
            volley = []
        volley.append(block)
    if volley:
        yield volley


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
