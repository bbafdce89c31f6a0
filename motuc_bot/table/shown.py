"""Putting together what the page of a battle shows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from motuc_bot.picture.svg import board_svg
from motuc_bot.picture.view import Target
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.read_battle import Excerpt, SeenBattle, SeenPost, read_battle
from motuc_bot.referee.read_moment import Moment, read_moment
from motuc_bot.systems.choices import Choice, ChoiceGroup
from motuc_bot.systems.registry import known_side
from motuc_bot.systems.roster import RosterRow
from motuc_bot.table.visitors import Visitor
from rules.board import Field
from rules.core import GAME_MASTER, Seat

POSTS_A_PAGE = 60

# So many choices are buttons; more are a list to choose from (fields), or fold away.
_MOST_FIELDS, _MOST_BUTTONS = 4, 4
# A draft goes along in each link of the board, lest it be lost; with a longer one there are no links, but the lists.
_LONGEST_IN_LINKS = 300


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to see of a battle: as which seat he writes, for which figure, and which field he chose."""

    writer: str | None = None
    figure: str | None = None
    field: str | None = None
    before: int | None = None
    draft: str = ""


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
class Tab:
    """A figure for which something can be chosen; `due` = the battle waits for it, `open` = its choices are shown."""

    figure: str
    due: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Choices:
    """What the writer can choose: his figures, and of the open one by groups; `rest` is for it, `whole` for all.

    `there` is what can be done on the `field` that was chosen, if that is not one thing only.
    """

    tabs: tuple[Tab, ...] = ()
    figure: str | None = None
    groups: tuple[ChoiceGroup, ...] = ()
    rest: tuple[Choice, ...] = ()
    whole: tuple[Choice, ...] = ()
    field: str | None = None
    there: tuple[Choice, ...] = ()

    @property
    def due(self) -> bool:
        """Tell whether the battle waits for one of these."""
        return any(tab.due for tab in self.tabs)

    @property
    def unfolded(self) -> ChoiceGroup | None:
        """The one group of those that fold that is open to begin with."""
        return next((group for group in self.groups if is_long(group) and not is_list(group)), None)


@dataclass(frozen=True, slots=True)
class Writer:
    """A seat as which somebody may write; `awaited` = the battle waits for it."""

    seat: str
    awaited: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """All that the page of a battle shows to somebody who writes as `writer` (None = he may not write)."""

    battle: SeenBattle
    stand: Stand
    writers: tuple[Writer, ...]
    writer: str | None
    master: bool
    choices: Choices
    posts: tuple[SeenPost, ...]
    older: int | None
    phase: str
    result: str | None
    lineup: bool
    secret: bool
    draft: str


def shown(desk: Desk, battle: int, visitor: Visitor, asked: Asked) -> Shown:
    """Return what the visitor sees of what he asked for.

    Raises: Refused, DatabaseFault.
    """
    seen = read_battle(desk, battle, visitor.person, excerpt=Excerpt(POSTS_A_PAGE, asked.before))
    side = known_side(seen.system)
    awaited = {str(waiting.seat) for waiting in side.system.waiting(seen.state)}
    writer = asked.writer if asked.writer in seen.mine else _first(seen.mine, awaited)
    groups = () if writer is None else side.choices(seen.state, Seat(writer))
    choices = _choices(groups, asked, master=writer == GAME_MASTER)
    draft = asked.draft
    if len(choices.there) == 1:
        draft = "\n".join(line for line in (draft, choices.there[0].text) if line)
        choices = replace(choices, there=(), field=None)
    moment = read_moment(desk, battle, visitor.person)
    return Shown(
        battle=seen,
        stand=stand(
            seen.system,
            moment,
            writer or seen.seat,
            title=seen.name or "Schlachtfeld",
            groups=choices.groups if len(draft) <= _LONGEST_IN_LINKS else (),
            address=_address(battle, writer, choices.figure, draft),
        ),
        writers=tuple(Writer(seat, seat in awaited) for seat in seen.mine),
        writer=writer,
        master=writer == GAME_MASTER,
        choices=choices,
        posts=seen.posts,
        older=seen.earlier or None,
        phase=side.phase_name(side.phase(seen.state)),
        result=_result(side, seen.state) if seen.over else None,
        lineup=side.in_lineup(seen.state),
        secret=side.keeps_secrets(seen.state),
        draft=draft,
    )


