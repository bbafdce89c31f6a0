"""Words as they are compared: case, umlauts, ß, accents and apostrophes don't matter (posts.md)."""

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['’`´][^\W_]+)*")

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
_APOSTROPHES = str.maketrans("", "", "'’`´")
# Soft hyphen, zero-width characters, writing direction, byte order mark, emoji variation selectors.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufe0e\ufe0f\ufeff]")


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """Return the form in which one word is compared: `Äxte` → `aexte`, `weiß` → `weiss`, `Séance` → `seance`."""
    folded = word.translate(_APOSTROPHES).casefold()
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded.translate(_UMLAUTS))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def folded_words(text: str) -> list[str]:
    """Return the words of a text in the form in which they are compared; `He-Man` is two words."""
    return [fold(word) for word in WORD.findall(text)]


def name_key(name: str) -> str:
    """Return the form in which whole names are compared: hyphens, spaces and punctuation don't matter."""
    return "".join(folded_words(name))


def plain(text: str) -> str:
    """Return the text with composed letters and without invisible characters, as phones and web pages insert them."""
    if text.isascii():
        return text
    return _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
