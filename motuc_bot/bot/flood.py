"""Who writes faster than anybody plays is not read for a while: it must cost next to nothing."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

_SPAN = timedelta(minutes=1)
# So many people are remembered; the ones who wrote longest ago are forgotten first.
_MOST_PEOPLE = 10_000


class Let(Enum):
    """Whether a message is read: yes; no, and its author is told; no, and he has been told."""

    IN = "in"
    OUT_TOLD = "out, told"
    OUT = "out"


@dataclass(slots=True)
class _Written:
    times: list[datetime] = field(default_factory=list)
    told: datetime | None = None


@dataclass(slots=True)
class Flood:
    """Counts what each person has written within the last minute."""

    _written: dict[int, _Written] = field(default_factory=dict)

    def let(self, user: int, at: datetime, most: int) -> Let:
        """Return whether a message of that moment is read, with `most` a minute; one that is not doesn't count."""
        written = self._written.pop(user, None) or _Written()
        # The latest one stands last.
        self._written[user] = written
        while len(self._written) > _MOST_PEOPLE:
            del self._written[next(iter(self._written))]
        # Either way: what was missed is taken after what has just come in.
        written.times = [other for other in written.times if abs(at - other) < _SPAN]
        if len(written.times) < most:
            written.times.append(at)
            return Let.IN
        if written.told is not None and abs(at - written.told) < _SPAN:
            return Let.OUT
        written.told = at
        return Let.OUT_TOLD
