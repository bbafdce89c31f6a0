"""What stands in an order without ordering anything: gestures, cries, taunts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from motuc_bot.language.folding import fold, folded_words
from motuc_bot.systems.motuc.clauses import TRAILING, meaning_of
from motuc_bot.systems.motuc.constituents import PhraseKind
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Sort, VerbForm
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.slots import Slots
from motuc_bot.systems.motuc.tokens import COLON, Token

# What is said in marks is blanked before an order is read: `ruft „Ha!“ und …`, `„Ha!“, ruft er und …`.
_QUOTED = "   "
_QUOTED_BEFORE = re.compile(r" {3,},\s*$")
_END_OF_SENTENCE = re.compile(r"[.!?…]")
_ME = frozenset(("mich", "mir", "uns"))
# What may stand between the verb and the word that makes a taunt of it.
_BETWEEN = _ME | {"du", "ihr", "sie", "mal", "dich", "euch", "auf", "gegen"}
_AT_ME = frozenset((Meaning.ATTACK, Meaning.SHOOT, Meaning.DISARM, Meaning.TORTURE, Meaning.CONFUSE))
_NEARLY = 72.0
# Nouns that are imperatives too.
_ALSO_VERBS = frozenset(("schlag", "stich", "tritt", "block", "start", "feuer"))
# `stürz mich auf He-Man` is said by whoever does it.
_REFLEXIVE = frozenset(("stuerzen", "werfen"))


def without_quotation(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """Return the tokens without what the figure only says: `brüllt: Ich greife He-Man an!`."""
    cries = False
    for place, token in enumerate(tokens):
        if isinstance(token.value, VerbForm):
            cries = token.value.base in lexicon.cries
        elif token.type == Sort.SEPARATOR:
            if cries and token.value == COLON:
                return tokens[:place]
            cries = False
    return tokens


def is_harmless(gesture: Slots, lexicon: Lexicon) -> bool:
    """Tell whether a gesture changes nothing: it names nobody and nothing, and no word in it changes the sense.

    Of what is said nothing may be left: it stood in quotation marks or behind a colon.
    """
    said = meaning_of(gesture.clause, lexicon) is Meaning.SAY
    if said:
        after = gesture.after()
        before = gesture.text[: gesture.clause.start]
        spoken = _QUOTED in after or COLON in after or _QUOTED_BEFORE.search(before)
        if not spoken and not _murmurs(gesture, lexicon):
            return False
    for phrase in gesture.clause.phrases:
        if phrase.kind is PhraseKind.UNKNOWN:
            words = gesture.words(phrase)
            if not all(word[:1].isalpha() for word in words.split()):
                return False
            if not lexicon.hedges.isdisjoint(folded_words(words)) or gesture.index.nearest(
                words, Kind.FIGURE, at_least=_NEARLY
            ):
                return False  # `lacht Tela aus`
        elif phrase.kind not in TRAILING and phrase.kind is not PhraseKind.ONESELF:
            return False
    return True


def _murmurs(gesture: Slots, lexicon: Lexicon) -> bool:
    """Tell whether nothing is told but that something is said: `murmelt dunkle Worte`."""
    words = folded_words(gesture.text[gesture.clause.start : gesture.clause.end])
    return bool(words) and words[-1] in lexicon.sayings


def moves_limb(slots: Slots, lexicon: Lexicon) -> bool:
    """Tell whether a clause only moves a part of the body: `hebt den Arm`, `reißt die Augen auf`."""
    if slots.clause.verb is None or slots.clause.verb.base not in lexicon.limb_verbs:
        return False
    moved = [phrase for phrase in slots.clause.phrases if phrase.kind is PhraseKind.UNKNOWN]
    return bool(moved) and all(_ends_with_body(slots.words(phrase), lexicon) for phrase in moved)


def _ends_with_body(words: str, lexicon: Lexicon) -> bool:
    last = folded_words(words)[-1:]
    return bool(last) and last[0] in lexicon.body


def is_taunt(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> bool:
    """Tell whether an enemy is dared to do something: `Greif doch an, He-Man!`, `Schlag mich, He-Man!`.

    It begins with an imperative, which `doch` or the like or `mich` follows, and is called out or addressed to a
    figure. A line that names a field is never one.
    """
    verb = tokens[0].value
    if not (isinstance(verb, VerbForm) and verb.finite) and not isinstance(verb, Meaning):
        return False
    if not _may_dare(text, lexicon):
        return False
    addressed = is_addressed(tokens, text)
    sentence = text[: end.start()] if (end := _END_OF_SENTENCE.search(text)) else text
    first, *following = folded_words(sentence) or [""]
    if first != fold(text[tokens[0].start : tokens[0].end]):
        return False
    if any(isinstance(token.value, Named) and token.value.field for token in tokens):
        return False
    if not addressed and (text[len(sentence) : len(sentence) + 1] != "!" or not _is_command_to_one(first)):
        return False
    if isinstance(verb, Meaning):
        return first in _ALSO_VERBS and _dares(verb, following, lexicon)
    meaning = lexicon.meanings.get((verb.base, verb.particle or lexicon.lenient.get(verb.base)))
    meaning = lexicon.meanings.get((verb.base, verb.particle), meaning)
    return _dares(None if verb.base in _REFLEXIVE else meaning, following, lexicon)


def calls_out(text: str, lexicon: Lexicon) -> bool:
    """Tell whether a text calls out a threat: `Wartet nur, ihr Würmer!`."""
    return text.rstrip().endswith("!") and not lexicon.taunts.isdisjoint(folded_words(text)[1:2])


def _may_dare(text: str, lexicon: Lexicon) -> bool:
    """Tell at little cost what most orders are not."""
    if "!" not in text and "," not in text:
        return False
    words = text.split(None, 2)
    second = fold(words[1].rstrip(",.!?…")) if len(words) > 1 else ""
    return second in lexicon.taunts or second in _BETWEEN


def _dares(meaning: Meaning | None, following: Sequence[str], lexicon: Lexicon) -> bool:
    for word in following:
        if word in lexicon.taunts or (word in _ME and meaning in _AT_ME):
            return True
        if word not in _BETWEEN:
            return False
    return False


def is_addressed(tokens: Sequence[Token], text: str) -> bool:
    """Tell whether a figure is called at the end of the first sentence or of the line: `…, He-Man!`."""
    for place in range(2, len(tokens) + 1):
        comma, name = tokens[place - 2 : place]
        ends = place == len(tokens) or (
            tokens[place].type == Sort.SEPARATOR and _END_OF_SENTENCE.match(text[tokens[place].start])
        )
        called = comma.type == Sort.SEPARATOR and text[comma.start] == ","
        if ends and called and isinstance(name.value, Named) and name.value.only_figure:
            return True
    return False


def _is_command_to_one(verb: str) -> bool:
    """Tell whether a folded verb form is an imperative of one: `greif`, not `greift` or `greife`."""
    return not verb.endswith(("t", "e"))
