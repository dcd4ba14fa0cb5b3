"""From a document's blocks to chunks: its sections packed, each chunk understandable below its titles."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.documents.base import Block, Heading, Paragraph, Parsed, Picture
from core.documents.chunk import Chunk
from core.documents.sections import Section, Unit, lines_of, sections_of
from core.documents.text import language_by_script, language_of_passage
from core.documents.titles import is_cover_fact
from core.text.sentences import parts_within

VERSION = 3
"""Counts up whenever the same blocks would give other chunks, so that ingest reads documents again."""

_NEAR_FULL = 0.7
"""Share of the limit from which a chunk ends where a page does."""
_COVER_BLOCKS = 3
"""Blocks at the beginning among which dates and references are the cover's."""


@dataclass(frozen=True)
class _Piece:
    """A chunk to be: the name of its section (the path joined), its lines, and the page on which it begins."""

    section: str
    lines: list[str]
    page: int | None
    ocr: bool = False


def chunk_document(
    parsed: Parsed, document: str, title: str, family: str, twin: str | None, chunk_chars: int
) -> list[Chunk]:
    """The chunks of one document, in order.

    Args:
        chunk_chars: aimed-at length of a chunk's text, in characters. A table row is never split for it.
    """
    blocks = list(_without_cover(parsed.blocks, title))
    pieces = _as_one(blocks, chunk_chars)
    if pieces is None:
        pieces = [piece for section in sections_of(blocks) for piece in _packed(section, chunk_chars)]
    language = language_by_script("\n".join([title, *(line for piece in pieces for line in piece.lines)]))
    return [
        Chunk(
            document=document,
            ordinal=number,
            title=title,
            section=piece.section,
            page=piece.page,
            language=language_of_passage("\n".join(piece.lines), language),
            family=family,
            twin=twin,
            text="\n".join(piece.lines),
            ocr=piece.ocr,
        )
        for number, piece in enumerate(pieces)
    ]


def _without_cover(blocks: Sequence[Block], title: str) -> Iterator[Block]:
    """The blocks, the cover's dates and references as one line, and its title not again as text."""
    facts: list[str] = []
    first_page: int | None = None
    body: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph) and block.in_text_box and not any(map(_is_body, body)):
            first_page = block.page if first_page is None else first_page
            if is_cover_fact(block.text):
                facts.append(block.text)
            elif block.text not in title:
                body.append(block)
        elif isinstance(block, Paragraph) and len(body) < _COVER_BLOCKS and is_cover_fact(block.text):
            first_page = block.page if first_page is None else first_page
            facts.append(block.text)
        elif not (isinstance(block, Heading) and block.text == title and len(body) < _COVER_BLOCKS):
            body.append(block)
    # `2025` in large type beside `14/07/2025` says nothing more.
    facts = [fact for fact in dict.fromkeys(facts) if not any(fact != other and fact in other for other in facts)]
    if facts:
        yield Paragraph(" · ".join(facts), first_page)
    yield from body


def _is_body(block: Block) -> bool:
    return not (isinstance(block, Paragraph) and block.in_text_box)


def _as_one(blocks: Sequence[Block], limit: int) -> list[_Piece] | None:
    """A short document whole, its headings as lines; None where it is longer than the limit, or only a part of it was
    recognised in pictures."""
    lines: list[str] = []
    for block in blocks:
        lines.extend([block.text] if isinstance(block, Heading) else lines_of(block))
    recognised = {block.ocr for block in blocks if not isinstance(block, Picture)}
    if sum(map(len, lines)) + len(lines) > limit or len(recognised) > 1:
        return None
    return [_Piece("", lines, _first_page(blocks), True in recognised)] if lines else []


def _first_page(blocks: Sequence[Block]) -> int | None:
    return next((block.page for block in blocks if block.page is not None), None)


def _packed(section: Section, limit: int) -> Iterator[_Piece]:
    """The section's units in as few chunks as fit, none much shorter than the others; what was recognised in pictures
    in chunks of its own, so that their mark is exact."""
    name = " › ".join(section.path)
    units = [unit for whole in section.units for unit in _split(whole, limit)]
    lines: list[str] = []
    page: int | None = None
    last_lead: list[str] = []
    recognised = False
    for unit in units:
        lead = [line for line in unit.lead if line]
        wanted = [*lead, *unit.lines]
        size, more = _size(lines), _size(wanted)
        turns = unit.page is not None and page is not None and unit.page != page
        is_full = size + more > limit or (turns and size > _NEAR_FULL * limit)
        if lines and (is_full or unit.ocr != recognised):
            yield _Piece(name, lines, page, recognised)
            lines, page, last_lead = [], None, []
        if lead and lead == last_lead:
            wanted = unit.lines  # the parts of one list came together again
        page = unit.page if not lines else page
        lines = [*lines, *wanted]
        last_lead, recognised = lead, unit.ocr
    if lines:
        yield _Piece(name, lines, page, recognised)


def _split(unit: Unit, limit: int) -> Iterator[Unit]:
    """A unit over the limit in parts of like length: lists and tables between lines, text between sentences."""
    total = _size([*unit.lead, *unit.lines])
    if total <= limit:
        yield unit
        return
    lines = unit.lines
    if not unit.lead:
        lines = [part for line in lines for part in parts_within(line, limit)]
    room = max(1, limit - _size(unit.lead))
    target = math.ceil(_size(lines) / math.ceil(_size(lines) / room))
    part: list[str] = []
    for line in lines:
        if part and (_size(part) >= target or _size([*part, line]) > room):
            yield replace(unit, lines=part)
            part = []
        part.append(line)
    if part:
        yield replace(unit, lines=part)


def _size(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines if line)
