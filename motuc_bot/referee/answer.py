"""What the referee answers to a post, as it is kept and sent."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from motuc_bot.judging.line_faults import Fault
from motuc_bot.language.slips import Slip

# `json.dumps` would make one for each text.
_TO_JSON = json.JSONEncoder(ensure_ascii=False).encode


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one post.

    `number` None = refused; `lines` are what the thread (or, if `private`, the author alone) reads, `own` what only the
    author reads of a private message that counts. `again` tells that this message had been answered before. `sealed` is
    what he wrote, if nobody else may ever read it, nor what he was answered. `words` are what the game master has put
    before the `lines`, where the results went to him first, and `words_by` who that was. `orders` tells, of an answer
    that was just given, that the post had some, and `gone` which earlier posts it has taken back whole.
    """

    number: int | None
    faults: tuple[Fault, ...] = ()
    lines: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    private: bool = False
    speech: bool = False
    again: bool = False
    sealed: str = field(default="", repr=False)
    words: tuple[str, ...] = ()
    words_by: str = ""
    orders: bool = field(default=False, compare=False)
    gone: tuple[int, ...] = field(default=(), compare=False)

    @property
    def accepted(self) -> bool:
        """Tell whether the post counts."""
        return self.number is not None

    def to_json(self) -> str:
        """Return the answer as it is kept with the post."""
        faults = [[fault.line, fault.code, fault.message, *_kept(fault.slip)] for fault in self.faults]
        kept = {
            "number": self.number,
            "faults": faults,
            "lines": self.lines,
            "own": self.own,
            "private": self.private,
            "speech": self.speech,
            **({"sealed": self.sealed} if self.sealed else {}),
            **({"words": self.words, "words_by": self.words_by} if self.words else {}),
        }
        return _TO_JSON(kept)

    @classmethod
    def from_json(cls, text: str, *, again: bool) -> "Answer":
        """Return the kept answer."""
        kept = json.loads(text)
        return cls(
            kept["number"],
            tuple(_fault(*fault) for fault in kept["faults"]),
            tuple(kept["lines"]),
            tuple(kept["own"]),
            kept["private"],
            kept["speech"],
            again,
            kept.get("sealed", ""),
            tuple(kept.get("words", ())),
            kept.get("words_by", ""),
        )


def _kept(slip: Slip | None) -> tuple[object, ...]:
    return () if slip is None else (slip.written, slip.meant)


def _fault(line: int, code: str, message: str, written: str = "", meant: Iterable[str] = ()) -> Fault:
    return Fault(line, code, message, Slip(written, tuple(meant)) if written else None)
