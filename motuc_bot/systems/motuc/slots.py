"""What a verb takes out of its clause: figures, weapons, fields, amounts; what nobody takes is not understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from motuc_bot.language import NameIndex, Unreadable
from motuc_bot.language.folding import folded_words
from motuc_bot.systems.motuc.clauses import TRAILING, Clause
from motuc_bot.systems.motuc.constituents import Phrase, PhraseKind
from motuc_bot.systems.motuc.lexicon import Unit
from motuc_bot.systems.motuc.names import Kind, Named, unknown
from motuc_bot.systems.motuc.tokens import Token
from motuc_bot.systems.motuc.why import Why
from rules.board import Field
from rules.core import GeneralCode
from rules.motuc.words import FigureName, WeaponName

Prepositions = frozenset[str | None]

BARE: Prepositions = frozenset((None,))
TARGET: Prepositions = frozenset((None, "auf", "gegen", "an", "nach"))
TOOL: Prepositions = frozenset((None, "mit", "durch"))
WITH: Prepositions = frozenset(("mit",))
PLACE: Prepositions = frozenset((None, "auf", "nach", "zu", "in", "an"))
INSTEAD: Prepositions = frozenset(("statt",))
NEAR: Prepositions = frozenset(("zu", "neben", "bei", "vor", "hinter", "an", "richtung"))
OPPONENT: Prepositions = frozenset((None, "gegen", "von", "vor", "auf", "aus", "bei"))

# Particles that only colour a verb; those that change its meaning are in the lexicon.
_COLOUR = frozenset(
    (
        *("los", "weg", "hin", "her", "weiter", "zurueck", "fort", "davon", "vor", "um", "ab", "ein"),
        *("hervor", "heraus", "raus", "vorwaerts", "heran", "ran", "hinunter", "hinauf"),
        *("hinueber", "rueber", "herueber", "stehen", "sitzen", "liegen", "entgegen", "boden", "seite"),
        *("stehn", "sitzn", "liegn"),
    )
)


_REFLEXIVE = frozenset(("sich", "mich"))
# How near in percent an unknown word without a capital is to the name it stands for.
_NEARLY = 80.0


def syntax(why: Why, **facts: object) -> Unreadable:
    """Return the refusal of an order that can't be read."""
    return Unreadable(GeneralCode.SYNTAX, why, **facts)


