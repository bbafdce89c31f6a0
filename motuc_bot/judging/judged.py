"""Judging one post."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motuc_bot.judging.line_faults import Fault, closing, head_of, in_lines, told, told_briefly
from motuc_bot.language.reading import LineKind, ReadLine
from motuc_bot.language.refusals import Unreadable
from motuc_bot.systems.gist import Gist
from motuc_bot.systems.side import Side
from rules.core import Battle, GeneralCode, Post, Seat
from rules.dice import Dice

AnyBattle = Battle[Any, Any, Any, Any, Any]
AnySide = Side[Any, Any, Any, Any]

# As many as a team has figures: a post with one wrong line for each is explained in full.
MOST_EXPLAINED = 6


@dataclass(frozen=True, slots=True)
class Incoming:
    """A post as it came in: who wrote it, its text, whether it is a private message."""

    seat: Seat
    text: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a post: its events if it counts, its faults if not, and the German lines that answer it.

    A post without orders counts, with neither. `orders` are what was read, line by line; `speech` tells that some of
    it was speech by a figure, `gist` what it comes down to.
    """

    faults: tuple[Fault, ...] = ()
    lines: tuple[str, ...] = ()
    orders: tuple[tuple[Any, ...], ...] = ()
    events: tuple[Any, ...] = ()
    speech: bool = False
    gist: Gist = Gist()

    @property
    def accepted(self) -> bool:
        """Tell whether the post counts."""
        return not self.faults


def judge(side: AnySide, battle: AnyBattle, post: Incoming, number: int, dice: Dice) -> tuple[AnyBattle, Judged]:
    """Return the battle after the post and what came of it; `number` is the post's if it counts (R-P10)."""
    lines = side.read(battle.state, post.text).lines
    unreadable = [(line, error) for line in lines if (error := reading_error(side, line, post)) is not None]
    faulty = {id(line) for line, _ in unreadable}
    good = [line for line in lines if line.kind is LineKind.COMMAND and id(line) not in faulty]
    speech = any(line.kind is LineKind.SPEECH for line in lines)
    order: Post[Any] = Post(number, post.seat, tuple(line.commands for line in good))
    if unreadable:
        refused = [(good[refusal.line], refusal.rejected) for refusal in battle.review(order)]
        return battle, _refusal(side, battle, post, [*unreadable, *refused], len(good) + len(unreadable))
    if not good:
        return battle, Judged(speech=speech)
    after, verdict = battle.judge(order, dice)
    if not verdict.accepted:
        refused = [(good[refusal.line], refusal.rejected) for refusal in verdict.refusals]
        return battle, _refusal(side, battle, post, refused, len(good))
    told_lines = side.tell(battle.state, verdict.events, battle.log)
    if not post.private:
        told_lines += side.tell_exposed(verdict.events)
    gist = side.gist(battle.state, verdict.events)
    return after, Judged((), tuple(told_lines), order.lines, verdict.events, speech, gist)


def judge_orders(
    side: AnySide, battle: AnyBattle, seat: Seat, orders: Sequence[Any], number: int, dice: Dice
) -> tuple[AnyBattle, Judged]:
    """Return the same for orders that come from a form: they count all, or none."""
    lines = tuple((order,) for order in orders)
    after, verdict = battle.judge(Post(number, seat, lines), dice)
    if verdict.accepted:
        told_lines = side.tell(battle.state, verdict.events, battle.log)
        return after, Judged((), tuple(told_lines), lines, verdict.events)
    faults = tuple(
        Fault(
            refusal.line + 1,
            side.code(refusal.rejected),
            side.explain(refusal.rejected, battle.state, seat=seat, commands=lines[refusal.line]),
        )
        for refusal in verdict.refusals
    )
    return battle, Judged(faults, tuple(line for fault in faults for line in in_lines(fault.message)))


def reading_error(side: AnySide, line: ReadLine[Any], post: Incoming) -> Exception | None:
    """Return why the line can't be read, or why it may not come by private message."""
    if line.error is not None:
        return line.error
    if post.private and not all(side.is_private(command) for command in line.commands):
        return Unreadable(GeneralCode.SYNTAX, "not_in_private", text=line.text)
    return None


def _refusal(
    side: AnySide,
    battle: AnyBattle,
    post: Incoming,
    refusals: Sequence[tuple[ReadLine[Any], Exception]],
    orders: int,
) -> Judged:
    ordered = sorted(refusals, key=lambda refusal: refusal[0].number)
    found = faults_of(side, battle, post, ordered)
    explained, named = found[:MOST_EXPLAINED], found[MOST_EXPLAINED:]
    rest = ordered[MOST_EXPLAINED:]
    of_several = {side.name_fault(error): side.name_fault(error, several=True) for _, error in rest}
    texts = [line.text for line, _ in ordered]
    return Judged(found, (*told(explained, texts), *told_briefly(named, of_several), *closing(found, orders)))


def faults_of(
    side: AnySide, battle: AnyBattle, post: Incoming, refusals: Sequence[tuple[ReadLine[Any], Exception]]
) -> tuple[Fault, ...]:
    """Return what is wrong with each line of a post: the first lines explained in full, the rest named."""
    faults: list[Fault] = []
    heads: set[str] = set()
    for line, error in refusals[:MOST_EXPLAINED]:
        head = head_of(line.text)
        message = side.explain(
            error,
            battle.state,
            seat=post.seat,
            text=line.text,
            commands=line.commands,
            example=not head or head not in heads,
        )
        # One line to write for each figure: two might not count together.
        heads |= {head} if "`" in message else set()
        faults.append(Fault(line.number, side.code(error), message, side.slip(error)))
    for line, error in refusals[MOST_EXPLAINED:]:
        faults.append(Fault(line.number, side.code(error), side.name_fault(error), side.slip(error)))
    return tuple(faults)
