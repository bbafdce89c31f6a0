"""A verb that is nearly one of the battle: never guessed, but named in the refusal."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from motuc_bot.language import NameIndex, Unreadable
from motuc_bot.language.folding import fold
from motuc_bot.systems.motuc.lexicon import Lexicon, Sort
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.slots import syntax
from motuc_bot.systems.motuc.tokens import Token
from motuc_bot.systems.motuc.why import Why

_MOST_TRIED = 3
_SHORTEST = 3
_LONG = 9
_NEAR = 80.0
_NEARLY_A_FIGURE = 72.0


def misspelt_verb(tokens: Sequence[Token], text: str, index: NameIndex, lexicon: Lexicon) -> Unreadable | None:
    """Return the refusal of a word in a verb's place that is nearly a verb of the battle: `grieft He-Man an`.

    With a capital it may begin dialogue: then a figure's name is not enough if something is called out.
    """
    before: Token | None = None
    tried = 0
    for token in tokens:
        begins = before is None or before.type == Sort.SEPARATOR
        before = token
        if not begins or token.type != Sort.UNKNOWN or tried == _MOST_TRIED:
            continue
        tried += 1
        written = text[token.start : token.end]
        verb = nearly_a_verb(fold(written), lexicon) if written.isalpha() else None
        if verb is None:
            continue
        called_out = written[0].isupper() and text.rstrip()[-1:] in ("!", "?")
        if any(_is_named(other, text, index, called_out) for other in tokens if other is not token):
            return syntax(Why.MISSPELT_VERB, written=written, verb=verb)
    return None


def nearly_a_verb(word: str, lexicon: Lexicon) -> str | None:
    """Return the verb one slip away (in a long word two), as it is written."""
    if len(word) < _SHORTEST or word in lexicon.no_slip:
        return None
    slips = 1 + (len(word) >= _LONG)
    spelling = lexicon.spelling.get(word[0], {})
    found = process.extract(word, spelling.keys(), scorer=OSA.distance, score_cutoff=slips, limit=8)
    near = [form for form, _, _ in found if fuzz.ratio(word, form) >= _NEAR]
    near.sort(key=lambda form: (form[-1] != word[-1], -fuzz.ratio(word, form)))
    return spelling[near[0]] if near else None


def _is_named(token: Token, text: str, index: NameIndex, called_out: bool) -> bool:
    """Tell whether a token names something an order needs, or a figure nearly."""
    if isinstance(token.value, Named):
        return not (called_out and token.value.only_figure)
    near_a_figure = token.type == Sort.UNKNOWN and not called_out
    return near_a_figure and bool(index.nearest(text[token.start : token.end], Kind.FIGURE, at_least=_NEARLY_A_FIGURE))
