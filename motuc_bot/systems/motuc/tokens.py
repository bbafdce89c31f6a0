"""An order's words as the tokens of the grammar: names first, then numbers, fields and the lexicon."""

from __future__ import annotations

import re

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import fold
from motuc_bot.language.numbers import CARDINALS, whole_number
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Sort, Unit, VerbForm, Word
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.word_stream import ARTICLES, Token, WordStream, field_of
from rules.motuc.model import BARE_HAND

__all__ = ["COLON", "MINUS", "MOST_TOKENS", "WHEREBY", "Token", "tokens_of"]

MOST_TOKENS = 120

_TIMES = re.compile(r"([0-9]{1,4})(?:x|mal)")
_ARROWS = frozenset("→⇒➜➡➔")
MINUS = frozenset("-–−")
COLON = ":"
# Behind these words stands how the order before them is done: `…, wobei er 2 Beweglichkeit einsetzt`.
WHEREBY = "wobei"
_SEPARATORS = {COLON: COLON, "wobei": WHEREBY, "wozu": WHEREBY, "wofuer": WHEREBY}
_NO_BREAK = frozenset("@#<>%=")
_MOODS_BEHIND = frozenset(("mit", "vor", "aus", "in"))
_FULL_OF = frozenset(("voll", "voller"))
_AIMED = frozenset((Meaning.ATTACK, Meaning.SHOOT, Meaning.CAST))
_PARTS = frozenset(("aktion", "reaktion", "handlung"))
_THROW = "wurf"
_KICK = "tritt"
_BOTH = frozenset(("beide", "beiden"))
_BEGINNING = frozenset(("er", "sie", "ich"))
_THE = frozenset(("den", "dem"))
_ADJECTIVE = ("em", "en", "er", "es")
_STAKE = "einsatz"
_UNTIL = "bis"
_HALT = "halt"
_AGILITY = "beweg"
_LIKE = "wie"
_ODD = frozenset((_UNTIL, _HALT, _AGILITY, *_BOTH, *_PARTS))
_SEPARATOR, _FILLER, _VERB, _PREPOSITION = Sort.SEPARATOR, Sort.FILLER, Sort.VERB, Sort.PREPOSITION
_WITH_IT = "damit"
_RULING = re.compile(r"(?i:r)-[A-Z][0-9]{1,2}")
_ACCORDING = frozenset(("gemaess", "siehe", "vgl", "entsprechend"))
_BLOW_AT = frozenset(("in", "an", "auf", "ueber", "vor", "gegen", "durch", "bei", "neben", "hinter"))
_HAND = frozenset(("hand", "haende", "haenden"))
# What an article must not stand before if `ne` is one: `ne, greift He-Man an`.
_NO_NOUN = frozenset((Sort.VERB, Sort.AUXILIARY, Sort.SEPARATOR, Sort.NEGATION, Sort.PREPOSITION, Sort.PARTICLE))


def tokens_of(text: str, index: NameIndex, lexicon: Lexicon) -> list[Token]:
    """Return the tokens of an order; words that change nothing are dropped."""
    return _Tokeniser(text, index, lexicon).run()


