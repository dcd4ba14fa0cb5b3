"""From a document's blocks to sections, and within them to what belongs together: a list with what introduces it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.documents.base import Block, Heading, ListItem, Picture, Table
from core.documents.rows import format_row, is_row

_LEAD_IN_CHARS = 240
"""A line that ends with a colon introduces what follows; a longer one says something itself."""


@dataclass
class Unit:
    """Lines that belong together: `lead` introduces them and comes again wherever they are split."""

    lines: list[str]
    page: int | None
    lead: list[str] = field(default_factory=list)
    ocr: bool = False
    """Recognised in a picture: kept apart from what the document says itself."""


@dataclass
class Section:
    """What stands under one heading; `path` holds the headings above it, the highest first."""

    path: tuple[str, ...]
    units: list[Unit] = field(default_factory=list)


def sections_of(blocks: Sequence[Block]) -> list[Section]:
    """Sections that hold something. A heading that nothing stands below becomes a line of the next section."""
    sections = [Section(())]
    path: list[tuple[int, str]] = []
    empty: list[tuple[int, str]] = []  # headings since the last text
    recognised = False
    for block in blocks:
        if isinstance(block, Heading):
            heading = (block.level, block.text)
            if path and path[-1] == heading:
                continue  # the same title again at the top of the next page
            path = [other for other in path if other[0] < block.level] + [heading]
            empty.append(heading)
            recognised = block.ocr
            continue
        if empty:
            sections.append(Section(tuple(text for _, text in path)))
            if lost := [text for level, text in empty if (level, text) not in path]:
                sections[-1].units.append(Unit(lost, block.page, ocr=recognised))
            empty = []
        _add(sections[-1], block)
    if empty:
        sections[-1].units.append(Unit([text for _, text in empty], None, ocr=recognised))
    return _with_lead_ins_moved([section for section in sections if section.units])


def _with_lead_ins_moved(sections: list[Section]) -> list[Section]:
    """A section of nothing but the cover's facts, or of a line that introduces its parts, goes with the next one."""
    kept: list[Section] = []
    for section in reversed(sections):
        lines = [line for unit in section.units for line in unit.lines]
        is_lead_in = len(lines) == 1 and (_introduces(lines[0]) or (not section.path and " · " in lines[0]))
        if kept and is_lead_in and not is_row(lines[0]) and kept[-1].path[: len(section.path)] == section.path:
            kept[-1].units.insert(0, replace(section.units[0], lines=lines, lead=[]))
        else:
            kept.append(section)
    return kept[::-1]


def _add(section: Section, block: Block) -> None:
    units = section.units
    lines = lines_of(block)
    if not lines:
        return
    last = units[-1] if units else None
    recognised = not isinstance(block, Picture) and block.ocr
    if isinstance(block, ListItem) and last is not None and last.lead and last.ocr == recognised:
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
        units.append(Unit(rows, page, lead or [""], recognised))
    else:
        units.append(Unit(lines, block.page, ocr=recognised))


def _introduces(line: str) -> bool:
    return line.endswith((":", "：")) and len(line) <= _LEAD_IN_CHARS


def lines_of(block: Block) -> list[str]:
    """A block as lines of Markdown."""
    if isinstance(block, Picture):
        return []
    if isinstance(block, Table):
        rows = [line for row in block.rows if (line := format_row(block.header, row))]
        return [block.caption, *rows] if block.caption and rows else rows
    if isinstance(block, ListItem):
        marker = block.marker if any(map(str.isalnum, block.marker)) else "-"
        return [f"{marker} {block.text}"]
    return [block.text] if block.text else []
