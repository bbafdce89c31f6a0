"""A name, or a verb, that is nearly right: what was written, what may be meant, the line with one of these."""

import re
from dataclasses import dataclass

from motuc_bot.language.articles import agreeing
from motuc_bot.language.folding import plain

_LINE_END = re.compile(r"(\r\n|\r|\n)")


@dataclass(frozen=True, slots=True)
class Slip:
    """What was `written`, and what may be meant, the likeliest first; there is at least one."""

    written: str
    meant: tuple[str, ...]


def mended(line: str, slip: Slip, right: str) -> str | None:
    """Return the line with what is right wherever the slip stands, and its article; None: it does not stand there."""
    found = 0

    def put(match: re.Match[str]) -> str:
        nonlocal found
        # `Beast` may be meant for `Beast Man`, which stands in the same line as it should.
        if match["right"]:
            return match[0]
        found += 1
        return right

    names = "|".join(_pattern(name) for name in slip.meant)
    pattern = rf"(?<![\w-])(?:(?P<right>{names})|{_pattern(slip.written)})(?![\w-])"
    text = re.sub(pattern, put, plain(line), flags=re.IGNORECASE)
    return agreeing(text, right) if found else None


def mended_post(text: str, number: int, slip: Slip, right: str) -> tuple[str, str] | None:
    """Return the whole post with that line mended (they count from 1), and the line; None: there is nothing to mend."""
    # Every second one is what ends a line, and stays as it is.
    lines = _LINE_END.split(text)
    at = 2 * (number - 1)
    line = mended(lines[at], slip, right) if 0 <= at < len(lines) else None
    return None if line is None else ("".join([*lines[:at], line, *lines[at + 1 :]]), line)


def _pattern(name: str) -> str:
    return r"\s+".join(map(re.escape, name.split()))
