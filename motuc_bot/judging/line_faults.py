"""What is wrong with the lines of a post, as the thread shows it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rules.core import GeneralCode

_LONGEST_HEAD = 30
_COUNTS_NOT = "Dieser Beitrag zählt nicht, frühere gelten weiter"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one line of a post, for its author."""

    line: int
    code: str
    message: str


def told(faults: Sequence[Fault], texts: Sequence[str]) -> Iterator[str]:
    """Yield each fault in full; `texts` are all faulty lines of the post, those of the faults first."""
    for fault, place in zip(faults, _places(faults, texts), strict=True):
        # A message that begins with its place needs no other.
        yield f"❓ {fault.message}" if fault.message.startswith(f"{place} ") else f"❓ {place}: {fault.message}"


def told_briefly(faults: Iterable[Fault]) -> Iterator[str]:
    """Yield what is wrong once, with the numbers of all lines in which it is."""
    numbers: dict[str, list[int]] = {}
    for fault in faults:
        numbers.setdefault(fault.message, []).append(fault.line)
    for message, lines in numbers.items():
        yield f"❓ Außerdem {'Zeile' if lines[0] == lines[-1] else 'Zeilen'} {_listed(lines)}: {message}"


def closing(faults: Sequence[Fault], orders: int) -> str:
    """Return what becomes of a post with so many orders; one that only came at the wrong time needs no mending."""
    if len(faults) == orders and all(fault.code == GeneralCode.WRONG_PHASE for fault in faults):
        return f"{_COUNTS_NOT}."
    return f"{_COUNTS_NOT}: bitte ganz noch einmal posten, sobald alles passt."


def _places(faults: Sequence[Fault], texts: Sequence[str]) -> Iterator[str]:
    """Yield which line is meant, by the name before its colon if it is the only one with that name."""
    heads = [text.partition(":")[0].strip(" *_>") if ":" in text else "" for text in texts]
    for fault, head in zip(faults, heads, strict=False):
        yield head if 0 < len(head) <= _LONGEST_HEAD and heads.count(head) == 1 else f"Zeile {fault.line}"


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
