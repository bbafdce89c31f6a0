"""How stored facts and orders of earlier versions become those of today."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Payload = dict[str, object]


@dataclass(frozen=True, slots=True)
class Past:
    """The upcasters of a system: for each kind, the steps from version 1 to 2, from 2 to 3 and so on.

    A step gets the stored fields of its version and returns those of the next; it is pure and never changed again.
    """

    steps: Mapping[str, tuple[Callable[[Payload], Payload], ...]]

    def version(self, kind: str) -> int:
        """Return the version in which things of this kind are stored today."""
        return 1 + len(self.steps.get(kind, ()))

    def brought_up(self, kind: str, version: int, payload: Payload) -> Payload:
        """Return the fields as today's class wants them.

        Raises:
            ValueError: the version is not known: a newer program has stored it.
        """
        if not 1 <= version <= self.version(kind):
            raise ValueError(f"{kind} is known up to version {self.version(kind)}, not {version}")
        for step in self.steps.get(kind, ())[version - 1 :]:
            payload = step(payload)
        return payload
