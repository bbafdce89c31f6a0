"""Where the process under test is killed, what is broken in it on purpose, and how it is told so."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum


class Point(StrEnum):
    """A moment at which the process kills itself, as if from outside."""

    WITHIN_POST = "within the transaction of a post"
    BEFORE_COMMIT = "before the commit of a post"
    AFTER_COMMIT = "after the commit, before the acknowledgement"
    BEFORE_SEND = "before a delivery is sent"
    BETWEEN = "between sending and marking"
    WITHIN_MARK = "within the transaction that marks"
    AFTER_MARK = "after the mark"
    IN_MIGRATION = "within a migration"


AT_WORK = tuple(point for point in Point if point != Point.IN_MIGRATION)


class Sabotage(StrEnum):
    """Something that the program does right, done wrong."""

    NO_GUARD = "a message counts as often as it comes"
    EARLY_ACK = "acknowledged before it is kept"
    MARK_FIRST = "marked before it is sent"
    NO_FIND = "never looked whether it was sent"
    SYNC_NORMAL = "PRAGMA synchronous=NORMAL"
    SYNC_OFF = "PRAGMA synchronous=OFF"


@dataclass(frozen=True, slots=True)
class Life:
    """What one start of the process is told: a database, a file to show deliveries in, and what shall happen.

    `ahead` seconds its clock is ahead of the true one: what its predecessor had claimed is free at once.
    `kept` is a folder for what a power cut would leave of the database; `scripts` another folder of migrations.
    """

    url: str
    shown: str
    ahead: int = 0
    point: Point | None = None
    count: int = 1
    sabotage: Sabotage | None = None
    kept: str | None = None
    scripts: str | None = None

    def to_json(self) -> bytes:
        """Return it as one line."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, line: bytes) -> "Life":
        """Return what `to_json` has written."""
        told = json.loads(line)
        point, sabotage = told.pop("point"), told.pop("sabotage")
        return cls(**told, point=point and Point(point), sabotage=sabotage and Sabotage(sabotage))
