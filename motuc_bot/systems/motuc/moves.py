"""From a clause of the move phase to its command: one function for each meaning."""

from __future__ import annotations

import re
from dataclasses import replace

from motuc_bot.language.folding import folded_words
from motuc_bot.systems.motuc.armed import blow, slaps, take_blow, told_by_verb
from motuc_bot.systems.motuc.constituents import Phrase, PhraseKind
from motuc_bot.systems.motuc.lexicon import Lexicon, Meaning, Unit
from motuc_bot.systems.motuc.names import Kind, unknown
from motuc_bot.systems.motuc.slots import BARE, INSTEAD, NEAR, PLACE, TARGET, WITH, Slots, syntax
from motuc_bot.systems.motuc.why import Why
from rules.board import Field
from rules.motuc.commands import (
    Attack,
    Cast,
    ChangeWeapon,
    Command,
    Disarm,
    Hold,
    Pass,
    PickUp,
    RegisterStart,
    Reload,
    Shoot,
    StandUp,
    Walk,
)
from rules.motuc.words import FigureName, Spell, WeaponName

_CHANGED_FOR = frozenset(("gegen", "zu", "auf", "in", "fuer", "durch", "nach"))
_CHANGED_FROM = frozenset(("von", "aus", "statt"))
_WITH_SPELL = frozenset((Meaning.ATTACK, Meaning.SHOOT, Meaning.ENCHANT, Meaning.LIGHT, Meaning.STAKE))
_SPELL_ON = TARGET | {"bei", "fuer", "ueber", "zu"}
_WHERE = frozenset(("richtung", "ueber", "durch", "zu", "in", "an", "hinter", "vor", "neben", "bei"))
_STEPS = re.compile(r"\s*(?:feld|felder|schritte?)\b", re.IGNORECASE)
_SEVERAL = re.compile("(?:sch|w)(?:ü|ue|u\u0308)", re.IGNORECASE)
_IS = frozenset(("ist", "bin", "war", "is", "sind"))
# What only tells the way of a walk.
_WAYS = ("hoch", "runter", "herunter", "rauf", "herauf", "naeher", "herum", "rum", "drauf", "hinein")
_SPELL_AS: frozenset[str | None] = frozenset((None, "mit", "auf", "zu"))


def read_move(meaning: Meaning, slots: Slots, lexicon: Lexicon) -> Command:
    """Return the command of a clause. Raises: Unreadable, Ambiguous."""
    if meaning in _WITH_SPELL and _spells(slots):
        meaning = Meaning.CAST
    elif meaning is Meaning.SHOOT and slots.clause.verb_is("werfen", "schmeissen", "schleudern") and slots.reflexive():
        meaning = Meaning.ATTACK  # `wirft sich auf He-Man`
    elif meaning is Meaning.LIGHT and slaps(slots, lexicon):
        meaning = Meaning.ATTACK  # `verpasst He-Man eins`
    if slots.clause.negated:
        raise syntax(Why.NEGATED)
    meaning = blow(meaning, slots, lexicon)
    command = _read(meaning, slots, lexicon)
    slots.finish()
    return command


def _read(meaning: Meaning, slots: Slots, lexicon: Lexicon) -> Command:
    match meaning:
        case Meaning.WALK:
            return _walk(slots)
        case Meaning.DRAW:
            return _walk(slots) if slots.fields() and not slots.weapons(BARE) else _draw(slots)
        case Meaning.ATTACK:
            return _attack(slots, lexicon)
        case Meaning.SHOOT:
            return _shoot(slots)
        case Meaning.CAST:
            return _cast(slots)
        case Meaning.TORTURE:
            return Cast(slots.figure, Spell.TORTURE, slots.target(_SPELL_ON))
        case Meaning.CONFUSE:
            return Cast(slots.figure, Spell.CONFUSION, slots.target(_SPELL_ON))
        case Meaning.REGENERATE:
            return _split(Cast(slots.figure, Spell.REGENERATION, _spell_target(slots)), slots)
        case Meaning.DISARM:
            return _disarm(slots, lexicon)
        case Meaning.CHANGE:
            return _change(slots)
        case Meaning.PICK_UP:
            weapon = slots.needed_weapon(BARE | {"auf"})
            slots.take_particles("auf")  # `nimmt den Speer vom Boden auf`
            return PickUp(slots.figure, weapon, slots.weapon(INSTEAD | {"gegen", "fuer"}))
        case Meaning.RELOAD:
            return Reload(slots.figure, slots.weapon(BARE | {"nach"}))
        case Meaning.STAND_UP:
            return StandUp(slots.figure)
        case Meaning.HOLD | Meaning.HANDS:
            return _hold(slots)
        case Meaning.START:
            return RegisterStart(slots.figure, _one_field(slots))
        case Meaning.ENCHANT | Meaning.AIM | Meaning.LIGHT:
            raise slots.not_understood()
        case _:
            if slots.clause.does:
                slots.take_nothing()
            return Pass(slots.figure)


