"""What a clause gives to the order beside it: `…, wobei er 2 Beweglichkeit einsetzt`, `und benutzt dazu die Axt`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motuc_bot.language.folding import folded_words
from motuc_bot.systems.motuc.clauses import TRAILING, Clause, meaning_of
from motuc_bot.systems.motuc.constituents import PhraseKind
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Sort, Unit
from motuc_bot.systems.motuc.names import Kind
from motuc_bot.systems.motuc.slots import TOOL, Slots, syntax
from motuc_bot.systems.motuc.tokens import Token
from motuc_bot.systems.motuc.why import Why
from rules.motuc.answers import Dodge, Parry, Resist
from rules.motuc.commands import Attack, Cast, Command, Disarm, Reaction, Shoot

_SERVED = frozenset((Meaning.ATTACK, Meaning.DISARM, Meaning.SHOOT, Meaning.CAST, Meaning.PARRY))
# Beside a weapon these tell that something else is done with it: `danach benutzt er die Axt`.
_LATER = frozenset(("dann", "danach", "anschliessend", "daraufhin", "darauf", "sodann", "zuletzt", "schliesslich"))
_STAKED_FOR = frozenset((Meaning.ATTACK, Meaning.DISARM))


def settled_use(meaning: Meaning, slots: Slots, before: int, lexicon: Lexicon) -> Meaning:
    """Return what a clause orders where a verb of everyday speech may only give something to another order.

    `nimmt 2 Beweglichkeit dafür`, `dafür gibt er 2 Beweglichkeit`, `dazu nimmt er die Axt`; `before` is where the
    clause before it ends.
    """
    if meaning is not Meaning.DRAW and meaning is not Meaning.LIGHT:
        return meaning
    if adds_stake(slots.clause) and (
        meaning is Meaning.DRAW or any(phrase.unit is Unit.AGILITY for phrase in slots.open())
    ):
        slots.take_particles("aus", "her", "hin")
        return Meaning.STAKE
    words = folded_words(slots.text[before : slots.clause.end])
    if before and adds_use(slots.clause) and not lexicon.for_it.isdisjoint(words) and _LATER.isdisjoint(words):
        return Meaning.STAKE
    return meaning


def adds_stake(clause: Clause) -> bool:
    """Tell whether a clause only names agility for an order beside it: `und setzt 2 Beweglichkeit ein`."""
    kinds = {phrase.kind for phrase in clause.phrases if phrase.kind not in TRAILING}
    return kinds == {PhraseKind.AMOUNT}


def adds_use(clause: Clause) -> bool:
    """Tell whether a clause only names a weapon and agility for an order beside it: `und benutzt die Axt`."""
    weapons = 0
    for phrase in clause.phrases:
        if phrase.kind is PhraseKind.NAME and phrase.named is not None and phrase.named.may_be(Kind.WEAPON):
            weapons += phrase.preposition in TOOL
        elif phrase.kind not in TRAILING and phrase.kind is not PhraseKind.AMOUNT:
            return False
    return weapons == 1


def serves(clause: Clause, before: Sequence[Command | Reaction], following: Sequence[Clause], lexicon: Lexicon) -> bool:
    """Tell whether a clause names agility or a weapon for the order behind it: `benutzt die Axt und greift … an`.

    Where it may be for the one before, it is.
    """
    match before[-1] if before else None:
        case Attack() | Disarm() | Shoot() | Cast() | Reaction(answer=Parry()):
            return False
    meaning = meaning_of(following[0], lexicon) if following else None
    if adds_stake(clause):
        return meaning in _STAKED_FOR
    return adds_use(clause) and meaning in _SERVED


def given(command: Command, slots: Slots) -> Command:
    """Return a command with the agility and the weapon that a clause beside it names. Raises: Unreadable, Ambiguous."""
    if adds_stake(slots.clause):
        if not isinstance(command, Attack | Disarm) or command.stake is not None:
            raise syntax(Why.REACTION_AND_MOVE)
        _count_as_agility(slots)
        stake = slots.stake()
        slots.finish()
        return replace(command, stake=stake)
    if not isinstance(command, Attack | Disarm | Shoot | Cast) or _comes_later(slots):
        raise slots.not_understood()
    if isinstance(command, Attack | Disarm) and command.stake is None:
        command = replace(command, stake=slots.stake())
    weapon = slots.weapon(TOOL)
    slots.finish()
    if isinstance(command, Cast):
        return command  # the wand: any in hand serves (R-Z1)
    if command.weapon is not None and command.weapon != weapon:
        raise syntax(Why.ONE_WEAPON, names=(command.weapon, weapon))
    return replace(command, weapon=weapon)


def answered(reactions: Sequence[Reaction], slots: Slots) -> list[Reaction] | None:
    """Return the reactions with what a clause behind gives to the last one, None if it is a reaction of its own.

    `weicht Teela aus und setzt dafür 2 Beweglichkeit ein`, `pariert und benutzt dazu den Schild`.
    Raises: Unreadable, Ambiguous.
    """
    *others, last = reactions
    answer = last.answer
    if adds_use(slots.clause):
        if not isinstance(answer, Parry) or answer.weapon is not None or _comes_later(slots):
            raise slots.not_understood()
        answer = Parry(slots.weapon(TOOL))
    elif adds_stake(slots.clause) and isinstance(answer, Dodge | Resist) and answer.stake is None:
        if any(isinstance(other.answer, Dodge | Resist) for other in others):
            raise syntax(Why.WHICH_STAKE)
        _count_as_agility(slots)
        answer = replace(answer, stake=slots.stake())
    else:
        return None
    slots.finish()
    return [*others, replace(last, answer=answer)]


def _comes_later(slots: Slots) -> bool:
    before = max((token.end for token in slots.tokens if _ends_clause(token, slots)), default=0)
    return not _LATER.isdisjoint(folded_words(slots.text[before : slots.clause.end]))


def _ends_clause(token: Token, slots: Slots) -> bool:
    return token.end <= slots.clause.start and token.type != Sort.SEPARATOR


def _count_as_agility(slots: Slots) -> None:
    """Take a number that no word belongs to for agility: `und setzt 2 ein`."""
    for phrase in slots.open():
        bare = phrase.unit is None and phrase.preposition is None
        if phrase.kind is PhraseKind.AMOUNT and bare and slots.naked(phrase):
            phrase.preposition = "mit"
