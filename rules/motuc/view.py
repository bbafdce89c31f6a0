"""Who may know what: everything is public but start positions before their reveal (R-S1)."""

from dataclasses import dataclass

from rules.core import GAME_MASTER, PUBLIC, Audience, Seat, changed, only
from rules.motuc import events as ev
from rules.motuc.model import Start, State
from rules.motuc.placement import seat_may_see


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may know: the state, without the start fields that it may not know."""

    seat: Seat | None
    state: State


def view(state: State, seat: Seat | None) -> View:
    """Return what the seat (None = a spectator) may know.

    Registered starts come in the order of the figures, so that the order of registration tells nothing; a hidden
    field is None. Who posted last is left out: it may have been by private message.
    """
    registered = {start.figure: start.field for start in state.starts}
    starts = tuple(
        Start(figure.name, registered[figure.name] if seat_may_see(seat, figure) else None)
        for figure in state.figures
        if figure.name in registered
    )
    return View(seat, changed(state, starts=starts, post=0, poster=Seat("")))


def audience(event: ev.Event) -> Audience:
    """Return who may learn of the event."""
    if isinstance(event, ev.StartRegistered):
        return only(event.seat, GAME_MASTER)
    return PUBLIC
