"""Pictures of a document that was read: what OCR recognised takes their place, the others are named for the report."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from core.documents.base import Block, Fault, Parsed, Picture

INSTALL_HINT = "install tesseract with French and Arabic (tesseract-ocr, tesseract-ocr-fra, tesseract-ocr-ara) to have \
pictures read"
_SECTIONS_NAMED = 5


def with_pictures_read(parsed: Parsed, recognised: Sequence[Sequence[Block] | Fault] | None) -> Parsed:
    """The document without `Picture` blocks: what was recognised stands in their place, the others are in the notes.

    Args:
        recognised: what OCR made of each picture, or what is wrong with it, in their order; None where there is no
            OCR.
    """
    blocks: list[Block] = []
    unread: list[tuple[Picture, Fault | None]] = []
    found = iter(recognised or ())
    for block in parsed.blocks:
        if not isinstance(block, Picture):
            blocks.append(block)
            continue
        held = next(found, ())
        if isinstance(held, Fault):
            unread.append((block, held))
        elif not held:
            unread.append((block, None))
        else:
            blocks.extend(replace(one, page=block.page) for one in held)
    return replace(
        parsed,
        blocks=tuple(blocks),
        notes=(*parsed.notes, *_notes(unread, recognised is not None)),
        pictures_unread=parsed.pictures_unread + len(unread),
        pictures_read=sum(isinstance(block, Picture) for block in parsed.blocks) - len(unread),
    )


def _notes(unread: Sequence[tuple[Picture, Fault | None]], has_ocr: bool) -> Iterator[str]:
    """Whole pages first, they matter most; a note for each reason, with what the first of them says; what can be done
    about all of them at the end, once."""
    by_kind: dict[tuple[bool, str], list[Picture]] = {}
    why = {"": ""}
    for one, fault in sorted(unread, key=lambda pair: not pair[0].whole_page):
        reason = fault.reason if fault is not None else ""
        if fault is not None:
            why.setdefault(reason, f" ({reason}: {fault.hint})")
        by_kind.setdefault((one.whole_page, reason), []).append(one)
    for (whole_page, reason), held in by_kind.items():
        yield (_on_pages(held) if whole_page else _on_pictures(held)) + why[reason]
    if unread and not has_ocr:
        yield INSTALL_HINT


def _on_pages(pages: Sequence[Picture]) -> str:
    where = _pages([one.page for one in pages if one.page is not None])
    return f"{_count(len(pages), 'page')} without readable text: {where}" if where else "no readable text"


def _on_pictures(pictures: Sequence[Picture]) -> str:
    return f"{_count(len(pictures), 'picture')} not read: {_where(pictures)}"


def _where(pictures: Sequence[Picture]) -> str:
    paged = [one.page for one in pictures if one.page is not None]
    sections = list(dict.fromkeys(one.section for one in pictures if one.page is None))
    named = [f"« {section} »" if section else "before the first section" for section in sections[:_SECTIONS_NAMED]]
    more = [f"{len(sections) - _SECTIONS_NAMED} sections more"] if len(sections) > _SECTIONS_NAMED else []
    return "; ".join(filter(None, (_pages(paged), ", ".join([*named, *more]))))


def _pages(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 2–5, 9`."""
    ordered = sorted(set(numbers))
    runs = [
        [number for _, number in group]
        for _, group in groupby(enumerate(ordered), key=lambda placed: placed[1] - placed[0])
    ]
    named = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"page{'s' if len(ordered) > 1 else ''} {named}" if named else ""


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"
