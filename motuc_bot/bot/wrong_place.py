"""Orders that were written where no battle is played: what is told of them, and a first look that costs nothing."""

from collections.abc import Sequence

from motuc_bot.language.lines import parts_of
from motuc_bot.referee.misplaced import Misplaced

_MOST_LINKS = 3
_SECRET = "Startpositionen schickst du mir besser als private Nachricht: Hier kann sie jeder lesen."


def may_be_orders(text: str) -> bool:
    """Tell whether a line of the text looks like `Name: …`; an address of the web does not."""
    return any(part.head is not None and not part.body.startswith("//") for part in parts_of(text))


def told_of_place(found: Sequence[Misplaced]) -> tuple[str, ...]:
    """Return where the orders belong."""
    places = " oder ".join(f"<#{one.thread}>" for one in found[:_MOST_LINKS])
    line = f"Hier wird nicht gespielt, deshalb zählt das nicht. Schreib es noch einmal in {places}."
    return (line, _SECRET) if any(one.secret for one in found) else (line,)
