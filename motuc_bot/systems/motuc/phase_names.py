"""What the phases are called where a battle is listed."""

from motuc_bot.systems.motuc.spoken import TEAMS
from rules.motuc.model import State
from rules.motuc.words import Phase

_BEFORE = {Phase.LINEUP: "Aufstellung", Phase.PLACEMENT: "Startpositionen", Phase.OVER: "zu Ende"}


def phase_key(state: State) -> str:
    """Return a key that changes when a phase ends."""
    return f"{state.round} {state.phase}"


def phase_name(key: str) -> str:
    """Return what a key means: `Runde 2, Schwarz zieht`."""
    round_, _, word = key.partition(" ")
    phase = Phase(word)
    if phase in _BEFORE:
        return _BEFORE[phase]
    team = phase.mover or phase.reactor
    assert team is not None
    return f"Runde {round_}, {TEAMS[team]} {'zieht' if phase.mover else 'reagiert'}"
