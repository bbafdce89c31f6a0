"""From a clause of the reaction phase to the reactions it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motuc_bot.systems.motuc.constituents import Phrase, PhraseKind
from motuc_bot.systems.motuc.lexicon import Meaning, Unit
from motuc_bot.systems.motuc.names import Kind, unknown
from motuc_bot.systems.motuc.slots import BARE, OPPONENT, TOOL, Slots, syntax
from motuc_bot.systems.motuc.why import Why
from rules.motuc.answers import Answer, Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.commands import Reaction
from rules.motuc.words import FigureName


@dataclass(slots=True)
class _Entry:
    """What is said about one attack; `segment` is where its latest word stands."""

    segment: int
    attacker: FigureName | None = None
    attacker_first: bool = False
    shot: int = 0
    stake: int | None = None
    staked: bool = False
    stake_first: bool = False

    @property
    def named(self) -> bool:
        """Tell whether it says which attack."""
        return self.attacker is not None or self.shot > 0


def read_reactions(meaning: Meaning, slots: Slots) -> tuple[Reaction, ...]:
    """Return the reactions of a clause, in the order posted. Raises: Unreadable, Ambiguous."""
    reactions = _read(_effective(meaning, slots), slots)
    slots.finish()
    return reactions


def _effective(meaning: Meaning, slots: Slots) -> Meaning:
    """Resolve what hangs on a negation or on the means: `wehrt sich nicht`, `verteidigt sich mit dem Schild`."""
    if slots.clause.negated and meaning in (Meaning.DEFEND, Meaning.PARRY, Meaning.DODGE, Meaning.RESIST):
        slots.clause.negated = False
        return Meaning.NO_DEFENCE
    if meaning is Meaning.DEFEND:
        if slots.weapons(TOOL):
            return Meaning.PARRY
        if any(phrase.unit is Unit.AGILITY for phrase in slots.open()):
            return Meaning.DODGE
        raise syntax(Why.DEFENCE_UNCLEAR)
    return meaning


def _read(meaning: Meaning, slots: Slots) -> tuple[Reaction, ...]:
    if meaning is Meaning.DODGE or meaning is Meaning.STAKE:
        return _staked(meaning, slots)
    answer = _answer(meaning, slots)
    entries = _entries(slots, staking=False)
    return tuple(Reaction(answer, entry.attacker, entry.shot) for entry in entries) or (Reaction(answer),)


def _answer(meaning: Meaning, slots: Slots) -> Answer:
    match meaning:
        case Meaning.PARRY:
            weapon = slots.weapon(frozenset(("mit", "durch")))
            return Parry(slots.weapon(BARE) if weapon is None and slots.weapons(BARE) else weapon)
        case Meaning.RESIST:
            slots.weapon(BARE)  # `hält das Schwert fest`
            for phrase in slots.open():
                if phrase.kind is PhraseKind.AMOUNT and phrase.preposition is None:
                    phrase.preposition = "mit"  # `Widerstand: 3`
            return Resist(slots.stake())
        case Meaning.LEAVE:
            return LeftToReferee()
        case _:
            return NoDefence()


def _staked(meaning: Meaning, slots: Slots) -> tuple[Reaction, ...]:
    each = [phrase for phrase in slots.open() if phrase.kind is PhraseKind.EACH]
    entries = _entries(slots, staking=True)
    if each and sum(entry.staked for entry in entries) == 1:
        each[0].used = True
        _share_stake(entries)
    if meaning is Meaning.STAKE and not any(entry.staked for entry in entries):
        if entries and slots.weapons(TOOL):
            # `benutzt das Schwert gegen He-Man`: to strike or to ward off?
            raise syntax(Why.VERB_MISSING, rest=slots.text[slots.clause.start : slots.clause.end])
        raise syntax(Why.WHICH_STAKE)
    if len(entries) > 1:
        _inherit_attacker(entries)
        shared = not all(entry.staked for entry in entries)
        if any(not entry.named or (shared and entry.staked and not entry.stake_first) for entry in entries[1:]):
            # `weicht Anna und Cora mit 2 aus`, `weicht Schuss 1 und 2 aus`: which 2?
            raise syntax(Why.WHICH_STAKE)
    return tuple(Reaction(Dodge(entry.stake), entry.attacker, entry.shot) for entry in entries) or (Reaction(Dodge()),)


def _share_stake(entries: list[_Entry]) -> None:
    """Give the one stake named to each attack: `je 1 auf Schuss 1 und Schuss 2`."""
    stake = next(entry.stake for entry in entries if entry.staked)
    for entry in entries:
        entry.stake, entry.staked = stake, True


def _inherit_attacker(entries: list[_Entry]) -> None:
    """Give a shooter named ahead to all shots behind: `gegen Teela: 2 auf Schuss 1, 1 auf Schuss 2`."""
    leading = entries[0].attacker if entries[0].attacker_first and entries[0].shot else None
    for entry in entries[1:]:
        if entry.attacker is not None:
            leading = None
        elif entry.shot:
            entry.attacker = leading


def _entries(slots: Slots, *, staking: bool) -> list[_Entry]:
    """Gather attackers, shots and stakes; what is said a second time begins the next entry."""
    if strangers := slots.strangers(OPPONENT, Kind.FIGURE):
        raise unknown(slots.index, Kind.FIGURE, slots.words(strangers[0]))
    if any(phrase.kind is PhraseKind.SHOT for phrase in slots.open()):
        for phrase in slots.open():
            if phrase.kind is PhraseKind.ORDINAL:
                phrase.kind = PhraseKind.SHOT  # `dem ersten Schuss mit 2, dem zweiten mit 1`
    shots = {phrase.segment for phrase in slots.open() if phrase.kind is PhraseKind.SHOT}
    opponents = {phrase.segment for phrase in slots.open() if _is_opponent(phrase)}
    entries: list[_Entry] = []
    for phrase in list(slots.open()):
        if phrase.kind is PhraseKind.SHOTS and phrase.number is None:
            phrase.used = True
        elif phrase.kind is PhraseKind.SHOT and phrase.number:
            phrase.used = True
            _entry_for(phrase, entries, _starts_with_shot).shot = phrase.number
        elif staking and _is_stake(phrase):
            phrase.used = True
            if phrase.kind is PhraseKind.NOTHING:
                phrase.number = 0  # `setzt nichts ein`
            if phrase.segment in opponents:
                entry = _entry_for(phrase, entries, _starts_with_named_stake)
            elif phrase.segment in shots:
                entry = _entry_for(phrase, entries, _starts_with_stake_on_shot)
            else:
                entry = _entry_for(phrase, entries, _starts_with_stake)
            entry.stake, entry.staked, entry.stake_first = phrase.number, True, not entry.named
        elif _is_opponent(phrase):
            entry = _entry_for(phrase, entries, _starts_with_attacker)
            entry.attacker_first = not entry.staked and not entry.shot
            entry.attacker = slots.take_figure(phrase)
    return entries


def _entry_for(phrase: Phrase, entries: list[_Entry], starts: Callable[[_Entry, Phrase], bool]) -> _Entry:
    if not entries or starts(entries[-1], phrase):
        entries.append(_Entry(phrase.segment))
    entries[-1].segment = phrase.segment
    return entries[-1]


def _starts_with_shot(entry: _Entry, phrase: Phrase) -> bool:
    return entry.shot > 0 or (entry.segment != phrase.segment and entry.staked and entry.attacker is not None)


def _starts_with_stake(entry: _Entry, phrase: Phrase) -> bool:
    bare = phrase.unit is None and phrase.preposition is None
    return entry.staked or (entry.segment != phrase.segment and bare and entry.shot > 0)


def _starts_with_stake_on_shot(entry: _Entry, phrase: Phrase) -> bool:
    """Tell the same where the stake's own segment names a shot: `weicht Schuss 1 aus, 2 auf Schuss 2`."""
    return entry.staked or (entry.segment != phrase.segment and entry.shot > 0)


def _starts_with_named_stake(entry: _Entry, phrase: Phrase) -> bool:
    """Tell the same where the stake's own segment names an opponent: `weicht Trap-Jaw aus, 2 gegen Teela`."""
    return entry.staked or (entry.segment != phrase.segment and entry.named)


def _starts_with_attacker(entry: _Entry, phrase: Phrase) -> bool:
    apart = entry.segment != phrase.segment and phrase.preposition != "von"
    return entry.attacker is not None or (apart and entry.shot > 0)


def _is_opponent(phrase: Phrase) -> bool:
    return phrase.named is not None and phrase.named.may_be(Kind.FIGURE) and phrase.preposition in OPPONENT


def _is_stake(phrase: Phrase) -> bool:
    if phrase.kind is PhraseKind.NOTHING:
        return True
    if phrase.kind is not PhraseKind.AMOUNT or phrase.unit in (Unit.LIFE, Unit.STAMINA):
        return False
    return phrase.preposition in (None, "mit", "fuer")
