"""Slides of any format as blocks: titles, reading order, captions with their pictures, what every slide repeats."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.documents.base import Block, Heading, ListItem, Paragraph, Picture, Table
from core.documents.headings import Title
from core.documents.slide_order import Box, reading_order
from core.documents.text import language_by_script

_TITLE_CHARS = 120
_UPPER = 0.25
"""A title typed into a text box stands in this upper share of the slide."""
_NEAR = 0.07
"""A caption is no farther from its picture than this share of the slide's height."""
_CAPTION_CHARS = 250
_FURNITURE_SHARE, _FURNITURE_SLIDES = 0.5, 3
_YEAR = re.compile(r"\b20\d\d\b")


@dataclass(frozen=True)
class Shape:
    """Something on a slide: a text, a table, a picture; or a group, whose `parts` stay together.

    `size` is the largest letter size of its text in points, 0 where it isn't known.
    """

    box: Box
    blocks: tuple[Block | Title, ...] = ()
    is_title: bool = False
    size: float = 0.0
    parts: tuple["Shape", ...] = ()


@dataclass(frozen=True)
class Slide:
    """One slide. `level` is that of its title: 1 where it opens a part; `height` in the unit of its boxes."""

    number: int
    shapes: tuple[Shape, ...]
    height: float
    level: int = 2
    notes: tuple[Block, ...] = ()
    """What the presenter says."""


def deck_blocks(slides: Sequence[Slide]) -> list[Block | Title]:
    """The blocks of all slides, in the order in which they are read."""
    furniture = _furniture(slides)
    blocks: list[Block | Title] = []
    said: set[str] = set()
    for slide in slides:
        for shape in _in_order(slide):
            text = _text(shape)
            if text in furniture and not shape.is_title:
                if text in said or not _YEAR.search(text):
                    continue
                said.add(text)  # what dates the slides is kept once
            blocks.extend(shape.blocks)
        blocks.extend(slide.notes)
    return blocks


def deck_title(blocks: Sequence[Block]) -> str:
    """The title of the first slide, where it has one."""
    first = next((block for block in blocks if not isinstance(block, Picture)), None)
    return first.text if isinstance(first, Heading) and first.page == 1 else ""


def hidden_note(hidden: Sequence[int]) -> Iterator[str]:
    """For the report: the numbers of the slides that aren't shown."""
    if hidden:
        slides = "slide" if len(hidden) == 1 else "slides"
        yield f"hidden {slides} left out: {', '.join(map(str, hidden))}"


def _in_order(slide: Slide) -> Iterator[Shape]:
    right_to_left = language_by_script(" ".join(map(_text, _flat(slide.shapes)))) == "ar"
    titles = [shape for shape in slide.shapes if shape.is_title and _text(shape)]
    others = [shape for shape in slide.shapes if shape not in titles]
    yield from (replace(shape, blocks=(_as_title(shape, slide),)) for shape in titles)
    ordered = list(_read(_with_captions(others, slide.height), right_to_left))
    if not titles and ordered and _looks_like_title(ordered, slide):
        first = ordered.pop(0)
        yield replace(first, blocks=(_as_title(first, slide),), is_title=True)
    yield from ordered


def _read(shapes: Sequence[Shape], right_to_left: bool) -> Iterator[Shape]:
    for shape in reading_order(shapes, lambda shape: shape.box, right_to_left):
        if shape.parts:
            yield from _read(shape.parts, right_to_left)
        elif shape.blocks:
            yield shape


def _as_title(shape: Shape, slide: Slide) -> Title:
    return Title(_text(shape), slide.level, page=slide.number)


def _looks_like_title(ordered: Sequence[Shape], slide: Slide) -> bool:
    """A line alone at the top, in larger letters than all others."""
    first, *others = ordered
    if len(first.blocks) != 1 or not isinstance(first.blocks[0], Paragraph | Title):
        return False
    sizes = [shape.size for shape in others if shape.size]
    return (
        0 < len(_text(first)) <= _TITLE_CHARS
        and first.box.top < _UPPER * slide.height
        and bool(others)
        and first.size > max(sizes, default=0.0)
    )


def _with_captions(shapes: Sequence[Shape], height: float) -> list[Shape]:
    """Pictures and their captions as groups: read together, and row by row where there are several."""
    pictures = [shape for shape in shapes if _is_picture(shape)]
    texts = [shape for shape in shapes if 0 < len(_text(shape)) <= _CAPTION_CHARS and not shape.parts]
    captions: dict[int, Shape] = {}
    for picture in pictures:
        near = [text for text in texts if _is_below(picture.box, text.box, _NEAR * height)]
        if not near and len(pictures) > 1:
            near = [text for text in texts if _is_beside(picture.box, text.box, pictures)]
        if len(near) == 1:
            captions[id(picture)] = near[0]
    counts = Counter(id(text) for text in captions.values())
    captions = {picture: text for picture, text in captions.items() if counts[id(text)] == 1}
    taken = {id(text) for text in captions.values()}
    return [
        _group(shape, captions[id(shape)]) if id(shape) in captions else shape
        for shape in shapes
        if id(shape) not in taken
    ]


def _is_below(picture: Box, text: Box, near: float) -> bool:
    overlap = min(picture.right, text.right) - max(picture.left, text.left)
    return -near < text.top - picture.bottom < near and overlap > 0.5 * min(picture.width, text.width)


def _is_beside(picture: Box, text: Box, pictures: Sequence[Shape]) -> bool:
    return _level(picture, text) and sum(_level(other.box, text) for other in pictures) == 1


def _level(one: Box, other: Box) -> bool:
    overlap = min(one.bottom, other.bottom) - max(one.top, other.top)
    return overlap > 0.5 * min(one.height, other.height)


def _group(picture: Shape, caption: Shape) -> Shape:
    left, top = min(picture.box.left, caption.box.left), min(picture.box.top, caption.box.top)
    right, bottom = max(picture.box.right, caption.box.right), max(picture.box.bottom, caption.box.bottom)
    return Shape(Box(left, top, right - left, bottom - top), parts=(picture, caption))


def _is_picture(shape: Shape) -> bool:
    return bool(shape.blocks) and all(isinstance(block, Picture) for block in shape.blocks)


def _furniture(slides: Sequence[Slide]) -> set[str]:
    """Texts that most slides repeat outside their titles."""
    counts = Counter(
        text for slide in slides for text in {_text(shape) for shape in _flat(slide.shapes) if not shape.is_title}
    )
    least = max(_FURNITURE_SLIDES, _FURNITURE_SHARE * len(slides) + 0.5)
    return {text for text, count in counts.items() if text and count >= least}


def _flat(shapes: Sequence[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        yield from _flat(shape.parts) if shape.parts else (shape,)


def _text(shape: Shape) -> str:
    """Its text in one line; '' for what holds a table, whose cells are read as such."""
    if any(isinstance(block, Table) for block in shape.blocks):
        return ""
    texts = (block.text for block in shape.blocks if isinstance(block, Heading | Paragraph | ListItem | Title))
    return " ".join(texts)
