"""What a post comes down to, for a front that need not tell everybody everything."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What came of a post: a tick tells enough of mere moves, an attack is repeated, a result has a picture."""

    MOVES = "moves"
    ATTACK = "attack"
    RESULT = "result"
    MORE = "more"


@dataclass(frozen=True, slots=True)
class Gist:
    """What kind of post it was; `announced` are those of its German lines that repeat what somebody announced.

    `undoable` tells that its author can take it back as things stand after it. `gone` are the numbers of earlier posts
    that it has taken back, so that nothing of them is left.
    """

    kind: Kind = Kind.MORE
    announced: tuple[str, ...] = ()
    undoable: bool = False
    gone: tuple[int, ...] = ()
