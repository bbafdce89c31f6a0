"""Whether a text that can't be read was meant as an order, so that it is refused, or is mere speech."""

from __future__ import annotations

import re
from collections.abc import Sequence

from motuc_bot.language import Ambiguous, Unreadable
from motuc_bot.language.folding import WORD, fold, folded_words
from motuc_bot.systems.motuc.asides import calls_out, is_addressed
from motuc_bot.systems.motuc.lexicon import NEEDS_NOTHING, Lexicon, Meaning, Sort, Unit, VerbForm
from motuc_bot.systems.motuc.names import Named
from motuc_bot.systems.motuc.tokens import Token
from rules.core import GeneralCode

_HE = frozenset(("er", "sie"))
_I = "ich"
_WE = "wir"
_END = re.compile(r"[.!?…]+")
_YOU = frozenset(("du", "ihr"))
_UNKNOWN_VERB = ("t", "te")


def is_order(tokens: list[Token], text: str, refusal: Unreadable | Ambiguous, lexicon: Lexicon) -> bool:
    """Tell whether a text that can't be read was meant as an order.

    It was if it holds a verb of the battle or a field, unless it speaks to somebody (`Ich schlage dich zu Brei!`). What
    else is said with names or everyday verbs may be dialogue: it is an order if it is told like one (`hebt …`, `kniet
    nieder und wartet auf ihn`, `fesselt He-Man`), if a name in it is nearly right, or if there is a name other than a
    figure's, every word is known and nothing is called out (`Axt auf He-Man`).
    """
    if asks(tokens, text, lexicon):
        return False
    if refusal.code == GeneralCode.UNKNOWN_NAME and _is_wordless_attack(tokens):
        return text.rstrip()[-1:] not in ("!", "?")
    words = folded_words(text)
    spoken_to = not lexicon.spoken_to.isdisjoint(words)
    needed = any(map(_is_needed, tokens))
    if has_verb_or_field(tokens, lexicon):
        return needed or not (spoken_to or (_WE in words and is_addressed(tokens, text)))
    verb = any(isinstance(token.value, VerbForm) and token.value.base not in lexicon.soft for token in tokens)
    if verb and refusal.code == GeneralCode.UNKNOWN_NAME and refusal.facts["suggestions"] and _YOU.isdisjoint(words):
        return True
    first = WORD.search(text)
    if first and tokens[0].start != first.start():
        first = None
    begins = tokens[0].value if first else None
    if isinstance(begins, VerbForm) and begins.third and begins.base not in lexicon.soft:
        return not (calls_out(text, lexicon) or spoken_to or (calls_on_others(text) and not needed))
    if verb and _is_told_like_an_order(tokens, text, lexicon):
        return True
    named = any(isinstance(token.value, Named) and token.value.exact for token in tokens)
    if not named or text.rstrip()[-1:] in ("!", "?"):
        return False
    # An unknown verb in the third person, or one with another before it: `fesselt He-Man`, `will He-Man fesseln`.
    begun = first[0] if first and (_is_strange(tokens[0], lexicon) or tokens[0].type == Sort.AUXILIARY) else ""
    if begun[:1].islower() and (begun.endswith("t") or tokens[0].type == Sort.AUXILIARY):
        return not spoken_to
    if any(map(lexicon.is_manner, words)) or any(_is_strange(token, lexicon) for token in tokens):
        return False
    return verb or (all(token.type in _THINGS for token in tokens) and not all(map(is_mere_figure, tokens)))


