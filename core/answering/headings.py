"""What stands above a table of a document: the titles of its sections, the lines and sentences before it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.answering.units import Unit, without_mark
from core.documents.chunk import Chunk
from core.documents.rows import is_row
from core.documents.table_data import LEVELS

_LONGEST = 120
# `1.1 Personnel actif :`
_AROUND = re.compile(r"^[\s.\d)/–-]+(?=\D)|[\s:：.]+$")


@dataclass(frozen=True)
class Heading:
    """A title or a line above a table as a document writes it, without mark, and the chunk where it stands; several
    below each other are one."""

    text: str
    chunk: Chunk


@dataclass(frozen=True)
class Above:
    """What stands above a row, the nearest first: its headings, and the sentences."""

    headings: tuple[Heading, ...]
    sentences: tuple[str, ...]


def above(unit: Unit, after: Unit | None, chunks: Sequence[Chunk]) -> Above:
    """What stands between two rows of a document, or above the first: of that one's sentences those of its own chunk,
    as what introduces a document speaks of all that follows.

    Args:
        chunks: of the document, in order.
    """
    headings: list[Heading] = []
    sentences: list[str] = []
    for chunk in reversed(chunks):
        if chunk.ordinal > unit.chunk.ordinal:
            continue
        lines = [line.strip() for line in chunk.text.splitlines() if line.strip()]
        end = lines.index(unit.text) if chunk.id == unit.chunk.id and unit.text in lines else len(lines)
        begins = after is not None and chunk.id == after.chunk.id
        start = lines.index(after.text) + 1 if begins and after is not None and after.text in lines else 0
        for place in reversed(range(start, end)):
            if is_row(lines[place]):
                continue
            if _heads(lines[place], lines[place + 1 : place + 2]):
                headings.append(Heading(_bare(lines[place]), chunk))
            elif (after is not None or chunk.id == unit.chunk.id) and not any(map(is_row, lines[start:place])):
                sentences.append(lines[place])
        if begins and chunk.id != unit.chunk.id:
            break
        headings += [Heading(_bare(level), chunk) for level in reversed(chunk.section.split(LEVELS)) if _bare(level)]
        if begins:
            break
    return Above(tuple(headings), tuple(sentences))


def _heads(line: str, following: Sequence[str]) -> bool:
    """True for a short line that introduces, or stands right above a table."""
    return len(line) <= _LONGEST and (line.endswith((":", "：")) or any(map(is_row, following)))


def _bare(line: str) -> str:
    return _AROUND.sub("", _AROUND.sub("", without_mark(line)))


def joined(headings: Sequence[Heading]) -> Heading | None:
    """Several of one chunk, the nearest first, as one; None where there are none."""
    return Heading(LEVELS.join(heading.text for heading in reversed(headings)), headings[0].chunk) if headings else None
