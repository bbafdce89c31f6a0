"""A MotUC-Battle as a picture: who stands where, what lies where, and the arrows of the latest phase."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from motuc_bot.picture.view import BoardView, Camp, Move, Piece, Strike, StrikeKind, Thing
from motuc_bot.systems.motuc.symbols import marks, states_of
from rules.board import Field
from rules.core import Posted, RolledBack, Seat, effective
from rules.motuc import events as ev
from rules.motuc.actions import Action, Casting, Disarming, Melee, Volley
from rules.motuc.model import START_LIFE, State
from rules.motuc.view import view
from rules.motuc.words import FigureName, Team

Happening = ev.Event | Posted | RolledBack

_CAMPS = {Team.BLACK: Camp.DARK, Team.WHITE: Camp.LIGHT}


@dataclass(frozen=True, slots=True)
class _Done:
    """What a figure did in a post: a way, or the action that it announced."""

    post: int | None
    figure: FigureName
    what: tuple[Field, ...] | Action


def board_view(state: State, events: Sequence[Happening] = (), seat: Seat | None = None) -> BoardView:
    """Return the board as the seat may see it (None = a spectator).

    `events` are the log up to now or its end: arrows show the latest move phase in which somebody did something, until
    somebody does something in the next one. Actions announced in the state are shown in any case.
    """
    seen = view(state, seat).state
    places = places_of(seen)
    done = _latest(events)
    announced = [one.what for one in done if not isinstance(one.what, tuple)]
    board = state.setup.board
    return BoardView(
        columns=board.columns,
        rows=board.rows,
        grid=board.grid,
        blocked=board.blocked,
        raised=board.raised,
        pieces=_pieces(seen, places, seat),
        things=things_of(seen),
        moves=tuple(
            Move(one.what, _camp(seen, one.figure))
            for one in done
            if isinstance(one.what, tuple) and seen.find(one.figure) is not None
        ),
        strikes=tuple(dict.fromkeys(_strikes(seen, places, (*announced, *seen.actions)))),
    )


def places_of(state: State) -> dict[FigureName, Field]:
    """Return where the figures are, or where they will start as far as the state tells it (R-S1)."""
    starts = {start.figure: start.field for start in state.starts}
    places = ((figure.name, figure.field or starts.get(figure.name)) for figure in state.figures)
    return {name: field for name, field in places if field is not None}


def _pieces(state: State, places: dict[FigureName, Field], seat: Seat | None) -> tuple[Piece, ...]:
    letters = marks(state)
    return tuple(
        Piece(
            field=places[figure.name],
            mark=letters[figure.name],
            name=figure.name,
            side=_CAMPS[figure.team],
            life=(figure.life, START_LIFE),
            states=states_of(figure),
            fallen=not figure.standing,
            mine=seat is not None and figure.seat == seat,
        )
        for figure in state.figures
        if figure.name in places
    )


def things_of(state: State) -> tuple[Thing, ...]:
    """Return the weapons on the ground, by field."""
    lying: dict[Field, list[str]] = {}
    for thing in state.ground:
        lying.setdefault(thing.field, []).append(thing.item.weapon.name)
    return tuple(Thing(field, tuple(names)) for field, names in lying.items())


def _camp(state: State, name: FigureName) -> Camp:
    return _CAMPS[state.figure(name).team]


# --- arrows ------------------------------------------------------------------------------------------------------


def _latest(events: Sequence[Happening]) -> list[_Done]:
    """Return what was done, and not undone, since the move phase began in which the last figure did something."""
    done: list[_Done] = []
    post: int | None = None
    for event in _since_phase(events):
        match event:
            case Posted():
                post = event.number
            case ev.Walked():
                done.append(_Done(post, event.figure, event.path))
            case ev.FigureRelocated():
                done.append(_Done(post, event.figure, (event.old, event.field)))
            case ev.ActionAnnounced():
                done.append(_Done(post, event.action.figure, event.action))
            case ev.TakenBack():
                first = dict(zip(event.figures, event.posts, strict=True))
                done = [one for one in done if one.figure not in first or _before(one, first[one.figure])]
            case _:
                pass
    return done


def _before(done: _Done, post: int) -> bool:
    """Tell whether it was done before the post; what came of an unknown post was not."""
    return done.post is not None and done.post < post


def _since_phase(events: Sequence[Happening]) -> Sequence[ev.Event | Posted]:
    counting = _counting(events)
    anything = False
    for at in range(len(counting) - 1, -1, -1):
        match counting[at]:
            case ev.Walked() | ev.FigureRelocated() | ev.ActionAnnounced():
                anything = True
            case ev.PhaseBegan(phase=phase) if anything and phase.mover is not None:
                return counting[at:]
            case _:
                pass
    return counting


def _counting(events: Sequence[Happening]) -> tuple[ev.Event | Posted, ...]:
    # A piece of a log may begin behind the post that went back.
    begin = next((at for at, event in enumerate(events) if not isinstance(event, RolledBack)), len(events))
    return effective(events[begin:])


def _strikes(state: State, places: dict[FigureName, Field], actions: Iterable[Action]) -> Iterator[Strike]:
    """Yield the arrow of each action between where the two are now: the action follows them, so does its arrow."""
    for action in actions:
        here = places.get(action.figure)
        if here is None:
            continue
        side = _camp(state, action.figure)
        match action:
            case Melee() | Disarming():
                kind, goals = StrikeKind.MELEE, [places.get(action.target)]
            case Volley():
                kind, goals = StrikeKind.SHOT, [places.get(target) for target in action.targets]
            case Casting(target=None):
                kind, goals = StrikeKind.SPELL, [action.direction]
            case Casting(target=target):
                kind, goals = StrikeKind.SPELL, [None if target is None else places.get(target)]
            case _:
                assert_never(action)
        yield from (Strike(here, goal, side, kind) for goal in goals if goal is not None)
