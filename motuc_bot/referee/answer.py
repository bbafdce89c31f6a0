"""What the referee answers to a post, as it is kept and sent."""

import json
from dataclasses import dataclass

from motuc_bot.judging.line_faults import Fault

# `json.dumps` would make one for each text.
_TO_JSON = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one post.

    `number` None = refused; `lines` are what the thread (or, if `private`, the author alone) reads, `own` what only the
    author reads of a private message that counts. `again` tells that this message had been answered before.
    """

    number: int | None
    faults: tuple[Fault, ...] = ()
    lines: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    private: bool = False
    speech: bool = False
    again: bool = False

    @property
    def accepted(self) -> bool:
        """Tell whether the post counts."""
        return self.number is not None

    def to_json(self) -> str:
        """Return the answer as it is kept with the post."""
        faults = [[fault.line, fault.code, fault.message] for fault in self.faults]
        kept = {
            "number": self.number,
            "faults": faults,
            "lines": self.lines,
            "own": self.own,
            "private": self.private,
            "speech": self.speech,
        }
        return _TO_JSON(kept)

    @classmethod
    def from_json(cls, text: str, *, again: bool) -> "Answer":
        """Return the kept answer."""
        kept = json.loads(text)
        return cls(
            kept["number"],
            tuple(Fault(*fault) for fault in kept["faults"]),
            tuple(kept["lines"]),
            tuple(kept["own"]),
            kept["private"],
            kept["speech"],
            again,
        )
