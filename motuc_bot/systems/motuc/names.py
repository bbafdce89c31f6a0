"""The names of a battle with the spells and the bare hand, and what a name found in a post may stand for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from motuc_bot.language import Ambiguous, Match, Meaning, NameIndex, Unreadable
from rules.board import Field
from rules.core import GeneralCode
from rules.motuc.model import BARE_HAND
from rules.motuc.words import FigureName, Spell, WeaponName

Entry = tuple[str, Sequence[str]]


class Kind(StrEnum):
    """What has a name."""

    FIGURE = "figure"
    WEAPON = "weapon"
    SPELL = "spell"


_SPELLS: dict[Spell, tuple[str, ...]] = {
    Spell.REGENERATION: ("Regeneration", "Regenerationszauber", "Heilung", "Heilzauber"),
    Spell.INVISIBILITY: ("Unsichtbarkeit", "Unsichtbarkeitszauber", "unsichtbar"),
    Spell.FIRE_BEAM: ("Feuerstrahl", "Feuerstrahlen"),
    Spell.SHIELD: ("Schutzschild", "Schutzschildzauber", "Magieschild", "Schutzzauber"),
    Spell.CONFUSION: ("Verwirrung", "Verwirrungszauber", "Konfusion"),
    Spell.TORTURE: ("Folter", "Folterzauber", "Folterung"),
    Spell.SHOCK_WAVE: ("Schockwelle", "Schockwellen", "Druckwelle"),
    Spell.LIGHTNING: ("Blitz", "Blitzstrahl", "Blitzzauber", "Blitzschlag"),
}
_HANDS = (
    "bloße Hand", "bloßen Hand", "bloße Hände", "bloßen Händen", "bloßen Hände", "blanke Faust", "blanken Faust",
    "bloße Faust", "bloßen Faust", "bloßer Faust", "nackte Faust", "nackten Faust", "nackten Fäusten",
    "bloßen Fäusten", "bloßer Hand", "leere Hand", "leeren Hand", "leerer Hand", "Faust", "Fäuste", "Fäusten",
    "unbewaffnet", "waffenlos",
)  # fmt: skip
_FALLBACK = [(Kind.SPELL, spell.value, german) for spell, german in _SPELLS.items()] + [
    (Kind.WEAPON, str(BARE_HAND.name), _HANDS)
]


def name_index(figures: Sequence[Entry], weapons: Sequence[Entry]) -> NameIndex:
    """Return the index of a battle's names; they win over the German words for spells and the bare hand."""
    return NameIndex(
        [(Kind.FIGURE, name, aliases) for name, aliases in figures]
        + [(Kind.WEAPON, name, aliases) for name, aliases in weapons],
        fallback=_FALLBACK,
        declined=(Kind.WEAPON, Kind.SPELL),
        unshortened=(BARE_HAND.name,),
    )


@dataclass(frozen=True, slots=True)
class Named:
    """What a stretch of words can stand for: names by kind, and a field where it looks like one (`C5`)."""

    text: str
    match: Match | None
    field: Field | None = None

    @property
    def exact(self) -> bool:
        """Tell whether it is a full name or a field, not only the beginning of a name."""
        return self.match is None or self.match.exact

    def may_be(self, kind: Kind) -> bool:
        """Tell whether it can stand for something of this kind."""
        return self.match is not None and any(meaning.kind == kind for meaning in self.match.meanings)

    def stands_for(self, kind: Kind, name: str) -> bool:
        """Tell whether it can stand for just this."""
        return self.match is not None and Meaning(kind, name) in self.match.meanings

    @property
    def only_spell(self) -> bool:
        """Tell whether it can stand for a spell and for nothing else that an order names."""
        return self.may_be(Kind.SPELL) and not self.may_be(Kind.FIGURE) and not self.may_be(Kind.WEAPON)

    @property
    def only_figure(self) -> bool:
        """Tell whether it can stand for a figure and for nothing else that an order names."""
        if self.match is None or self.field is not None:
            return False
        return all(meaning.kind == Kind.FIGURE for meaning in self.match.meanings)

    @property
    def figures(self) -> tuple[FigureName, ...]:
        """The figures it can stand for."""
        meanings = self.match.meanings if self.match else ()
        return tuple(dict.fromkeys(FigureName(meaning.name) for meaning in meanings if meaning.kind == Kind.FIGURE))

    @property
    def figure(self) -> FigureName:
        """The figure it stands for. Raises: Ambiguous."""
        return FigureName(self._one(Kind.FIGURE))

    def weapon(self, carried: Collection[str] = ()) -> WeaponName:
        """Return the weapon it stands for: the one of several that is among the `carried`. Raises: Ambiguous."""
        return WeaponName(self._one(Kind.WEAPON, carried))

    @property
    def spell(self) -> Spell:
        """The spell it stands for. Raises: Ambiguous."""
        return Spell(self._one(Kind.SPELL))

    def _one(self, kind: Kind, nearer: Collection[str] = ()) -> str:
        meanings = self.match.meanings if self.match else ()
        names = tuple(dict.fromkeys(meaning.name for meaning in meanings if meaning.kind == kind))
        near = tuple(name for name in names if name in nearer)
        if len(near) == 1 or len(names) == 1:
            return (near or names)[0]
        raise Ambiguous(kind, self.text, tuple(german_name(kind, name) for name in names))


def unknown(index: NameIndex, kind: Kind, text: str) -> Unreadable:
    """Return the refusal of a name that nothing of this kind has, with the nearest names."""
    nearest = tuple(german_name(kind, name) for name in index.nearest(text, kind) if name != BARE_HAND.name)
    return Unreadable(GeneralCode.UNKNOWN_NAME, f"unknown_{kind}", name=text, suggestions=nearest)


def figure_of(value: object, text: str, index: NameIndex) -> FigureName:
    """Return the figure that a token stands for. Raises: Unreadable, Ambiguous."""
    if isinstance(value, Named) and value.may_be(Kind.FIGURE):
        return value.figure
    raise unknown(index, Kind.FIGURE, text)


def german_name(kind: str, name: str) -> str:
    """Return a canonical name as players know it."""
    if kind == Kind.SPELL:
        return _SPELLS[Spell(name)][0]
    return _HANDS[0] if kind == Kind.WEAPON and name == BARE_HAND.name else name
