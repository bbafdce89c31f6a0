"""A post taken apart: which lines may be orders, and who is named before the colon (posts.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from motuc_bot.language.folding import WORD, plain
from motuc_bot.language.speech import split_parts

_LINE_END = re.compile(r"\r\n|\r|\n")
_FENCE = "```"
_QUOTE_OF_THE_REST = ">>>"
# Custom emoji, emoji names, numbering, then anything that is neither a letter, a digit, a quotation mark nor a bracket.
_DECORATION = re.compile(
    r"""(?: <a?:\w+:\d+> | :\w+:(?=\s) | [0-9]{1,2}[.)]\s+ | [^\w"„“”»«'‚‘’>/\\(\[{<@-] | -(?!-{0,3}>) | _ )*""",
    re.VERBOSE,
)
_OPENING = re.compile(r"[*_`~|]+$")
# Whoever dictates may get the word for the sign.
_HEAD = re.compile(r"([^\W_][^:：]{0,59}?)(?:[:：]|\s[Dd]oppelpunkt(?=\s))")


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a post, or one of its parts between `;`, without decoration.

    `head` stands before the first colon (None if there is none), `body` behind it; without a head `body` is all.
    """

    number: int
    text: str
    head: str | None
    body: str
    first: bool


def parts_of(post: str) -> Iterator[Part]:
    """Yield the parts of a post that hold words and are neither quoted nor in a code block."""
    fenced = False
    for number, line in enumerate(_LINE_END.split(plain(post)), 1):
        bare = line.lstrip()
        if bare.count(_FENCE) % 2:
            fenced = not fenced
            continue
        if fenced or _FENCE in bare:
            continue
        if bare.startswith(_QUOTE_OF_THE_REST):
            return
        if bare.startswith(">"):
            continue
        for index, text in enumerate(split_parts(line)):
            if WORD.search(text):
                yield _part(number, text.strip(), first=index == 0)


def _part(number: int, text: str, *, first: bool) -> Part:
    decoration = _DECORATION.match(text)
    start = decoration.end() if decoration else 0
    opening = _OPENING.search(text[:start])
    body = text[start:]
    head = _HEAD.match(body)
    if head is None:
        return Part(number, text, None, _closed(body, opening), first)
    rest = body[head.end() :]
    if opening and opening[0] in head[1]:
        opening = None
    return Part(number, text, head[1], _closed(rest, opening), first)


def _closed(body: str, opening: re.Match[str] | None) -> str:
    """Return the body without the mark that closes what was opened before the first word."""
    if opening is None:
        return body
    closing = opening[0][::-1]
    if body.startswith(closing):
        return body[len(closing) :]
    stripped = body.rstrip()
    return stripped[: -len(closing)] if stripped.endswith(closing) else body
