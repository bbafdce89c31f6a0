"""What a line tells before its order: `kauert sich knurrend hin und wartet`, `folgt nicht. Passt.`.

It is left out only where it can't be an order itself: it begins with an unknown verb, and it names nobody and nothing.
A lone unknown word (`blubbert und greift He-Man an`) may be a verb that nobody knows, so the line stays refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import fold, folded_words
from motuc_bot.systems.motuc.lexicon import Lexicon, Sort, VerbForm
from motuc_bot.systems.motuc.misspelt import nearly_a_verb
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.tokens import Token
from rules.motuc.words import FigureName

_MOST_PARTS = 4
_MOST_WORDS = 14
_NEARLY = 72.0
_SUBJECTS = frozenset(("er", "sie", "ich"))
_TOOL = "mit"
_ADDRESSED = frozenset(("du", "ihr"))
_IS = frozenset(("hat", "habe", "ist", "bin", "war", "hatte"))
_DENIABLE = frozenset(("bleiben", "geben"))
_LETS = frozenset(("laesst", "lasse"))
# What is told of another time may mean that the order is not for now.
_DENIED_LATER = frozenset(
    ("mehr", "bereit", "sicher", "fertig", "spaeter", "jetzt", "heute", "dran", "sondern", "doch")
)
_ME = frozenset(("sich", "mich"))
_THIRD = ("t", "te")
_FIRST = ("e", "te")
_IDLE = frozenset((Sort.UNKNOWN, Sort.PREPOSITION, Sort.PARTICLE, Sort.SELF))
_END = re.compile(r"[.!…]")


def without_narration(
    figure: FigureName, tokens: list[Token], text: str, index: NameIndex, lexicon: Lexicon
) -> list[Token] | None:
    """Return an order without what is told before it, None if nothing is or if it may be more than told."""
    begin = told = 0
    for _ in range(_MOST_PARTS):
        end = next((at for at in range(begin, len(tokens)) if tokens[at].type == Sort.SEPARATOR), None)
        if end is None or not _is_told(figure, tokens[begin : end + 1], text, index, lexicon, first=begin == 0):
            break
        begin = told = end + 1
    order = tokens[told:]
    if len(order) > 1 and order[0].type == Sort.PRONOUN and _named_she(order[0], text):
        order = order[1:]  # `… am Boden! Sie steht auf`
    if not told or not order or not _is_ordered(tokens[told - 1], order, text):
        return None
    return order


def _named_she(token: Token, text: str) -> bool:
    return text[token.start : token.end] == "Sie"


def _is_ordered(before: Token, order: Sequence[Token], text: str) -> bool:
    """Tell whether an order begins behind a separator.

    Behind a comma alone its verb must follow: `malt sich aus, er greift He-Man an` tells what is thought.
    """
    verb = order[0].type in (Sort.VERB, Sort.AUXILIARY)
    between = folded_words(text[before.end : order[0].start])
    return verb and (text[before.start : before.end] != "," or _SUBJECTS.isdisjoint(between))


def _is_told(
    figure: FigureName, part: Sequence[Token], text: str, index: NameIndex, lexicon: Lexicon, *, first: bool
) -> bool:
    """Tell whether the tokens up to a separator tell what the figure does besides, and nothing else."""
    *tokens, end = part
    start = 0 if first else tokens[0].start if tokens else end.start
    told = text[start : end.start]
    words = folded_words(told)
    if not tokens or not 2 <= len(words) <= _MOST_WORDS:
        return False
    named = tokens[0].value
    if isinstance(named, Named) and named.exact and named.only_figure and named.figures == (figure,):
        tokens, words = tokens[1:], words[len(folded_words(named.text)) :]
        subject = "er"
    else:
        subject = words[0] if words[0] in _SUBJECTS else ""
        words = words[1:] if subject else words
    if tokens and tokens[0].type == Sort.PRONOUN and subject == "sie":
        tokens = tokens[1:]
    sentence = _END.match(text, end.start) is not None
    if len(words) < 2 or not tokens:
        return False
    denied = sentence and _is_denied(tokens, words, lexicon)
    if not denied and not _is_a_verb(tokens[0], words, subject, text, lexicon):
        return False
    said = lexicon.hedges | lexicon.others | lexicon.spoken_to | lexicon.thoughts | _ADDRESSED
    if not said.isdisjoint(words[1:] if denied else words):
        return False
    if denied:
        tokens[0] = Token(Sort.UNKNOWN, None, tokens[0].start, tokens[0].end)
    return all(_is_idle(before, token, sentence, text, index, lexicon) for before, token in pairwise(tokens))


def _is_a_verb(token: Token, words: Sequence[str], subject: str, text: str, lexicon: Lexicon) -> bool:
    """Tell whether a part begins with an unknown verb of the third person, or behind `ich` of the first.

    With a capital it may call on others (`Kniet nieder und wartet!`) unless `sich` stands behind it.
    """
    written = text[token.start : token.end].split()[0]
    verb = fold(written)
    if verb != words[0] or token.type != Sort.UNKNOWN or not written.isalpha():
        return False
    oneself = words[1] in _ME
    if not (subject or oneself or written[0].islower()):
        return False
    if not oneself and not verb.endswith(_FIRST if subject == "ich" else _THIRD):
        return False
    return nearly_a_verb(verb, lexicon, weak=True) is None


def _is_denied(tokens: Sequence[Token], words: Sequence[str], lexicon: Lexicon) -> bool:
    """Tell whether a sentence tells what is not so: `gibt nicht auf.`, `hat keine Angst.`, `bleibt nicht liegen.`."""
    if all(token.type != Sort.NEGATION for token in tokens) or not _DENIED_LATER.isdisjoint(words):
        return False
    value = tokens[0].value
    if isinstance(value, VerbForm):
        return value.third and (value.base in lexicon.soft or value.base in _DENIABLE)
    return words[0] in _IS or (words[0] in _LETS and words[1] in _ME)


def _is_idle(before: Token, token: Token, sentence: bool, text: str, index: NameIndex, lexicon: Lexicon) -> bool:
    """Tell whether a token names nothing that an order may; only a sentence of its own may be negated."""
    if token.type == Sort.NEGATION:
        return sentence
    if isinstance(token.value, VerbForm):
        return token.value.base in lexicon.soft
    if token.type != Sort.UNKNOWN:
        return token.type in _IDLE
    words = text[token.start : token.end]
    if before.value == _TOOL and index.nearest(words, Kind.WEAPON):
        return False  # `wedelt mit der Akst`: could be meant for the blow
    return all(word.isalpha() for word in words.split()) and not any(
        index.nearest(words, kind, at_least=_NEARLY) for kind in Kind
    )
