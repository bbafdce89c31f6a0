"""A long text made to fit, as everywhere where one is shown."""


def shortened(text: str, most: int) -> str:
    """Return the text, cut to at most so many characters with a sign that something is missing."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
