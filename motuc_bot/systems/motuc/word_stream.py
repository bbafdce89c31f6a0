"""The words of a text with the tokens made of them so far, and what can be asked about either."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import fold
from motuc_bot.language.numbers import CARDINALS
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Sort, Unit, VerbForm
from motuc_bot.systems.motuc.names import Named
from rules.board import Field

# Words; arrows; a minus before a number; dashes that stand alone; marks.
_PIECE = re.compile(
    r"""[^\W_]+(?:['’`´][^\W_]+)*
      | [-–—=]{1,4}> | [→⇒➜➡➔]
      | (?<![^\s(])[-–−](?=[0-9]) | (?<!\S)[-–—]+(?!\S) | —
      | [,;:.!?()/&+=…×\[\]@\#%<>]""",
    re.VERBOSE,
)
_FIELD = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
_HYPHENS = frozenset("-‐‑")
ARTICLES = frozenset(("ein", "eine", "einen", "einem", "einer", "eines"))


@dataclass(slots=True, eq=False)
class Token:
    """A word or several with the sort the grammar sees (`type`), what it means, and its place in the text."""

    type: str
    value: VerbForm | Meaning | Unit | Named | str | int | None
    start: int
    end: int

    # Lark asks the last token for these.
    start_pos: ClassVar[int] = 0
    line: ClassVar[int] = 0
    column: ClassVar[int] = 0
    end_line: ClassVar[int] = 0
    end_column: ClassVar[int] = 0
    end_pos: ClassVar[int] = 0


class WordStream:
    """Folded words with their places in the text; `tokens` grows while they are read."""

    def __init__(self, text: str, index: NameIndex, lexicon: Lexicon) -> None:
        self.text = text
        self.index = index
        self.lexicon = lexicon
        self.spans: list[tuple[int, int]] = [piece.span() for piece in _PIECE.finditer(text)]
        self.words: list[str] = [
            fold(text[begin:end]) if text[begin].isalnum() else text[begin:end] for begin, end in self.spans
        ]
        self.tokens: list[Token] = []

    def hyphenated(self, at: int) -> int:
        """Return where the word ends that hyphens make of several: `Ram-Man` is no beginning of Man-at-Arms."""
        end = at + 1
        while end < len(self.words) and self.text[self.spans[end - 1][1] : self.spans[end][0]] in _HYPHENS:
            end += 1
        return end

    def is_plain_noun(self, at: int) -> bool:
        """Tell whether a word begins with a capital and is neither a name nor a word of the battle."""
        if at >= len(self.words) or not self.text[self.spans[at][0]].isupper() or self.hyphenated(at) > at + 1:
            return False
        word = self.words[at]
        if word in self.lexicon.words or field_of(word):
            return False
        return not (self.index.longest(self.words, at) or self.index.longest_beginning(self.words, at))

    def written(self, token: Token) -> str:
        """Return the folded words of a token."""
        return fold(self.text[token.start : token.end])

    def noun_follows(self, at: int, sort: Sort | None) -> bool:
        """Tell whether an article may stand before the word at a place, which is of this sort."""
        if sort in (Sort.DEED, Sort.WEAPON):
            return True
        word = self.folded(at)
        return sort is None and word[:1].isalpha() and word not in ARTICLES

    def add(self, sort: Sort, value: VerbForm | Meaning | Unit | Named | str | int | None, at: int, end: int) -> int:
        """Make one token of some words and return where they end."""
        self.tokens.append(Token(sort.value, value, self.spans[at][0], self.spans[end - 1][1]))
        return end

    def last_is(self, sort: Sort) -> bool:
        """Tell whether the latest token is of this sort."""
        return bool(self.tokens) and self.tokens[-1].type == sort

    def folded(self, at: int) -> str:
        """Return the word at a place, nothing behind the last one."""
        return self.words[at] if at < len(self.words) else ""

    def sort(self, at: int) -> Sort | None:
        """Return the sort that the word at a place has by itself, None for names, fields and unknown words."""
        word = self.folded(at)
        if word.isdigit():
            return Sort.NUMBER
        known = self.lexicon.words.get(word)
        return known.sort if known else None

    def posted(self, at: int, end: int) -> str:
        """Return some words as they are posted."""
        return self.text[self.spans[at][0] : self.spans[end - 1][1]]

    def split_field(self, at: int) -> Field | None:
        """Return the field that a letter and a number make with a blank between them: `C 5`, `C fünf`."""
        after = self.folded(at + 1)
        number = after if after.isdigit() else CARDINALS.get(after)
        if number is None or self.spans[at + 1][0] - self.spans[at][1] > 1:
            return None
        return field_of(f"{self.words[at]}{number}")


def field_of(word: str) -> Field | None:
    """Return the field that a folded word names."""
    if len(word) > 4 or not _FIELD.fullmatch(word) or not int(word.lstrip("abcdefghijklmnopqrstuvwxyz")):
        return None
    return Field.parse(word)
