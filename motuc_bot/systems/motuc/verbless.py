"""What is told without a verb: an attack by its weapon (`Zange auf He-Man`), a dodge by its stake (`1 gegen Teela`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from motuc_bot.language.folding import folded_words
from motuc_bot.systems.motuc.lexicon import Meaning
from motuc_bot.systems.motuc.names import Kind
from rules.motuc.model import BARE_HAND

if TYPE_CHECKING:
    from motuc_bot.systems.motuc.constituents import Phrase
    from motuc_bot.systems.motuc.lexicon import Lexicon

_AIMED = frozenset(("auf", "gegen"))
_HELD = frozenset((None, "mit"))


def weapon_in_use(phrases: Sequence[Phrase], lexicon: Lexicon) -> Meaning | None:
    """Return what a weapon does to whom it is aimed at: attack or shoot; None where it might do either or neither.

    The names tell: a sword strikes, a pistol shoots, an axe may do both and a shield wards off.
    """
    weapon: Phrase | None = None
    aimed = False
    for phrase in phrases:
        kind = phrase.kind
        if kind == "name" and phrase.named is not None:
            if (phrase.preposition in _AIMED or aimed) and phrase.named.may_be(Kind.FIGURE):
                aimed = True
            elif phrase.preposition in _HELD and weapon is None and phrase.named.may_be(Kind.WEAPON):
                weapon = phrase
            else:
                return None
        elif kind == "unknown" and phrase.preposition in _AIMED:
            aimed = True
        elif kind in ("amount", "times", "shots", "each"):
            if weapon is None and kind == "amount" and phrase.unit is not None:
                return None  # `2 Beweglichkeit gegen …` is a reaction
        elif kind not in ("particle", "pronoun"):
            return None
    return does(weapon, lexicon) if weapon is not None and aimed else None


def says_against(phrases: Sequence[Phrase]) -> bool:
    """Tell whether bare numbers stand before what they are for: `2 gegen den Schuss von Teela`, `1 gegen Teela`."""
    stakes = attacks = 0
    for phrase in phrases:
        figure = phrase.named is not None and phrase.named.may_be(Kind.FIGURE)
        if phrase.kind == "amount" and phrase.preposition is None and phrase.number is not None:
            stakes += 1
        elif (phrase.kind == "shots" and phrase.number is None and phrase.preposition in _AIMED) or (
            figure and phrase.preposition == "gegen"
        ):
            attacks += 1
        elif phrase.preposition != "von" or not figure:
            return False
        if not attacks <= stakes <= attacks + 1:
            return False
    return 0 < stakes == attacks


def does(weapon: Phrase, lexicon: Lexicon) -> Meaning | None:
    """Return what a weapon does, attack or shoot; None where it might do either or neither."""
    if weapon.named is None or weapon.named.match is None:
        return None
    kinds = {_kind(meaning.name, lexicon) for meaning in weapon.named.match.meanings if meaning.kind == Kind.WEAPON}
    return kinds.pop() if len(kinds) == 1 else None


def last_part(name: str, lexicon: Lexicon) -> str | None:
    """Return the kind of weapon by which a name ends, folded: `Geisterhellebarde`, `Havoc-Stab`; None if it is none."""
    words = folded_words(name)
    last = words[-1] if words else ""
    if len(words) > 1 and last in lexicon.weapon_kinds:
        return last
    return next((last[at:] for at in range(2, len(last) - 2) if last[at:] in lexicon.weapon_kinds), None)


def _kind(name: str, lexicon: Lexicon) -> Meaning | None:
    if name == BARE_HAND.name:
        return Meaning.ATTACK
    first = folded_words(name)[:1]
    if first and first[0].startswith("wurf"):
        return None
    for word in folded_words(name):
        if (part := word if word in lexicon.weapon_kinds else last_part(word, lexicon)) is not None:
            return lexicon.weapon_kinds[part]
    return None
