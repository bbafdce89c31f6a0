"""What is said or played inside a line: text in quotation marks or asterisks (posts.md)."""

import re
from collections.abc import Callable

from motuc_bot.language.folding import WORD

# Each alternative runs to its closing mark; a quotation that is not closed runs to the end of the line.
_SPAN = re.compile(
    r"""„[^“”"]*(?:[“”"]|$) | “[^”“"]*(?:[”“"]|$) | ”[^”]*(?:”|$) | "[^"“”]*(?:["“”]|$)
      | »[^«]*(?:«|$) | «[^»]*(?:»|$)
      | (?<!\w)[‚‘][^‘’']*(?:[‘’'](?!\w)|$) | (?<!\w)'[^']+'(?!\w) | (?<!\w)’[^’]+’(?!\w)
      | \*{1,3}[^*]+\*{1,3}""",
    re.VERBOSE,
)
_MARK = re.compile("[\"„“”»«‚‘’'*]")


def split_parts(line: str) -> list[str]:
    """Return the parts of a line between `;`, those inside speech not counted."""
    if ";" not in line:
        return [line]
    masked = _SPAN.sub(_blank, line) if _MARK.search(line) else line
    parts, begin = [], 0
    for end, character in enumerate(masked):
        if character == ";":
            parts.append(line[begin:end])
            begin = end + 1
    return [*parts, line[begin:]]


def without_speech(text: str, keep: Callable[[str], bool]) -> str | None:
    """Return the text with its speech blanked out, None if nothing but speech is there.

    Inside an order a marked stretch that `keep` accepts (a name in quotation marks, an emphasised field) stays.
    """
    if not _MARK.search(text):
        return text
    if WORD.search(_SPAN.sub(_blank, text)) is None and WORD.search(text):
        return None
    return _SPAN.sub(lambda span: _unmarked(span[0]) if keep(span[0]) else _blank(span), text)


def _blank(span: re.Match[str]) -> str:
    return " " * len(span[0])


def _unmarked(span: str) -> str:
    return _MARK.sub(" ", span)
