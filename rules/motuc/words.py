"""The closed sets of words of MotUC-Battle and the types of its names."""

from enum import StrEnum
from typing import NewType

FigureName = NewType("FigureName", str)
WeaponName = NewType("WeaponName", str)
ItemId = NewType("ItemId", int)


class Team(StrEnum):
    """The two teams; black begins every round (§1)."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Team":
        """The opposing team."""
        return Team.WHITE if self is Team.BLACK else Team.BLACK


class Side(StrEnum):
    """The sides of the story: white is good, black is evil (R-T7)."""

    GOOD = "good"
    EVIL = "evil"


class Phase(StrEnum):
    """The phases of a battle (§3)."""

    LINEUP = "lineup"
    PLACEMENT = "placement"
    BLACK_MOVES = "black_moves"
    WHITE_REACTS = "white_reacts"
    WHITE_MOVES = "white_moves"
    BLACK_REACTS = "black_reacts"
    OVER = "over"

    @property
    def mover(self) -> Team | None:
        """The team whose move phase this is."""
        return _MOVERS.get(self)

    @property
    def reactor(self) -> Team | None:
        """The team whose reaction phase this is."""
        return _REACTORS.get(self)


_MOVERS = {Phase.BLACK_MOVES: Team.BLACK, Phase.WHITE_MOVES: Team.WHITE}
_REACTORS = {Phase.BLACK_REACTS: Team.BLACK, Phase.WHITE_REACTS: Team.WHITE}


class Category(StrEnum):
    """The three categories of magic (§5.2.2)."""

    GREEN = "green"
    WHITE = "white"
    BLACK = "black"


class Spell(StrEnum):
    """The spells (§5.2.2.1 to §5.2.2.3); regeneration is known to green and white mages."""

    REGENERATION = "regeneration"
    INVISIBILITY = "invisibility"
    FIRE_BEAM = "fire_beam"
    SHIELD = "shield"
    CONFUSION = "confusion"
    TORTURE = "torture"
    SHOCK_WAVE = "shock_wave"
    LIGHTNING = "lightning"


class EffectKind(StrEnum):
    """Spells that last (R-Z6)."""

    CONFUSED = "confused"
    INVISIBLE = "invisible"
    SHIELDED = "shielded"


class Trait(StrEnum):
    """What a figure is or can do besides its numbers (§4.2, §4.3, §8)."""

    FLIES = "flies"
    FLOATS = "floats"
    ROBOT = "robot"
    CYBORG = "cyborg"
    MOUNT = "mount"
    FEAR_AURA = "fear_aura"
    WANDLESS = "wandless"


class ValueRule(StrEnum):
    """How team values are bound where no number was agreed (R-T2)."""

    EQUAL = "equal"
    ANY = "any"


class Quantity(StrEnum):
    """What the game master may set (R-X6)."""

    LIFE = "life"
    STAMINA = "stamina"
    AGILITY = "agility"
