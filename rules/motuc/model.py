"""Figures, weapons and the state of a MotUC-Battle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.board import Board, Field
from rules.core import Seat
from rules.motuc.actions import Action
from rules.motuc.answers import Answer
from rules.motuc.words import Category, EffectKind, FigureName, ItemId, Phase, Side, Team, Trait, ValueRule, WeaponName

START_LIFE = 10


@dataclass(frozen=True, slots=True)
class MeleeValues:
    """What a weapon is worth in melee (§5.1)."""

    attack: int
    defence: int
    reach: int
    damage: int


@dataclass(frozen=True, slots=True)
class RangedValues:
    """What a weapon is worth at a distance (§5.2.1); `range` counts the shooter's own field (R-F1).

    `reload`: shots until it must be loaded again, None = never empty (R-F4).
    """

    range: int
    damage: int
    shots: int = 1
    reload: int | None = None


@dataclass(frozen=True, slots=True)
class Weapon:
    """A kind of weapon; `hands` is how many it fills (R-T5)."""

    name: WeaponName
    aliases: tuple[str, ...] = ()
    melee: MeleeValues | None = None
    ranged: RangedValues | None = None
    wand: bool = False
    shield: bool = False
    disarm: bool = False
    thrown: bool = False
    fixed: bool = False
    improvised: bool = False
    hands: int = 1


BARE_HAND = Weapon(WeaponName("bare hand"), melee=MeleeValues(0, 0, 0, 0), hands=0)


@dataclass(frozen=True, slots=True)
class Magic:
    """A mage's constant power and the category whose spells he knows (R-Z1)."""

    power: int
    category: Category


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed about a figure; its own weapons in the order of its list."""

    name: FigureName
    melee: int
    ranged: int
    strength: int
    armour: int
    agility: int
    stamina: int
    base: int
    aliases: tuple[str, ...] = ()
    side: Side | None = None
    weapons: tuple[WeaponName, ...] = ()
    magic: Magic | None = None
    traits: frozenset[Trait] = frozenset()


@dataclass(frozen=True, slots=True)
class Item:
    """One single weapon in the battle; `charge` is what is left of `reload` (R-F4), None where it never empties."""

    id: ItemId
    weapon: Weapon
    charge: int | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """A spell that lasts until `until` begins its next move phase (R-Z6); `power` is the armour of a shield."""

    kind: EffectKind
    until: Team
    power: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a figure has done in its latest move phase (R-P9), and whether it has finished (R-P3)."""

    walked: bool = False
    handled: int = 0
    acted: bool = False
    passed: bool = False

    @property
    def things(self) -> int:
        """How many of the two things of R-P9 are used."""
        return self.walked + self.handled + self.acted

    @property
    def finished(self) -> bool:
        """Tell whether the figure does nothing more in this phase."""
        return self.acted or self.passed or self.things >= 2


FRESH = Usage()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in the battle. `spent` is the agility spent this round; `hands` are items in the order of the hands."""

    sheet: Sheet
    team: Team
    seat: Seat
    value: int
    stamina: int
    items: tuple[Item, ...]
    hands: tuple[ItemId, ...]
    armoury: tuple[WeaponName, ...] = ()
    field: Field | None = None
    life: int = START_LIFE
    spent: int = 0
    prone: bool = False
    effects: tuple[Effect, ...] = ()
    usage: Usage = FRESH
    parried: bool = False
    fought: bool = False

    @property
    def name(self) -> FigureName:
        """The figure's name."""
        return self.sheet.name

    @property
    def standing(self) -> bool:
        """Tell whether it is not defeated (a prone figure stands)."""
        return self.life > 0

    @property
    def confused(self) -> bool:
        """Tell whether Verwirrung lies on it."""
        return bool(self.effects) and any(effect.kind is EffectKind.CONFUSED for effect in self.effects)

    @property
    def invisible(self) -> bool:
        """Tell whether Unsichtbarkeit lies on it."""
        return bool(self.effects) and any(effect.kind is EffectKind.INVISIBLE for effect in self.effects)

    @property
    def shield_power(self) -> int:
        """The armour that Schutzschild adds; of two shields the higher one (R-Z3)."""
        return max((effect.power for effect in self.effects if effect.kind is EffectKind.SHIELDED), default=0)

    @property
    def held(self) -> tuple[Item, ...]:
        """The items in hand, in the order of the hands."""
        return tuple(item for held in self.hands for item in self.items if item.id == held)

    @property
    def belt(self) -> tuple[Item, ...]:
        """The items that hang on the belt, in the order of the figure's list."""
        return tuple(item for item in self.items if item.id not in self.hands)

    def has(self, trait: Trait) -> bool:
        """Tell whether the figure has the trait."""
        return trait in self.sheet.traits


