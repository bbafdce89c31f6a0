"""Putting together what the page of a battle shows."""

from dataclasses import dataclass, replace

from motuc_bot.picture.svg import board_svg
from motuc_bot.picture.view import Target
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import SeenBattle, SeenPost, read_battle
from motuc_bot.referee.read_moment import Moment, read_moment
from motuc_bot.systems.choices import ChoiceGroup
from motuc_bot.systems.registry import known_side
from motuc_bot.systems.roster import RosterRow
from motuc_bot.table.visitors import Visitor
from rules.board import Field
from rules.core import GAME_MASTER, Seat

POSTS_A_PAGE = 60


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the battle with its figures; `key` chooses the colour."""

    key: str
    name: str
    figures: tuple[RosterRow, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """How a battle stands: board, figures, who is awaited."""

    board: str
    twin: tuple[str, ...]
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page of a battle shows to somebody who writes as `writer` (None = he may not write)."""

    battle: SeenBattle
    stand: Stand
    writers: tuple[str, ...]
    writer: str | None
    choices: tuple[tuple[str, tuple[ChoiceGroup, ...]], ...]
    posts: tuple[SeenPost, ...]
    older: int | None
    lineup: bool
    secret: bool


def shown(desk: Desk, battle: int, visitor: Visitor, writer: str | None, before: int | None = None) -> Shown:
    """Return what the visitor sees; `before` = only posts before that place in the thread.

    Raises: Refused, DatabaseFault.
    """
    seen = read_battle(desk, battle, visitor.person)
    side = known_side(seen.system)
    writers = seen.mine
    if writer not in writers:
        writer = writers[0] if writers else None
    choices = () if writer is None else side.choices(seen.state, Seat(writer))
    moment = read_moment(desk, battle, visitor.person)
    end = len(seen.posts) if before is None else max(0, min(before, len(seen.posts)))
    start = max(0, end - POSTS_A_PAGE)
    return Shown(
        battle=seen,
        stand=stand(seen.system, moment, seen.seat, title=seen.name or "Schlachtfeld", choices=choices),
        writers=writers,
        writer=writer,
        choices=_by_figure(choices),
        posts=seen.posts[start:end],
        older=start or None,
        lineup=side.in_lineup(seen.state),
        secret=side.keeps_secrets(seen.state),
    )


def _by_figure(groups: tuple[ChoiceGroup, ...]) -> tuple[tuple[str, tuple[ChoiceGroup, ...]], ...]:
    """Return the choices of each figure, those of the whole seat under an empty name."""
    names = dict.fromkeys(group.figure or "" for group in groups)
    return tuple((name, tuple(group for group in groups if (group.figure or "") == name)) for name in names)


def stand(system: str, moment: Moment, seat: str | None, *, title: str, choices: tuple[ChoiceGroup, ...] = ()) -> Stand:
    """Return board and figures of a moment as a seat sees them; fields of choices can be chosen on the board."""
    side = known_side(system)
    labels = {choice.field: choice.label for group in choices for choice in group.choices if choice.field}
    view = side.board_view(moment.state, moment.recent, None if seat is None else Seat(seat))
    view = replace(view, targets=tuple(Target(Field.parse(field), label) for field, label in labels.items()))
    rows = side.roster(moment.state)
    keys = list(dict.fromkeys(row.side for row in rows))
    return Stand(
        board=board_svg(view, title=title),
        twin=tuple(side.twin_lines(moment.state, None if seat in (None, GAME_MASTER) else Seat(seat))),
        sides=tuple(Side(key, side.side_name(key), tuple(row for row in rows if row.side == key)) for key in keys),
    )
