"""The list of all rulings in the German guides; `python -m motuc_bot.systems.motuc.guide FILE…` writes it anew."""

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from motuc_bot.systems.motuc.rulings import sentences

BEGIN, END = "<!-- regeln:anfang -->", "<!-- regeln:ende -->"

# By the letter behind `R-`; the order of the chapters is that of the sentences.
_CHAPTERS = {
    "B": "Spielfeld",
    "T": "Mannschaften, Werte, Ausrüstung",
    "S": "Startpositionen",
    "P": "Ablauf",
    "M": "Bewegung",
    "N": "Nahkampf",
    "W": "Nahkampf",
    "D": "Nahkampf",
    "F": "Fernkampf",
    "Z": "Magie",
    "X": "Besonderes",
}


def with_rulings(text: str) -> str:
    """Return a guide with the list of all rulings between its markers, by chapter.

    Raises:
        ValueError: the guide does not hold each marker once, in order.
    """
    before, *behind_begin = text.split(BEGIN)
    if len(behind_begin) != 1 or END in before or behind_begin[0].count(END) != 1:
        raise ValueError(f"{BEGIN} und {END} müssen je einmal dastehen, in dieser Reihenfolge")
    after = behind_begin[0].split(END)[1]
    return f"{before}{BEGIN}\n\n{rulings()}\n\n{END}{after}"


def rulings() -> str:
    """Return all rulings as Markdown, one heading for each chapter."""
    chapters = (
        "\n".join([f"### {number} · {title}", "", *(f"- **{code}** {sentence}" for code, sentence in listed)])
        for number, (title, listed) in enumerate(groupby(sentences().items(), key=_chapter), 1)
    )
    return "\n\n".join(chapters)


def _chapter(ruling: tuple[str, str]) -> str:
    return _CHAPTERS[ruling[0].removeprefix("R-")[0]]


def main(paths: Sequence[str]) -> None:
    """Write the list into each of the files."""
    for path in map(Path, paths):
        text = path.read_text(encoding="utf-8")
        path.write_text(with_rulings(text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
