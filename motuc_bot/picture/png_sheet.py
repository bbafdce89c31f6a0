"""The sheet that the PNG is drawn on: areas, lines and short texts, in units, in the colours of the fixed palette."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil, hypot
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from motuc_bot.picture.layout import Point
from motuc_bot.picture.png_palette import PALETTE

# Drawn at so many times its size and made smaller at the end: Pillow itself draws hard edges.
_FINER: Final = 2
# So many rows of the picture are made smaller at a time: a large board needs little memory that way, and of each strip
# only what has been drawn since the sheet was copied is done again.
_STRIP: Final = 32
# zlib by levels: 4 makes 43 kB of a battle in 4 ms, 6 37 kB in 7, 9 (which Pillow's `optimize` means) 33 kB in 40.
_LEVEL: Final = 4
_FONT: Final = Path(__file__).parent / "font" / "board.ttf"
# More signs than a mark has are not legible in its room.
_LONGEST: Final = 4


class Sheet:
    """A picture while it is drawn; each ink is a number of the palette."""

    def __init__(self, width: float, height: float, scale: float, paper: int) -> None:
        """Begin a picture of so many units at so many pixels a unit."""
        self._factor = scale * _FINER
        self._scale = scale
        size = (_FINER * ceil(width * scale), _FINER * ceil(height * scale))
        self._image = Image.new("P", size, paper)
        self._image.putpalette(_flat_palette())
        self._draw = ImageDraw.Draw(self._image)
        self._before: Sheet | None = None
        self._finished: Image.Image | None = None

    def copy(self) -> "Sheet":
        """Return a sheet that goes on from here; this one is finished."""
        other = copy(self)
        other._before, other._finished = self, None
        other._image = self._image.copy()
        other._draw = ImageDraw.Draw(other._image)
        return other

    def area(self, outline: Iterable[Point], ink: int) -> None:
        """Fill an area."""
        self._draw.polygon(self._pixels(outline), ink)

    def disc(self, x: float, y: float, radius: float, ink: int) -> None:
        """Fill a circle."""
        k = self._factor
        self._draw.ellipse(
            (round((x - radius) * k), round((y - radius) * k), round((x + radius) * k), round((y + radius) * k)), ink
        )

    def line(self, stops: Sequence[Point], width: float, ink: int) -> None:
        """Draw a line of some pieces that ends bluntly; its corners are round."""
        pixels = self._pixels(stops)
        self._draw.line(pixels, ink, max(1, round(width * self._factor)))
        for x, y in stops[1:-1]:
            self.disc(x, y, width / 2, ink)

    def curve(self, stops: Iterable[Point], width: float, ink: int) -> None:
        """Draw a line of many short pieces, whose corners need no care."""
        self._draw.line(self._pixels(stops), ink, max(1, round(width * self._factor)))

    def dashes(self, stops: Sequence[Point], width: float, ink: int, on: float, off: float) -> None:
        """Draw a line with gaps in it."""
        for dash in _dashes(stops, on, off):
            self.curve(dash, width, ink)

    def dots(self, stops: Sequence[Point], width: float, ink: int, step: float) -> None:
        """Draw a line of round dots."""
        for dash in _dashes(stops, step / 2, step / 2):
            self.disc(*dash[0], width / 2, ink)

    def rule(self, start: Point, end: Point, width: float, ink: int) -> None:
        """Draw a line across or down so that it is sharp: it fills whole pixels of the picture."""
        thick = max(1, round(width * self._scale))
        (x0, y0), (x1, y1) = ((round(x * self._scale), round(y * self._scale)) for x, y in (start, end))
        left, top = min(x0, x1) - thick // 2, min(y0, y1) - thick // 2
        right, bottom = max(x0, x1) - thick // 2 + thick, max(y0, y1) - thick // 2 + thick
        self._draw.rectangle((left * _FINER, top * _FINER, right * _FINER - 1, bottom * _FINER - 1), ink)

    def text(self, x: float, y: float, words: str, size: float, ink: int, room: float | None = None) -> None:
        """Write a short text around a point; capitals stand in its middle. It becomes smaller if there is no room."""
        signs = "".join(sign for sign in words if sign.isprintable())[:_LONGEST].strip()
        if signs:
            k = self._factor
            mask, right, down = _written(signs, max(4, round(size * k)), None if room is None else round(room * k))
            self._draw.bitmap((round(x * k) + right, round(y * k) + down), mask, ink)

    def png(self) -> bytes:
        """Return the finished picture."""
        file = BytesIO()
        self._picture().save(file, "PNG", compress_level=_LEVEL)
        return file.getvalue()

    def _pixels(self, stops: Iterable[Point]) -> list[tuple[int, int]]:
        k = self._factor
        return [(round(x * k), round(y * k)) for x, y in stops]

    def _picture(self) -> Image.Image:
        """Return the sheet in its final size; it does not change any more."""
        if self._finished is None:
            self._finished = self._reduced()
        return self._finished

    def _reduced(self) -> Image.Image:
        if self._before is None:
            width, height = self._image.size
            picture = Image.new("P", (width // _FINER, height // _FINER))
            picture.putpalette(_flat_palette())
        else:
            picture = self._before._picture().copy()
        for left, top, right, bottom in self._changed():
            part = self._image.crop((left * _FINER, top * _FINER, right * _FINER, bottom * _FINER))
            small = part.convert("RGB").reduce(_FINER)
            picture.paste(small.quantize(palette=_palette_image(), dither=Image.Dither.NONE), (left, top))
        return picture

    def _changed(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the parts of the picture that are not as before, in its own pixels."""
        width, height = self._image.size
        for top in range(0, height, _STRIP * _FINER):
            strip = (0, top, width, min(height, top + _STRIP * _FINER))
            box = self._drawn(strip)
            if box is not None:
                left, upper, right, lower = box
                yield left // _FINER, (top + upper) // _FINER, -(-right // _FINER), -(-(top + lower) // _FINER)

    def _drawn(self, strip: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
        """Return the box in a strip of the sheet outside of which it is as before; none if it is so as a whole."""
        if self._before is None:
            return 0, 0, strip[2], strip[3] - strip[1]
        return ImageChops.difference(self._image.crop(strip), self._before._image.crop(strip)).getbbox()


def _dashes(stops: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """Yield the pieces of a line that are drawn, so much on and so much off, the first one from its start."""
    dash: list[Point] = [stops[0]]
    drawing, left = True, on
    for (x0, y0), (x1, y1) in pairwise(stops):
        length = hypot(x1 - x0, y1 - y0)
        done = 0.0
        while length - done > left:
            done += left
            place = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if drawing:
                yield [*dash, place]
            drawing, left, dash = not drawing, off if drawing else on, [place]
        left -= length - done
        dash.append((x1, y1))
    if drawing and len(dash) > 1:
        yield dash


@lru_cache(maxsize=1024)
def _written(signs: str, pixels: int, room: int | None) -> tuple[Image.Image, int, int]:
    """Return a text as a stencil, and where its upper left corner lies seen from the middle of its capitals."""
    font = _font(pixels)
    left, top, right, bottom = (round(value) for value in font.getbbox(signs, anchor="ls"))
    if room is not None and right - left > room:
        return _written(signs, max(4, pixels * room // (right - left)), None)
    stencil = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(stencil).text((-left, -top), signs, 255, font, anchor="ls")
    capital = -font.getbbox("H", anchor="ls")[1]
    return stencil.point(_HARD, "1"), -round((right - left) / 2), round(capital / 2) + top


@lru_cache(maxsize=64)
def _font(pixels: int) -> ImageFont.FreeTypeFont:
    # Raqm is not everywhere; the simple layout gives the same picture wherever Pillow is the same.
    return ImageFont.truetype(_FONT, pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_flat_palette())
    return image


@lru_cache(maxsize=1)
def _flat_palette() -> list[int]:
    return [value for colour in PALETTE for value in colour]


_HARD: Final = [0] * 128 + [255] * 128
