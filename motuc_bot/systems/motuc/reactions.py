"""From a clause of the reaction phase to the reactions it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motuc_bot.language.folding import fold, folded_words
from motuc_bot.systems.motuc.constituents import Phrase, PhraseKind
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Unit
from motuc_bot.systems.motuc.names import Kind, unknown
from motuc_bot.systems.motuc.slots import BARE, OPPONENT, TOOL, Slots, syntax
from motuc_bot.systems.motuc.why import Why
from rules.motuc.answers import Answer, Dodge, LeftToReferee, NoDefence, Parry, Resist
from rules.motuc.commands import Reaction
from rules.motuc.words import FigureName

_OPPOSED = frozenset(("gegen",))
_STRUCK = frozenset((None, "auf", "gegen", "an"))
_CLINGS = frozenset(("klammert", "klammere"))
_COMING_FROM = frozenset((None, "gegen", "vor", "unter", "auf"))
_LETS = frozenset(("laesst", "lasse", "liess", "lass"))
_BLOWS = frozenset((Meaning.ATTACK, Meaning.SHOOT))
_DODGING = frozenset(("weichen", "ducken"))


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


def as_reaction(meaning: Meaning | None, slots: Slots) -> Meaning | None:
    """Return what a clause orders where only the words around its verb tell that it reacts.

    `hält gegen He-Man den Schild`, `lässt sich von He-Man treffen`, `lässt das Schwert nicht los`.
    """
    clause = slots.clause
    if meaning is Meaning.HOLD and clause.verb_is("halten"):
        opposed = [phrase for phrase in slots.figures(_OPPOSED) if phrase.preposition == "gegen"]
        return Meaning.PARRY if opposed and slots.weapons(BARE) else meaning
    if meaning is Meaning.RESIST and clause.verb_is("halten"):
        held = any(phrase.preposition == "mit" for phrase in slots.weapons(TOOL))
        return Meaning.PARRY if held else meaning  # `hält mit dem Schild dagegen`
    if not clause.auxiliary or _LETS.isdisjoint(folded_words(slots.text[clause.start : clause.end])):
        return meaning
    particles = {phrase.preposition for phrase in slots.open() if phrase.kind is PhraseKind.PARTICLE}
    if meaning is Meaning.HIT and not clause.negated and slots.reflexive() and not slots.figures(_STRUCK):
        return Meaning.NO_DEFENCE
    if clause.deed in _BLOWS and not clause.negated and "zu" in particles:
        slots.take_particles("zu")
        return Meaning.NO_DEFENCE  # `lässt den Schlag von He-Man zu`
    if meaning is None and clause.negated and "los" in particles and slots.weapons(BARE):
        clause.negated = False
        return Meaning.RESIST
    return meaning


def read_reactions(meaning: Meaning, slots: Slots, lexicon: Lexicon) -> tuple[Reaction, ...]:
    """Return the reactions of a clause, in the order posted. Raises: Unreadable, Ambiguous."""
    if meaning is Meaning.PARRY and slots.clause.verb_is("fangen", "lenken"):
        words = folded_words(slots.text[slots.clause.start : slots.clause.end])
        if not any(_is_blow(word, lexicon) for word in words):
            raise slots.not_understood()  # `lenkt Skeletor ab`
    _take_coming(slots, lexicon)
    reactions = _read(_effective(meaning, slots), slots)
    slots.finish()
    return reactions


def _take_coming(slots: Slots, lexicon: Lexicon) -> None:
    """Take the words for what a reaction is against: `weicht dem Speer von Teela aus`, `pariert den Axthieb von …`."""
    phrases = list(slots.open())
    for place, phrase in enumerate(phrases):
        after = phrases[place + 1] if place + 1 < len(phrases) else None
        theirs = after is not None and after.preposition == "von" and slots.is_figure(after)
        if (
            phrase.kind is PhraseKind.SHOTS
            and after is not None
            and after.preposition == "auf"
            and slots.is_figure(after)
        ):
            raise slots.not_understood()  # `weicht dem Schuss auf He-Man aus`
        if phrase.preposition == "unter" and phrase.kind is PhraseKind.PARTICLE:
            phrase.used = theirs  # `duckt sich unter dem Schlag von Teela weg`
        elif phrase.preposition not in _COMING_FROM:
            continue
        elif phrase.kind is PhraseKind.UNKNOWN:
            phrase.used = _comes(slots.words(phrase), lexicon)
        elif phrase in slots.weapons(_COMING_FROM) and not slots.is_figure(phrase):
            phrase.used = theirs or (place > 0 and _owns(phrases[place - 1], phrase, slots))


def _owns(before: Phrase, weapon: Phrase, slots: Slots) -> bool:
    """Tell whether a weapon is somebody's who is named before it: `Teelas Speer`; it is in any case what is dodged."""
    verb = slots.clause.verb
    if before.preposition is not None or before.segment != weapon.segment or not slots.is_figure(before):
        return False
    written, names = fold(slots.words(before)), before.named.figures if before.named else ()
    genitive = written.endswith("s") and len(names) == 1 and not fold(names[0]).endswith("s")
    return genitive or (verb is not None and verb.base in _DODGING)


def _comes(words: str, lexicon: Lexicon) -> bool:
    *adjectives, last = folded_words(words) or [""]
    return all(map(_is_adjective, adjectives)) and _is_blow(last, lexicon)


def _is_blow(word: str, lexicon: Lexicon) -> bool:
    ends = word.endswith(lexicon.coming_ends) and word not in lexicon.not_coming
    return word in lexicon.coming or ends


def _is_adjective(word: str) -> bool:
    return word.endswith(("en", "em", "er", "e"))


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
            if slots.clause.verb_is("halten") and slots.figures(BARE):
                raise slots.not_understood()  # `hält Skeletor fest`
            clings = not _CLINGS.isdisjoint(folded_words(slots.text[slots.clause.start : slots.clause.end]))
            if clings and not any(_is_weapon(phrase, slots) for phrase in slots.open()):
                raise slots.not_understood()  # `klammert sich an He-Man`
            slots.weapon(BARE)  # `hält das Schwert fest`
            for phrase in slots.open():
                if phrase.kind is PhraseKind.AMOUNT and phrase.preposition is None:
                    phrase.preposition = "mit"  # `Widerstand: 3`
            return Resist(slots.stake())
        case Meaning.LEAVE:
            return LeftToReferee()
        case _:
            return NoDefence()


def _is_weapon(phrase: Phrase, slots: Slots) -> bool:
    return phrase.kind is PhraseKind.WEAPON or phrase in slots.weapons(BARE)


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
