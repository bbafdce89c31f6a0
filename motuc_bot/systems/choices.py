"""What a seat can choose now, as buttons show it; each choice is a line of a post, which stays the one way in."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: `label` is what stands on it, `text` the line that it writes.

    `field` is the board field where it can be clicked, `chance` what will come of it, exactly: `trifft 63 %`.
    `risk` is how many of the attacks to which it reacts get through, on average: the least is the best.
    """

    label: str
    text: str
    field: str | None = None
    chance: str | None = None
    risk: Fraction | None = None


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """The choices of one kind for one figure (None = for the whole seat); `kind` is their heading.

    `due` tells that the battle waits for one of them, as for a reaction. `parts` are the kinds of those groups of the
    same figure whose choices each of these makes at once.
    """

    figure: str | None
    kind: str
    choices: tuple[Choice, ...]
    due: bool = False
    parts: tuple[str, ...] = ()
