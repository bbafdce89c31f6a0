"""German as all systems share it: the lines of a post, speech, names, near misses, number words."""

from motuc_bot.language.names import Match, Meaning, NameIndex
from motuc_bot.language.reading import LineKind, Reading, ReadLine
from motuc_bot.language.refusals import Ambiguous, Unreadable

__all__ = ["Ambiguous", "LineKind", "Match", "Meaning", "NameIndex", "ReadLine", "Reading", "Unreadable"]
