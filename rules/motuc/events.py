"""What happened (past participle), with the faces rolled; the state is their fold.

Faces are kept apart, so that whoever reads the log can follow every sum.
"""

from dataclasses import dataclass

from rules.board import Field
from rules.core import Seat
from rules.motuc.actions import Action
from rules.motuc.answers import Answer
from rules.motuc.model import Item, Setup, Sheet
from rules.motuc.words import (
    EffectKind,
    FigureName,
    ItemId,
    Phase,
    Quantity,
    Spell,
    Team,
    WeaponName,
)

# --- before the battle -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BattleOpened:
    """A battle was agreed."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class FigureEnlisted:
    """A figure joined a team, with all its weapons and what it holds."""

    sheet: Sheet
    team: Team
    seat: Seat
    value: int
    items: tuple[Item, ...]
    hands: tuple[ItemId, ...]
    armoury: tuple[WeaponName, ...]


@dataclass(frozen=True, slots=True)
class FigureWithdrawn:
    """A figure left the line-up."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class FigureEquipped:
    """A figure took other weapons from the armoury."""

    figure: FigureName
    value: int
    items: tuple[Item, ...]
    hands: tuple[ItemId, ...]
    armoury: tuple[WeaponName, ...]


@dataclass(frozen=True, slots=True)
class HandsDeclared:
    """A figure will hold these weapons when the battle begins."""

    figure: FigureName
    hands: tuple[ItemId, ...]


@dataclass(frozen=True, slots=True)
class StartRegistered:
    """A start position came in; known to `seat` and the game master only (R-S1)."""

    figure: FigureName
    seat: Seat
    field: Field


@dataclass(frozen=True, slots=True)
class StartLeft:
    """A player left a start position to the referee."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """A figure stands on its start field.

    `wanted` is the registered field if it was taken, `face` the die that chose the direction if one was rolled (R-S2);
    `wanted` None and `face` None: it stands where it was registered, or where the referee put it (R-S3).
    """

    figure: FigureName
    field: Field
    wanted: Field | None = None
    face: int | None = None


# --- the course of a round ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """A phase began; with `black_moves` a round begins and agility is refilled (R-P7)."""

    phase: Phase
    round: int


@dataclass(frozen=True, slots=True)
class EffectEnded:
    """A lasting spell ended (R-Z6)."""

    figure: FigureName
    effect: EffectKind


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """The battle is over; None = a draw (R-P6)."""

    winner: Team | None
    rounds_over: int


# --- moving and handling weapons ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walked:
    """A figure walked along `path` (both ends included) and paid (R-M1)."""

    figure: FigureName
    path: tuple[Field, ...]
    stamina: int
    agility: int


@dataclass(frozen=True, slots=True)
class WeaponChanged:
    """A figure took a weapon from the belt into hand; `away` went to the belt."""

    figure: FigureName
    item: ItemId
    away: tuple[ItemId, ...]
    hands: tuple[ItemId, ...]


@dataclass(frozen=True, slots=True)
class WeaponPickedUp:
    """A figure took a weapon from the ground of its field into hand; `away` went to the belt."""

    figure: FigureName
    item: Item
    away: tuple[ItemId, ...]
    hands: tuple[ItemId, ...]


@dataclass(frozen=True, slots=True)
class WeaponReloaded:
    """A weapon is full again."""

    figure: FigureName
    item: ItemId
    charge: int


@dataclass(frozen=True, slots=True)
class StoodUp:
    """A prone figure got up."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class Passed:
    """A figure does nothing more in this phase."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class SeatFinished:
    """A player finished these of his figures; they had not finished yet (R-P3)."""

    seat: Seat
    figures: tuple[FigureName, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What a post did to these figures counts no more (R-P8); `posts` is the number of the post for each."""

    seat: Seat
    figures: tuple[FigureName, ...]
    posts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ActionAnnounced:
    """An action was announced; it is resolved after the reactions (R-P2)."""

    action: Action


# --- reactions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReactionDeclared:
    """A reaction to one attack was chosen; `shot` 0 in melee and disarming."""

    attacker: FigureName
    figure: FigureName
    shot: int
    answer: Answer


