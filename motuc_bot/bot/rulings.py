"""Rulings by what somebody typed: their code, or words from them."""

import re
from collections.abc import Mapping

from motuc_bot.language.folding import folded_words

_MOST = 3
# What words of one root end with: `parieren`, `pariert`, `parierte`.
_ENDING = re.compile(r"(?:en|er|es|te|e|n|s|t)$")
_SHORTEST = 4
_NONE = "❓ Diese Regel gibt es nicht: Tippe ein Wort daraus und wähle aus der Liste."


def told_rulings(rulings: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """Return the ruling of that code, else the few that say most of what was typed, else what to type instead."""
    code = typed.strip().upper()
    if code in rulings:
        return (f"**{code}** {rulings[code]}",)
    wanted = [word for word in folded_words(typed) if len(word) >= _SHORTEST]
    found = {code: count for code, text in rulings.items() if (count := _count(wanted, text))}
    best = [code for code, count in found.items() if count == max(found.values())]
    told = tuple(f"**{code}** {rulings[code]}" for code in best[:_MOST])
    if len(best) > _MOST:
        return (*told, f"-# Davon handeln auch: {', '.join(best[_MOST:])}. Zeigen: /regel mit dem Kürzel.")
    return told or (_NONE,)


def _count(wanted: list[str], text: str) -> int:
    """Return how many of the words the text has, whatever they end with; those written just so count double."""
    words = set(folded_words(text))
    roots = {_root(word) for word in words}
    return sum(2 if word in words else _root(word) in roots for word in wanted)


def _root(word: str) -> str:
    root = _ENDING.sub("", word)
    return root if len(root) >= _SHORTEST else word
