"""Pictures of a document that was read: what OCR recognised takes their place, the others are named for the report."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.documents.base import Block, Parsed, Picture


def with_pictures_read(parsed: Parsed, recognised: Sequence[Sequence[Block]] | None) -> Parsed:
    """The document without `Picture` blocks: what was recognised stands in their place, the others are in the notes.

    Args:
        recognised: what OCR made of each picture, in their order; None where there is no OCR.
    """
    blocks: list[Block] = []
    unread: dict[str, int] = {}
    found = iter(recognised or ())
    for block in parsed.blocks:
        if not isinstance(block, Picture):
            blocks.append(block)
            continue
        held = next(found, ())
        blocks.extend(replace(one, page=block.page) for one in held)
        if not held:
            where = _where(block)
            unread[where] = unread.get(where, 0) + 1
    missed = sum(unread.values())
    return replace(
        parsed,
        blocks=tuple(blocks),
        notes=(*parsed.notes, *_notes(unread)),
        pictures_unread=parsed.pictures_unread + missed,
        pictures_read=sum(isinstance(block, Picture) for block in parsed.blocks) - missed,
    )


def _where(picture: Picture) -> str:
    if picture.page is not None:
        return f"page {picture.page}"
    return f"in section « {picture.section} »" if picture.section else "before the first section"


def _notes(unread: dict[str, int]) -> Iterator[str]:
    for where, count in unread.items():
        yield f"{count} picture{'s' if count > 1 else ''} not read: {where}"