# --- resolution --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActionLapsed:
    """The action whose turn it was (or one shot of it, counted over the whole volley from 1) lapsed (R-P2).

    `why`: actor_fallen, actor_prone, actor_confused, weapon_lost, target_fallen, nothing_to_take.
    """

    figure: FigureName
    target: FigureName | None
    why: str
    shot: int = 0


@dataclass(frozen=True, slots=True)
class ReactionLapsed:
    """A reaction could not be carried out any more (R-N5). `why`: confused, prone."""

    figure: FigureName
    attacker: FigureName
    why: str


@dataclass(frozen=True, slots=True)
class ParryRolled:
    """An attack was parried, well or badly (R-N2).

    The totals are `skill + value + face (+ reach_face)`; a reach face is None where no reach die was due. `weapon` None
    = bare hand. `hit` tells that the attacker's total was higher.
    """

    attacker: FigureName
    figure: FigureName
    weapon: WeaponName | None
    parry_weapon: WeaponName | None
    attack_skill: int
    attack_value: int
    attack_face: int
    attack_reach_face: int | None
    parry_skill: int
    parry_value: int
    parry_face: int
    parry_reach_face: int | None
    hit: bool

    @property
    def attack_total(self) -> int:
        """The attacker's sum."""
        return self.attack_skill + self.attack_value + self.attack_face + (self.attack_reach_face or 0)

    @property
    def parry_total(self) -> int:
        """The defender's sum."""
        return self.parry_skill + self.parry_value + self.parry_face + (self.parry_reach_face or 0)


@dataclass(frozen=True, slots=True)
class DodgeRolled:
    """A melee attack was dodged, well or badly: both stake agility and add W6; both stakes are spent (R-N4)."""

    attacker: FigureName
    figure: FigureName
    weapon: WeaponName | None
    attack_stake: int
    attack_face: int
    dodge_stake: int
    dodge_face: int
    hit: bool


@dataclass(frozen=True, slots=True)
class HitWithoutDefence:
    """A melee attack met no defence and hits without dice (R-N5)."""

    attacker: FigureName
    figure: FigureName
    weapon: WeaponName | None


@dataclass(frozen=True, slots=True)
class MeleePaid:
    """These figures each paid 1 stamina (if they had any) for this round's melee (R-N7)."""

    figures: tuple[FigureName, ...]


@dataclass(frozen=True, slots=True)
class ShotRolled:
    """Shot `number` (of the shots at this target, from 1): skill + face against two faces + stake (R-F2)."""

    attacker: FigureName
    figure: FigureName
    item: ItemId
    weapon: WeaponName
    number: int
    skill: int
    face: int
    dodge_faces: tuple[int, int]
    stake: int
    hit: bool


@dataclass(frozen=True, slots=True)
class DamageRolled:
    """Damage: `bonus` (weapon damage, magic power) + `strength` + faces against strength + armour + face.

    `strength` is the attacker's where it counts (melee), else 0; `armour` includes a shield's, and is 0 where armour
    does not help. `damage` is the difference if positive; it has been taken off the target's life. `spell` None = a
    weapon did it, `weapon` None then = the bare hand.
    """

    attacker: FigureName
    figure: FigureName
    weapon: WeaponName | None
    spell: Spell | None
    bonus: int
    strength: int
    faces: tuple[int, ...]
    target_strength: int
    armour: int
    target_face: int
    damage: int
    life: int

    @property
    def attack_total(self) -> int:
        """The attacker's sum."""
        return self.bonus + self.strength + sum(self.faces)

    @property
    def target_total(self) -> int:
        """The target's sum."""
        return self.target_strength + self.armour + self.target_face


@dataclass(frozen=True, slots=True)
class FigureDefeated:
    """A figure fell; its weapons but fixed ones lie on its field (R-P5, R-X1)."""

    figure: FigureName
    field: Field | None
    dropped: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class WeaponLanded:
    """A thrown weapon lies on the field of the last shot really thrown (R-F5)."""

    figure: FigureName
    item: Item
    field: Field


@dataclass(frozen=True, slots=True)
class SpellCast:
    """A mage cast a spell and paid 1 stamina if he had any (R-Z1)."""

    figure: FigureName
    spell: Spell
    target: FigureName | None
    direction: Field | None