@dataclass(slots=True)
class Slots:
    """One clause on the way to a command of `figure`; each taking marks its phrase as used.

    `tokens` are those of the whole line; `at_hand` is the weapon that the order before took up or loaded, which `damit`
    means; `holdings` are the weapons of each figure as far as they are known: its own win where a word means several.
    """

    figure: FigureName
    clause: Clause
    text: str
    index: NameIndex
    tokens: Sequence[Token] = ()
    at_hand: WeaponName | None = None
    holdings: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def carried(self) -> frozenset[str]:
        """The weapons of the figure itself."""
        return self.holdings.get(self.figure, frozenset())

    def open(self) -> Iterator[Phrase]:
        """Yield the phrases that are not used yet."""
        return (phrase for phrase in self.clause.phrases if not phrase.used)

    def words(self, phrase: Phrase) -> str:
        """Return the words of a phrase as posted, without its preposition and article."""
        return phrase.named.text if phrase.named else self.text[max(phrase.words, phrase.start) : phrase.end]

    def figures(self, prepositions: Prepositions) -> list[Phrase]:
        """Return the unused phrases with one of these prepositions that can stand for a figure."""
        return [phrase for phrase in self.open() if phrase.preposition in prepositions and _may_be(phrase, Kind.FIGURE)]

    def target(self, prepositions: Prepositions = TARGET) -> FigureName:
        """Take the one figure that the order needs. Raises: Unreadable, Ambiguous."""
        found = self.figures(prepositions)
        if len(found) > 1:
            # Where a name could also be a weapon, the one that can't is meant.
            found = [phrase for phrase in found if not _may_be(phrase, Kind.WEAPON)] or found
        if not found:
            return self.target_before(prepositions)
        if len(found) > 1:
            raise syntax(Why.ONE_TARGET, names=tuple(self.words(phrase) for phrase in found))
        return self.take_figure(found[0])

    def target_before(self, prepositions: Prepositions) -> FigureName:
        """Take a pronoun for the one other figure named earlier in the line: `… zu He-Man und greift ihn an`.

        Raises: Unreadable, Ambiguous.
        """
        pronouns = self.pronouns(prepositions)
        begin = self.clause.start
        before = {
            token.value.figure: None
            for token in self.tokens
            if token.start < begin and isinstance(token.value, Named) and token.value.may_be(Kind.FIGURE)
        }
        before.pop(self.figure, None)
        if not pronouns or self.strangers(prepositions, Kind.FIGURE) or len(before) != 1:
            raise self.missing(Kind.FIGURE, prepositions, Why.TARGET_MISSING)
        pronouns[0].used = True
        return next(iter(before))

    def is_figure(self, phrase: Phrase) -> bool:
        """Tell whether a phrase can stand for a figure."""
        return _may_be(phrase, Kind.FIGURE)

    def pronouns(self, prepositions: Prepositions) -> list[Phrase]:
        """Return the unused pronouns with one of these prepositions."""
        return [
            phrase for phrase in self.open() if phrase.kind is PhraseKind.PRONOUN and phrase.preposition in prepositions
        ]

    def maybe_target(self, prepositions: Prepositions = TARGET) -> FigureName | None:
        """Take the one figure the order may name. Raises: Unreadable, Ambiguous."""
        governed = prepositions - BARE
        if self.figures(prepositions) or self.strangers(prepositions, Kind.FIGURE) or self.pronouns(governed):
            return self.target(prepositions)
        return None

    def take_figure(self, phrase: Phrase) -> FigureName:
        """Take a phrase as a figure. Raises: Ambiguous."""
        assert phrase.named is not None
        phrase.used = True
        return phrase.named.figure

    def take_weapon(self, phrase: Phrase) -> WeaponName:
        """Take a phrase as a weapon. Raises: Ambiguous."""
        assert phrase.named is not None
        phrase.used = True
        return phrase.named.weapon(self.carried)

    def weapons(self, prepositions: Prepositions) -> list[Phrase]:
        """Return the unused phrases with one of these prepositions that can stand for a weapon."""
        return [phrase for phrase in self.open() if phrase.preposition in prepositions and _may_be(phrase, Kind.WEAPON)]

    def weapon(self, prepositions: Prepositions = TOOL) -> WeaponName | None:
        """Take the one weapon that the order may name; `mit seiner Waffe` names none. Raises: Unreadable, Ambiguous."""
        for phrase in self.open():
            if phrase.kind is PhraseKind.WEAPON and phrase.preposition in prepositions:
                phrase.used = True
        found = self.weapons(prepositions)
        if "mit" in prepositions and (weapon := self._with_it(bool(found))):
            return weapon
        if len(found) > 1:
            raise syntax(Why.ONE_WEAPON, names=tuple(self.words(phrase) for phrase in found))
        if found:
            return self.take_weapon(found[0])
        if strangers := self.strangers(prepositions, Kind.WEAPON):
            raise unknown(self.index, Kind.WEAPON, self.words(strangers[0]))
        return None

    def _with_it(self, named: bool) -> WeaponName | None:
        """Take `damit` for the weapon of the order before. Raises: Unreadable."""
        with_it = [phrase for phrase in self.open() if phrase.kind is PhraseKind.WITH_IT]
        if not with_it:
            return None
        if self.at_hand is None or named or len(with_it) > 1:
            raise syntax(Why.NOT_UNDERSTOOD, rest=self.text[with_it[0].start : with_it[0].end])
        with_it[0].used = True
        return self.at_hand

    def tool(self, prepositions: Prepositions = TOOL) -> WeaponName | None:
        """Take the weapon that an attack may name; a bare word that nothing is called like may be anything else.

        Raises: Unreadable, Ambiguous.
        """
        foreign = [
            phrase
            for phrase in self.strangers(prepositions & BARE, Kind.WEAPON)
            if not self.index.nearest(self.words(phrase), Kind.WEAPON)
        ]
        return self.weapon(prepositions - BARE if foreign and not self.weapons(BARE) else prepositions)

    def needed_weapon(self, prepositions: Prepositions = BARE) -> WeaponName:
        """Take the one weapon that the order needs. Raises: Unreadable, Ambiguous."""
        weapon = self.weapon(prepositions)
        if weapon is None:
            raise self.missing(Kind.WEAPON, prepositions, Why.WEAPON_MISSING)
        return weapon

    def strangers(self, prepositions: Prepositions, kind: Kind) -> list[Phrase]:
        """Return the unused unknown words with one of these prepositions that may be meant as names of this kind."""
        return [
            phrase
            for phrase in self.open()
            if phrase.kind is PhraseKind.UNKNOWN
            and phrase.preposition in prepositions
            and (phrase.preposition is not None or self._looks_like_a_name(phrase, kind))
        ]

    def _looks_like_a_name(self, phrase: Phrase, kind: Kind) -> bool:
        """Tell whether unknown words without a preposition may be a name: `greift Zora an`, but not `greift blind an`.

        What stands before the verb's own segment is something else that the figure should do.
        """
        words = self.words(phrase)
        if phrase.segment < 0 or not words[-1:].isalnum():
            return False
        if all(word[:1].isupper() for word in words.split()):
            return True
        return bool(self.index.nearest(words, kind, at_least=_NEARLY))

    def missing(self, kind: Kind, prepositions: Prepositions, why: Why) -> Unreadable:
        """Return the refusal where something of a kind is needed: a name nothing has, or none at all."""
        strangers = self.strangers(prepositions, kind)
        for phrase in self.open():
            beginning = phrase.named is not None and not phrase.named.exact and phrase.preposition in prepositions
            if phrase in strangers or (beginning and not any(stranger.preposition for stranger in strangers)):
                return unknown(self.index, kind, self.words(phrase))
        for phrase in self.open():
            if phrase.kind is PhraseKind.UNKNOWN:
                return syntax(Why.NOT_UNDERSTOOD, rest=self.text[phrase.start : phrase.end])
        return syntax(why)

    def no_field(self) -> Unreadable:
        """Return the refusal where a field is needed, with the words that might have been one."""
        for phrase in self.open():
            if phrase.kind not in TRAILING:
                field = phrase.named is not None and phrase.named.field is not None
                rest = self.text[phrase.start : phrase.end] if field else self.words(phrase)
                return syntax(Why.FIELD_MISSING, rest=rest)
        return syntax(Why.FIELD_MISSING)

    def take_particles(self, *particles: str) -> None:
        """Take particles that change nothing here."""
        for phrase in self.open():
            if phrase.kind is PhraseKind.PARTICLE and phrase.preposition in particles:
                phrase.used = True

    def take_nothing(self) -> None:
        """Take `nichts`."""
        for phrase in self.open():
            if phrase.kind is PhraseKind.NOTHING:
                phrase.used = True

    def reflexive(self) -> bool:
        """Tell whether whoever acts does it to himself: `wirft sich auf He-Man`."""
        words = folded_words(self.text[self.clause.start : self.clause.end] + self.after())
        return not _REFLEXIVE.isdisjoint(words)

    def after(self) -> str:
        """Return what stands between the clause and the next token."""
        end = min((token.start for token in self.tokens if token.start >= self.clause.end), default=len(self.text))
        return self.text[self.clause.end : end]

    def not_understood(self) -> Unreadable:
        """Return the refusal of the whole clause."""
        return syntax(Why.NOT_UNDERSTOOD, rest=self.text[self.clause.start : self.clause.end])

    def fields(self) -> list[tuple[Phrase, Field]]:
        """Return the unused phrases that can stand for a field."""
        return [(phrase, phrase.named.field) for phrase in self.open() if phrase.named and phrase.named.field]

    def naked(self, phrase: Phrase) -> bool:
        """Tell whether no other word belongs to a phrase: the 3 in `Angriff Skeletor 3`, not in `in Runde 3`."""
        before = max((token.end for token in self.tokens if token.end <= phrase.start), default=0)
        after = min((token.start for token in self.tokens if token.start >= phrase.end), default=len(self.text))
        around = self.text[before : phrase.start] + self.text[phrase.end : after]
        return not any(map(str.isalnum, around))

    def stake(self) -> int | None:
        """Take the agility staked: `Beweglichkeit 2`, `mit 2`; None is all that is left. Raises: Unreadable."""
        amounts = [
            phrase
            for phrase in self.open()
            if phrase.kind is PhraseKind.AMOUNT
            and (phrase.unit in (Unit.AGILITY, Unit.ALL) or (phrase.unit is None and phrase.preposition == "mit"))
        ]
        if not amounts:
            return None
        if len(amounts) > 1:
            raise syntax(Why.WHICH_STAKE)
        amounts[0].used = True
        return amounts[0].number

    def finish(self) -> None:
        """See that the clause was understood to its end. Raises: Unreadable."""
        for phrase in self.open():
            if phrase.kind is PhraseKind.PARTICLE and phrase.preposition in _COLOUR:
                continue
            if phrase.kind is PhraseKind.PARTICLE and self.clause.carried_out:
                continue
            if phrase.kind is PhraseKind.PRONOUN and phrase.preposition is None:
                continue
            raise syntax(Why.NOT_UNDERSTOOD, rest=self.text[phrase.start : phrase.end])
        if self.clause.negated:
            raise syntax(Why.NEGATED)


def _may_be(phrase: Phrase, kind: Kind) -> bool:
    return phrase.named is not None and phrase.named.may_be(kind)
