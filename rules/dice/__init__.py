"""The port through which dice are rolled, tapes of known dice, and exact chances."""

from rules.dice.distribution import Distribution, dice, mixture
from rules.dice.outcomes import outcomes
from rules.dice.port import Dice, Reason
from rules.dice.recorder import Recorder, Rolled
from rules.dice.tape import DiceLeft, Expected, Tape, TapeEmpty, TapeError, WrongDie

__all__ = [
    "Dice",
    "DiceLeft",
    "Distribution",
    "Expected",
    "Reason",
    "Recorder",
    "Rolled",
    "Tape",
    "TapeEmpty",
    "TapeError",
    "WrongDie",
    "dice",
    "mixture",
    "outcomes",
]
