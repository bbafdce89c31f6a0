"""The fixed palette of the PNG: the light colours of `board.css`, and what smooth edges need between them."""

from typing import Final

# By the names that board.css gives them (without `--board-`). The picture has no dark form: it brings its own paper.
COLOURS: Final = {
    "ground": "#ebe1ca",
    "line": "#c9bb9a",
    "frame": "#8a7c5c",
    "label": "#5b5240",
    "height": "#fdf7e6",
    "contour": "#b8985a",
    "peak": "#8b6d23",
    "rock": "#a89f8d",
    "hatch": "#5f574a",
    "dark": "#2c1f47",
    "dark-rim": "#2c1f47",
    "dark-text": "#fbf6ff",
    "dark-way": "#6a3fb5",
    "light": "#fffdf6",
    "light-rim": "#4b4433",
    "light-text": "#241d10",
    "light-way": "#a35a00",
    "neutral": "#cfe3dc",
    "neutral-rim": "#2d5f52",
    "neutral-text": "#10332b",
    "neutral-way": "#2d7a67",
    "track": "#b8ad95",
    "full": "#1f8a4c",
    "half": "#d98e04",
    "low": "#d3202f",
    "halo": "#1769d2",
    "badge": "#ffd84d",
    "badge-text": "#2b2100",
    "down": "#8b8373",
    "chip": "#fffdf6",
    "thing": "#0f7f8f",
    "thing-text": "#ffffff",
    "melee": "#c4182b",
    "shot": "#c4182b",
    "spell": "#a3138f",
    "step": "#1769d2",
    "aim": "#c4182b",
}
# Fields that can be chosen are tinted: what 12 % of the colour of a step makes of the ground, and 55 % at the rim.
_TINTS: Final = {
    "step-ground": ("ground", "step", 0.12),
    "step-height": ("height", "step", 0.12),
    "step-rim": ("ground", "step", 0.55),
}
# Edges that are often seen, each with so many colours in between; all others take the nearest colour there is.
_EDGES: Final = (
    ("dark", "dark-text", 2),
    ("light", "light-text", 2),
    ("chip", "label", 2),
    ("badge", "badge-text", 2),
    ("ground", "melee", 2),
    ("ground", "dark-way", 2),
    ("ground", "light-way", 2),
    ("neutral", "neutral-text", 1),
    ("ground", "neutral-way", 1),
    ("ground", "spell", 1),
    ("ground", "halo", 1),
    ("ground", "full", 1),
    ("ground", "half", 1),
    ("ground", "dark", 1),
    ("ground", "down", 1),
    ("ground", "thing", 1),
    ("ground", "badge-text", 1),
    ("thing", "thing-text", 1),
    ("rock", "hatch", 1),
)
Colour = tuple[int, int, int]


def _colour(name: str) -> Colour:
    text = COLOURS[name]
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _between(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _named() -> dict[str, Colour]:
    tints = {name: _between(_colour(one), _colour(other), share) for name, (one, other, share) in _TINTS.items()}
    return {name: _colour(name) for name in COLOURS} | tints


def _palette() -> tuple[Colour, ...]:
    steps = [
        _between(_colour(one), _colour(other), step / (number + 1))
        for one, other, number in _EDGES
        for step in range(1, number + 1)
    ]
    return tuple(dict.fromkeys([*_named().values(), *steps]))


# At most 64 colours (red, green, blue).
PALETTE: Final = _palette()
# The number in the palette of each named colour.
INK: Final = {name: PALETTE.index(colour) for name, colour in _named().items()}
