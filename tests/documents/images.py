"""Images with known content for the tests of OCR: drawn here letter by letter, so that what they say is known."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont, features

from core.documents.ocr.factory import make_ocr

needs_tesseract = pytest.mark.skipif(make_ocr("auto") is None, reason="tesseract with French or Arabic isn't installed")

_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf")
WHITE, BLACK, NAVY = 255, 0, 30

Cell = str | tuple[str, int, int]
"""A text, or text, rows and columns that it spans."""


def font(size: int, arabic: bool = False) -> ImageFont.FreeTypeFont:
    """A font that has the letters; the test is skipped where the machine has none."""
    if arabic and not features.check("raqm"):
        pytest.skip("Pillow without raqm can't join Arabic letters")
    for name in _FONTS[:1] if arabic else _FONTS:
        found = next(Path("/usr/share/fonts").rglob(name), None)
        if found is not None:
            return ImageFont.truetype(str(found), size)
    pytest.skip(f"none of the fonts {', '.join(_FONTS)} is installed")


def encoded(image: Image.Image, kind: str = "PNG") -> bytes:
    held = io.BytesIO()
    image.save(held, kind)
    return held.getvalue()


def draw_table(
    image: Image.Image,
    rows: Sequence[Sequence[Cell]],
    at: tuple[int, int],
    widths: Sequence[int],
    size: int = 16,
    arabic: bool = False,
) -> int:
    """Draw a ruled table with a dark first row, its upper left corner `at`; the height where it ends.

    Rows are given in reading order: in Arabic the first cell is the rightmost. A cell under one that spans rows is ''.
    """
    pen, letters, row_height = ImageDraw.Draw(image), font(size, arabic), 2 * size
    left, top = at
    edges = [left]
    for width in widths:
        edges.append(edges[-1] + width)
    covered: set[tuple[int, int]] = set()
    for row, cells in enumerate(rows):
        for col, cell in enumerate(cells):
            text, down, across = cell if isinstance(cell, tuple) else (cell, 1, 1)
            if (row, col) in covered:
                continue
            covered.update((row + y, col + x) for y in range(down) for x in range(across))
            first = len(widths) - col - across if arabic else col
            box = (edges[first], top + row * row_height, edges[first + across], top + (row + down) * row_height)
            pen.rectangle(box, fill=NAVY if row == 0 else WHITE, outline=120)
            middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
            pen.text(middle, text, WHITE if row == 0 else BLACK, letters, "mm", direction="rtl" if arabic else None)
    return top + len(rows) * row_height


def picture_of(
    rows: Sequence[Sequence[Cell]], widths: Sequence[int], size: int = 16, arabic: bool = False
) -> Image.Image:
    """A picture of nothing but a table."""
    image = Image.new("L", (sum(widths) + 12, 2 * size * len(rows) + 12), WHITE)
    draw_table(image, rows, (5, 5), widths, size, arabic)
    return image


Line = tuple[int, int, str]
"""Height on the page, font size, text."""


def page_of(lines: Sequence[Line], arabic: bool = False) -> Image.Image:
    """An A4 page at 150 dots an inch; lines begin at the margin, in Arabic at the right one."""
    image = Image.new("L", (1240, 1754), WHITE)
    pen = ImageDraw.Draw(image)
    for top, size, text in lines:
        if arabic:
            pen.text((1120, top), text, BLACK, font(size, True), "ra", direction="rtl")
        else:
            pen.text((120, top), text, BLACK, font(size), "la")
    return image


def screenshot() -> Image.Image:
    """An application's window: a menu, a form, a list with rules, buttons."""
    image = Image.new("L", (1000, 560), WHITE)
    pen, letters = ImageDraw.Draw(image), font(13)
    pen.rectangle((0, 0, 1000, 34), fill=80)
    pen.text((16, 9), "SIRA     Ventes     Clients     Rapports", WHITE, letters)
    for number, text in enumerate(("Accueil", "Nouvelle vente", "Retour équipement", "Encaissement", "Historique")):
        pen.rectangle((0, 40 + 34 * number, 160, 72 + 34 * number), fill=235, outline=200)
        pen.text((12, 48 + 34 * number), text, BLACK, letters)
    for number, text in enumerate(("Nom", "Numéro de ligne", "Agence", "Date")):
        pen.text((190, 54 + 34 * number), text, BLACK, letters)
        pen.rectangle((330, 48 + 34 * number, 560, 74 + 34 * number), outline=120)
        pen.text((340, 54 + 34 * number), f"valeur {number}", BLACK, letters)
    rows = [
        ("Client", "Offre", "État", "Montant"),
        *((f"CLI-{n}", "Rimal Fibre", "Actif", f"{n} 200") for n in (1, 2, 3)),
    ]
    draw_table(image, rows, (190, 220), (140, 180, 140, 160), 13)
    for number, text in enumerate(("Valider", "Annuler", "Imprimer")):
        pen.rectangle((190 + 120 * number, 400, 290 + 120 * number, 430), fill=225, outline=120)
        pen.text((205 + 120 * number, 407), text, BLACK, letters)
    return image


Placed = tuple[float, float, float, float, Image.Image]
"""Left, top, width, height in points, and the greyscale picture that is shown there."""


def write_picture_pdf(path: Path, *pages: tuple[Sequence[tuple[float, str]], Sequence[Placed]]) -> Path:
    """A PDF of A4 pages with lines of text (height, text) in Helvetica, and pictures."""
    objects: list[bytes] = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for texts, pictures in pages:
        content, names = b"", b""
        for number, (left, top, width, height, image) in enumerate(pictures):
            data = image.convert("L").tobytes()
            objects.append(
                b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 "
                b"/Length %d >>\nstream\n%s\nendstream" % (image.width, image.height, len(data), data)
            )
            names += b"/P%d %d 0 R " % (number, len(objects))
            content += b"q %g 0 0 %g %g %g cm /P%d Do Q\n" % (width, height, left, 842 - top - height, number)
        for top, text in texts:
            content += b"BT /F1 11 Tf 60 %g Td (%s) Tj ET\n" % (842 - top, text.encode("cp1252"))
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> "
            b"/XObject << %s >> >> /Contents %d 0 R >>" % (names, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    data, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    path.write_bytes(data)
    return path
