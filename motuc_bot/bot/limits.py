"""How much Discord takes in one thing, and how a text is made to fit."""

# Options of a list, choices of an option of a command, what is shown while somebody types.
MOST_OPTIONS = 25
# Rows of a message, buttons in each.
MOST_ROWS, MOST_IN_ROW = 5, 5


def shortened(text: str, most: int) -> str:
    """Return the text, cut to so many characters with a sign that something is missing."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
