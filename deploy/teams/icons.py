"""The app's two icons: a speech bubble with a tick in it. Drawn large and made smaller, so that edges are smooth."""

import io

from PIL import Image, ImageDraw

_DRAWN = 768
_ACCENT, _WHITE, _NOTHING = (11, 93, 94, 255), (255, 255, 255, 255), (0, 0, 0, 0)


def color_icon() -> bytes:
    """192 × 192 PNG, the bubble on the app's colour, filling all of the square (Teams rounds its corners)."""
    picture = Image.new("RGBA", (_DRAWN, _DRAWN), _ACCENT)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((150, 160, 618, 530), radius=90, fill=_WHITE)
    draw.polygon(((250, 500), (250, 640), (390, 515)), fill=_WHITE)
    draw.line(((270, 350), (360, 435), (505, 260)), fill=_ACCENT, width=58, joint="curve")
    return _png(picture, 192)


def outline_icon() -> bytes:
    """32 × 32 PNG, white lines on nothing."""
    picture = Image.new("RGBA", (_DRAWN, _DRAWN), _NOTHING)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((60, 90, 708, 570), radius=120, outline=_WHITE, width=52)
    draw.polygon(((190, 545), (190, 710), (360, 545)), fill=_WHITE)
    draw.line(((225, 335), (340, 440), (545, 215)), fill=_WHITE, width=64, joint="curve")
    return _png(picture, 32)


def _png(picture: Image.Image, size: int) -> bytes:
    file = io.BytesIO()
    picture.resize((size, size), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()
