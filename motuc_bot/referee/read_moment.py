"""A battle at some moment: now, or as it was after an earlier post."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from motuc_bot.judging.judged import AnyBattle
from motuc_bot.referee.desk import Desk
from motuc_bot.referee.patience import patient
from motuc_bot.referee.read_battle import viewer
from rules.core import Battle, Posted, RolledBack, Seat, System, effective

AnySystem = System[Any, Any, Any, Any, Any]

_RECENT = 400


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after post `number` of `last` as a seat may know it, and the latest events that led there."""

    number: int
    last: int
    state: Any
    recent: tuple[Any, ...]


@patient
def read_moment(
    desk: Desk, battle: int, person: str | None, number: int | None = None, seat: str | None = None
) -> Moment:
    """Return the moment after the post (None = now), as the person sees it. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person or "")
    mine = viewer(table, person, seat)
    system, last = table.side.system, table.row.posts
    then = last if number is None else max(0, min(number, last))
    past = table.battle if then == last else _after(table.battle, then)
    return Moment(then, last, system.view(past.state, mine).state, _latest(system, past.log, mine))


def _latest(system: AnySystem, log: tuple[Any, ...], seat: Seat | None) -> tuple[Any, ...]:
    """Return the latest events that the seat may know of; no more of the log is looked at than they need."""
    reach = 2 * _RECENT
    while True:
        part = log[-reach:]
        if any(isinstance(event, RolledBack) for event in part):
            # Only the whole log tells what still counts.
            reach, part = len(log), effective(log)
        # The marker of the first event may be missing in a part; it is missed only where all of it is needed.
        seen = tuple(_seen(system, part, seat))
        if len(seen) >= _RECENT or reach >= len(log):
            return seen[-_RECENT:]
        reach *= 2


def _seen(system: AnySystem, events: Iterable[Any], seat: Seat | None) -> Iterator[Any]:
    """Yield what the seat may know of, each time behind the post of which it came; a post of which it may not: not."""
    marker: Posted | None = None
    for event in events:
        if isinstance(event, Posted):
            marker = event
        elif system.audience(event).includes(seat):
            if marker is not None:
                yield marker
                marker = None
            yield event


def _after(battle: AnyBattle, number: int) -> AnyBattle:
    """Return the battle as it was when that post had been judged; what was taken back later counts there."""
    at = next(
        (at for at, event in enumerate(battle.log) if isinstance(event, Posted) and event.number > number),
        len(battle.log),
    )
    return Battle.replay(battle.system, battle.log[:at])
