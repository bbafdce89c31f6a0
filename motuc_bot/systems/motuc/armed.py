"""Verbs that order an attack or a shot only together with a weapon: `schwingt die Keule gegen He-Man`."""

from __future__ import annotations

import re

from motuc_bot.language.folding import folded_words
from motuc_bot.systems.motuc.constituents import PhraseKind
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning
from motuc_bot.systems.motuc.names import Kind, Named
from motuc_bot.systems.motuc.slots import BARE, TARGET, TOOL, Slots, syntax
from motuc_bot.systems.motuc.verbless import does
from motuc_bot.systems.motuc.why import Why
from rules.motuc.words import WeaponName

_ONE_BLOW = re.compile(r"\b(?:eine|oane)(?: (?:mit|rein|drauf|runter|nauf|druff|ueber)\b|$)")
_BLOWS = frozenset((Meaning.ATTACK, Meaning.SHOOT))


def blow(meaning: Meaning, slots: Slots, lexicon: Lexicon) -> Meaning:
    """Return what such a verb orders, any other meaning as it is.

    Without a weapon (`stößt He-Man`, `trifft He-Man`) it may mean anything else, and so it may with a particle
    (`stößt He-Man mit dem Stab weg`). What `schmettert die Axt gegen He-Man` means, a blow or a throw, is open.
    Raises: Unreadable.
    """
    verb = slots.clause.verb
    if verb is None or verb.base not in lexicon.armed or (meaning not in _BLOWS and meaning is not Meaning.HIT):
        return meaning
    weapons = slots.weapons(TOOL)
    at = BARE if meaning is Meaning.HIT else TARGET  # `trifft auf He-Man` only meets him
    targets = slots.figures(at) or slots.strangers(at, Kind.FIGURE) or slots.pronouns(at)
    if not targets or any(phrase.kind is PhraseKind.PARTICLE for phrase in slots.open()):
        raise slots.not_understood()
    if not weapons and slots.strangers(TOOL, Kind.WEAPON):
        slots.weapon(TOOL - BARE)
    if not weapons:
        raise syntax(Why.WEAPON_MISSING)
    if verb.base in lexicon.flings and slots.weapons(BARE) and not slots.figures(BARE):
        raise slots.not_understood()
    if meaning is not Meaning.HIT:
        return meaning
    hit = does(weapons[0], lexicon)
    if hit is None:
        raise syntax(Why.VERB_MISSING, rest=slots.text[slots.clause.start : slots.clause.end])
    return hit


def slaps(slots: Slots, lexicon: Lexicon) -> bool:
    """Tell whether a verb that only carries a noun strikes: `gibt He-Man eins`, `donnert He-Man die Axt …`."""
    verb = slots.clause.verb
    if verb is None or verb.base not in lexicon.slaps:
        return False
    if take_blow(slots):
        return True
    return verb.base in lexicon.knocks and len(slots.figures(BARE)) == 1 and len(slots.weapons(BARE)) == 1


def take_blow(slots: Slots) -> bool:
    """Take the word for a blow, `eins` or `eine`; False if there is none."""
    for phrase in slots.open():
        if phrase.kind is PhraseKind.AMOUNT and phrase.preposition is None and slots.words(phrase).lower() == "eins":
            phrase.used = True
            return True
    said = folded_words(slots.text[slots.clause.start : slots.clause.end] + slots.after())
    return _ONE_BLOW.search(" ".join(said)) is not None


def told_by_verb(base: str, slots: Slots, lexicon: Lexicon) -> WeaponName | None:
    """Return the weapon that the verb itself tells, None if it tells none: `peitscht auf He-Man ein`.

    Raises: Unreadable, Ambiguous.
    """
    weapon = lexicon.verb_weapons.get(base)
    if weapon is None:
        return None
    found = slots.index.longest([weapon], 0)
    if found is None or all(meaning.kind != Kind.WEAPON for meaning in found.meanings):
        raise syntax(Why.WEAPON_MISSING)
    return Named(weapon, found).weapon(slots.carried)
