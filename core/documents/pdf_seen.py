"""Which glyphs of a PDF page its reader sees: not what lies beside the page, has no ink, or is white on white."""

from dataclasses import replace

from pdfminer.layout import LTCurve, LTImage

from core.documents.pdf_glyphs import Box, Drawn, RuledPage, is_white, items_of

_SCAN_SHARE = 0.5


def drawn_on(page: RuledPage) -> list[Drawn]:
    """What lies on the page, and whether it can be seen. The inkless text over the picture of a page is what a scanner
    recognised: it is all that there is, and counts as seen."""
    drawn = page.drawn
    inkless = sum(not one.glyph.seen for one in drawn)
    is_scan = inkless > _SCAN_SHARE * len(drawn)
    left, top, right, bottom = (float(side) for side in page.cropbox)
    sheet = (left - 1, top - 1, right + 1, bottom + 1)
    backgrounds = _dark_boxes(page) if any(one.white for one in drawn) else []
    kept = []
    for one in drawn:
        if one.turned < 0 or not _holds(sheet, _centre(one)):
            continue
        unseen = one.white and not any(_holds(dark, _centre(one)) for dark in backgrounds)
        seen = is_scan if not one.glyph.seen else not unseen
        kept.append(one if seen == one.glyph.seen else replace(one, glyph=replace(one.glyph, seen=seen)))
    return kept


def _dark_boxes(page: RuledPage) -> list[Box]:
    """Pictures, and areas filled with another colour than white."""
    left, top = float(page.mediabox[0]), float(page.mediabox[1])
    height = float(page.height) + top
    return [
        (left + item.x0, height - item.y1, left + item.x1, height - item.y0)
        for item in items_of(page.layout)
        if isinstance(item, LTImage)
        or (isinstance(item, LTCurve) and item.fill and not is_white(item.non_stroking_color))
    ]


def _centre(one: Drawn) -> tuple[float, float]:
    return (one.glyph.x0 + one.glyph.x1) / 2, one.glyph.middle


def _holds(box: Box, point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]
