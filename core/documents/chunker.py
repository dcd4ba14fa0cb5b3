"""From a document's blocks to chunks: by section, each understandable below its titles."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Table
from core.documents.chunk import Chunk, Language
from core.documents.rows import format_row
from core.documents.sentences import split_at_sentences
from core.documents.text import language_of, script_share
from core.documents.titles import is_cover_fact

VERSION = 1
"""Counts up whenever the same blocks would give other chunks, so that ingest reads documents again."""

_LEAD_IN_CHARS = 240
_NEAR_FULL = 0.7
_COVER_BLOCKS = 3
_OTHER_SCRIPT_SHARE = 0.75
_LETTERS = 100
"""A chunk is in another language than its document when this share of its letters is, and it has so many."""


@dataclass
class _Unit:
    """Lines that belong together: `lead` introduces them and comes again wherever they are split."""

    lines: list[str]
    page: int | None
    lead: list[str] = field(default_factory=list)


@dataclass
class _Section:
    path: tuple[str, ...]
    units: list[_Unit] = field(default_factory=list)


@dataclass(frozen=True)
class _Piece:
    section: str
    lines: list[str]
    page: int | None


def chunk_document(
    parsed: Parsed, document: str, title: str, family: str, twin: str | None, chunk_chars: int
) -> list[Chunk]:
    """The chunks of one document, in order.

    Args:
        chunk_chars: aimed-at length of a chunk's text, in characters. A table row is never split for it.
    """
    blocks = list(_without_cover(parsed.blocks, title))
    sections = _sections(blocks)
    pieces = _as_one(blocks, chunk_chars)
    if pieces is None:
        pieces = [piece for section in sections for piece in _packed(section, chunk_chars)]
    language = language_of("\n".join([title, *(line for piece in pieces for line in piece.lines)]))
    return [
        Chunk(
            document=document,
            ordinal=number,
            title=title,
            section=piece.section,
            page=piece.page,
            language=_language(piece, language),
            family=family,
            twin=twin,
            text="\n".join(piece.lines),
        )
        for number, piece in enumerate(pieces)
    ]


def _language(piece: _Piece, default: Language) -> Language:
    """The document's, unless the chunk is plainly in another: tables hold Latin names in Arabic documents too."""
    text = "\n".join(piece.lines)
    return language_of(text, default, _OTHER_SCRIPT_SHARE) if sum(script_share(text)) >= _LETTERS else default


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
    """A short document whole, its headings as lines; None where it is longer than the limit."""
    lines: list[str] = []
    for block in blocks:
        lines.extend([block.text] if isinstance(block, Heading) else _lines(block))
    if sum(map(len, lines)) + len(lines) > limit:
        return None
    return [_Piece("", lines, _first_page(blocks))] if lines else []


def _first_page(blocks: Sequence[Block]) -> int | None:
    return next((block.page for block in blocks if block.page is not None), None)


def _sections(blocks: Sequence[Block]) -> list[_Section]:
    """Sections that hold something. A heading that nothing stands below becomes a line of the next section."""
    sections = [_Section(())]
    path: list[tuple[int, str]] = []
    empty: list[tuple[int, str]] = []  # headings since the last text
    for block in blocks:
        if isinstance(block, Heading):
            heading = (block.level, block.text)
            if path and path[-1] == heading:
                continue  # the same title again at the top of the next page
            path = [other for other in path if other[0] < block.level] + [heading]
            empty.append(heading)
            continue
        if empty:
            sections.append(_Section(tuple(text for _, text in path)))
            if lost := [text for level, text in empty if (level, text) not in path]:
                sections[-1].units.append(_Unit(lost, block.page))
            empty = []
        _add(sections[-1], block)
    if empty:
        sections[-1].units.append(_Unit([text for _, text in empty], None))
    return _with_lead_ins_moved([section for section in sections if section.units])


def _with_lead_ins_moved(sections: list[_Section]) -> list[_Section]:
    """A section of nothing but the cover's facts, or of a line that introduces its parts, goes with the next one."""
    kept: list[_Section] = []
    for section in reversed(sections):
        lines = [line for unit in section.units for line in unit.lines]
        is_lead_in = len(lines) == 1 and (_introduces(lines[0]) or (not section.path and " · " in lines[0]))
        if kept and is_lead_in and kept[-1].path[: len(section.path)] == section.path:
            kept[-1].units.insert(0, _Unit(lines, section.units[0].page))
        else:
            kept.append(section)
    return kept[::-1]


def _add(section: _Section, block: Block) -> None:
    units = section.units
    lines = _lines(block)
    if not lines:
        return
    last = units[-1] if units else None
    if isinstance(block, ListItem) and last is not None and last.lead:
        last.lines.extend(lines)
    elif isinstance(block, ListItem | Table):
        lead = [block.caption] if isinstance(block, Table) and block.caption else []
        if last is not None and not last.lead and len(last.lines) == 1 and _introduces(last.lines[0]):
            lead = [*last.lines, *lead]
            page = last.page
            units.pop()
        else:
            page = block.page
        rows = lines[1:] if isinstance(block, Table) and block.caption else lines
        # An empty lead still marks a list, so that its next items join it.
        units.append(_Unit(rows, page, lead or [""]))
    else:
        units.append(_Unit(lines, block.page))


def _introduces(line: str) -> bool:
    return line.endswith((":", "：")) and len(line) <= _LEAD_IN_CHARS


def _lines(block: Block) -> list[str]:
    """A block as lines of Markdown."""
    if isinstance(block, Table):
        rows = [line for row in block.rows if (line := format_row(block.header, row))]
        return [block.caption, *rows] if block.caption and rows else rows
    if isinstance(block, ListItem):
        marker = block.marker if any(map(str.isalnum, block.marker)) else "-"
        return [f"{marker} {block.text}"]
    return [block.text] if block.text else []


def _packed(section: _Section, limit: int) -> Iterator[_Piece]:
    """The section's units in as few chunks as fit, none much shorter than the others."""
    name = " › ".join(section.path)
    units = [unit for whole in section.units for unit in _split(whole, limit)]
    lines: list[str] = []
    page: int | None = None
    last_lead: list[str] = []
    for unit in units:
        lead = [line for line in unit.lead if line]
        wanted = [*lead, *unit.lines]
        size, more = _size(lines), _size(wanted)
        turns = unit.page is not None and page is not None and unit.page != page
        if lines and (size + more > limit or (turns and size > _NEAR_FULL * limit)):
            yield _Piece(name, lines, page)
            lines, page, last_lead = [], None, []
        if lead and lead == last_lead:
            wanted = unit.lines  # the parts of one list came together again
        page = unit.page if not lines else page
        lines = [*lines, *wanted]
        last_lead = lead
    if lines:
        yield _Piece(name, lines, page)


def _split(unit: _Unit, limit: int) -> Iterator[_Unit]:
    """A unit over the limit in parts of like length: lists and tables between lines, text between sentences."""
    total = _size([*unit.lead, *unit.lines])
    if total <= limit:
        yield unit
        return
    lines = unit.lines
    if not unit.lead:
        lines = [part for line in lines for part in split_at_sentences(line, limit)]
    room = max(1, limit - _size(unit.lead))
    target = math.ceil(_size(lines) / math.ceil(_size(lines) / room))
    part: list[str] = []
    for line in lines:
        if part and (_size(part) >= target or _size([*part, line]) > room):
            yield _Unit(part, unit.page, unit.lead)
            part = []
        part.append(line)
    if part:
        yield _Unit(part, unit.page, unit.lead)


def _size(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines if line)
