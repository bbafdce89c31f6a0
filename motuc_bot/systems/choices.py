"""What a seat can choose now, as buttons show it; each choice is a line of a post, which stays the one way in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: `label` is what stands on it, `text` the line that it writes.

    `field` is the board field where it can be clicked, `chance` what will come of it, exactly: `trifft 63 %`.
    """

    label: str
    text: str
    field: str | None = None
    chance: str | None = None


@dataclass(frozen=True, slots=True)
class ChoiceGroup:
    """The choices of one kind for one figure (None = for the whole seat); `kind` is their heading.

    `due` tells that the battle waits for one of them, as for a reaction.
    """

    figure: str | None
    kind: str
    choices: tuple[Choice, ...]
    due: bool = False
