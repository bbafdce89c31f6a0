"""Speech and reasons on the line of an order: `geht nach C5. Das wird euch lehren!`, `Da er müde ist, geht er …`.

They are left out only where they can't change what is ordered; every doubt keeps them in, so that the line is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import WORD, fold, folded_words
from motuc_bot.systems.motuc.asides import is_taunt
from motuc_bot.systems.motuc.lexicon import Lexicon, Sort, VerbForm
from motuc_bot.systems.motuc.misspelt import nearly_a_verb
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.tokens import Token, tokens_of

# Where a sentence ends; brackets and lone dashes end one too.
_END = re.compile(r"[.!?…]+|[()\[\]]|\s[-–—]+\s")
_MOST_SENTENCES = 8
_MOST_WORDS = 30
_NEARLY = 72.0
_SHORTEST_SLIP = 4
_SUBJECTS = frozenset(("er", "sie", "es", "ich", "wir"))
_ADDRESSED = frozenset(("du", "ihr"))
_YOU = "du"
_INFINITIVES = ("en", "eln", "ern")
# `Nicht mit mir, du Wicht!`
_TO_YOU = frozenset(("nicht", "mit"))
# Reasons that stand among the hedges: beside an order they change nothing.
_HARMLESS = frozenset(("weil", "dass", "als", "wie", "obwohl", "obgleich"))
_REASONS = frozenset(("da", "weil", "obwohl", "obgleich"))
_PURPOSES = frozenset(("um",))
_IDLE = frozenset(
    (Sort.UNKNOWN, Sort.SEPARATOR, Sort.PRONOUN, Sort.SELF, Sort.AUXILIARY, Sort.PARTICLE, Sort.PREPOSITION)
)


def without_speech_around(text: str, index: NameIndex, lexicon: Lexicon) -> str | None:
    """Return an order without the sentences and brackets beside it that are mere speech, None if there are none."""
    sentences = _sentences(text)
    if not 1 < len(sentences) <= _MOST_SENTENCES:
        return None
    kept = [sentence for sentence in sentences if not _is_speech(sentence, index, lexicon)]
    if not kept or len(kept) == len(sentences):
        return None
    order = " . ".join(kept)
    words = folded_words(order)
    return order if lexicon.spoken_to.isdisjoint(words) else None


def without_reason(text: str, index: NameIndex, lexicon: Lexicon) -> str | None:
    """Return an order without the reason told before it: `Da er müde ist, geht er …`; None if it begins otherwise."""
    first = WORD.match(text, len(text) - len(text.lstrip()))
    word = fold(first[0]) if first else ""
    comma = text.find(",")
    if comma < 0 or word not in _REASONS | _PURPOSES:
        return None
    reason, order = text[:comma], text[comma + 1 :]
    words, following = folded_words(reason), folded_words(order)
    verb = lexicon.words.get(following[0]) if following else None
    second = lexicon.words.get(words[1]) if len(words) > 1 else None
    begun = verb is not None and isinstance(verb.value, VerbForm) and verb.value.finite
    if not begun or len(words) < 2 or (second is not None and second.sort in (Sort.VERB, Sort.AUXILIARY)):
        return None
    spoken = lexicon.spoken_to | _ADDRESSED
    if not spoken.isdisjoint(words) or not spoken.isdisjoint(following) or not lexicon.hedges.isdisjoint(words[1:]):
        return None
    if word in _PURPOSES and not any(one == "zu" or ("zu" in one[2:] and one.endswith("n")) for one in words):
        return None
    named = False
    for token in tokens_of(reason, index, lexicon):
        if isinstance(token.value, Named):
            if token.value.field is not None or token.value.may_be(Kind.SPELL):
                return None
            named = named or token.value.may_be(Kind.WEAPON)
        elif not _is_idle(token, lexicon) and token.type != Sort.NEGATION:
            return None
    # A weapon in the reason leaves open which one is meant if the order names none.
    if named and not any(
        isinstance(token.value, Named) and token.value.may_be(Kind.WEAPON) for token in tokens_of(order, index, lexicon)
    ):
        return None
    return order


def without_taunts(text: str, index: NameIndex, lexicon: Lexicon) -> str | None:
    """Return an order without the taunts beside it: `geht nach C5. Greif doch an, He-Man!`; None if there are none."""
    if "," not in text or lexicon.taunts.isdisjoint(folded_words(text)):
        return None
    sentences = _sentences(text)
    if not 1 < len(sentences) <= _MOST_SENTENCES:
        return None
    kept = [sentence for sentence in sentences if not _is_called_taunt(sentence, index, lexicon)]
    return " . ".join(kept) if 0 < len(kept) < len(sentences) else None


def _is_called_taunt(sentence: str, index: NameIndex, lexicon: Lexicon) -> bool:
    tokens = tokens_of(sentence, index, lexicon)
    return bool(tokens) and _is_called(tokens, len(tokens) - 1, sentence) and is_taunt(tokens, sentence, lexicon)


def _sentences(text: str) -> list[str]:
    begin = 0
    found: list[str] = []
    for end in _END.finditer(text):
        sentence = end[0][0] in ".!?…"
        if sentence and text[end.end() : end.end() + 1].isalnum():
            continue
        until = end.end() if sentence else end.start()
        found.append(text[begin:until])
        begin = end.end()
        if len(found) > _MOST_SENTENCES:
            return found
    found.append(text[begin:])
    return [sentence for sentence in found if WORD.search(sentence)]


def _is_speech(sentence: str, index: NameIndex, lexicon: Lexicon) -> bool:
    """Tell whether a sentence can't be an order nor change one."""
    words = folded_words(sentence)
    spoken_to = _YOU in words or not lexicon.spoken_to.isdisjoint(words)
    changes = lexicon.changes.intersection(words)
    if len(words) > _MOST_WORDS or changes - (_TO_YOU if spoken_to else frozenset()):
        return False
    if any(word in lexicon.hedges and word not in _HARMLESS for word in words):
        return False
    tokens = tokens_of(sentence, index, lexicon)
    if not tokens:
        return True
    if is_taunt(tokens, sentence, lexicon):
        return not any(_is_thing(token) for token in tokens)
    known = lexicon.words.get(words[0])
    if (known is not None and known.sort is Sort.SEPARATOR) or _tells_what_is_done(words, lexicon):
        return False
    for place, token in enumerate(tokens):
        if isinstance(token.value, Named):
            if not token.value.only_figure or not (spoken_to or _is_called(tokens, place, sentence)):
                return False
        elif token.type == Sort.NEGATION:
            if not spoken_to:
                return False
        elif not (_is_idle(token, lexicon) or _is_unarmed(token, sentence, lexicon)) or _is_a_slip(
            token, sentence, index, lexicon
        ):
            return False
    return True


