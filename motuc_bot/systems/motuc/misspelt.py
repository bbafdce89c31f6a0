"""A verb that is nearly one of the battle: never guessed, but named in the refusal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from motuc_bot.language import NameIndex, Unreadable
from motuc_bot.language.folding import fold
from motuc_bot.systems.motuc.lexicon import NEEDS_NOTHING, Lexicon, Sort, VerbForm
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.slots import syntax
from motuc_bot.systems.motuc.tokens import Token
from motuc_bot.systems.motuc.why import Why

_MOST_TRIED = 3
_SHORTEST = 3
_LONG = 9
_NEAR = 80.0
_NEARLY_A_FIGURE = 72.0
# What may stand beside a lone verb: `weicht mit 2 aus`.
_BESIDE = frozenset((Sort.PARTICLE, Sort.PREPOSITION, Sort.PRONOUN, Sort.NUMBER, Sort.UNIT, Sort.SELF))
_MOST_BESIDE = 5
# Words that are an order alone.
_ALONE = {"fertig": "fertig", "zurueck": "zurück"}


def misspelt_verb(tokens: Sequence[Token], text: str, index: NameIndex, lexicon: Lexicon) -> Unreadable | None:
    """Return the refusal of a word in a verb's place that is nearly a verb of the battle: `grieft He-Man an`.

    With a capital it may begin dialogue: then a figure's name is not enough if something is called out. A verb of
    everyday speech needs a weapon, a field or a spell beside it (`nimt die Axt`); a verb that needs nothing may stand
    alone (`parriert`).
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
        verb = nearly_a_verb(fold(written), lexicon, _particles(tokens)) if written.isalpha() else None
        called_out = written[0].isupper() and text.rstrip()[-1:] in ("!", "?")
        if verb is not None and any(
            _is_named(other, text, index, called_out) for other in tokens if other is not token
        ):
            return syntax(Why.MISSPELT_VERB, written=written, verb=verb)
        if not written.isalpha() or not written[0].islower():
            continue
        if any(isinstance(other.value, Named) and not other.value.only_figure for other in tokens):
            verb = verb or nearly_a_verb(fold(written), lexicon, _particles(tokens), weak=True)
            if verb is not None:
                return syntax(Why.MISSPELT_VERB, written=written, verb=verb)
    return lone_misspelt_verb(tokens, text, lexicon)


def lone_misspelt_verb(tokens: Sequence[Token], text: str, lexicon: Lexicon) -> Unreadable | None:
    """Return the refusal of a text that is all one order but for a slip in its verb: `parriert`, `greit an`."""
    if not tokens or len(tokens) > _MOST_BESIDE or tokens[0].type != Sort.UNKNOWN or text.rstrip()[-1:] in ("!", "?"):
        return None
    written = text[tokens[0].start : tokens[0].end]
    if not (written.isalpha() and written[0].islower() and text.lstrip().startswith(written)):
        return None
    particles = _particles(tokens[1:])
    if any(token.type not in _BESIDE for token in tokens[1:]):
        return None
    for word, suggested in _ALONE.items():
        if len(tokens) == 1 and OSA.distance(fold(written), word) == 1:
            return syntax(Why.MISSPELT_VERB, written=written, verb=suggested)
    verb = nearly_a_verb(fold(written), lexicon, particles, weak=True)
    known = lexicon.words[fold(verb)].value if verb is not None else None
    if verb is None or not isinstance(known, VerbForm):
        return None
    separable = _goes_with(fold(verb), particles, lexicon)
    alone = lexicon.meanings.get((known.base, None)) in NEEDS_NOTHING
    return syntax(Why.MISSPELT_VERB, written=written, verb=verb) if separable or alone else None


def nearly_a_verb(word: str, lexicon: Lexicon, particles: Collection[object] = (), *, weak: bool = False) -> str | None:
    """Return the verb one slip away (in a long word two), as it is written; with `weak` one of everyday speech too.

    Of several the one counts that goes with a particle beside it: `greit … an` is `greift`, not `gleit`.
    """
    if len(word) < _SHORTEST or word in lexicon.no_slip or word in lexicon.hedges:
        return None
    slips = 1 + (len(word) >= _LONG)
    spelling = lexicon.spelling.get(word[0], {})
    if weak:
        spelling = {**spelling, **lexicon.weak_spelling.get(word[0], {})}
    found = process.extract(word, spelling.keys(), scorer=OSA.distance, score_cutoff=slips, limit=8)
    near = [(form, distance) for form, distance, _ in found if fuzz.ratio(word, form) >= _NEAR]
    if not near:
        return None
    nearest = min(
        near,
        key=lambda one: (
            not _goes_with(one[0], particles, lexicon),
            one[0][-1] != word[-1],
            one[1],
            -fuzz.ratio(word, one[0]),
        ),
    )
    return spelling[nearest[0]]


def _goes_with(form: str, particles: Collection[object], lexicon: Lexicon) -> bool:
    """Tell whether a verb is separable with one of these particles."""
    known = lexicon.words.get(form)
    verb = known.value if known else None
    return isinstance(verb, VerbForm) and any((verb.base, particle) in lexicon.meanings for particle in particles)


def _particles(tokens: Sequence[Token]) -> list[object]:
    return [token.value for token in tokens if token.type in (Sort.PARTICLE, Sort.PREPOSITION)]


def _is_named(token: Token, text: str, index: NameIndex, called_out: bool) -> bool:
    """Tell whether a token names something an order needs, or a figure nearly."""
    if isinstance(token.value, Named):
        return not (called_out and token.value.only_figure)
    near_a_figure = token.type == Sort.UNKNOWN and not called_out
    return near_a_figure and bool(index.nearest(text[token.start : token.end], Kind.FIGURE, at_least=_NEARLY_A_FIGURE))
