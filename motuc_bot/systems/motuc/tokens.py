"""An order's words as the tokens of the grammar: names first, then numbers, fields and the lexicon."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import fold
from motuc_bot.language.numbers import CARDINALS, whole_number
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Sort, Unit, VerbForm, Word
from motuc_bot.systems.motuc.names import Named
from rules.board import Field
from rules.motuc.model import BARE_HAND

MOST_TOKENS = 120

# Words; arrows; a minus before a number; dashes that stand alone; marks.
_PIECE = re.compile(
    r"""[^\W_]+(?:['’`´][^\W_]+)*
      | [-–—=]{1,4}> | [→⇒➜➡➔]
      | (?<![^\s(])[-–−](?=[0-9]) | (?<!\S)[-–—]+(?!\S) | —
      | [,;:.!?()/&+=…×\[\]@\#%<>]""",
    re.VERBOSE,
)
_FIELD = re.compile(r"[a-z]{1,2}[0-9]{1,2}")
_TIMES = re.compile(r"([0-9]{1,4})(?:x|mal)")
_ARROWS = frozenset("→⇒➜➡➔")
MINUS = frozenset("-–−")
COLON = ":"
_NO_BREAK = frozenset("@#<>[]%=")
_ARTICLES = frozenset(("ein", "eine", "einen", "einem", "einer", "eines"))
_MOODS_BEHIND = frozenset(("mit", "vor", "aus", "in"))
_FULL_OF = frozenset(("voll", "voller"))
_AIMED = frozenset((Meaning.ATTACK, Meaning.SHOOT, Meaning.CAST))
_PARTS = frozenset(("aktion", "reaktion", "handlung"))
_THROW = "wurf"
_KICK = "tritt"
_BOTH = frozenset(("beide", "beiden"))
_ADJECTIVE = ("em", "en", "er", "es")
_HYPHENS = frozenset("-‐‑")
_STAKE = "einsatz"
_UNTIL = "bis"
_HALT = "halt"
_AGILITY = "beweg"
_LIKE = "wie"
_WITH_IT = "damit"


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


def tokens_of(text: str, index: NameIndex, lexicon: Lexicon) -> list[Token]:
    """Return the tokens of an order; words that change nothing are dropped."""
    return _Tokeniser(text, index, lexicon).run()


class _Tokeniser:
    def __init__(self, text: str, index: NameIndex, lexicon: Lexicon) -> None:
        self.text = text
        self.index = index
        self.lexicon = lexicon
        self.spans: list[tuple[int, int]] = []
        self.words: list[str] = []
        for piece in _PIECE.finditer(text):
            written = piece[0]
            self.spans.append(piece.span())
            self.words.append(fold(written) if written[0].isalnum() else written)
        self.tokens: list[Token] = []

    def run(self) -> list[Token]:
        at, words = 0, self.words
        while at < len(words) and len(self.tokens) <= MOST_TOKENS:
            at = self._mark(at) if not words[at][0].isalnum() else self._word(at)
        while self.tokens and self.tokens[-1].type == Sort.SEPARATOR:
            self.tokens.pop()
        return self.tokens

    def _word(self, at: int) -> int:
        word = self.words[at]
        if match := self.index.longest(self.words, at, self.lexicon.words):
            field = _field(word) if match.end == at + 1 else None
            return self._add(Sort.NAME, Named(self._text(at, match.end), match, field), at, match.end)
        if word[0].isdigit():
            return self._number(at)
        if (end := self._phrase(at)) is not None:
            return end
        if (known := self.lexicon.words.get(word)) is not None:
            return self._known(at, known)
        if word in _ARTICLES:
            return self._article(at)
        if field := _field(word):
            return self._add(Sort.NAME, Named(self._text(at, at + 1), None, field), at, at + 1)
        if len(word) == 1 and word != "x" and (field := self._split_field(at)):
            return self._add(Sort.NAME, Named(self._text(at, at + 2), None, field), at, at + 2)
        end = self._hyphenated(at)
        match = self.index.longest_beginning(self.words, at, self.lexicon.words)
        if match and match.end >= end:
            return self._add(Sort.NAME, Named(self._text(at, match.end), match), at, match.end)
        if end > at + 1:
            return self._add(Sort.UNKNOWN, None, at, end)
        if self.lexicon.is_manner(word) or (word in self.lexicon.moods and self._ends_mood(at)):
            return at + 1
        if word == _LIKE and (end := self._simile(at)):
            return end
        return self._add(Sort.UNKNOWN, None, at, at + 1)

    def _simile(self, at: int) -> int | None:
        """Return where `wie ein (wilder) Löwe` ends; None if something else follows `wie`."""
        if self._folded(at + 1) not in _ARTICLES:
            return None
        noun = at + 3 if self._folded(at + 2).endswith(("e", "er", "es")) and self._is_plain_noun(at + 3) else at + 2
        return noun + 1 if self._is_plain_noun(noun) else None

    def _is_plain_noun(self, at: int) -> bool:
        """Tell whether a word begins with a capital and is neither a name nor a word of the battle."""
        if at >= len(self.words) or not self.text[self.spans[at][0]].isupper() or self._hyphenated(at) > at + 1:
            return False
        word = self.words[at]
        if word in self.lexicon.words or _field(word):
            return False
        return not (self.index.longest(self.words, at) or self.index.longest_beginning(self.words, at))

    def _hyphenated(self, at: int) -> int:
        """Return where the word ends that hyphens make of several: `Ram-Man` is no beginning of Man-at-Arms."""
        end = at + 1
        while end < len(self.words) and self.text[self.spans[end - 1][1] : self.spans[end][0]] in _HYPHENS:
            end += 1
        return end

    def _number(self, at: int) -> int:
        word, after = self.words[at], self._folded(at + 1)
        if times := _TIMES.fullmatch(word):
            return self._add(Sort.TIMES, int(times[1]), at, at + 1)
        number = whole_number(word)
        if number is None:
            return self._add(Sort.UNKNOWN, None, at, at + 1)
        return self._counted(at, number, after)

    def _counted(self, at: int, number: int, after: str) -> int:
        if after in ("x", "×", "mal", "male"):
            return self._add(Sort.TIMES, number, at, at + 2)
        if after == "." and self._sort(at + 2) is Sort.SHOT:
            return self._add(Sort.ORDINAL, number, at, at + 2)
        if after == "." and self._folded(at + 2) in _PARTS:
            return at + 3  # `1. Aktion: …`
        return self._add(Sort.NUMBER, number, at, at + 1)

    def _phrase(self, at: int) -> int | None:
        for rest, word in self.lexicon.phrases.get(self.words[at], ()):
            end = at + 1 + len(rest)
            if tuple(self.words[at + 1 : end]) != rest:
                continue
            if word.sort is Sort.WITH_IT and self.words[at] == _WITH_IT and not self._points_back(at):
                continue
            if word.sort is Sort.FILLER:
                return end
            if word.sort is Sort.NAME:
                hand = self.index.longest([fold("Faust")], 0)
                return self._add(Sort.NAME, Named(str(BARE_HAND.name), hand), at, end)
            return self._add(word.sort, word.value, at, end)
        return None

    def _points_back(self, at: int) -> bool:
        """Tell `zieht die Axt und greift damit an` and `… , damit greift er an` from `…, damit er angreifen kann`."""
        if self.tokens and not self._last_is(Sort.SEPARATOR):
            return True
        return self._sort(at + 1) in (Sort.VERB, Sort.AUXILIARY, Sort.PREPOSITION)

    def _known(self, at: int, known: Word) -> int:
        match known.sort:
            case Sort.FILLER if self.words[at] == _UNTIL and (
                _field(self._folded(at + 1)) or self._split_field(at + 1)
            ):
                return self._add(Sort.PREPOSITION, "nach", at, at + 1)
            case Sort.VERB if self.words[at] == _HALT and self.tokens and not self._last_is(Sort.SEPARATOR):
                return at + 1  # `ich geh halt nach C5`
            case Sort.VERB if self.words[at] == _AGILITY and self._counts(at):
                return self._add(Sort.UNIT, Unit.AGILITY, at, at + 1)
            case Sort.UNIT if self.words[at] == _STAKE and not self._counts(at):
                return self._add(Sort.UNKNOWN, None, at, at + 1)
            case Sort.FILLER if self.words[at] in _BOTH and self._sort(at + 1) is Sort.SHOT:
                return self._add(Sort.NUMBER, 2, at, at + 1)
            case Sort.FILLER if self.words[at] in _PARTS and self._folded(at + 1).isdigit():
                return at + 2  # `Aktion 1: …`
            case Sort.FILLER | Sort.TIMES_WORD:
                return at + 1
            case Sort.NUMBER if isinstance(known.value, int):
                return self._counted(at, known.value, self._folded(at + 1))
            case Sort.SELF if not self._last_is(Sort.PREPOSITION):
                return at + 1
            case Sort.SHOT:
                return self._shot(at)
            case Sort.DEED if self.words[at] == _KICK and (not self.tokens or self._last_is(Sort.SEPARATOR)):
                return self._add(Sort.VERB, VerbForm("treten", third=True), at, at + 1)  # `tritt auf C5`
            case Sort.DEED if self.words[at] == _THROW and self._is_one_shot(at):
                return self._shot(at)
            case Sort.NEGATION if self._sort(at + 1) is Sort.UNIT and self._folded(at + 2) != "mehr":
                return self._add(Sort.NUMBER, 0, at, at + 1)
            case Sort.EACH if self._last_is(Sort.PREPOSITION):
                # `mit je 1` is `je mit 1`.
                preposition = self.tokens.pop()
                end = self._add(known.sort, known.value, at, at + 1)
                self.tokens.append(preposition)
                return end
            case Sort.SEPARATOR:
                return self._separate(at)
            case Sort.PARTICLE if known.value == "um" and (not self.tokens or self._last_is(Sort.SEPARATOR)):
                return at + 1
            case Sort.PREPOSITION if known.value == "zu" and self._sort(at + 1) is Sort.VERB:
                return at + 1
            case Sort.VERB if self.words[at] in self.lexicon.moods and self._ends_mood(at):
                return at + 1
            case _:
                return self._add(known.sort, known.value, at, at + 1)

    def _counts(self, at: int) -> bool:
        """Tell whether a number stands beside a word: `Einsatz 3`, `Einsatz: 3`, `3 Einsatz`."""
        after = at + 2 if self._folded(at + 1) in (COLON, ".", "=") else at + 1
        return self._last_is(Sort.NUMBER) or self._sort(after) is Sort.NUMBER

    def _ends_mood(self, at: int) -> bool:
        """Take back what belongs to the noun at this place: `mit einem höhnischen Lachen`; False if nothing does."""
        begin = len(self.tokens)
        while begin and self._is_adjective(self.tokens[begin - 1]):
            begin -= 1
        before = self.tokens[begin - 1] if begin else None
        governed = before is not None and before.type == Sort.PREPOSITION and before.value in _MOODS_BEHIND
        if governed or (before is not None and self._written(before) == "unter"):
            del self.tokens[begin - 1 :]
            return True
        return begin == len(self.tokens) and at > 0 and self.words[at - 1] in _FULL_OF

    def _is_adjective(self, token: Token) -> bool:
        written = self._written(token)
        return token.type == Sort.UNKNOWN and written.endswith(_ADJECTIVE) and written != "unter"

    def _written(self, token: Token) -> str:
        return fold(self.text[token.start : token.end])

    def _shot(self, at: int) -> int:
        """Read `Schuss 1`, `Schuss Nr. 1`, `Schuss #1` as one token, so that `2 Schuss 1` isn't two shots."""
        end = at + 1
        while end < at + 3 and self._folded(end) in ("nr", "nummer", "#", "."):
            end += 1
        written = self._folded(end)
        number = CARDINALS.get(written, whole_number(written))
        if self._folded(end + 1) in ("x", "×", "mal") or self._counts_a_unit(end):
            number = None
        if number is None:
            return self._add(Sort.SHOT, None, at, at + 1)
        return self._add(Sort.NTH_SHOT, number, at, end + 1)

    def _is_one_shot(self, at: int) -> bool:
        """Tell whether a throw is one of several: `Wurf 1`, `den zweiten Wurf`."""
        after = self._folded(at + 1)
        return after.isdigit() or after in CARDINALS or self._last_is(Sort.ORDINAL)

    def _counts_a_unit(self, at: int) -> bool:
        """Tell whether the number belongs to what follows: `gegen den Schuss 2 Beweglichkeit`."""
        return self._sort(at + 1) is Sort.UNIT and self._sort(at + 2) is not Sort.NUMBER

    def _article(self, at: int) -> int:
        after = self._sort(at + 1)
        if after in (Sort.SHOT, Sort.UNIT) and self._folded(at + 1) != _STAKE:
            return self._add(Sort.NUMBER, 1, at, at + 1)
        if self.words[at] == "ein" and not self._noun_follows(at + 1, after):
            return self._add(Sort.PARTICLE, "ein", at, at + 1)
        return at + 1

    def _noun_follows(self, at: int, sort: Sort | None) -> bool:
        if sort in (Sort.DEED, Sort.WEAPON):
            return True
        word = self._folded(at)
        return sort is None and word[:1].isalpha() and word not in _ARTICLES

    def _mark(self, at: int) -> int:
        mark = self.words[at]
        if (mark[-1] == ">" and len(mark) > 1) or mark in _ARROWS:
            if self._aims():
                return self._add(Sort.PREPOSITION, "auf", at, at + 1)
            return self._add(Sort.DEED, Meaning.WALK, at, at + 1)
        if mark in (":", "=", ".") and self._value_follows(at):
            return at + 1
        if mark == "." and self._is_stray(at):
            return at + 1
        minus = mark in MINUS and self._folded(at + 1).isdigit() and self.spans[at][1] == self.spans[at + 1][0]
        if mark == "?" or mark in _NO_BREAK or minus:
            return self._add(Sort.UNKNOWN, None, at, at + 1)
        return self._separate(at)

    def _aims(self) -> bool:
        """Tell whether an arrow points from an attack or a spell to whom it is for: `Schockwelle -> D4`."""
        value = self.tokens[-1].value if self.tokens else None
        return value in _AIMED or (isinstance(value, Named) and value.only_spell)

    def _is_stray(self, at: int) -> bool:
        """Tell whether a full stop stands behind a preposition that goes on: `geht nach. C5`."""
        if not self.tokens or not self._folded(at + 1)[:1].isalnum():
            return False
        last = self.tokens[-1]
        if last.type != Sort.PREPOSITION:
            return False
        verb = next((token.value for token in reversed(self.tokens) if isinstance(token.value, VerbForm)), None)
        if verb is not None and (verb.base, last.value) in self.lexicon.meanings:
            return False  # `lädt nach. Greift …`
        return self._sort(at + 1) not in (Sort.VERB, Sort.AUXILIARY, Sort.DEED, Sort.SEPARATOR)

    def _value_follows(self, at: int) -> bool:
        """Tell whether the mark stands between a thing and its number: `Schuss 1: 2`, `Beweglichkeit: 2`."""
        if self._sort(at + 1) is not Sort.NUMBER or not self.tokens:
            return False
        last = self.tokens[-1].type
        before = self.tokens[-2].type if len(self.tokens) > 1 else None
        return last in (Sort.UNIT, Sort.NTH_SHOT) or (last == Sort.SHOT and before == Sort.ORDINAL)

    def _separate(self, at: int) -> int:
        if self.tokens and self.tokens[-1].type != Sort.SEPARATOR:
            self._add(Sort.SEPARATOR, COLON if self.words[at] == COLON else None, at, at + 1)
        return at + 1

    def _add(self, sort: Sort, value: VerbForm | Meaning | Unit | Named | str | int | None, at: int, end: int) -> int:
        self.tokens.append(Token(sort.value, value, self.spans[at][0], self.spans[end - 1][1]))
        return end

    def _last_is(self, sort: Sort) -> bool:
        return bool(self.tokens) and self.tokens[-1].type == sort

    def _folded(self, at: int) -> str:
        return self.words[at] if at < len(self.words) else ""

    def _sort(self, at: int) -> Sort | None:
        """The sort that the word at a place has by itself, None for names, fields and unknown words."""
        word = self._folded(at)
        if word.isdigit():
            return Sort.NUMBER
        known = self.lexicon.words.get(word)
        return known.sort if known else None

    def _text(self, at: int, end: int) -> str:
        return self.text[self.spans[at][0] : self.spans[end - 1][1]]

    def _split_field(self, at: int) -> Field | None:
        """The field that a letter and a number make when a phone has put a blank between them: `C 5`, `C fünf`."""
        after = self._folded(at + 1)
        number = after if after.isdigit() else CARDINALS.get(after)
        if number is None or self.spans[at + 1][0] - self.spans[at][1] > 1:
            return None
        return _field(f"{self.words[at]}{number}")


def _field(word: str) -> Field | None:
    if len(word) > 4 or not _FIELD.fullmatch(word) or not int(word.lstrip("abcdefghijklmnopqrstuvwxyz")):
        return None
    return Field.parse(word)
