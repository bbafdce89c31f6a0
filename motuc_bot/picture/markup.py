"""Text and numbers as they may stand in SVG: escaped, without what XML forbids or what turns lines round."""

import re
import unicodedata

# Characters that XML 1.0 forbids, and bidirectional controls: a name must not reverse the line that it stands in.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SPACE = re.compile(r"\s+")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_ISOLATE, _END = "\u2068", "\u2069"


def plain(text: str) -> str:
    """Return a name or a word on one line, as it can stand among others whatever its script; not escaped."""
    if text.isascii() and text.isprintable():
        return text
    clean = _SPACE.sub(" ", _CONTROLS.sub("", _FORBIDDEN.sub("\ufffd", text))).strip()
    if any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in clean):
        return f"{_ISOLATE}{clean}{_END}"
    return clean


def escaped(text: str) -> str:
    """Return the text as it may stand between tags and in attributes; what comes from outside is made `plain` first."""
    return _FORBIDDEN.sub("\ufffd", text).translate(_ESCAPES)


def number(value: float) -> str:
    """Return the number with at most one digit after the point."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def points(*numbers: float) -> str:
    """Return the numbers as the data of a path has them; a minus sign parts as well as a blank."""
    text = ""
    for value in numbers:
        piece = number(value)
        text += piece if not text or piece.startswith("-") else f" {piece}"
    return text