def _walk(slots: Slots) -> Walk:
    to: list[Field] = []
    row: list[Field] = []
    via: list[Field] = []
    last: list[Field] | None = None
    for phrase, field in slots.fields():
        if phrase.preposition in ("ueber", "durch"):
            last = via
        elif phrase.preposition in ("von", "aus"):
            last = None
        elif phrase.preposition is not None and phrase.preposition in PLACE:
            last = to
        elif phrase.preposition is None:
            last = row if last is None or last is to else last
        else:
            continue
        phrase.used = True
        if last is not None:
            last.append(field)
    if not to and row:
        *before, end = row
        via += before
        to, row = [end], []
    if not to:
        raise slots.no_field()
    slots.take_particles(*(_WAYS if slots.clause.headed else ("auf",)))  # `auf nach C5`
    if len(to) + len(row) > 1:
        raise syntax(Why.ONE_DESTINATION, fields=tuple(map(str, to + row)))
    # The field alone counts: `geht 3 Felder nach C5 zu He-Man`.
    for phrase in slots.figures(NEAR):
        phrase.used = True
    for phrase in slots.open():
        if phrase.kind is PhraseKind.AMOUNT and _STEPS.match(slots.text, phrase.end):
            phrase.used = True
        elif phrase.kind is PhraseKind.UNKNOWN and phrase.preposition in _WHERE and _is_one_word(slots.words(phrase)):
            phrase.used = True  # `Richtung Mitte, auf C5`
    return Walk(slots.figure, to[0], tuple(via))


def is_there(slots: Slots) -> bool:
    """Tell whether words without a verb tell where somebody is, not where he goes: `ist schon auf C5`."""
    words = folded_words(slots.text[: slots.clause.end])
    at = any(phrase.preposition != "nach" for phrase, _ in slots.fields())
    return slots.clause.auxiliary and at and not _IS.isdisjoint(words)


def _is_one_word(words: str) -> bool:
    return words.isalpha()


def _one_field(slots: Slots) -> Field:
    found = [(phrase, field) for phrase, field in slots.fields() if phrase.preposition in PLACE]
    if not found:
        raise slots.no_field()
    if len(found) > 1:
        raise syntax(Why.ONE_DESTINATION, fields=tuple(str(field) for _, field in found))
    found[0][0].used = True
    return found[0][1]


def _attack(slots: Slots, lexicon: Lexicon) -> Attack:
    slots.take_particles("eins")  # `haut He-Man die Axt über den Schädel`
    stake = slots.stake()
    bare = None if stake is not None else _number_behind(slots)
    # `kämpft mit He-Man` fights against him; every other verb fights with a weapon.
    with_figure = not slots.figures(TARGET) and not slots.strangers(TARGET, Kind.FIGURE)
    at = TARGET | {"ueber"} if slots.clause.verb_is("fallen") else TARGET  # `fällt über He-Man her`
    target = slots.target(WITH if with_figure and slots.figures(WITH) else at)
    if slots.clause.verb_is("ziehen", "braten"):
        take_blow(slots)  # `zieht He-Man eins mit der Keule über`
    weapon = slots.tool()
    if weapon is None and slots.clause.verb is not None:
        weapon = told_by_verb(slots.clause.verb.base, slots, lexicon)
    return Attack(slots.figure, target, weapon, stake if bare is None else bare)


def _number_behind(slots: Slots) -> int | None:
    """Take the number that ends an attack, which can be agility alone: `Angriff Skeletor 3`, `greift Teela an, 2`."""
    phrases = [phrase for phrase in slots.clause.phrases if phrase.kind is not PhraseKind.PARTICLE]
    last = phrases[-1] if len(phrases) > 1 else None
    if last is None or last.used or last.kind is not PhraseKind.AMOUNT or last.unit or last.preposition is not None:
        return None
    if sum(phrase.kind is PhraseKind.AMOUNT for phrase in phrases) > 1 or not slots.naked(last):
        return None
    last.used = True
    return last.number


