"""What the contract test needs to know of a system to play it at random."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.core import Seat
from rules.dice import Reason
from tests.rules.motuc import trial as motuc


@dataclass(frozen=True, slots=True)
class Trial:
    """One system on trial.

    `config` makes a battle to open, `seats` are those who play, `strange` makes any well-formed command (mostly one
    that can't be given now), `rewritten` returns a state that differs in nothing but what `seat` must not know (None
    where nothing is hidden), `pace` is how likely a command of this type should be.
    """

    config: Callable[[Random], Any]
    seats: tuple[Seat, ...]
    strange: Callable[[Random, Any, Seat], Any]
    rewritten: Callable[[Random, Any, Seat | None], Any | None]
    pace: Callable[[Any], float]


TRIALS: dict[str, Trial] = {
    "motuc": Trial(motuc.random_config, motuc.SEATS, motuc.strange_command, motuc.rewritten, motuc.pace),
}


class RandomDice:
    """Dice for play at random, which count their rolls."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.rolls = 0

    def roll(self, faces: int, reason: Reason) -> int:
        self.rolls += 1
        return self._random.randint(1, faces)