def _is_idle(token: Token, lexicon: Lexicon) -> bool:
    """Tell whether a token orders nothing by itself."""
    if isinstance(token.value, VerbForm):
        return token.value.base in lexicon.soft
    return token.type in _IDLE


def _is_unarmed(token: Token, sentence: str, lexicon: Lexicon) -> bool:
    """Tell whether a verb orders nothing where no weapon is named: `Das trifft sich gut!`, but not `Trifft ihn.`."""
    first = WORD.search(sentence)
    behind = first is not None and first.start() < token.start
    return behind and isinstance(token.value, VerbForm) and token.value.base in lexicon.armed


def _is_thing(token: Token) -> bool:
    return isinstance(token.value, Named) and not token.value.only_figure


def _tells_what_is_done(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Tell whether an unknown verb may tell what the figure does: `Fesselt ihn.`, `Er fesselt ihn`, `fessle ich`."""
    if words[0] in _SUBJECTS:
        after = lexicon.words.get(words[1]) if len(words) > 1 else None
        return after is None or after.sort is not Sort.AUXILIARY
    if _is_strange(words[0], lexicon) and words[0].endswith("t") and not words[0].startswith("ge"):
        return True
    # `Ihn schubsen.`
    if _is_strange(words[-1], lexicon) and words[-1].endswith(_INFINITIVES):
        return not any(word in lexicon.words and lexicon.words[word].sort is Sort.AUXILIARY for word in words)
    return any(after in _SUBJECTS and _is_strange(word, lexicon) for word, after in pairwise(words))


def _is_strange(word: str, lexicon: Lexicon) -> bool:
    return word not in lexicon.words and not lexicon.is_manner(word)


def _is_called(tokens: Sequence[Token], place: int, sentence: str) -> bool:
    """Tell whether a figure is spoken to: `Stirb, He-Man!`, `He-Man, du Wicht!`."""
    beside = [tokens[at] for at in (place - 1, place + 1) if 0 <= at < len(tokens)]
    return len(tokens) > 1 and any(token.type == Sort.SEPARATOR and sentence[token.start] == "," for token in beside)


def _is_a_slip(token: Token, sentence: str, index: NameIndex, lexicon: Lexicon) -> bool:
    """Tell whether an unknown word is nearly a verb of the battle or a name."""
    written = sentence[token.start : token.end]
    if token.type != Sort.UNKNOWN or len(written) < _SHORTEST_SLIP:
        return False
    noun = written[0].isupper() and WORD.search(sentence, 0, token.start) is not None
    return (not noun and nearly_a_verb(fold(written), lexicon) is not None) or any(
        index.nearest(written, kind, at_least=_NEARLY) for kind in Kind
    )
