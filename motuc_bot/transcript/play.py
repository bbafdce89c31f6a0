"""Playing a transcript: the same reader, rules and answers as everywhere."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from motuc_bot.judging.judged import AnyBattle, Incoming, judge
from motuc_bot.judging.line_faults import Fault
from motuc_bot.systems.faults import FileFault
from motuc_bot.transcript import yaml_file
from motuc_bot.transcript.load import PostRow, Transcript
from rules.core import GAME_MASTER, Battle, Rejected, Seat
from rules.dice import Dice, Recorder, Rolled, Tape, TapeEmpty, TapeError


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
    opening, *rest = steps(transcript, until, lambda number: dice)
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


def steps(transcript: Transcript, until: int | None, dice_for: Callable[[int], Dice]) -> Iterator[Step]:
    """Yield the opening, then each post, as they are played with the dice for its number (the opening: 0).

    Raises: UnreadableFile.
    """
    try:
        yield from _steps(transcript, until, dice_for)
    except FileFault as fault:
        raise yaml_file.located(transcript.path, fault) from None


def _steps(transcript: Transcript, until: int | None, dice_for: Callable[[int], Dice]) -> Iterator[Step]:
    battle = _opened(transcript, dice_for(0))
    yield Step(battle, None, tuple(transcript.side.tell(transcript.side.system.blank, battle.log)))
    following = 1
    for index, post in enumerate(transcript.posts if until is None else transcript.posts[:until]):
        number = following if post.number is None else post.number
        try:
            incoming = Incoming(_seat(post), post.text, post.private)
            battle, judged = judge(transcript.side, battle, incoming, number, dice_for(number))
        except TapeError as error:
            raise FileFault(("posts", index), _dice_fault(error, len(transcript.dice))) from None
        answer = Answer(post, number if judged.accepted else None, judged.faults, judged.lines)
        yield Step(battle, answer, answer.lines)
        following = number + judged.accepted


def _opened(transcript: Transcript, dice: Dice) -> AnyBattle:
    side = transcript.side
    try:
        return Battle.open(side.system, side.config(transcript.document), dice)
    except Rejected as rejected:
        reason = side.explain(rejected, side.system.blank)
        raise FileFault(("teams",), f"so kann die Schlacht nicht beginnen: {reason}") from None
    except TapeError as error:
        raise FileFault(("dice",), _dice_fault(error, len(transcript.dice))) from None


def _seat(post: PostRow) -> Seat:
    return GAME_MASTER if post.by.casefold() == GAME_MASTER.casefold() else Seat(post.by)


def _dice_fault(error: TapeError, given: int) -> str:
    whose = "" if error.reason is None else f", der von {error.reason.figure}"
    if isinstance(error, TapeEmpty):
        return f"die Würfel (dice) reichen nicht: {given} sind da, hier fehlt der nächste{whose}"
    return f"Würfel Nr. {error.position} unter dice passt nicht: so viele Augen hat der nicht, der hier fällt{whose}"
