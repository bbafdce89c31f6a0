"""Text that every database can hold."""

import re

# PostgreSQL holds no NUL, and no encoding holds half a surrogate pair.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Return the text with U+FFFD for what a database can't hold."""
    return _UNSTORABLE.sub("\ufffd", text)
