"""The orders that a post can hold (imperative); names are those of the battle, resolved by the reader."""

from dataclasses import dataclass

from rules.board import Field
from rules.core import Seat
from rules.motuc.answers import Answer
from rules.motuc.words import FigureName, Quantity, Spell, Team, WeaponName

# --- line-up and placement ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Enlist:
    """Take a figure into a team for a seat, with weapons from the armoury (§2, §7)."""

    figure: FigureName
    team: Team
    seat: Seat
    armoury: tuple[WeaponName, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take a figure out of the line-up again."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class Equip:
    """Choose anew what a figure takes from the armoury (R-T4)."""

    figure: FigureName
    armoury: tuple[WeaponName, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """Declare before the battle what a figure has in hand (R-T5)."""

    figure: FigureName
    weapons: tuple[WeaponName, ...]


@dataclass(frozen=True, slots=True)
class RegisterStart:
    """Register a start position (R-S1)."""

    figure: FigureName
    field: Field


@dataclass(frozen=True, slots=True)
class LeaveStarts:
    """Leave the seat's missing start positions to the referee (R-S3)."""


# --- the move phase ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walk:
    """Go to a field, by way of others if named (R-M2)."""

    figure: FigureName
    to: Field
    via: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing more in this phase."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack in melee; `weapon` None = R-W1, `stake` None = all agility left, should it be dodged (R-N4)."""

    figure: FigureName
    target: FigureName
    weapon: WeaponName | None = None
    stake: int | None = None


@dataclass(frozen=True, slots=True)
class Shoot:
    """Shoot or throw: targets with the number of shots at each, in the order posted (R-F2)."""

    figure: FigureName
    shots: tuple[tuple[FigureName, int], ...]
    weapon: WeaponName | None = None


@dataclass(frozen=True, slots=True)
class Cast:
    """Cast a spell: on `target` (None = oneself), or in a `direction`; `life` and `stamina` split a regeneration."""

    figure: FigureName
    spell: Spell
    target: FigureName | None = None
    direction: Field | None = None
    life: int | None = None
    stamina: int | None = None


@dataclass(frozen=True, slots=True)
class Disarm:
    """Try to take a weapon from the target (R-X3)."""

    figure: FigureName
    target: FigureName
    weapon: WeaponName | None = None
    stake: int | None = None


@dataclass(frozen=True, slots=True)
class ChangeWeapon:
    """Take a weapon from the belt into hand, instead of `old` if named (R-X2)."""

    figure: FigureName
    new: WeaponName
    old: WeaponName | None = None


@dataclass(frozen=True, slots=True)
class PickUp:
    """Pick a weapon up from the own field, instead of one in hand if named (R-X2)."""

    figure: FigureName
    weapon: WeaponName
    instead: WeaponName | None = None


@dataclass(frozen=True, slots=True)
class Reload:
    """Load a weapon in hand; None = the first that needs it (R-F4)."""

    figure: FigureName
    weapon: WeaponName | None = None


@dataclass(frozen=True, slots=True)
class StandUp:
    """Get up from the ground (R-Z4)."""

    figure: FigureName


@dataclass(frozen=True, slots=True)
class Done:
    """Finish the seat's figures, or leave the rest of its reactions to the referee; `team` only checks (R-P3, R-P4)."""

    team: Team | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back the figure's part of its latest post, or the seat's whole latest post (R-P8)."""

    figure: FigureName | None = None


# --- the reaction phase ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reaction:
    """An answer to one attack; `attacker` None = the only one, `shot` 0 = the attack as a whole."""

    answer: Answer
    attacker: FigureName | None = None
    shot: int = 0


@dataclass(frozen=True, slots=True)
class React:
    """React to attacks on a figure; the reactions of one line are judged together."""

    figure: FigureName
    reactions: tuple[Reaction, ...]


# --- the game master ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proceed:
    """End the phase now (`SL: weiter`)."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the battle for a while."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a pause."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Set a value of a figure (R-X6)."""

    figure: FigureName
    quantity: Quantity
    value: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Relocate:
    """Put a figure on another field (R-X6)."""

    figure: FigureName
    field: Field
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Reassign:
    """Give a figure to another player (R-X6)."""

    figure: FigureName
    seat: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EndBattle:
    """End the battle in a draw (R-X6)."""


Command = (
    Enlist
    | Withdraw
    | Equip
    | Hold
    | RegisterStart
    | LeaveStarts
    | Walk
    | Pass
    | Attack
    | Shoot
    | Cast
    | Disarm
    | ChangeWeapon
    | PickUp
    | Reload
    | StandUp
    | Done
    | TakeBack
    | React
    | Proceed
    | Pause
    | Resume
    | Correct
    | Relocate
    | Reassign
    | EndBattle
)
