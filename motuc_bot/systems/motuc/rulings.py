"""Each ruling in one German sentence for players, and in a shorter one for refusals."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.motuc.codes import Ruling

_SHORT = "kurz"


@cache
def sentences() -> Mapping[str, str]:
    """Return the sentences by the code of their ruling, in the order of the rules."""
    return {code: str(sentence) for code, sentence in _table().items() if code != _SHORT}


@cache
def short_sentences() -> Mapping[str, str]:
    """Return the short sentences by the code of their ruling, in the order of the rules."""
    return {code: str(sentence) for code, sentence in _table()[_SHORT].items()}


def sentence(ruling: Ruling) -> str:
    """Return the ruling in one German sentence, full stop included."""
    return sentences()[ruling]


def short_sentence(ruling: Ruling) -> str:
    """Return the heart of the ruling, full stop included."""
    return short_sentences()[ruling]


def _table() -> Mapping[str, Any]:
    text = files("motuc_bot.systems.motuc").joinpath("rulings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
