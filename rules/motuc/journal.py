"""The journal of a move phase: what each post did to each figure, so that it can be taken back (R-P8)."""

from rules.core import Seat, changed
from rules.motuc.changes import with_figure
from rules.motuc.events import TakenBack
from rules.motuc.model import JournalEntry, State
from rules.motuc.words import FigureName


def noted(state: State, name: str, *, stamina: int = 0, agility: int = 0, by_seat: bool = False) -> State:
    """Return the state with a note that the present post does something to the figure; call it before the change."""
    for at, entry in enumerate(state.journal):
        if entry.post == state.post and entry.before.sheet.name == name and entry.by_seat is by_seat:
            longer = changed(entry, stamina=entry.stamina + stamina, agility=entry.agility + agility)
            return changed(state, journal=(*state.journal[:at], longer, *state.journal[at + 1 :]))
    entry = JournalEntry(
        post=state.post,
        seat=state.poster,
        before=state.figure(name),
        ground=state.ground,
        stamina=stamina,
        agility=agility,
        by_seat=by_seat,
    )
    return changed(state, journal=(*state.journal, entry))


def latest_post_of_figure(state: State, name: FigureName) -> int | None:
    """Return the latest post that had a part of the figure; one that only finished it counts if there is no other."""
    entries = [entry for entry in state.journal if entry.before.name == name]
    for entry in reversed(entries):
        if not entry.by_seat:
            return entry.post
    return entries[-1].post if entries else None


def latest_post_of_seat(state: State, seat: Seat) -> int | None:
    """Return the seat's latest post of this move phase that still did something."""
    posts = [entry.post for entry in state.journal if entry.seat == seat]
    return max(posts, default=None)


def figures_of_post(state: State, post: int) -> tuple[FigureName, ...]:
    """Return the figures to which the post did something."""
    return tuple(dict.fromkeys(entry.before.name for entry in state.journal if entry.post == post))


def undone(state: State, name: FigureName, post: int) -> tuple[JournalEntry, ...]:
    """Return what is undone of the figure when its part of `post` is taken back, earliest first."""
    return tuple(entry for entry in state.journal if entry.before.name == name and entry.post >= post)


def taken_back(state: State, event: TakenBack) -> State:
    """Return the state with the figures as the posts met them, but for what the game master corrected since."""
    for name, post in zip(event.figures, event.posts, strict=True):
        state = _restored(state, name, post)
    return state


def _restored(state: State, name: FigureName, post: int) -> State:
    entries = undone(state, name, post)
    now, before = state.figure(name), entries[0].before
    walked_since = now.usage.walked and not before.usage.walked
    restored = changed(
        now,
        field=before.field if walked_since else now.field,
        stamina=min(now.sheet.stamina, now.stamina + sum(entry.stamina for entry in entries)),
        spent=max(0, now.spent - sum(entry.agility for entry in entries)),
        items=before.items,
        hands=before.hands,
        prone=before.prone,
        usage=before.usage,
    )
    kept = {lying.item.id for lying in state.ground}
    returned = {item.id for item in now.items} - {item.id for item in before.items}
    # What lies on the ground keeps its order of arrival, as the post met it.
    old_ground = tuple(lying for lying in entries[0].ground if lying.item.id in kept | returned)
    known = {lying.item.id for lying in old_ground}
    return changed(
        state,
        figures=with_figure(state, restored),
        ground=old_ground + tuple(lying for lying in state.ground if lying.item.id not in known),
        actions=tuple(action for action in state.actions if action.figure != name or before.usage.acted),
        journal=tuple(entry for entry in state.journal if entry not in entries),
    )
