"""Pictures of a document that was read: handed to OCR where there is one, named for the report where there is none."""

from collections.abc import Iterator
from dataclasses import replace

from core.documents.base import Block, Ocr, Parsed, Picture


def with_pictures_read(parsed: Parsed, ocr: Ocr | None) -> Parsed:
    """The document without `Picture` blocks: what OCR reads stands in their place, the others are in the notes."""
    blocks: list[Block] = []
    unread: dict[str, int] = {}
    for block in parsed.blocks:
        if not isinstance(block, Picture):
            blocks.append(block)
            continue
        found = ocr.read(block.load(), block.whole_page) if ocr is not None else ()
        blocks.extend(replace(one, page=block.page) for one in found)
        if not found:
            where = _where(block)
            unread[where] = unread.get(where, 0) + 1
    return replace(parsed, blocks=tuple(blocks), notes=(*parsed.notes, *_notes(unread)))


def _where(picture: Picture) -> str:
    if picture.page is not None:
        return f"page {picture.page}"
    return f"in section « {picture.section} »" if picture.section else "before the first section"


def _notes(unread: dict[str, int]) -> Iterator[str]:
    for where, count in unread.items():
        yield f"{count} picture{'s' if count > 1 else ''} not read: {where}"
