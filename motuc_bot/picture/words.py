"""The picture in German words, for titles, descriptions and alternative texts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from motuc_bot.picture.markup import plain
from motuc_bot.picture.view import BoardView, Camp, Piece
from motuc_bot.shortened import shortened
from rules.board import Grid

# By the colours of the tokens.
_CAMPS: Final = {Camp.DARK: "Schwarz", Camp.LIGHT: "Weiß", Camp.NEUTRAL: "Neutral"}
_MOST: Final = 1024
_LONGEST_NAME: Final = 40
# No entry is shorter than this, so that more than `_MOST` // `_SHORTEST` never fit.
_SHORTEST: Final = 8


def description(piece: Piece) -> str:
    """Return who stands where and how."""
    now, full = piece.life
    how = ["besiegt"] if piece.fallen else [f"Leben {now} von {full}", *map(plain, piece.states)]
    return f"{_place(piece)}, {', '.join(how)}"


def summary(view: BoardView) -> str:
    """Return how large the board is and how many stand on it."""
    fields = "Sechsecke" if view.grid is Grid.HEX else "Felder"
    fallen = sum(piece.fallen for piece in view.pieces)
    standing = len(view.pieces) - fallen
    figures = f"{standing} {'Figur steht' if standing == 1 else 'Figuren stehen'}"
    return f"{view.columns} × {view.rows} {fields}, {figures}" + (f", {fallen} besiegt." if fallen else ".")


def alt_text(view: BoardView) -> str:
    """Return the picture in at most 1024 characters: who stands where, by side, who has fallen, what lies where.

    Where that is too long, life and states are left out; then the last entries are, as a whole, and their number told.
    """
    for tell in (description, _place):
        entries = list(_entries(view, tell))
        if _fits(text := _told(view, entries, len(entries))):
            return text
    most = min(len(entries), _MOST // _SHORTEST)
    return next(text for number in range(most, -1, -1) if _fits(text := _told(view, entries, number)))


def _entries(view: BoardView, tell: Callable[[Piece], str]) -> Iterator[tuple[str, str]]:
    """Yield each entry after the heading that it belongs under."""
    pieces = [replace(piece, name=shortened(piece.name, _LONGEST_NAME)) for piece in view.pieces]
    for camp, heading in _CAMPS.items():
        for piece in pieces:
            if piece.side is camp and not piece.fallen:
                yield heading, tell(piece)
    for piece in pieces:
        if piece.fallen:
            yield "Besiegt", _place(piece)
    for thing in view.things:
        names = ", ".join(plain(shortened(name, _LONGEST_NAME)) for name in thing.names)
        yield "Dinge am Boden", f"{names} auf {thing.field}"


def _told(view: BoardView, entries: list[tuple[str, str]], number: int) -> str:
    """Return the text with so many of the entries."""
    sentences = [f"Brett: {summary(view)}"]
    for heading, group in groupby(entries[:number], lambda entry: entry[0]):
        sentences.append(f"{heading}: {'; '.join(entry for _, entry in group)}.")
    if number < len(entries):
        sentences.append(f"Und {len(entries) - number} mehr.")
    return " ".join(sentences)


def _place(piece: Piece) -> str:
    return f"{plain(piece.name)} auf {piece.field}"


def _fits(text: str) -> bool:
    # Counted as JavaScript does, where a sign outside the basic plane is two.
    return len(text.encode("utf-16-le")) // 2 <= _MOST
