"""For whom the battle waits, and what counts when a seat's time is up."""

from collections.abc import Iterator

from rules.core import Seat, Waiting
from rules.motuc.commands import Command, Done, LeaveStarts
from rules.motuc.model import Figure, State
from rules.motuc.placement import owes_start
from rules.motuc.reactions import open_threats
from rules.motuc.words import Phase


def open_movers(state: State) -> Iterator[Figure]:
    """Yield the figures of the moving side that can act and have not finished (R-P3)."""
    for figure in state.figures:
        if figure.team is state.phase.mover and figure.life > 0 and not figure.usage.finished and not figure.confused:
            yield figure


def waiting(state: State) -> tuple[Waiting, ...]:
    """Return what the battle waits for: starts and moves in list order, reactions in order of the attacks (R-P4)."""
    if state.phase is Phase.PLACEMENT:
        return tuple(Waiting(f.seat, f.name, "start") for f in state.figures if owes_start(state, f))
    if state.phase.mover is not None:
        return tuple(Waiting(figure.seat, figure.name, "move") for figure in open_movers(state))
    if state.phase.reactor is not None:
        owed = (
            Waiting(state.figure(threat.figure).seat, threat.figure, threat.kind, threat.attacker)
            for threat in open_threats(state)
        )
        return tuple(dict.fromkeys(owed))
    return ()


def lapse(state: State, seat: Seat) -> tuple[Command, ...]:
    """Return what counts when the seat's time is up: its defaults (R-D5, R-S3), in the move phase `fertig`."""
    if all(owed.seat != seat for owed in waiting(state)):
        return ()
    return (LeaveStarts(),) if state.phase is Phase.PLACEMENT else (Done(),)
