"""The phrases of an order: tokens gathered by the grammar (`grammar.lark`), one parser for all battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from motuc_bot.systems.motuc.lexicon import Sort, Unit
from motuc_bot.systems.motuc.names import Named
from motuc_bot.systems.motuc.tokens import Token

if TYPE_CHECKING:
    from lark import Lark


class PhraseKind(StrEnum):
    """What a phrase speaks of."""

    NAME = "name"
    UNKNOWN = "unknown"
    AMOUNT = "amount"
    SHOT = "shot"
    SHOTS = "shots"
    TIMES = "times"
    ORDINAL = "ordinal"
    ONESELF = "oneself"
    PRONOUN = "pronoun"
    WEAPON = "weapon"
    NOTHING = "nothing"
    EACH = "each"
    PARTICLE = "particle"
    WITH_IT = "with_it"


@dataclass(slots=True, eq=False)
class Phrase:
    """A phrase with its preposition (None if bare).

    `number` is an amount, a count of shots or the number of one shot; `segment` counts the separators of the clause
    before it (-1: it stands before the segment of the verb); `used` tells that the order has taken it in. `words` is
    where it starts without its preposition.
    """

    kind: PhraseKind
    start: int
    end: int
    named: Named | None = None
    number: int | None = None
    unit: Unit | None = None
    preposition: str | None = None
    segment: int = 0
    used: bool = False
    words: int = 0


Item = Token | Phrase


def phrases_of(tokens: list[Token]) -> list[Item]:
    """Return the tokens with those that belong together gathered into phrases."""
    given: Any = tokens
    items: Any = parser().parse(given)
    return list[Item](items)


@lru_cache(maxsize=1)
def parser() -> Lark:
    """Return the parser, built when it is asked for the first time."""
    from lark import Lark
    from lark.lexer import Lexer

    class Given(Lexer):
        """Hands on tokens that are there already."""

        def __init__(self, lexer_conf: object) -> None:
            pass

        def lex(self, data: Any) -> Iterator[Any]:  # type: ignore[override]  # lark's plainest lexer interface
            return iter(data)

    gather: Any = _Gather()
    grammar = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=Given, transformer=gather)


class _Gather:
    """Builds the phrases while the parser runs: one method for each rule of the grammar."""

    def start(self, items: list[Item]) -> list[Item]:
        return items

    def governed(self, parts: tuple[Token, Phrase]) -> Phrase:
        preposition, phrase = parts
        phrase.preposition = str(preposition.value)
        phrase.words = phrase.start
        phrase.start = preposition.start
        return phrase

    def name(self, parts: list[Token]) -> Phrase:
        token = parts[0]
        named = token.value if isinstance(token.value, Named) else None
        return Phrase(PhraseKind.NAME, token.start, token.end, named)

    def unknown(self, parts: list[Token]) -> Phrase:
        return Phrase(PhraseKind.UNKNOWN, parts[0].start, parts[-1].end)

    def amount(self, parts: list[Token]) -> Phrase:
        phrase = Phrase(PhraseKind.AMOUNT, parts[0].start, parts[-1].end)
        for token in parts:
            if isinstance(token.value, Unit):
                phrase.unit = token.value
            elif isinstance(token.value, int):
                phrase.number = token.value
        return phrase

    def shot(self, parts: list[Token]) -> Phrase:
        counts = parts[0].type in (Sort.SHOT, Sort.NUMBER)
        phrase = Phrase(PhraseKind.SHOTS if counts else PhraseKind.SHOT, parts[0].start, parts[-1].end)
        phrase.number = next((token.value for token in parts if isinstance(token.value, int)), None)
        return phrase

    def particle(self, parts: list[Token]) -> Phrase:
        token = parts[0]
        return Phrase(PhraseKind.PARTICLE, token.start, token.end, preposition=str(token.value))

    def times(self, parts: list[Token]) -> Phrase:
        token = parts[0]
        return Phrase(
            PhraseKind.TIMES, token.start, token.end, number=token.value if isinstance(token.value, int) else 1
        )

    def ordinal(self, parts: list[Token]) -> Phrase:
        token = parts[0]
        number = token.value if isinstance(token.value, int) else None
        return Phrase(PhraseKind.ORDINAL, token.start, token.end, number=number)

    def oneself(self, parts: list[Token]) -> Phrase:
        return self._plain(PhraseKind.ONESELF, parts)

    def pronoun(self, parts: list[Token]) -> Phrase:
        return self._plain(PhraseKind.PRONOUN, parts)

    def weapon(self, parts: list[Token]) -> Phrase:
        return self._plain(PhraseKind.WEAPON, parts)

    def nothing(self, parts: list[Token]) -> Phrase:
        return self._plain(PhraseKind.NOTHING, parts)

    def each(self, parts: list[Token]) -> Phrase:
        return self._plain(PhraseKind.EACH, parts)

    def with_it(self, parts: list[Token]) -> Phrase:
        phrase = self._plain(PhraseKind.WITH_IT, parts)
        phrase.preposition = "mit"
        return phrase

    def _plain(self, kind: PhraseKind, parts: list[Token]) -> Phrase:
        return Phrase(kind, parts[0].start, parts[0].end)
