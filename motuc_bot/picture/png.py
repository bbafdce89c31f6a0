"""The board as PNG, for where no page is: the same picture as the SVG, in a fixed palette."""

from motuc_bot.picture.layout import FIELD, size
from motuc_bot.picture.png_arrows import moves, strike_tips, strikes
from motuc_bot.picture.png_ground import coordinates, ground, targets
from motuc_bot.picture.png_palette import INK
from motuc_bot.picture.png_sheet import Sheet
from motuc_bot.picture.png_tokens import signs, tokens
from motuc_bot.picture.view import BoardView
from motuc_bot.picture.words import alt_text

__all__ = ["board_png", "alt_text"]

# A picture is about `_PIXELS` pixels wide or high, but a field is `_SMALLEST` to `_LARGEST` pixels; in any case the
# picture keeps within `_MOST`. A field is a whole number of pixels.
_PIXELS, _MOST = 1120, 2000
_LARGEST, _SMALLEST = 140, 60


def board_png(view: BoardView) -> bytes:
    """Return the picture of a board as a PNG of at most 2000 × 2000 pixels, the same for the same view."""
    width, height = size(view)
    longest = max(width, height)
    field = min(_LARGEST, max(_SMALLEST, FIELD * _PIXELS // longest), FIELD * _MOST // longest)
    sheet = Sheet(width, height, field / FIELD, INK["chip"])
    ground(sheet, view)
    coordinates(sheet, view)
    moves(sheet, view)
    strikes(sheet, view)
    tokens(sheet, view)
    strike_tips(sheet, view)
    signs(sheet, view)
    targets(sheet, view)
    return sheet.png()
