"""German number words, multiplicatives and ordinals."""

from motuc_bot.language.folding import fold

_CARDINALS = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"]
_ORDINALS = ["erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwölft"]
_ENDINGS = ["e", "en", "er", "es", "em"]

# A number of more digits means nothing in any battle, and whoever counts up to it would take long.
_LONGEST = 4

CARDINALS: dict[str, int] = {fold(word): number for number, word in enumerate(_CARDINALS)} | {"zwo": 2}
TIMES: dict[str, int] = {
    fold(("ein" if word == "eins" else word) + "mal"): number for number, word in enumerate(_CARDINALS) if number
} | {"doppelt": 2, "dreifach": 3}
ORDINALS: dict[str, int] = {
    fold(stem + ending): number for number, stem in enumerate(_ORDINALS, 1) for ending in _ENDINGS
}


def whole_number(digits: str) -> int | None:
    """Return the number that ASCII digits write, None for anything else and for numbers of more than four digits."""
    return int(digits) if len(digits) <= _LONGEST and digits.isascii() and digits.isdigit() else None
