"""Playing a transcript: the same reader, rules and answers as everywhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from motuc_bot.language.reading import LineKind, ReadLine
from motuc_bot.language.refusals import Unreadable
from motuc_bot.systems.faults import FileFault
from motuc_bot.transcript import yaml_file
from motuc_bot.transcript.load import PostRow, Transcript
from rules.core import GAME_MASTER, Battle, GeneralCode, Post, Rejected, Seat
from rules.dice import Recorder, Rolled, Tape, TapeEmpty, TapeError

AnyBattle = Battle[Any, Any, Any, Any, Any]

_LONGEST_HEAD = 30
_POST_AGAIN = "Noch gilt nichts davon: bitte den ganzen Beitrag noch einmal posten, sobald alles passt."


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line of a post, for its author."""

    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee answers to a post; `number` is None for a refused one (posts.md: accepted posts count)."""

    post: PostRow
    number: int | None
    faults: tuple[Fault, ...]
    lines: tuple[str, ...]

    @property
    def private(self) -> bool:
        """Tell whether the answer goes to the author alone: that to a private message which does not count."""
        return self.post.private and not self.accepted

    @property
    def accepted(self) -> bool:
        """Tell whether the post counts."""
        return self.number is not None


@dataclass(frozen=True, slots=True)
class Played:
    """A transcript played to its end (or as far as wanted)."""

    transcript: Transcript
    battle: AnyBattle
    opening: tuple[str, ...]
    answers: tuple[Answer, ...]
    waiting: tuple[str, ...]
    rolls: tuple[Rolled, ...]
    dice_left: int

    @property
    def report(self) -> tuple[str, ...]:
        """The German lines that the thread would show, from the opening to who is awaited now."""
        told = (line for answer in self.answers if not answer.private for line in answer.lines)
        return (*self.opening, *told, *self.waiting)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of playing: the battle after it, and the answer to the post; None = the opening."""

    battle: AnyBattle
    answer: Answer | None
    lines: tuple[str, ...]


def play(transcript: Transcript, until: int | None = None) -> Played:
    """Return the played transcript, at most its first `until` posts. Raises: UnreadableFile."""
    dice = Recorder(Tape(transcript.dice))
    opening, *rest = steps(transcript, until, dice)
    battle = rest[-1].battle if rest else opening.battle
    return Played(
        transcript,
        battle,
        opening.lines,
        tuple(step.answer for step in rest if step.answer is not None),
        tuple(transcript.side.tell_waiting(battle.state)),
        tuple(dice.rolls),
        len(transcript.dice) - len(dice.rolls),
    )


def steps(transcript: Transcript, until: int | None, dice: Recorder) -> Iterator[Step]:
    """Yield the opening, then each post, as they are played. Raises: UnreadableFile."""
    try:
        yield from _steps(transcript, until, dice)
    except FileFault as fault:
        raise yaml_file.located(transcript.path, fault) from None


def _steps(transcript: Transcript, until: int | None, dice: Recorder) -> Iterator[Step]:
    battle = _opened(transcript, dice)
    yield Step(battle, None, tuple(transcript.side.tell(transcript.side.system.blank, battle.log)))
    number = 1
    for index, post in enumerate(transcript.posts if until is None else transcript.posts[:until]):
        try:
            battle, answer = _judge(transcript, battle, post, number, dice)
        except TapeError as error:
            raise FileFault(("posts", index), _dice_fault(error, len(transcript.dice))) from None
        yield Step(battle, answer, answer.lines)
        number += answer.accepted


def _opened(transcript: Transcript, dice: Recorder) -> AnyBattle:
    side = transcript.side
    try:
        return Battle.open(side.system, side.config(transcript.document), dice)
    except Rejected as rejected:
        reason = side.explain(rejected, side.system.blank)
        raise FileFault(("teams",), f"so kann die Schlacht nicht beginnen: {reason}") from None
    except TapeError as error:
        raise FileFault(("dice",), _dice_fault(error, len(transcript.dice))) from None


def _judge(
    transcript: Transcript, battle: AnyBattle, post: PostRow, number: int, dice: Recorder
) -> tuple[AnyBattle, Answer]:
    side = transcript.side
    lines = side.read(battle.state, post.text).lines
    unreadable = [(line, error) for line in lines if (error := _reading_error(transcript, line, post)) is not None]
    faulty = {id(line) for line, _ in unreadable}
    good = [line for line in lines if line.kind is LineKind.COMMAND and id(line) not in faulty]
    order: Post[Any] = Post(number, _seat(post), tuple(line.commands for line in good))
    if unreadable:
        refused = [(good[refusal.line], refusal.rejected) for refusal in battle.review(order)]
        return battle, _refusal(transcript, battle, post, [*unreadable, *refused])
    if not good:
        return battle, Answer(post, number, (), ())
    after, verdict = battle.judge(order, dice)
    if not verdict.accepted:
        refused = [(good[refusal.line], refusal.rejected) for refusal in verdict.refusals]
        return battle, _refusal(transcript, battle, post, refused)
    told = side.tell(battle.state, verdict.events, battle.log)
    if not post.private:
        told += side.tell_exposed(verdict.events)
    return after, Answer(post, number, (), tuple(told))


def _seat(post: PostRow) -> Seat:
    return GAME_MASTER if post.by.casefold() == GAME_MASTER.casefold() else Seat(post.by)


def _reading_error(transcript: Transcript, line: ReadLine[Any], post: PostRow) -> Exception | None:
    """Return why the line can't be read, or why it may not come by private message."""
    if line.error is not None:
        return line.error
    if post.private and not all(transcript.side.is_private(command) for command in line.commands):
        return Unreadable(GeneralCode.SYNTAX, "not_in_private", text=line.text)
    return None


def _refusal(
    transcript: Transcript, battle: AnyBattle, post: PostRow, refusals: Sequence[tuple[ReadLine[Any], Exception]]
) -> Answer:
    side = transcript.side
    ordered = sorted(refusals, key=lambda refusal: refusal[0].number)
    faults = tuple(
        Fault(line.number, side.code(error), side.explain(error, battle.state, _seat(post), line.text))
        for line, error in ordered
    )
    places = _places([line for line, _ in ordered])
    told = (_told(place, fault.message) for place, fault in zip(places, faults, strict=True))
    lines = (*told, _POST_AGAIN)
    return Answer(post, None, faults, lines)


def _told(place: str, message: str) -> str:
    """Return a fault for the thread; a message that begins with its place needs no other."""
    return f"❓ {message}" if message.startswith(f"{place} ") else f"❓ {place}: {message}"


def _places(lines: Sequence[ReadLine[Any]]) -> list[str]:
    """Return which line is meant, by the name before its colon if it is the only one with that name."""
    heads = [line.text.partition(":")[0].strip(" *_>") if ":" in line.text else "" for line in lines]
    return [
        head if 0 < len(head) <= _LONGEST_HEAD and heads.count(head) == 1 else f"Zeile {line.number}"
        for line, head in zip(lines, heads, strict=True)
    ]


def _dice_fault(error: TapeError, given: int) -> str:
    whose = "" if error.reason is None else f", der von {error.reason.figure}"
    if isinstance(error, TapeEmpty):
        return f"die Würfel (dice) reichen nicht: {given} sind da, hier fehlt der nächste{whose}"
    return f"Würfel Nr. {error.position} unter dice passt nicht: so viele Augen hat der nicht, der hier fällt{whose}"
