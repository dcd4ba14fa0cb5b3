"""Panels as one PNG, two beside each other, the languages' colours below: for chats, which show no SVG.

Pillow's own letters are the only ones that are there on every machine, and they are ASCII: titles are short, and what
is sent beside the picture says the rest.
"""

import io
from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw, ImageFont

from eval.history import LANGUAGES
from eval.panel import HEIGHT, WIDTH, Panel, Point

SCALE = 1.1
"""Pixels a unit: 748 wide, three rows 726 high. Larger ones of many runs don't fit into a card of Teams."""

_COLOURS = {
    "grid": "#d5dcda",
    "words": "#55625f",
    "all": "#17211f",
    "fr": "#0b57d0",
    "ar": "#0b7a45",
    "mixed": "#b3500a",
    "arabizi": "#7546b0",
}
_COLUMNS, _TITLE, _LEGEND = 2, 20, 30
_PALETTE = 16
"""Colours: with more, a picture of many runs grows beyond what a chat takes as it is."""


def to_png(panels: Sequence[tuple[str, Panel]]) -> bytes:
    """Panels with their titles (ASCII). It takes one panel at least."""
    rows = -(-len(panels) // _COLUMNS)
    canvas = _Canvas(WIDTH * min(_COLUMNS, len(panels)), rows * (HEIGHT + _TITLE) + _LEGEND)
    for place, (title, panel) in enumerate(panels):
        row, column = divmod(place, _COLUMNS)
        origin = (column * WIDTH, row * (HEIGHT + _TITLE))
        canvas.words(title, (origin[0] + WIDTH / 2, origin[1] + _TITLE / 2 + 3), "middle", 14, _COLOURS["all"])
        _draw(panel, canvas, (origin[0], origin[1] + _TITLE))
    kinds = {dot.kind for _, panel in panels for dot in panel.dots}
    _legend([language for language in LANGUAGES if language in kinds], canvas)
    return canvas.png()


class _Canvas:
    """Takes places in units, and draws in pixels."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._image = Image.new("RGB", (round(width * SCALE), round(height * SCALE)), "white")
        self._draw = ImageDraw.Draw(self._image)

    def stroke(self, points: Iterable[Point], width: float, colour: str) -> None:
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, fill=colour, width=round(width * SCALE), joint="curve")

    def dot(self, place: Point, radius: float, colour: str) -> None:
        self._draw.circle((place[0] * SCALE, place[1] * SCALE), radius * SCALE, fill=colour)

    def words(self, text: str, place: Point, anchor: str, size: float, colour: str) -> None:
        font = ImageFont.load_default(size * SCALE)
        side = {"start": "lm", "middle": "mm", "end": "rm"}[anchor]
        self._draw.text((place[0] * SCALE, place[1] * SCALE), text, colour, font, side)

    def png(self) -> bytes:
        written = io.BytesIO()
        self._image.quantize(_PALETTE, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
        return written.getvalue()


def _draw(panel: Panel, canvas: _Canvas, origin: Point) -> None:
    def placed(point: Point) -> Point:
        return (point[0] + origin[0], point[1] + origin[1])

    for stroke in panel.strokes:
        width = {"grid": 1.0, "all": 3.0}.get(stroke.kind, 2.0)
        canvas.stroke(map(placed, stroke.points), width, _COLOURS[stroke.kind])
    for dot in panel.dots:
        canvas.dot(placed(dot.place), 3, _COLOURS[dot.kind])
    for words in panel.words:
        canvas.words(words.text, placed(words.place), words.anchor, 11, _COLOURS["words"])


def _legend(languages: Sequence[str], canvas: _Canvas) -> None:
    width, height = canvas.width / max(len(languages), 1), canvas.height - _LEGEND / 2
    for place, language in enumerate(languages):
        canvas.stroke([(width * place + 14, height), (width * place + 34, height)], 3, _COLOURS[language])
        canvas.words(language, (width * place + 40, height), "start", 12, _COLOURS["all"])