def is_list(group: ChoiceGroup) -> bool:
    """Tell whether the choices are so many fields that a list is better than buttons; it has no room for chances."""
    fields = {choice.field for choice in group.choices if choice.chance is None}
    return len(group.choices) > _MOST_FIELDS and None not in fields and len(fields) == len(group.choices)


def is_long(group: ChoiceGroup) -> bool:
    """Tell whether the buttons of a group fold away."""
    return not group.due and len(group.choices) > _MOST_BUTTONS


def _first(mine: tuple[str, ...], awaited: set[str]) -> str | None:
    """Return the first seat for which the battle waits, else the first one."""
    return next((seat for seat in mine if seat in awaited), mine[0] if mine else None)


def _choices(groups: tuple[ChoiceGroup, ...], asked: Asked, *, master: bool) -> Choices:
    figures = list(dict.fromkeys(group.figure for group in groups if group.figure is not None))
    due = {group.figure for group in groups if group.due}
    chosen = asked.figure if asked.figure in figures else None
    if chosen is None and figures and not master:
        chosen = _next(groups, asked.draft) or figures[0]
    of_figure = tuple(group for group in groups if group.figure == chosen and chosen is not None)
    # What stands beside the same for all figures: to pass beside being done.
    common = {group.kind for group in groups if group.figure is None}
    there = (choice for group in of_figure for choice in group.choices if choice.field and choice.field == asked.field)
    return Choices(
        tabs=tuple(Tab(figure, figure in due, figure == chosen) for figure in figures),
        figure=chosen,
        groups=tuple(sorted((one for one in of_figure if one.kind not in common), key=lambda group: not group.due)),
        rest=tuple(choice for group in of_figure if group.kind in common for choice in group.choices),
        whole=tuple(choice for group in groups if group.figure is None for choice in group.choices),
        field=asked.field,
        there=tuple(there),
    )


def _next(groups: tuple[ChoiceGroup, ...], draft: str) -> str | None:
    """Return the first figure for which the battle waits and of which the draft does not yet say all."""
    owed = [group.figure for group in groups if group.due and group.figure is not None]
    said = [line.partition(":")[0] for line in draft.splitlines()]
    return next((figure for figure in owed if said.count(figure) < owed.count(figure)), owed[0] if owed else None)


def _address(battle: int, writer: str | None, figure: str | None, draft: str) -> str:
    """Return the address behind a field, up to the field itself: it chooses there, where no script runs."""
    known = {"als": writer, "figur": figure, "text": draft}
    return f"/schlacht/{battle}?{urlencode({key: value for key, value in known.items() if value})}&feld="


def _result(side: Any, state: Any) -> str:
    """Return how the battle ended."""
    result = side.system.over(state)
    if result is None or result.winner is None:
        return "Unentschieden"
    return f"{side.side_name(result.winner)} gewinnt"


def stand(
    system: str,
    moment: Moment,
    seat: str | None,
    *,
    title: str,
    groups: Iterable[ChoiceGroup] = (),
    address: str = "",
) -> Stand:
    """Return board and figures of a moment as a seat sees them.

    Fields of choices can be chosen on the board; the field is put behind `address`.
    """
    side = known_side(system)
    labels: dict[str, list[str]] = {}
    for group in groups:
        for choice in group.choices:
            if choice.field:
                labels.setdefault(choice.field, []).append(f"{group.kind}: {choice.label}")
    targets = tuple(
        Target(Field.parse(field), one[0] if len(one) == 1 else f"{field}: {len(one)} Möglichkeiten")
        for field, one in labels.items()
    )
    view = side.board_view(moment.state, moment.recent, None if seat is None else Seat(seat))
    rows = side.roster(moment.state)
    keys = list(dict.fromkeys(row.side for row in rows))
    return Stand(
        board=board_svg(replace(view, targets=targets), title=title, link=lambda field: f"{address}{field}#schreiben"),
        twin=tuple(side.twin_lines(moment.state, None if seat in (None, GAME_MASTER) else Seat(seat))),
        sides=tuple(Side(key, side.side_name(key), tuple(row for row in rows if row.side == key)) for key in keys),
    )
