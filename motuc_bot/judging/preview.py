"""What the referee would understand of a post, before anything counts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from motuc_bot.judging.judged import AnyBattle, AnySide, Incoming, faults_of, reading_error
from motuc_bot.judging.line_faults import head_of
from motuc_bot.language.folding import name_key
from motuc_bot.language.reading import LineKind, ReadLine
from motuc_bot.systems.registry import known_side
from motuc_bot.systems.side import UnusablePool
from rules.core import PUBLIC, DraftedLine, GeneralCode, Post, Posted, RolledBack, Seat

_LINE_END = re.compile(r"\r\n|\r|\n")
_NOTHING = "Das ändert nichts."
_DONE = "Du bist damit fertig."
_EXPOSED = "Hier könnte das jeder lesen: besser ist eine private Nachricht."


class PreviewKind(StrEnum):
    """What a line of a post would be."""

    COMMAND = "command"
    SPEECH = "speech"
    PROSE = "prose"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One line of a post, or one of its parts between `;`; `told` is what it would do, or what is wrong with it."""

    number: int
    text: str
    kind: PreviewKind
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """The lines of a post but empty ones; `counts` tells whether the referee would accept it as a whole (R-P10).

    `strange` is how many of its lines are refused because they are for figures of others.
    """

    lines: tuple[PreviewLine, ...]
    counts: bool
    strange: int = 0

    @property
    def orders(self) -> bool:
        """Tell whether something in it was meant as an order; else it is a tale."""
        return any(line.kind in (PreviewKind.COMMAND, PreviewKind.FAULT) for line in self.lines)


def preview(side: AnySide, battle: AnyBattle, post: Incoming) -> Preview:
    """Return what would be understood of the post: nothing counts, no die is rolled, no phase ends.

    It tells the author what `judge` would, and nothing that the author may not know.
    """
    read = side.read(battle.state, post.text).lines
    faults = {at: error for at, line in enumerate(read) if (error := reading_error(side, line, post)) is not None}
    good = [at for at, line in enumerate(read) if line.kind is LineKind.COMMAND and at not in faults]
    draft = battle.draft(Post(_next_number(battle), post.seat, tuple(read[at].commands for at in good)))
    drafted = dict(zip(good, draft.lines, strict=True))
    faults |= {at: line.rejected for at, line in drafted.items() if line.rejected is not None}
    told = _told_faults(side, battle, post, [(at, read[at], faults[at]) for at in sorted(faults)])
    log = (*battle.log, draft.marker)
    for at, line in drafted.items():
        if at not in faults:
            told[at] = _told_deeds(side, post, read[at], line, log)
            log += line.events
    lines = [
        PreviewLine(line.number, line.text, _kind(line, at in faults), tuple(told.get(at, ())))
        for at, line in enumerate(read)
    ]
    unread_after = read[-1].number if read and len(read) - 1 in faults else None
    lines += _prose(side, battle, post.text, {line.number for line in read}, unread_after)
    strange = sum(side.code(error) == GeneralCode.NOT_YOUR_FIGURE for error in faults.values())
    return Preview(tuple(sorted(lines, key=lambda line: line.number)), not faults, strange)


def _next_number(battle: AnyBattle) -> int:
    """Return a number that the post could have."""
    return 1 + max((event.number for event in battle.log if isinstance(event, Posted)), default=0)


def _kind(line: ReadLine[Any], faulty: bool) -> PreviewKind:
    return PreviewKind.FAULT if faulty else PreviewKind(line.kind.value)


def _told_faults(
    side: AnySide, battle: AnyBattle, post: Incoming, faults: Sequence[tuple[int, ReadLine[Any], Exception]]
) -> dict[int, Sequence[str]]:
    """Return what is wrong with the lines, as `judge` does."""
    found = faults_of(side, battle, post, [(line, error) for _, line, error in faults])
    return {at: fault.message.splitlines() for (at, _, _), fault in zip(faults, found, strict=True)}


def _told_deeds(
    side: AnySide, post: Incoming, line: ReadLine[Any], drafted: DraftedLine[Any, Any], log: tuple[Any, ...]
) -> Sequence[str]:
    """Return what the line would do; of what is secret, what was understood, as its author will be told."""
    if post.private:
        return side.confirm((line.commands,))
    told = tuple(side.tell(drafted.before, drafted.events, log))
    if any(_is_secret(side, event) for event in drafted.events):
        return (*side.confirm((line.commands,)), *told, _EXPOSED)
    return told or (_DONE if _is_done(side, drafted.before, post.seat) else _NOTHING,)


def _is_done(side: AnySide, state: Any, seat: Seat) -> bool:
    """Tell whether the seat has figures, and nobody waits for them any more: a last `fertig` comes too late to tell."""
    plays = any(row.seat == seat for row in side.roster(state))
    return plays and all(waiting.seat != seat for waiting in side.system.waiting(state))


def _is_secret(side: AnySide, event: Any) -> bool:
    return not isinstance(event, Posted | RolledBack) and side.system.audience(event) != PUBLIC


def _prose(side: AnySide, battle: AnyBattle, text: str, read: set[int], unread_after: int | None) -> list[PreviewLine]:
    """Return the lines that hold neither orders nor speech; behind a last fault nobody knows whether more was read."""
    return [
        PreviewLine(number, line.strip(), PreviewKind.PROSE, _told_absent(side, battle.state, line))
        for number, line in enumerate(_LINE_END.split(text), 1)
        if number not in read and line.strip() and (unread_after is None or number < unread_after)
    ]


def _told_absent(side: AnySide, state: Any, line: str) -> tuple[str, ...]:
    """Return that the figure to which a line seems to be an order does not take part: the reader knows no such name."""
    head = "" if line.lstrip().startswith(">") else head_of(line)
    name = _pool_names(side.system.key).get(name_key(head)) if head else None
    if name is None or side.in_lineup(state) or any(row.name == name for row in side.roster(state)):
        return ()
    return (f"{name} spielt hier nicht mit.",)


@cache
def _pool_names(system: str) -> dict[str, str]:
    """Return the figures of the system's pool by all their names; a pool that can't be used is told of elsewhere."""
    try:
        rows = known_side(system).setting_up.figure_rows()
    except UnusablePool:
        return {}
    return {name_key(name): row.name for row in reversed(rows) for name in (*row.aliases, row.name)}
