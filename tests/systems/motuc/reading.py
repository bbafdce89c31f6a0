"""The battle that the reader's tests read posts for."""

from motuc_bot.language import Ambiguous, ReadLine, Unreadable
from motuc_bot.systems.motuc.reader import Reader, Vocabulary
from rules.core import RollBack
from rules.motuc.commands import Command

VOCABULARY = Vocabulary(
    figures=(
        ("Skeletor", ("Skelli", "Knochenkopf")),
        ("He-Man", ("Heman", "Adam")),
        ("Man-at-Arms", ("Duncan",)),
        ("Man-E-Faces", ()),
        ("Teela", ()),
        ("Orko", ()),
        ("Stratos", ()),
        ("Beast Man", ("Biestmann",)),
        ("Trap-Jaw", ("Kieferknacker",)),
        ("Zwei Bad", ()),
        ("Evil-Lyn", ()),
        ("Ram Man", ()),
    ),
    weapons=(
        ("Havoc-Stab", ()),
        ("Schwert", ("Klinge",)),
        ("Schwert der Macht", ("Machtschwert",)),
        ("Axt", ()),
        ("Laser", ()),
        ("Haken", ()),
        ("Speer", ()),
        ("Armbrust", ()),
        ("Schild", ()),
        ("Peitsche", ()),
    ),
    seats=("ann", "ben", "4711"),
)

READER = Reader(VOCABULARY)


def line(text: str) -> ReadLine[Command | RollBack]:
    """Return the one line that the reader finds in a post."""
    (only,) = READER.read(text).lines
    return only


def commands(text: str) -> tuple[Command | RollBack, ...]:
    """Return the commands of a post of one line, read without an error."""
    read = line(text)
    assert read.error is None, read.error
    return read.commands


def error(text: str) -> Unreadable | Ambiguous:
    """Return what is wrong with a post of one line."""
    read = line(text)
    assert read.error is not None, read
    assert read.commands == ()
    return read.error
