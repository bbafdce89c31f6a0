"""What an order of the game master would change, worked out on the battle as it is; nothing counts, no die falls."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from motuc_bot.judging.judged import AnyBattle, AnySide, Incoming, judge
from motuc_bot.language.reading import LineKind
from motuc_bot.referee.answer import Answer
from motuc_bot.referee.desk import Desk, Table
from motuc_bot.referee.patience import patient
from motuc_bot.referee.post import NewPost, judge_post
from motuc_bot.referee.refused import Refused
from motuc_bot.referee.repeated import earlier, given_before
from motuc_bot.referee.rights import seat_of
from motuc_bot.shortened import shortened
from motuc_bot.store import posts
from motuc_bot.store.posts import PostRow, Private, Readable
from motuc_bot.systems.roster import RosterRow
from rules.core import GAME_MASTER, Battle, Post, Posted, effective
from rules.dice import Reason

# So many posts that would be taken back are named, and so much of each.
_MOST_POSTS, _MOST_CHARACTERS = 10, 80
_DICE = "Danach fallen Würfel: Was dabei herauskommt, steht erst fest, wenn es gilt."
_NOTHING = "An den Figuren ändert sich nichts."
_NO_ORDER = "❓ Daraus wird kein Befehl: Bitte die Figur aus der Liste wählen."


@dataclass(frozen=True, slots=True)
class DryRun:
    """What the order would change, in German lines; `version` is the number of events of which it was worked out."""

    version: int
    lines: tuple[str, ...]


@patient
def dry_run(desk: Desk, battle: int, person: str, text: str) -> DryRun:
    """Return what the game master's order would change. Raises: Refused, DatabaseFault."""
    with desk.store.reading() as connection:
        table = desk.view(connection, battle, person)
        post = Incoming(seat_of(table, person, GAME_MASTER), text)
        after, rolls = _tried(table, post)
        gone = _counting(table.battle.log) - _counting(after.log)
        rows: tuple[PostRow, ...] = ()
        if gone:
            _, rows = posts.read_page(connection, battle, Readable(GAME_MASTER, Private.ALL), None, None)
    changes = list(_changes(table.side, table.battle.state, after.state))
    undone = [row for row in rows if row.number in gone and row.ordered]
    return DryRun(table.row.version, (*_taken_back(undone), *(changes or [_NOTHING]), *((_DICE,) if rolls else ())))


@patient
def carry_out(desk: Desk, new: NewPost, version: int) -> Answer | None:
    """Let the order count if the battle is as it was when it had so many events; else return None.

    A message that came before gets the answer it got then. Raises: Refused, DatabaseFault.
    """
    with desk.store.writing() as connection:
        table = desk.table(connection, new.battle, new.person)
        seat_of(table, new.person, new.seat)
        again = given_before(earlier(connection, new.battle, new.person, new.message), new.message)
        if again is not None:
            return again
        if table.row.version != version:
            return None
        answer, known = judge_post(desk, connection, table, new)
    if known is not None:
        desk.remember(new.battle, known)
    return answer


class _WouldRoll(Exception):
    """A die would be rolled."""


class _NoDice:
    """Dice that nobody may see yet: who tried an order out could choose it by them."""

    def roll(self, faces: int, reason: Reason) -> NoReturn:
        """Fail."""
        raise _WouldRoll


def _tried(table: Table, post: Incoming) -> tuple[AnyBattle, bool]:
    """Return the battle after the order, and whether it stops there because dice would fall. Raises: Refused."""
    side, battle, number = table.side, table.battle, table.row.posts + 1
    try:
        after, judged = judge(side, battle, post, number, _NoDice())
    except _WouldRoll:
        lines = [line for line in side.read(battle.state, post.text).lines if line.kind is LineKind.COMMAND]
        draft = battle.draft(Post(number, post.seat, tuple(line.commands for line in lines)))
        return Battle(side.system, battle.log + draft.events, draft.state), True
    if not judged.accepted:
        raise Refused(judged.lines)
    if not judged.orders:
        raise Refused((_NO_ORDER,))
    return after, False


def _counting(log: Iterable[Any]) -> set[int]:
    """Return the numbers of the posts of which something still counts."""
    number, found = 0, set()
    for event in effective(log):
        if isinstance(event, Posted):
            number = event.number
        elif number:
            found.add(number)
    return found


def _taken_back(rows: Sequence[PostRow]) -> Iterator[str]:
    if not rows:
        return
    one = len(rows) == 1
    yield f"Zurückgenommen {'wird ein Beitrag' if one else f'werden {len(rows)} Beiträge'}:"
    for row in rows[:_MOST_POSTS]:
        yield f"#{row.number} ({row.seat}) {shortened(' '.join(row.text.split()), _MOST_CHARACTERS)}"
    if len(rows) > _MOST_POSTS:
        yield f"… und {len(rows) - _MOST_POSTS} weitere"


def _changes(side: AnySide, before: Any, after: Any) -> Iterator[str]:
    """Yield what is different, before → after."""
    old, new = ({row.name: row for row in side.roster(state)} for state in (before, after))
    for name in dict.fromkeys((*old, *new)):
        if name not in new:
            yield f"{name}: ist nicht mehr dabei"
        elif name not in old:
            yield f"{name}: ist wieder dabei"
        elif changes := list(_of_figure(old[name], new[name])):
            yield f"{name}: {', '.join(changes)}"
    was, now = side.system.over(before), side.system.over(after)
    if now is not None and now != was:
        end = "unentschieden" if now.winner is None else f"{side.side_name(now.winner)} gewinnt"
        yield f"Die Schlacht ist vorbei: {end}"
        return
    if was is not None and now is None:
        yield "Die Schlacht geht weiter"
    if side.phase(before) != side.phase(after):
        yield f"Phase: {side.phase_name(side.phase(before))} → {side.phase_name(side.phase(after))}"


def _of_figure(old: RosterRow, new: RosterRow) -> Iterator[str]:
    if old.fallen != new.fallen:
        yield "ist besiegt" if new.fallen else "steht wieder"
    for was, now in zip(old.bars, new.bars, strict=True):
        if was.now != now.now:
            yield f"{now.label} {was.now} → {now.now}"
    for label, before, after in (
        ("Feld", old.field or "keins", new.field or "keins"),
        ("gespielt von", old.seat, new.seat),
        ("Zustand", _listed(old.states), _listed(new.states)),
        ("in der Hand", _listed(old.held), _listed(new.held)),
        ("am Gürtel", _listed(old.worn), _listed(new.worn)),
    ):
        if before != after:
            yield f"{label} {before} → {after}"


def _listed(names: Sequence[str]) -> str:
    return " und ".join(names) or "nichts"