def asks(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> bool:
    """Tell whether a text is a question of the player's: `Kann ich nach C5 gehen?`, but not `geht nach C5?`."""
    if "?" not in text or len(_END.findall(text)) > 1 or not text.rstrip().endswith("?"):
        return False
    return folded_words(text)[0] in lexicon.asks if WORD.search(text) else False


def _is_told_like_an_order(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> bool:
    """Tell whether a clause begins with a verb of an order where the text tells what somebody does.

    `kniet vor ihm nieder und wartet`, `ich bleib hier hocken`; not what calls out, asks or speaks to somebody. What
    begins with a capital may be dialogue (`Ich komme.`, `Er trat auf die Bühne.`): it is an order if the verb needs
    nothing, or what it needs is named.
    """
    words = folded_words(text)
    start = text.lstrip()
    spoken = not lexicon.spoken_to.isdisjoint(words) or not _YOU.isdisjoint(words) or start.rstrip()[-1:] == "?"
    if not words or spoken or calls_on_others(text) or is_addressed(tokens, text):
        return False
    lower = start[:1].islower()
    if words[0] not in _HE and words[0] != _I and not (lower and _may_begin(tokens[0], words[0], text, lexicon)):
        return False
    if words[0] == _I and text.rstrip().endswith("!"):
        return False
    firm = lower or any(map(_is_needed, tokens))
    end = 0
    for place, token in enumerate(tokens):
        value = token.value
        begins = place == 0 or tokens[place - 1].type == Sort.SEPARATOR
        alone = lower and len(words) == 1  # `halten`
        if begins and isinstance(value, VerbForm) and (value.finite or alone) and value.base not in lexicon.soft:
            before = folded_words(text[end : token.start])
            after = folded_words(text[token.end : token.end + len("  ich ")])[:1]
            told = value.third and (not before or before[-1] in _HE)
            told = told or (_I in (*before[-1:], *after) and not value.third) or (lower and not before)
            if told and (firm or _needs_nothing(value, lexicon)):
                return True
        end = token.end
    return False


def _may_begin(token: Token, word: str, text: str, lexicon: Lexicon) -> bool:
    """Tell whether a lower-case word may be the verb with which somebody tells what a figure does."""
    if isinstance(token.value, VerbForm):
        return token.value.third or word.endswith(("e", "en"))
    return (
        token.type == Sort.UNKNOWN
        and word == fold(text[token.start : token.end].split()[0])
        and word.endswith(_UNKNOWN_VERB)
    )


def _needs_nothing(verb: VerbForm, lexicon: Lexicon) -> bool:
    return lexicon.meanings.get((verb.base, verb.particle)) in NEEDS_NOTHING


def calls_on_others(text: str) -> bool:
    """Tell whether a text with a capital is called out, so that it may call on several: `Passt auf!`, `Kommt her!`."""
    return text.rstrip().endswith("!") and text.lstrip()[:1].isupper()


def _is_wordless_attack(tokens: Sequence[Token]) -> bool:
    """Tell whether a weapon is aimed at somebody unknown: `Laser auf Marzo`."""
    types = [token.type for token in tokens]
    return types in (
        [Sort.NAME, Sort.PREPOSITION, Sort.UNKNOWN],
        [Sort.NAME, Sort.SEPARATOR, Sort.PREPOSITION, Sort.UNKNOWN],
    )


def _is_strange(token: Token, lexicon: Lexicon) -> bool:
    """Tell whether a word is unknown, or known only as what may stand beside an order."""
    value = token.value
    if isinstance(value, VerbForm):
        return value.base in lexicon.soft
    return token.type == Sort.UNKNOWN or (token.type == Sort.PREPOSITION and value in _SOFT_PREPOSITIONS)


def _is_needed(token: Token) -> bool:
    """Tell whether a token names a field, a weapon or a spell."""
    value = token.value
    return isinstance(value, Named) and not value.only_figure


def is_mere_figure(token: Token) -> bool:
    """Tell whether a token can only name a figure, as whoever calls out to it does: `He-Man …`."""
    if token.type == Sort.SEPARATOR:
        return True
    return isinstance(token.value, Named) and token.value.only_figure


def has_verb_or_field(tokens: list[Token], lexicon: Lexicon) -> bool:
    """Tell whether there is a verb of the battle, a noun in its place, a field, or a number of shots or agility."""
    deed = False
    types = {token.type for token in tokens}
    if Sort.NTH_SHOT in types or (Sort.NUMBER in types and Sort.SHOT in types):
        return True
    for token in tokens:
        value = token.value
        if value is Unit.AGILITY and Sort.NUMBER in types:
            return True
        if isinstance(value, VerbForm) and value.base not in lexicon.weak and value.base not in lexicon.soft:
            return True
        if isinstance(value, Named) and value.match is None and value.field is not None:
            return True
        deed = deed or (isinstance(value, Meaning) and value in _TELLING)
    # `Angriff!` alone is a cry.
    return deed and any(token.type in (Sort.NAME, Sort.UNKNOWN, Sort.NUMBER) for token in tokens)


# What an order without its verb may hold: `2x Axt auf He-Man`.
_THINGS = frozenset(
    (
        *(Sort.NAME, Sort.PREPOSITION, Sort.SEPARATOR, Sort.NUMBER, Sort.TIMES, Sort.UNIT, Sort.WEAPON),
        *(Sort.PRONOUN, Sort.SHOT, Sort.DEED, Sort.EACH),
    )
)

# These occur in everyday speech more often than in orders.
_SOFT_PREPOSITIONS = frozenset(("neben", "hinter"))

# Nouns that speak of orders and hardly of anything else.
_TELLING = frozenset(
    (
        *(Meaning.ATTACK, Meaning.SHOOT, Meaning.CAST, Meaning.PARRY, Meaning.DODGE, Meaning.WALK, Meaning.START),
        *(Meaning.NO_DEFENCE, Meaning.DISARM, Meaning.CHANGE),
    )
)
