"""What a post comes down to: moves, attacks for later, a resolution or the reveal of the starts, or anything else."""

from collections.abc import Sequence

from motuc_bot.systems.gist import Gist, Kind
from motuc_bot.systems.motuc.announced import announcement, shrunk
from motuc_bot.systems.motuc.news import news
from rules.core import Posted, RolledBack
from rules.motuc import MOTUC
from rules.motuc import events as ev
from rules.motuc.model import State

Happening = ev.Event | Posted | RolledBack
# What is taken back with the post that did it, as long as the move phase lasts (R-P8).
_UNDOABLE = (
    ev.ActionAnnounced,
    ev.Walked,
    ev.WeaponChanged,
    ev.WeaponPickedUp,
    ev.WeaponReloaded,
    ev.StoodUp,
    ev.Passed,
    ev.SeatFinished,
)


def gist(state: State, events: Sequence[Happening]) -> Gist:
    """Return what the events of a post come down to, given the state before them."""
    kinds, announced, undoable, gone = {Kind.MOVES}, list[str](), False, set[int]()
    begun = state.phase
    for event in events:
        if isinstance(event, RolledBack):
            return Gist()
        after = MOTUC.evolve(state, event)
        match event:
            case ev.ActionAnnounced():
                kinds.add(Kind.ATTACK)
                announced.append(announcement(state, event.action))
            case ev.ActionResolved() | ev.FigurePlaced():
                kinds.add(Kind.RESULT)
            # Whom else a walk concerns must learn of it.
            case ev.Walked() if news(state, after, but=event.figure) or shrunk(state, after):
                kinds.add(Kind.MORE)
            case Posted() | ev.Walked() | ev.WeaponChanged() | ev.WeaponPickedUp() | ev.WeaponReloaded():
                pass
            case ev.StoodUp() | ev.Passed() | ev.SeatFinished():
                pass
            case ev.TakenBack():
                kinds.add(Kind.MORE)
                gone |= {entry.post for entry in state.journal} - {entry.post for entry in after.journal}
            case _:
                kinds.add(Kind.MORE)
        undoable = undoable or isinstance(event, _UNDOABLE)
        state = after
    kind = next(kind for kind in (Kind.RESULT, Kind.MORE, Kind.ATTACK, Kind.MOVES) if kind in kinds)
    undoable = undoable and state.phase is begun and begun.mover is not None
    # A post may take back what it has said itself; that one counts.
    return Gist(kind, tuple(announced), undoable, tuple(sorted(gone - {state.post})))