class _Tokeniser(WordStream):
    def run(self) -> list[Token]:
        at, words = 0, self.words
        while at < len(words) and len(self.tokens) <= MOST_TOKENS:
            at = self._mark(at) if not words[at][0].isalnum() else self._word(at)
        while self.tokens and self.tokens[-1].type == Sort.SEPARATOR:
            self.tokens.pop()
        return self.tokens

    def _word(self, at: int) -> int:
        word = self.words[at]
        if word in self.lexicon.body and (end := self._body(at)):
            return end
        if match := self.index.longest(self.words, at, self.lexicon.words):
            field = field_of(word) if match.end == at + 1 else None
            return self.add(Sort.NAME, Named(self.posted(at, match.end), match, field), at, match.end)
        if word[0].isdigit():
            return self._number(at)
        if (end := self._phrase(at)) is not None:
            return end
        if (known := self.lexicon.words.get(word)) is not None:
            return self._known(at, known)
        if word in ARTICLES:
            return self._article(at)
        if field := field_of(word):
            return self.add(Sort.NAME, Named(self.posted(at, at + 1), None, field), at, at + 1)
        if len(word) == 1 and word != "x" and (field := self.split_field(at)):
            return self.add(Sort.NAME, Named(self.posted(at, at + 2), None, field), at, at + 2)
        if word in self.lexicon.articles and self._is_article(at):
            return self._article(at)
        end = self.hyphenated(at)
        match = self.index.longest_beginning(self.words, at, self.lexicon.words)
        if match and match.end >= end:
            return self.add(Sort.NAME, Named(self.posted(at, match.end), match), at, match.end)
        if end > at + 1:
            return self._ruling(at, end) or self.add(Sort.UNKNOWN, None, at, end)
        if self.lexicon.is_manner(word) or (word in self.lexicon.moods and self._ends_mood(at)):
            return at + 1
        if word.endswith(_ADJECTIVE) and self.sort(at + 1) is Sort.DEED and self.lexicon.is_manner(word[:-2]):
            return at + 1  # `einen ordentlichen Hieb`
        if word == _LIKE and (end := self._simile(at)):
            return end
        return self.add(Sort.UNKNOWN, None, at, at + 1)

    def _body(self, at: int) -> int | None:
        """Read a part of the body where a blow goes or a gesture moves it: `in die Seite`, `hebt den Arm`.

        A blow may go there, so the words are dropped; a figure or a weapon that is called so is meant all the same.
        """
        if not self.tokens:
            return None
        last = self.tokens[-1]
        if last.type == Sort.PREPOSITION and last.value in _BLOW_AT and self.words[at] not in _HAND:
            named = self.index.longest(self.words, at) or self.index.longest_beginning(self.words, at)
            if named and any(meaning.kind == Kind.FIGURE or named.exact for meaning in named.meanings):
                return None
            self.tokens.pop()
            return at + 1
        if self.sort(at) is Sort.VERB and self.posted(at, at + 1)[0].isupper():
            return self.add(Sort.UNKNOWN, None, at, at + 1)  # `breitet die Schwingen aus`
        last = next((token for token in reversed(self.tokens) if token.type != Sort.UNKNOWN), last)
        if isinstance(last.value, VerbForm) and last.value.base in self.lexicon.limb_verbs:
            named = self.index.longest(self.words, at)
            if named is None or all(meaning.name == BARE_HAND.name for meaning in named.meanings):
                return self.add(Sort.UNKNOWN, None, at, at + 1)
        return None

    def _is_article(self, at: int) -> bool:
        """Tell whether `ne`, `n` or `nem` is an article: `mit nem Schwert`, but not `ne, greift He-Man an`."""
        after = self.folded(at + 1)
        if not after[:1].isalpha() or self.sort(at + 1) in _NO_NOUN or field_of(after):
            return False
        named = self.index.longest(self.words, at + 1)
        return named is None or any(meaning.kind != Kind.FIGURE for meaning in named.meanings)

    def _ruling(self, at: int, end: int) -> int | None:
        """Pass over a ruling that an order quotes: `gemäß R-M1`; None if the words are none."""
        if not _RULING.fullmatch(self.posted(at, end)):
            return None
        if self.tokens and (self.last_is(Sort.PREPOSITION) or self.written(self.tokens[-1]) in _ACCORDING):
            self.tokens.pop()  # `nach R-M1`
        return end

    def _simile(self, at: int) -> int | None:
        """Return where `wie ein (wilder) Löwe` ends; None if something else follows `wie`."""
        if self.folded(at + 1) not in ARTICLES:
            return None
        noun = at + 3 if self.folded(at + 2).endswith(("e", "er", "es")) and self.is_plain_noun(at + 3) else at + 2
        return noun + 1 if self.is_plain_noun(noun) else None

    def _number(self, at: int) -> int:
        word, after = self.words[at], self.folded(at + 1)
        if times := _TIMES.fullmatch(word):
            return self.add(Sort.TIMES, int(times[1]), at, at + 1)
        number = whole_number(word)
        if number is None:
            return self.add(Sort.UNKNOWN, None, at, at + 1)
        return self._counted(at, number, after)

    def _counted(self, at: int, number: int, after: str) -> int:
        if after in ("x", "×", "mal", "male"):
            return self.add(Sort.TIMES, number, at, at + 2)
        if after == "." and self.sort(at + 2) is Sort.SHOT:
            return self.add(Sort.ORDINAL, number, at, at + 2)
        if after == "." and at and self.words[at - 1] in _THE and any(token.type == Sort.SHOT for token in self.tokens):
            return self.add(Sort.ORDINAL, number, at, at + 2)  # `auf den 1. Schuss und 0 auf den 2.`
        if after == "." and self.folded(at + 2) in _PARTS:
            return at + 3  # `1. Aktion: …`
        return self.add(Sort.NUMBER, number, at, at + 1)

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
                return self.add(Sort.NAME, Named(str(BARE_HAND.name), hand), at, end)
            return self.add(word.sort, word.value, at, end)
        return None

    def _points_back(self, at: int) -> bool:
        """Tell `zieht die Axt und greift damit an` and `… , damit greift er an` from `…, damit er angreifen kann`."""
        if self.tokens and not self.last_is(Sort.SEPARATOR):
            return True
        return self.sort(at + 1) in (Sort.VERB, Sort.AUXILIARY, Sort.PREPOSITION)

    def _known(self, at: int, known: Word) -> int:
        # Most words of an order are none of the cases below, and to look through these takes long.
        sort, word = known.sort, self.words[at]
        if sort is _SEPARATOR:
            return self._separate(at)
        if word not in _ODD and word not in self.lexicon.moods:
            if sort is _FILLER:
                return at + 1
            if sort is _VERB or (sort is _PREPOSITION and known.value != "zu"):
                return self.add(sort, known.value, at, at + 1)
        match sort:
            case Sort.FILLER if self.words[at] == _UNTIL and (
                field_of(self.folded(at + 1)) or self.split_field(at + 1)
            ):
                return self.add(Sort.PREPOSITION, "nach", at, at + 1)
            case Sort.VERB if self.words[at] == _HALT and self.tokens and not self.last_is(Sort.SEPARATOR):
                return at + 1  # `ich geh halt nach C5`
            case Sort.VERB if self.words[at] == _AGILITY and self._counts(at):
                return self.add(Sort.UNIT, Unit.AGILITY, at, at + 1)
            case Sort.UNIT if self.words[at] == _STAKE and self._stakes_agility(at):
                return at + 1
            case Sort.UNIT if self.words[at] == _STAKE and not self._counts(at):
                return self.add(Sort.UNKNOWN, None, at, at + 1)
            case Sort.FILLER if self.words[at] in _BOTH and self.sort(at + 1) is Sort.SHOT:
                return self.add(Sort.NUMBER, 2, at, at + 1)
            case Sort.FILLER if self.words[at] in _PARTS and self.folded(at + 1).isdigit():
                return at + 2  # `Aktion 1: …`
            case Sort.FILLER | Sort.TIMES_WORD:
                return at + 1
            case Sort.NUMBER if isinstance(known.value, int):
                return self._counted(at, known.value, self.folded(at + 1))
            case Sort.SELF if not self.last_is(Sort.PREPOSITION):
                return at + 1
            case Sort.SHOT:
                return self._shot(at)
            case Sort.DEED if self.words[at] == _KICK and (not self.tokens or self.last_is(Sort.SEPARATOR)):
                return self.add(Sort.VERB, VerbForm("treten", third=True), at, at + 1)  # `tritt auf C5`
            case Sort.DEED if self.words[at] == _THROW and self._is_one_shot(at):
                return self._shot(at)
            case Sort.NEGATION if self.sort(at + 1) is Sort.UNIT and self.folded(at + 2) != "mehr":
                return self.add(Sort.NUMBER, 0, at, at + 1)
            case Sort.EACH if self.last_is(Sort.PREPOSITION):
                # `mit je 1` is `je mit 1`.
                preposition = self.tokens.pop()
                end = self.add(known.sort, known.value, at, at + 1)
                self.tokens.append(preposition)
                return end
            case Sort.PARTICLE if known.value == "um" and (not self.tokens or self.last_is(Sort.SEPARATOR)):
                return at + 1
            case Sort.PREPOSITION if known.value == "zu" and self.sort(at + 1) is Sort.VERB:
                return at + 1
            case Sort.VERB if self.words[at] in self.lexicon.moods and self._ends_mood(at):
                return at + 1
            case _:
                return self.add(known.sort, known.value, at, at + 1)

    def _counts(self, at: int) -> bool:
        """Tell whether a number stands beside a word: `Einsatz 3`, `Einsatz: 3`, `3 Einsatz`."""
        after = at + 2 if self.folded(at + 1) in (COLON, ".", "=") else at + 1
        return self.last_is(Sort.NUMBER) or self.sort(after) is Sort.NUMBER

    def _stakes_agility(self, at: int) -> bool:
        """Tell whether `Einsatz` only repeats what agility is for: `2 Beweglichkeit Einsatz`, `Einsatz: 2 Bew.`."""
        if self.last_is(Sort.UNIT):
            return self.tokens[-1].value is Unit.AGILITY
        after = at + 2 if self.folded(at + 1) in (COLON, ".", "=") else at + 1
        return self.sort(after) is Sort.NUMBER and self.sort(after + 1) is Sort.UNIT

    def _ends_mood(self, at: int) -> bool:
        """Take back what belongs to the noun at this place: `mit einem höhnischen Lachen`; False if nothing does."""
        begin = len(self.tokens)
        while begin and self._is_adjective(self.tokens[begin - 1]):
            begin -= 1
        before = self.tokens[begin - 1] if begin else None
        governed = before is not None and before.type == Sort.PREPOSITION and before.value in _MOODS_BEHIND
        if governed or (before is not None and self.written(before) == "unter"):
            del self.tokens[begin - 1 :]
            return True
        return begin == len(self.tokens) and at > 0 and self.words[at - 1] in _FULL_OF

    def _is_adjective(self, token: Token) -> bool:
        written = self.written(token)
        return token.type == Sort.UNKNOWN and written.endswith(_ADJECTIVE) and written != "unter"

    def _shot(self, at: int) -> int:
        """Read `Schuss 1`, `Schuss Nr. 1`, `Schuss #1` as one token, so that `2 Schuss 1` isn't two shots."""
        end = at + 1
        while end < at + 3 and self.folded(end) in ("nr", "nummer", "#", "."):
            end += 1
        written = self.folded(end)
        number = CARDINALS.get(written, whole_number(written))
        if self.folded(end + 1) in ("x", "×", "mal") or self._counts_a_unit(end):
            number = None
        if number is None:
            return self.add(Sort.SHOT, None, at, at + 1)
        return self.add(Sort.NTH_SHOT, number, at, end + 1)

    def _is_one_shot(self, at: int) -> bool:
        """Tell whether a throw is one of several: `Wurf 1`, `den zweiten Wurf`."""
        after = self.folded(at + 1)
        return after.isdigit() or after in CARDINALS or self.last_is(Sort.ORDINAL)

    def _counts_a_unit(self, at: int) -> bool:
        """Tell whether the number belongs to what follows: `gegen den Schuss 2 Beweglichkeit`."""
        return self.sort(at + 1) is Sort.UNIT and self.sort(at + 2) is not Sort.NUMBER

    def _article(self, at: int) -> int:
        after = self.sort(at + 1)
        if after in (Sort.SHOT, Sort.UNIT) and self.folded(at + 1) != _STAKE:
            return self.add(Sort.NUMBER, 1, at, at + 1)
        if self.words[at] == "ein" and not self.noun_follows(at + 1, after):
            return self.add(Sort.PARTICLE, "ein", at, at + 1)
        return at + 1

    def _mark(self, at: int) -> int:
        mark = self.words[at]
        if (mark[-1] == ">" and len(mark) > 1) or mark in _ARROWS:
            if self._aims():
                return self.add(Sort.PREPOSITION, "auf", at, at + 1)
            return self.add(Sort.DEED, Meaning.WALK, at, at + 1)
        if mark in (":", "=", ".") and self._value_follows(at):
            return at + 1
        if mark == "." and self._is_stray(at):
            return at + 1
        minus = mark in MINUS and self.folded(at + 1).isdigit() and self.spans[at][1] == self.spans[at + 1][0]
        if mark == "?" or mark in _NO_BREAK or minus:
            return self.add(Sort.UNKNOWN, None, at, at + 1)
        return self._separate(at)

    def _aims(self) -> bool:
        """Tell whether an arrow points from an attack or a spell to whom it is for: `Schockwelle -> D4`."""
        value = self.tokens[-1].value if self.tokens else None
        return value in _AIMED or (isinstance(value, Named) and value.only_spell)

    def _is_stray(self, at: int) -> bool:
        """Tell whether a full stop stands behind a preposition that goes on: `geht nach. C5`."""
        if not self.tokens or not self.folded(at + 1)[:1].isalnum():
            return False
        last = self.tokens[-1]
        if last.type != Sort.PREPOSITION:
            return False
        verb = next((token.value for token in reversed(self.tokens) if isinstance(token.value, VerbForm)), None)
        if verb is not None and (verb.base, last.value) in self.lexicon.meanings:
            return False  # `lädt nach. Greift …`
        if self.folded(at + 1) in _BEGINNING:
            return False  # `gibt nicht auf. Sie …`
        return self.sort(at + 1) not in (Sort.VERB, Sort.AUXILIARY, Sort.DEED, Sort.SEPARATOR)

    def _value_follows(self, at: int) -> bool:
        """Tell whether the mark stands between a thing and its number: `Schuss 1: 2`, `Beweglichkeit: 2`."""
        if self.sort(at + 1) is not Sort.NUMBER or not self.tokens:
            return False
        last = self.tokens[-1].type
        before = self.tokens[-2].type if len(self.tokens) > 1 else None
        return last in (Sort.UNIT, Sort.NTH_SHOT) or (last == Sort.SHOT and before == Sort.ORDINAL)

    def _separate(self, at: int) -> int:
        value = _SEPARATORS.get(self.words[at])
        if self.tokens and self.tokens[-1].type != Sort.SEPARATOR:
            self.add(Sort.SEPARATOR, value, at, at + 1)
        elif self.tokens and value == WHEREBY:
            self.tokens[-1].value = WHEREBY
        return at + 1
