"""Start positions of several figures: `Start Skeletor A4, Trap-Jaw A6`."""

from __future__ import annotations

import re

from motuc_bot.language import NameIndex
from motuc_bot.language.folding import WORD, fold
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Sort, VerbForm
from motuc_bot.systems.motuc.names import Kind, Named, figure_of
from motuc_bot.systems.motuc.slots import PLACE, syntax
from motuc_bot.systems.motuc.tokens import MOST_TOKENS, tokens_of
from motuc_bot.systems.motuc.why import Why
from rules.motuc.commands import RegisterStart
from rules.motuc.words import FigureName

_STARTS = re.compile(r"\bstart", re.IGNORECASE)


def after_start(text: str, lexicon: Lexicon) -> str | None:
    """Return what stands behind `Start`, None if the text begins with something else."""
    first = WORD.search(text)
    known = lexicon.words.get(fold(first[0])) if first else None
    return text[first.end() :] if first and known and known.value is Meaning.START else None


def begins_with_start(text: str, index: NameIndex, lexicon: Lexicon) -> bool:
    """Tell whether a text begins with a figure and its start position: `Skeletor Start A4`."""
    if not _STARTS.search(text):
        return False
    tokens = [token for token in tokens_of(text, index, lexicon) if token.type != Sort.SEPARATOR]
    values = [token.value for token in tokens if token.type != Sort.PREPOSITION][:3]
    match values:
        case [Named() as figure, start, Named(field=field)]:
            return figure.may_be(Kind.FIGURE) and start is Meaning.START and field is not None
        case _:
            return False


def _is_start(value: object) -> bool:
    return value is Meaning.START or (isinstance(value, VerbForm) and value.base == "starten")


def read_starts(text: str, index: NameIndex, lexicon: Lexicon) -> tuple[RegisterStart, ...]:
    """Return the start positions in `Skeletor A4, Trap-Jaw Start A6`; () for prose: no fields, and not names only.

    Raises: Unreadable, Ambiguous.
    """
    tokens = tokens_of(text, index, lexicon)
    names = [token.value for token in tokens if isinstance(token.value, Named)]
    if len(names) < len(tokens) and not any(named.field for named in names):
        return ()
    if len(tokens) > MOST_TOKENS:
        raise syntax(Why.TOO_LONG)
    commands: list[RegisterStart] = []
    figure: FigureName | None = None
    for token in tokens:
        if (
            token.type == Sort.SEPARATOR
            or _is_start(token.value)
            or text[token.start : token.end] == "="
            or (token.type == Sort.PREPOSITION and token.value in PLACE)
        ):
            continue
        if figure is None:
            figure = figure_of(token.value, text[token.start : token.end], index)
        elif isinstance(token.value, Named) and token.value.field is not None:
            commands.append(RegisterStart(figure, token.value.field))
            figure = None
        else:
            raise syntax(Why.FIELD_MISSING, rest=text[token.start : token.end])
    if figure is not None:
        raise syntax(Why.FIELD_MISSING)
    return tuple(commands)