def _disarm(slots: Slots, lexicon: Lexicon) -> Disarm:
    stake = slots.stake()
    target = slots.target(TARGET | {"von"})
    weapon = slots.weapon(WITH)
    for phrase in slots.open():
        if phrase.kind is PhraseKind.WEAPON or (phrase.kind is PhraseKind.PARTICLE and phrase.preposition == "hand"):
            phrase.used = True
    takes = weapon is not None or not slots.clause.verb_is("entwaffnen")
    if takes and (loot := slots.weapons(BARE)):
        _take_loot(loot, target, weapon, slots)
    weapon = weapon or slots.tool(BARE)
    if weapon is None and slots.clause.verb is not None:
        weapon = told_by_verb(slots.clause.verb.base, slots, lexicon)
    return Disarm(slots.figure, target, weapon, stake)


def _take_loot(loot: list[Phrase], target: FigureName, tool: WeaponName | None, slots: Slots) -> None:
    """Take the weapon that should fall. Which one does is drawn (R-X3), so that the order must be plain without it.

    `reißt He-Man mit der Peitsche das Schwert aus der Hand` is, unless he surely has none; `entreißt He-Man das
    Schwert` wishes nothing else, and is it only where he has no other. Raises: Unreadable.
    """
    held = slots.holdings.get(target)
    match = loot[0].named.match if loot[0].named else None
    has = held is None or (match is not None and any(meaning.name in held for meaning in match.meanings))
    alone = held is not None and len(held) == 1
    if len(loot) > 1 or not has or (tool is None and not alone):
        raise syntax(Why.LOOT_NOT_CHOSEN, name=slots.words(loot[0]))
    loot[0].used = True


def _shoot(slots: Slots) -> Shoot:
    if slots.clause.verb_is("ballern") and slots.figures(BARE) and take_blow(slots):
        raise slots.not_understood()  # `ballert He-Man eine`: no shot
    targets: list[FigureName] = []
    counts: list[int | None] = []
    begins: list[bool] = []
    each = waiting = None
    segment = 0
    aimed = slots.figures(TARGET)
    if any(phrase.preposition for phrase in aimed):
        # Where a name is a figure's and a weapon's: `wirft X auf Y` throws the weapon.
        aimed = [phrase for phrase in aimed if phrase.preposition or phrase not in slots.weapons(BARE)]
    for phrase in list(slots.open()):
        if phrase.kind is PhraseKind.EACH:
            phrase.used, each = True, True
        elif _counts_shots(phrase):
            phrase.used = True
            if phrase.kind is PhraseKind.SHOTS and phrase.number is None and _SEVERAL.match(slots.words(phrase)):
                raise syntax(Why.WHICH_SHOTS)  # `Schüsse auf Teela`, `mit allen Schüssen`
            if targets and counts[-1] is None and phrase.segment == segment and waiting is None:
                counts[-1] = phrase.number or 1
            else:
                waiting = phrase.number or 1
        elif phrase in aimed:
            targets.append(slots.take_figure(phrase))
            counts.append(waiting)
            begins.append(phrase.preposition is not None)
            waiting, segment = None, phrase.segment
    if not targets:
        targets, counts, begins = [slots.target_before(TARGET)], [None], [True]
    if waiting is not None:
        if len(targets) > 1 or counts[0] is not None:
            raise syntax(Why.WHICH_SHOTS)
        counts[0] = waiting
    if strangers := slots.strangers(TARGET - BARE, Kind.FIGURE):
        raise unknown(slots.index, Kind.FIGURE, slots.words(strangers[0]))
    weapon = slots.tool(frozenset((None, "mit", "aus", "durch")))
    return Shoot(slots.figure, tuple(zip(targets, _shared(counts, begins, each is not None), strict=True)), weapon)


def _shared(counts: list[int | None], begins: list[bool], each: bool) -> list[int]:
    """Return how many shots go at each target.

    `zweimal auf Teela und Orko` leaves it open; a target that begins anew has one shot if none are named (R-F2):
    `zweimal auf Teela und auf Orko`. Raises: Unreadable.
    """
    first = counts[0]
    if each and first is not None:
        return [count or first for count in counts]
    several = False
    for count, anew in zip(counts, begins, strict=True):
        if count is None and not anew and several:
            raise syntax(Why.WHICH_SHOTS)
        several = count > 1 if count is not None else several and not anew
    return [count or 1 for count in counts]


