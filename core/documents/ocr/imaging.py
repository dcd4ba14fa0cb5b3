"""Encoded images to greyscale ones that can be read: upright, straight, on white, neither too small nor too large."""

import io
import struct
import warnings
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from core.documents.ocr.rules import Grey, Mask
from core.errors import DocumentError

PIXEL_LIMIT = 64_000_000
"""An A4 page at 600 dots an inch has 35 million."""
READ_PIXELS = 14_000_000
"""Larger images are made smaller before they are read; an A4 page at 300 dots an inch has 9 million."""
_FORMATS = ("PNG", "JPEG", "TIFF", "GIF", "BMP", "WEBP", "JPEG2000")
_BROKEN = (OSError, SyntaxError, ValueError, EOFError, struct.error, IndexError, KeyError, TypeError)
"""What Pillow raises over damaged images, format by format."""
_LINE_PIXELS = 36
"""Height, from the top of a `b` to the bottom of a `p`, at which tesseract reads best: 11 points at 300 an inch."""
_SMALLEST_SCALE, _LARGEST_SCALE = 0.4, 4.0
_INK = 128
_SKEW_LIMIT, _SKEW_STEP, _SKEW_FINE = 4.0, 0.5, 0.1
_SKEW_WIDTH = 800


def open_image(data: bytes) -> Image.Image:
    """The first image of a file, not yet decoded.

    Raises:
        DocumentError: `corrupt` or `too-large`.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
        except (Image.DecompressionBombWarning, Image.DecompressionBombError) as error:
            raise _too_large() from error
        except UnidentifiedImageError as error:  # its message holds an address, another one each time
            raise _corrupt("no format of pictures that is known") from error
        except _BROKEN as error:
            raise _corrupt(str(error) or type(error).__name__) from error
    if image.width * image.height > PIXEL_LIMIT:
        raise _too_large()
    return image


def grey_image(image: Image.Image) -> Image.Image:
    """Greyscale (mode L), turned as its camera says, what is transparent white, at most `READ_PIXELS`.

    Raises:
        DocumentError: `corrupt`.
    """
    try:
        image.load()
        upright = ImageOps.exif_transpose(image)
        if upright.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in upright.info:
            drawn = upright.convert("RGBA")
            white = Image.new("RGBA", drawn.size, "white")
            white.alpha_composite(drawn)
            upright = white
        if upright.mode.startswith("I"):  # 16 bits: Pillow would cut them off instead of scaling them
            values = np.asarray(upright, dtype=np.float64)
            upright = Image.fromarray((values * (255 / max(1.0, float(values.max())))).astype(np.uint8))
        grey = upright.convert("L")
    except _BROKEN as error:
        raise _corrupt(str(error) or type(error).__name__) from error
    if grey.width * grey.height > READ_PIXELS:
        shrink = (READ_PIXELS / (grey.width * grey.height)) ** 0.5
        grey = grey.resize((int(grey.width * shrink), int(grey.height * shrink)), Image.Resampling.LANCZOS)
    return grey


def _too_large() -> DocumentError:
    return DocumentError("too-large", f"over {PIXEL_LIMIT // 1_000_000} million pixels", "save the picture smaller")


def _corrupt(why: str) -> DocumentError:
    return DocumentError(
        "corrupt", f"not a readable picture: {why}", "open it in a picture viewer and save it again as PNG"
    )


def dark_on_light(grey: Grey) -> Grey:
    """Stretched so that the background is white and the ink black, whichever was which; white where there is no ink."""
    background = float(np.median(grey))
    ink = float(np.percentile(grey, 1 if background > np.mean(grey) else 99))
    farthest = min(grey.min(), 255), max(grey.max(), 0)
    other = float(farthest[0] if background - farthest[0] >= farthest[1] - background else farthest[1])
    if abs(background - other) < 40:
        return np.full_like(grey, 255)
    ink = other if abs(background - ink) < 40 else ink
    stretched = (grey.astype(np.float32) - ink) / (background - ink)
    clipped: Grey = (np.clip(stretched, 0, 1) * 255).astype(np.uint8)
    return clipped


def lines_in(ink: Mask) -> list[tuple[int, int]]:
    """First row and past the last of each line of a piece of text; accents that stand apart belong to their line."""
    runs = runs_of(np.array(np.any(ink, axis=1)))
    tallest = max((end - start for start, end in runs), default=0)
    lines: list[tuple[int, int]] = []
    for start, end in runs:
        is_small = end - start < 0.4 * tallest
        if (
            lines
            and start - lines[-1][1] < 0.25 * tallest
            and (is_small or lines[-1][1] - lines[-1][0] < 0.4 * tallest)
        ):
            lines[-1] = (lines[-1][0], end)
        elif not is_small or not lines:
            lines.append((start, end))
    return [(start, end) for start, end in lines if end - start >= 0.4 * tallest]


def runs_of(filled: Mask) -> list[tuple[int, int]]:
    """First place and past the last of each stretch that is set."""
    steps = np.diff(np.pad(filled.astype(np.int8), 1))
    return list(zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True))


def ink_of(grey: Grey) -> Mask:
    """Where a dark-on-light image is dark."""
    found: Mask = grey < _INK
    return found


def reading_scale(heights: Iterable[int]) -> float:
    """By how much to enlarge text whose lines are so high; 1 where there are none."""
    ordered = sorted(heights)
    if not ordered:
        return 1.0
    return min(_LARGEST_SCALE, max(_SMALLEST_SCALE, _LINE_PIXELS / ordered[len(ordered) // 2]))


def scaled(image: Image.Image, scale: float) -> Image.Image:
    """Enlarged or made smaller, in good quality."""
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    return image.resize(size, Image.Resampling.LANCZOS)


def skew(grey: Image.Image) -> float:
    """Degrees by which a page must be turned anticlockwise to stand straight, between -4 and 4.

    Where lines of text are straight, rows of pixels are either full of ink or empty.
    """
    small = grey.resize((_SKEW_WIDTH, max(1, grey.height * _SKEW_WIDTH // grey.width)), Image.Resampling.BOX)
    ink = Image.fromarray((np.asarray(small) < np.median(np.asarray(small)) - 40).astype(np.uint8) * 255)

    def sharpness(angle: float) -> float:
        rows = np.asarray(ink.rotate(angle)).sum(axis=1, dtype=np.float64)
        return float(sum((lower - upper) ** 2 for upper, lower in pairwise(rows)))

    def best(around: float, reach: float, step: float) -> float:
        count = round(reach / step)
        return max((around + step * number for number in range(-count, count + 1)), key=sharpness)

    return best(best(0.0, _SKEW_LIMIT, _SKEW_STEP), _SKEW_STEP, _SKEW_FINE)


def straight(grey: Image.Image) -> Image.Image:
    """The page turned by its skew; as it is where that is next to nothing."""
    angle = skew(grey)
    if abs(angle) < 0.15:
        return grey
    return grey.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
