"""Images of pages (.png, .jpg, .tif, …): each page is a picture, which OCR reads."""

import io
import struct
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PIL import Image

from core.documents.base import Parsed, Picture
from core.documents.ocr.imaging import open_image
from core.errors import DocumentError

_PAGE_LIMIT = 500
_BROKEN = (OSError, EOFError, ValueError, SyntaxError, struct.error)


class ImageReader:
    """Reads images. The pages of a fax or scan in one TIFF are pages; of an animation only the first image is."""

    suffixes: Sequence[str] = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
    version = 1

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`. Every page is looked at, so that a damaged file is told now."""
        with open_image(path.read_bytes()) as image:
            pages = int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1
            if pages > _PAGE_LIMIT:
                raise DocumentError("too-large", f"over {_PAGE_LIMIT} pages", "split the document")
        for page in range(pages):
            _frame(path, page).close()
        blocks = tuple(Picture(partial(load_page, path, page), page + 1, whole_page=True) for page in range(pages))
        return Parsed(blocks, "", pages)


def load_page(path: Path, page: int) -> bytes:
    """One page (from 0) of an image file, encoded: the file itself where it has one.

    Raises:
        DocumentError: `corrupt` or `too-large`.
    """
    if page == 0 and path.suffix.lower() not in (".tif", ".tiff"):
        return path.read_bytes()
    with _frame(path, page) as image:
        held = io.BytesIO()
        turned = image.getexif().get(0x0112)
        exif = Image.Exif()
        if turned is not None:
            exif[0x0112] = turned
        image.save(held, "TIFF", compression="tiff_adobe_deflate" if image.mode != "1" else "group4", exif=exif)
    return held.getvalue()


def _frame(path: Path, page: int) -> Image.Image:
    image = open_image(path.read_bytes())
    try:
        if page:
            image.seek(page)
        if image.width * image.height == 0:
            raise ValueError("an empty page")
        image.load()
    except _BROKEN as error:
        image.close()
        message = f"page {page + 1} is damaged: {str(error) or type(error).__name__}"
        raise DocumentError("corrupt", message, "open it in a picture viewer and save it again") from error
    return image