def _counts_shots(phrase: Phrase) -> bool:
    if phrase.kind is PhraseKind.AMOUNT:
        return phrase.unit is None and phrase.preposition is None
    return phrase.kind in (PhraseKind.TIMES, PhraseKind.SHOTS)


def _cast(slots: Slots) -> Cast:
    spells = _spells(slots) or [
        phrase
        for phrase in slots.open()
        if phrase.preposition in _SPELL_AS and phrase.named is not None and phrase.named.may_be(Kind.SPELL)
    ]
    if not spells or spells[0].named is None:
        raise slots.missing(Kind.SPELL, BARE, Why.SPELL_MISSING)
    spells[0].used = True
    spell = spells[0].named.spell
    cast = Cast(slots.figure, spell)
    if slots.weapons(WITH):
        slots.weapon(WITH)  # the wand: any in hand serves (R-Z1)
    if spell is Spell.SHOCK_WAVE and (fields := slots.fields()):
        if len(fields) > 1:
            raise syntax(Why.ONE_DESTINATION, fields=tuple(str(field) for _, field in fields))
        fields[0][0].used = True
        return replace(cast, direction=fields[0][1])
    if spell is Spell.REGENERATION:
        cast = _split(cast, slots)
    target = _spell_target(slots)
    if target is None and (fields := slots.fields()):
        raise syntax(Why.SPELL_NEEDS_FIGURE, field=str(fields[0][1]))
    return replace(cast, target=target)


def names_spell(slots: Slots) -> bool:
    """Tell whether a clause names a spell."""
    return bool(_spells(slots))


def _spells(slots: Slots) -> list[Phrase]:
    return [phrase for phrase in slots.open() if phrase.named is not None and phrase.named.only_spell]


def _spell_target(slots: Slots) -> FigureName | None:
    for phrase in slots.open():
        if phrase.kind is PhraseKind.ONESELF:
            phrase.used = True
    return slots.maybe_target(_SPELL_ON)


def _split(cast: Cast, slots: Slots) -> Cast:
    """Share a regeneration out: `2 Leben, 1 Ausdauer`."""
    for phrase in slots.open():
        if phrase.kind is PhraseKind.AMOUNT and phrase.number is not None:
            if phrase.unit is Unit.LIFE and cast.life is None:
                cast = replace(cast, life=phrase.number)
            elif phrase.unit is Unit.STAMINA and cast.stamina is None:
                cast = replace(cast, stamina=phrase.number)
            else:
                continue
            phrase.used = True
    return cast


def _draw(slots: Slots) -> ChangeWeapon:
    new = slots.needed_weapon(BARE)
    return ChangeWeapon(slots.figure, new, slots.weapon(INSTEAD | {"gegen", "fuer"}))


def _change(slots: Slots) -> ChangeWeapon:
    """Read `Schwert gegen Axt`, `von Schwert zu Axt`, `zur Axt`, `Axt statt Schwert`, `die Waffe: Axt`."""
    new = slots.weapon(frozenset(_CHANGED_FOR))
    old = slots.weapon(frozenset(_CHANGED_FROM))
    bare = slots.weapon(BARE)
    if bare is not None and new is not None and old is not None:
        raise syntax(Why.ONE_WEAPON, names=(bare, new, old))
    if new is None:
        new, bare = bare, None
    if new is None:
        raise syntax(Why.WEAPON_MISSING)
    return ChangeWeapon(slots.figure, new, old or bare)


def _hold(slots: Slots) -> Hold:
    weapons: list[WeaponName] = []
    empty = False
    slots.take_particles("links", "rechts")
    for phrase in list(slots.open()):
        if phrase.kind is PhraseKind.NOTHING:
            phrase.used = empty = True
        elif phrase in slots.weapons(frozenset((None, "mit"))):
            weapons.append(slots.take_weapon(phrase))
    if strangers := slots.strangers(frozenset((None, "mit")), Kind.WEAPON):
        raise unknown(slots.index, Kind.WEAPON, slots.words(strangers[0]))
    if not weapons and not empty:
        raise syntax(Why.WEAPON_MISSING)
    return Hold(slots.figure, tuple(weapons))
