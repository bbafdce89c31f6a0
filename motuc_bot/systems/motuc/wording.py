"""Putting German together so that it is right for any name.

Which gender the name of a figure has is unknown: names stand without an article, in words that need none, and `von …`
takes the place of the genitive, which names ending in s, x or z don't form. A weapon with its article is in `nouns.py`.
"""

from collections.abc import Iterable
from zlib import crc32

from rules.motuc.model import BARE_HAND
from rules.motuc.words import Phase

LONGEST_LINE = 100

NOW = {
    Phase.LINEUP: "noch werden die Mannschaften aufgestellt",
    Phase.PLACEMENT: "gerade werden die Startpositionen gemeldet",
    Phase.BLACK_MOVES: "gerade zieht Schwarz",
    Phase.WHITE_REACTS: "gerade reagiert Weiß",
    Phase.WHITE_MOVES: "gerade zieht Weiß",
    Phase.BLACK_REACTS: "gerade reagiert Schwarz",
    Phase.OVER: "die Schlacht ist vorbei",
}


def is_bare_hand(weapon: str | None) -> bool:
    """Tell whether the name of a weapon means none; events say None, commands say its name."""
    return weapon is None or weapon == BARE_HAND.name


def weapon_name(weapon: str | None) -> str:
    """Return the weapon as it stands alone: `Havoc-Stab`, `bloße Hand`."""
    return "bloße Hand" if weapon is None or is_bare_hand(weapon) else weapon


def listed(words: Iterable[str], last: str = "und") -> str:
    """Return `A, B und C`."""
    *first, final = [*words] or [""]
    return f"{', '.join(first)} {last} {final}" if first else final


def counted(number: int, one: str, many: str) -> str:
    """Return the number with its noun: `1 Feld`, `3 Felder`."""
    return f"{number} {one if number == 1 else many}"


def sentence_case(text: str) -> str:
    """Return the text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def wrapped(head: str, parts: Iterable[str]) -> list[str]:
    """Return the parts behind the head, on as many lines as a phone needs, each with the head."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 3 <= LONGEST_LINE:
            lines[-1] += f", {part}"
        else:
            lines.append(f"{head} {part}")
    return [f"{line}." for line in lines]


def variant(variants: tuple[str, ...], *key: object) -> str:
    """Return one of the variants: always the same one for the same key, in every process."""
    return variants[crc32("|".join(map(str, key)).encode()) % len(variants)]
