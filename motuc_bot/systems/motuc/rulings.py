"""Each ruling in one German sentence for players."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rules.motuc.codes import Ruling


@cache
def sentences() -> Mapping[str, str]:
    """Return the sentences by the code of their ruling, in the order of the rules."""
    text = files("motuc_bot.systems.motuc").joinpath("rulings.toml").read_text(encoding="utf-8")
    return {code: str(sentence) for code, sentence in tomllib.loads(text).items()}


def sentence(ruling: Ruling) -> str:
    """Return the ruling in one German sentence, full stop included."""
    return sentences()[ruling]
