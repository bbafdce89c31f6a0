"""What is wrong with the lines of a post, as the thread shows it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from motuc_bot.language.slips import Slip
from rules.core import GeneralCode

_LONGEST_HEAD = 30
_COUNTS_NOT = "Dieser Beitrag zählt nicht, frühere gelten weiter."
_ONCE_MORE = "Bitte den ganzen Beitrag noch einmal posten, sobald alles passt."


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line of a post, for its author; what to write instead may stand on a line of its own.

    `slip` is the name in it that is nearly right, if that is what is wrong.
    """

    line: int
    code: str
    message: str
    slip: Slip | None = None


def told(faults: Sequence[Fault], texts: Sequence[str]) -> Iterator[str]:
    """Yield each fault in full; `texts` are all faulty lines of the post, those of the faults first."""
    for fault, place in zip(faults, _places(faults, texts), strict=True):
        # A message that begins with its place needs no other.
        told_already = fault.message.startswith((f"{place} ", f"{place}: "))
        yield from in_lines(fault.message if told_already else f"{place}: {fault.message}")


def in_lines(message: str) -> list[str]:
    """Return what is wrong as the thread shows it, what to write instead on a line of its own if it has one."""
    return f"❓ {message}".split("\n")


def told_briefly(faults: Iterable[Fault], of_several: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong once, with the numbers of all lines in which it is; `of_several` is how that is said then."""
    numbers: dict[str, list[int]] = {}
    for fault in faults:
        numbers.setdefault(fault.message, []).append(fault.line)
    for message, lines in numbers.items():
        if lines[0] == lines[-1]:
            yield f"❓ Zeile {lines[0]}: {message}"
        else:
            yield f"❓ Zeilen {_listed(lines)}: {of_several.get(message, message)}"


def closing(faults: Sequence[Fault], orders: int) -> list[str]:
    """Return what becomes of a post with so many orders; one that only came at the wrong time needs no mending."""
    if len(faults) == orders and all(fault.code == GeneralCode.WRONG_PHASE for fault in faults):
        return [_COUNTS_NOT]
    return [_COUNTS_NOT, _ONCE_MORE]


def head_of(text: str) -> str:
    """Return the name before the colon of a line; empty if there is none."""
    head = text.partition(":")[0].strip(" *_>") if ":" in text else ""
    return head if len(head) <= _LONGEST_HEAD else ""


def _places(faults: Sequence[Fault], texts: Sequence[str]) -> list[str]:
    """Return which lines are meant: by the names before their colons if these tell all of them apart."""
    heads = [head_of(text) for text in texts]
    if all(heads) and len({*heads}) == len(faults) == len(texts):
        return heads
    return [f"Zeile {fault.line}" for fault in faults]


def _listed(numbers: Iterable[int]) -> str:
    """Return rising numbers as `7, 9 und 12–60`."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number <= runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    *rest, last = [part for first, final in runs for part in _run(first, final)]
    return f"{', '.join(rest)} und {last}" if rest else last


def _run(first: int, last: int) -> list[str]:
    """Return the numbers from first to last; from three on as a range."""
    return [f"{first}–{last}"] if last - first > 1 else [str(number) for number in range(first, last + 1)]
