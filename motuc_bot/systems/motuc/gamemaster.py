"""The lines of the game master: `SL: …`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from motuc_bot.language import Ambiguous, NameIndex, Unreadable
from motuc_bot.language.folding import folded_words
from motuc_bot.systems.motuc.corrections import read_corrections
from motuc_bot.systems.motuc.lexicon import Lexicon
from motuc_bot.systems.motuc.slots import syntax
from motuc_bot.systems.motuc.starts import after_start, begins_with_start, read_starts
from motuc_bot.systems.motuc.why import Why
from rules.core import RollBack
from rules.motuc.commands import Command, EndBattle, Pause, Proceed, Resume

_ORDERS: dict[str, Command | RollBack] = {
    **dict.fromkeys(("weiter", "es geht weiter", "naechste phase", "phase beenden"), Proceed()),
    **dict.fromkeys(("pause", "unterbrechung"), Pause()),
    **dict.fromkeys(("fortsetzen", "fortsetzung", "pause beenden", "pause beendet", "ende der pause"), Resume()),
    **dict.fromkeys(("schlacht beenden", "schlacht beendet", "beendet die schlacht", "ende der schlacht"), EndBattle()),
}
_POLITE = frozenset(("bitte", "danke", "jetzt", "nun", "also", "dann", "mal"))
_BACK = "rueckgaengig"
# `bis` counts: `Beitrag 17 rückgängig` would undo just that one, which can't be done.
_TO = r"(?:bis|zu|zum|auf)(?: (?:beitrag|post|nr|nummer))* ([0-9]{1,9})"
_ROLL_BACK = re.compile(
    rf"(?:mach(?:e|t)? )?(?:(?:(?:den )?letzten (?:beitrag|post) )?rueckgaengig(?: machen)?(?: {_TO})?"
    rf"|{_TO} rueckgaengig(?: machen)?)"
)
_BACK_TO = re.compile(rf"zurueck {_TO}")


@dataclass(frozen=True, slots=True)
class Rule:
    """What a line of the game master is: commands, or a refusal, or (neither) mere speech."""

    commands: tuple[Command | RollBack, ...] = ()
    error: Unreadable | Ambiguous | None = None


def read_game_master(text: str, index: NameIndex, lexicon: Lexicon, seats: Sequence[str]) -> Rule:
    """Return what a game master's line orders; what is none of his orders is speech."""
    try:
        return Rule(_commands(text, index, lexicon, seats))
    except (Unreadable, Ambiguous) as refusal:
        return Rule(error=refusal.with_traceback(None))


def _commands(text: str, index: NameIndex, lexicon: Lexicon, seats: Sequence[str]) -> tuple[Command | RollBack, ...]:
    words = folded_words(text)
    written = " ".join(word for word in words if word not in _POLITE)
    if (order := _ORDERS.get(written)) and "?" not in text:
        return (order,)
    if back := _ROLL_BACK.fullmatch(written):
        number = back[1] or back[2]
        return (RollBack(int(number) if number else None),)
    if (back := _BACK_TO.fullmatch(written)) and "?" not in text:
        return (RollBack(int(back[1])),)
    if words[:1] == [_BACK] or (_BACK in words and any(word.isdigit() for word in words)):
        raise syntax(Why.NOT_UNDERSTOOD, rest=text.strip())
    if (starts := after_start(text, lexicon)) is not None:
        return read_starts(starts, index, lexicon)
    if begins_with_start(text, index, lexicon):
        return read_starts(text, index, lexicon)
    return read_corrections(text, index, lexicon, seats)
