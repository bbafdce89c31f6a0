"""The board as PNG, for where no page is: the same picture as the SVG, in a fixed palette."""

from motuc_bot.picture.png_arrows import moves, strike_tips, strikes
from motuc_bot.picture.png_ground import ground, steps, targets
from motuc_bot.picture.png_tokens import signs, tokens
from motuc_bot.picture.view import BoardView
from motuc_bot.picture.words import alt_text

__all__ = ["board_png", "alt_text"]


def board_png(view: BoardView) -> bytes:
    """Return the picture of a board as a PNG of at most 2000 × 2000 pixels, the same for the same view."""
    sheet = ground(view)
    steps(sheet, view)
    moves(sheet, view)
    strikes(sheet, view)
    tokens(sheet, view)
    strike_tips(sheet, view)
    signs(sheet, view)
    targets(sheet, view)
    return sheet.png()
