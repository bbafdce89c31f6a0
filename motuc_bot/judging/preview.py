"""What the referee would understand of a post, before anything counts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from motuc_bot.judging.judged import MOST_EXPLAINED, AnyBattle, AnySide, Incoming, reading_error
from motuc_bot.judging.line_faults import head_of
from motuc_bot.language.reading import LineKind, ReadLine
from rules.core import PUBLIC, DraftedLine, Post, Posted, RolledBack

_LINE_END = re.compile(r"\r\n|\r|\n")
_NOTHING = "Das ändert nichts."
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
    """The lines of a post but empty ones; `counts` tells whether the referee would accept it as a whole (R-P10)."""

    lines: tuple[PreviewLine, ...]
    counts: bool


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
    lines += _prose(post.text, {line.number for line in read}, unread_after)
    return Preview(tuple(sorted(lines, key=lambda line: line.number)), not faults)


def _next_number(battle: AnyBattle) -> int:
    """Return a number that the post could have."""
    return 1 + max((event.number for event in battle.log if isinstance(event, Posted)), default=0)


def _kind(line: ReadLine[Any], faulty: bool) -> PreviewKind:
    return PreviewKind.FAULT if faulty else PreviewKind(line.kind.value)


def _told_faults(
    side: AnySide, battle: AnyBattle, post: Incoming, faults: Sequence[tuple[int, ReadLine[Any], Exception]]
) -> dict[int, Sequence[str]]:
    """Return what is wrong with the lines, as `judge` does: the first explained, the rest named."""
    told: dict[int, Sequence[str]] = {}
    heads: set[str] = set()
    for at, line, error in faults[:MOST_EXPLAINED]:
        head = head_of(line.text)
        explained = side.explain(
            error,
            battle.state,
            seat=post.seat,
            text=line.text,
            commands=line.commands,
            example=not head or head not in heads,
        )
        heads |= {head} if "`" in explained else set()
        told[at] = explained.splitlines()
    return told | {at: (side.name_fault(error),) for at, _, error in faults[MOST_EXPLAINED:]}


def _told_deeds(
    side: AnySide, post: Incoming, line: ReadLine[Any], drafted: DraftedLine[Any, Any], log: tuple[Any, ...]
) -> Sequence[str]:
    """Return what the line would do; of what is secret, what was understood, as its author will be told."""
    if post.private:
        return side.confirm((line.commands,))
    told = tuple(side.tell(drafted.before, drafted.events, log))
    if any(_is_secret(side, event) for event in drafted.events):
        return (*side.confirm((line.commands,)), *told, _EXPOSED)
    return told or (_NOTHING,)


def _is_secret(side: AnySide, event: Any) -> bool:
    return not isinstance(event, Posted | RolledBack) and side.system.audience(event) != PUBLIC


def _prose(text: str, read: set[int], unread_after: int | None) -> list[PreviewLine]:
    """Return the lines that hold neither orders nor speech; behind a last fault nobody knows whether more was read."""
    return [
        PreviewLine(number, line.strip(), PreviewKind.PROSE)
        for number, line in enumerate(_LINE_END.split(text), 1)
        if number not in read and line.strip() and (unread_after is None or number < unread_after)
    ]