@dataclass(frozen=True, slots=True)
class Regenerated:
    """A figure regained life and stamina; `lost` points were too many (R-Z3)."""

    figure: FigureName
    life: int
    stamina: int
    lost: int


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """A lasting spell lies on a figure until the team `until` moves next; `power` is a shield's armour."""

    figure: FigureName
    effect: EffectKind
    until: Team
    power: int = 0


@dataclass(frozen=True, slots=True)
class ConfusionRolled:
    """Verwirrung: power + face against strength + face; `worked` if the mage's sum is higher."""

    attacker: FigureName
    figure: FigureName
    power: int
    face: int
    strength: int
    target_face: int
    worked: bool


@dataclass(frozen=True, slots=True)
class Tortured:
    """Folter took stamina."""

    attacker: FigureName
    figure: FigureName
    stamina: int


@dataclass(frozen=True, slots=True)
class ShockRolled:
    """The shock wave met a figure: power + face against strength + face; `fell` unless the target's sum is higher."""

    attacker: FigureName
    figure: FigureName
    power: int
    face: int
    strength: int
    target_face: int
    fell: bool


@dataclass(frozen=True, slots=True)
class ShockWaveSpent:
    """The shock wave met nobody."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class DisarmRolled:
    """Disarming: skill + stake + face on both sides; both stakes are spent; the higher attacker succeeds (R-X3)."""

    attacker: FigureName
    figure: FigureName
    weapon: WeaponName
    attack_skill: int
    attack_stake: int
    attack_face: int
    resist_skill: int
    resist_stake: int
    resist_face: int
    hit: bool


@dataclass(frozen=True, slots=True)
class DisarmedWithoutDefence:
    """Disarming met no resistance and succeeds without dice (R-X3)."""

    attacker: FigureName
    figure: FigureName
    weapon: WeaponName


@dataclass(frozen=True, slots=True)
class WeaponDropped:
    """A disarmed figure's weapon lies on its field; `face` chose among several (of `among`), None where it had one."""

    figure: FigureName
    item: Item
    field: Field
    face: int | None
    among: int


@dataclass(frozen=True, slots=True)
class ActionResolved:
    """The action at the head of the order is done with."""

    figure: FigureName


# --- the game master ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseHurried:
    """The game master ends the phase."""


@dataclass(frozen=True, slots=True)
class BattlePaused:
    """The battle pauses."""


@dataclass(frozen=True, slots=True)
class BattleResumed:
    """The battle goes on."""


@dataclass(frozen=True, slots=True)
class ValueCorrected:
    """The game master set a value (R-X6); for agility `value` is the effective one, `spent` what it means."""

    figure: FigureName
    quantity: Quantity
    old: int
    value: int
    spent: int
    reason: str


@dataclass(frozen=True, slots=True)
class FigureRelocated:
    """The game master put a figure on another field (R-X6)."""

    figure: FigureName
    old: Field
    field: Field
    reason: str


@dataclass(frozen=True, slots=True)
class FigureReassigned:
    """The game master gave a figure to another player (R-X6)."""

    figure: FigureName
    old: Seat
    seat: Seat
    reason: str


@dataclass(frozen=True, slots=True)
class BattleCalledOff:
    """The game master ended the battle; a draw (R-X6)."""


Event = (
    BattleOpened
    | FigureEnlisted
    | FigureWithdrawn
    | FigureEquipped
    | HandsDeclared
    | StartRegistered
    | StartLeft
    | FigurePlaced
    | PhaseBegan
    | EffectEnded
    | BattleEnded
    | Walked
    | WeaponChanged
    | WeaponPickedUp
    | WeaponReloaded
    | StoodUp
    | Passed
    | SeatFinished
    | TakenBack
    | ActionAnnounced
    | ReactionDeclared
    | ActionLapsed
    | ReactionLapsed
    | ParryRolled
    | DodgeRolled
    | HitWithoutDefence
    | MeleePaid
    | ShotRolled
    | DamageRolled
    | FigureDefeated
    | WeaponLanded
    | SpellCast
    | Regenerated
    | EffectBegan
    | ConfusionRolled
    | Tortured
    | ShockRolled
    | ShockWaveSpent
    | DisarmRolled
    | DisarmedWithoutDefence
    | WeaponDropped
    | ActionResolved
    | PhaseHurried
    | BattlePaused
    | BattleResumed
    | ValueCorrected
    | FigureRelocated
    | FigureReassigned
    | BattleCalledOff
)