@dataclass(frozen=True, slots=True)
class Lying:
    """A weapon on the ground of a field."""

    field: Field
    item: Item


@dataclass(frozen=True, slots=True)
class Start:
    """A registered start position; `field` is None where the player left it to the referee (R-S3)."""

    figure: FigureName
    field: Field | None


@dataclass(frozen=True, slots=True)
class Answered:
    """The reaction chosen for one attack: of `attacker` on `figure`; `shot` counts from 1, 0 in melee and disarming."""

    attacker: FigureName
    figure: FigureName
    shot: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What one post did to one figure in this move phase, so that it can be taken back (R-P8).

    `before` and `ground` are the figure and the ground as the post met them; `stamina` and `agility` are what the
    post's walk cost; `by_seat` tells that the player's `fertig` finished it.
    """

    post: int
    seat: Seat
    before: Figure
    ground: tuple[Lying, ...] = ()
    stamina: int = 0
    agility: int = 0
    by_seat: bool = False


@dataclass(frozen=True, slots=True)
class Armoury:
    """The weapons that a team may take from its armoury, one entry for each piece (R-T4)."""

    team: Team
    weapons: tuple[WeaponName, ...]


class SideRule(StrEnum):
    """Whether white takes only good and black only evil figures (R-T7)."""

    KEPT = "kept"
    LIFTED = "lifted"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a battle: board, rounds, value, the figures and weapons that may take part.

    `value` is a number or a rule (R-T2); `armouries` empty = every known weapon may be taken any number of times.
    """

    name: str
    board: Board
    rounds: int
    value: int | ValueRule
    sheets: tuple[Sheet, ...]
    weapons: tuple[Weapon, ...]
    armouries: tuple[Armoury, ...] = ()
    sides: SideRule = SideRule.KEPT


@dataclass(frozen=True, slots=True)
class Entry:
    """One figure of a team in a ready-made line-up; `at` None = its start position is still to be registered."""

    figure: FigureName
    team: Team
    seat: Seat
    at: Field | None = None
    hands: tuple[WeaponName, ...] | None = None
    armoury: tuple[WeaponName, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """A battle to open: the set-up, and its line-up if that is ready (else it opens in the phase `lineup`)."""

    setup: Setup
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is true of a battle at one moment."""

    setup: Setup
    phase: Phase = Phase.LINEUP
    round: int = 0
    figures: tuple[Figure, ...] = ()
    ground: tuple[Lying, ...] = ()
    actions: tuple[Action, ...] = ()
    answers: tuple[Answered, ...] = ()
    starts: tuple[Start, ...] = ()
    journal: tuple[JournalEntry, ...] = ()
    post: int = 0
    poster: Seat = Seat("")
    hurried: bool = False
    paused: bool = False
    ended_early: bool = False
    winner: Team | None = None

    def find(self, name: str) -> Figure | None:
        """Return the figure of that name, None if it is not in the battle."""
        for figure in self.figures:
            if figure.sheet.name == name:
                return figure
        return None

    def figure(self, name: str) -> Figure:
        """Return the figure of that name. Raises: KeyError."""
        found = self.find(name)
        if found is None:
            raise KeyError(name)
        return found

    def team(self, team: Team) -> tuple[Figure, ...]:
        """Return the figures of a team, in list order."""
        return tuple(figure for figure in self.figures if figure.team is team)
