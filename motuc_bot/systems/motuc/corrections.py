"""What the game master sets: values, fields and players of figures, with the reason (R-X6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from motuc_bot.language import NameIndex, Unreadable
from motuc_bot.systems.motuc.lexicon import Lexicon, Sort, Unit, VerbForm
from motuc_bot.systems.motuc.names import Kind, Named, figure_of
from motuc_bot.systems.motuc.slots import PLACE, syntax
from motuc_bot.systems.motuc.tokens import MINUS, Token, tokens_of
from motuc_bot.systems.motuc.why import Why
from rules.core import Seat
from rules.motuc.commands import Correct, Reassign, Relocate
from rules.motuc.words import FigureName, Quantity

Correction = Correct | Relocate | Reassign

_REASON = re.compile(r"(?i:\bweil\b|\bgrund\s*:)|\(")
_NOW = "(?:[ ](?:ab[ ])?(?:jetzt|nun))?"
_SEAT = "(?P<seat>(?P<mark><?@!?)? [^,;()]+?)"
_HANDINGS_OVER = (
    # `Skeletor spielt @Ann`, `Skeletor geht an @Ann`
    rf"(?P<figure>[^@,]+?) [ ] (?:spielt|übernimmt|uebernimmt|(?:geht[ ])?an|gehört|gehoert) {_NOW} [ ] {_SEAT}",
    # `@Ann spielt Skeletor`
    rf"{_SEAT} [ ] (?:spielt|übernimmt|uebernimmt) {_NOW} [ ] (?P<figure>[^@,]+)",
    # `Skeletor wird jetzt von @Ann gespielt`
    rf"(?P<figure>[^@,]+?) [ ] wird {_NOW} [ ] von [ ] {_SEAT} [ ] (?:gespielt|geführt|gefuehrt|übernommen)",
)
_HANDING_OVER = tuple(re.compile(f"(?i:{pattern})[.!]?", re.VERBOSE) for pattern in _HANDINGS_OVER)
_LONGEST_HANDING_OVER = 120
_QUANTITIES = {Unit.LIFE: Quantity.LIFE, Unit.STAMINA: Quantity.STAMINA, Unit.AGILITY: Quantity.AGILITY}
_PUT = frozenset(("setzen", "stellen", "versetzen"))
_NOBODY = FigureName("")


def read_corrections(text: str, index: NameIndex, lexicon: Lexicon, seats: Sequence[str]) -> tuple[Correction, ...]:
    """Return what a line sets, () if it sets nothing: `Skeletor Leben 7, Ausdauer 3, weil …`.

    The reason stands behind `weil`, in brackets, or behind a comma. Raises: Unreadable, Ambiguous.
    """
    set_: list[Correction] = []
    figure: FigureName | None = None
    reason = ""
    begin = 0
    while begin < len(text):
        comma = text.find(",", begin)
        end = len(text) if comma < 0 else comma
        why = _REASON.search(text, begin, end)
        correction = _correction(text[begin : why.start() if why else end], figure, index, lexicon, seats)
        if correction is None:
            reason = _worded(text, why) if why and not text[begin : why.start()].strip() else text[begin:]
            break
        set_.append(correction)
        figure = correction.figure
        if why:
            reason = _worded(text, why)
            break
        begin = end + 1
    reason = reason.strip(" \t,.;:)")
    return tuple(replace(correction, reason=reason) for correction in set_)


def _worded(text: str, why: re.Match[str]) -> str:
    """Return the reason as it can be told again: a clause keeps its `weil`."""
    rest = text[why.end() :].strip()
    return f"weil {rest}" if why[0].lower() == "weil" else rest


def _correction(
    text: str, figure: FigureName | None, index: NameIndex, lexicon: Lexicon, seats: Sequence[str]
) -> Correction | None:
    """Return what a part of the line sets, for the figure it names or the one named before."""
    written = " ".join(text.split())
    if len(written) <= _LONGEST_HANDING_OVER:
        for pattern in _HANDING_OVER:
            over = pattern.fullmatch(written)
            if over and (correction := _handing_over(over, index, lexicon, seats)):
                return correction
    tokens = [token for token in tokens_of(text, index, lexicon) if not _is_idle(token)]
    name, rest = _split(tokens)
    if name is None:
        return None if figure is None or not _begins_setting(rest) else _setting(figure, rest, text)
    if rest and text[rest[0].start : rest[0].end] in MINUS:
        raise syntax(Why.NOT_UNDERSTOOD, rest=text[rest[0].start : rest[-1].end])
    if not _begins_setting(rest):
        return None
    try:
        setting = _setting(_NOBODY, rest, text)
    except Unreadable:
        if name.type == Sort.UNKNOWN:
            return None
        raise
    return replace(setting, figure=figure_of(name.value, text[name.start : name.end], index))


def _split(tokens: list[Token]) -> tuple[Token | None, list[Token]]:
    """Divide `Skeletor Leben 7` or `Leben von Skeletor 7` into the name and the rest."""
    types = [token.type for token in tokens[:3]]
    if types == [Sort.UNIT, Sort.PREPOSITION, Sort.NAME] and tokens[1].value == "von":
        return tokens[2], [tokens[0], *tokens[3:]]
    if types[:2] == [Sort.UNIT, Sort.NAME] and _may_be_figure(tokens[1]):
        return tokens[1], [tokens[0], *tokens[2:]]
    named = tokens and (tokens[0].type == Sort.UNKNOWN or _may_be_figure(tokens[0]))
    return (tokens[0], tokens[1:]) if named else (None, tokens)


def _is_idle(token: Token) -> bool:
    """Tell whether a token says nothing here: a mark, or the verb in `setzt Skeletor auf C5`."""
    if isinstance(token.value, VerbForm):
        return token.value.base in _PUT
    return token.type == Sort.SEPARATOR


def _may_be_figure(token: Token) -> bool:
    return isinstance(token.value, Named) and token.value.may_be(Kind.FIGURE)


def _begins_setting(tokens: Sequence[Token]) -> bool:
    if not tokens:
        return False
    first = tokens[0]
    if isinstance(first.value, Named):
        return first.value.field is not None
    return first.type in (Sort.UNIT, Sort.NUMBER) or (first.type == Sort.PREPOSITION and first.value in PLACE)


def _setting(figure: FigureName, tokens: Sequence[Token], text: str) -> Correct | Relocate:
    said = [token for token in tokens if token.type != Sort.PREPOSITION or token.value not in PLACE]
    before = text[: tokens[0].start] + "".join(text[token.start : token.end] for token in tokens[:-1])
    if "+" in text[tokens[0].start : tokens[-1].end] or before.rstrip().endswith("+"):
        raise syntax(Why.NOT_UNDERSTOOD, rest=text[tokens[0].start : tokens[-1].end])
    negative = any(text[token.start : token.end] in MINUS for token in said)
    values = [token.value for token in said if text[token.start : token.end] not in MINUS]
    match values:
        case [Named(field=field)] if field is not None and not negative:
            return Relocate(figure, field)
        case [Unit() as unit, int(number)] | [int(number), Unit() as unit] if unit in _QUANTITIES:
            return Correct(figure, _QUANTITIES[unit], -number if negative else number)
        case [Unit()]:
            raise syntax(Why.VALUE_MISSING)
        case _:
            raise syntax(Why.NOT_UNDERSTOOD, rest=text[tokens[0].start : tokens[-1].end])


def _handing_over(over: re.Match[str], index: NameIndex, lexicon: Lexicon, seats: Sequence[str]) -> Reassign | None:
    who = tokens_of(over["figure"], index, lexicon)
    seat = over["seat"].removeprefix("<").removeprefix("@").removeprefix("!").rstrip(".! >")
    known = seat if seat in seats else next((one for one in seats if one.casefold() == seat.casefold()), None)
    if len(who) != 1 or not seat or not (over["mark"] or known):
        return None
    return Reassign(figure_of(who[0].value, over["figure"], index), Seat(known or seat))
