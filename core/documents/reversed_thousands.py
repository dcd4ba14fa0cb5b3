"""Numbers whose groups were typed in reverse, `200 2` for `2 200`: found, held against what stands beside, put right.

It happens where a line runs from right to left, and to what was copied from there. A number is put right only where
the typed one can't be a number and the same column, the lines like it or the document's twin confirm it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.documents.chunk import Chunk
from core.documents.reversed_evidence import Neighbours, TwinFigures
from core.documents.reversed_suspects import Suspect, name_at, suspects, turned

_CORRECTION = re.compile(r"(?P<shown>(?P<typed>.+) → (?P<right>.+)) @ (?P<start>\d+)")


@dataclass(frozen=True)
class _Line:
    """A line of a document with what may be reversed in it. `start` is its offset in its chunk's text."""

    chunk: Chunk
    text: str
    start: int
    suspects: tuple[Suspect, ...]


def correct(chunks: Mapping[str, Sequence[Chunk]], twins: Mapping[str, str]) -> dict[str, list[Chunk]]:
    """The chunks of every document with its reversed numbers put right and named in `corrections`.

    Args:
        chunks: by document, as the files have them (`as_typed`).
        twins: the document in the other language, by document.
    """
    figures: dict[str, TwinFigures] = {}
    corrected: dict[str, list[Chunk]] = {}
    for document, held in chunks.items():
        lines = [line for chunk in held for line in _lines(chunk)]
        if any(line.suspects for line in lines):
            twin = twins.get(document, "")
            if twin not in figures:
                figures[twin] = TwinFigures(line for chunk in chunks.get(twin, ()) for line in chunk.text.splitlines())
            corrected[document] = _correct(held, lines, figures[twin])
        else:
            corrected[document] = list(held)
    return corrected


def as_typed(chunk: Chunk) -> Chunk:
    """The chunk as its file has it: every correction taken back."""
    text = chunk.text
    for correction in chunk.corrections:
        found = _CORRECTION.fullmatch(correction)
        if found and text.startswith(found["right"], start := int(found["start"])):
            text = text[:start] + found["typed"] + text[start + len(found["right"]) :]
    return replace(chunk, text=text, corrections=())


def shown(corrections: Iterable[str]) -> tuple[str, ...]:
    """Corrections as people read them (`200 2 → 2 200`), each once, without the place that takes them back."""
    found = [(_CORRECTION.fullmatch(correction), correction) for correction in corrections]
    return tuple(dict.fromkeys(match["shown"] if match else correction for match, correction in found))


def placed_corrections(corrections: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Corrections as people read them, each with its offset in its chunk's text."""
    for correction in corrections:
        if found := _CORRECTION.fullmatch(correction):
            yield found["shown"], int(found["start"])


def notes(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """What the report says of one document: what was put right, and what looks reversed and nothing confirms."""
    corrected: dict[str, list[str]] = {}
    doubtful: dict[str, list[str]] = {}
    for chunk in chunks:
        found = [f"{suspect.typed} → {suspect.right}" for line in _lines(chunk) for suspect in line.suspects]
        for said, what in ((corrected, shown(chunk.corrections)), (doubtful, found)):
            if what:
                said.setdefault(_place(chunk), []).extend(what)
    return (
        *(f"reversed numbers put right{place}: {_listed(what)}" for place, what in corrected.items()),
        *(f"perhaps reversed, left as typed{place}: {_listed(what)}" for place, what in doubtful.items()),
    )


def _listed(what: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(what))


def _place(chunk: Chunk) -> str:
    if chunk.page is not None:
        return f" on page {chunk.page}"
    return f" below “{chunk.section}”" if chunk.section else ""


def _lines(chunk: Chunk) -> Iterator[_Line]:
    start = 0
    for text in chunk.text.split("\n"):
        yield _Line(chunk, text, start, tuple(suspects(text)))
        start += len(text) + 1


def _correct(held: Sequence[Chunk], lines: Sequence[_Line], twin: TwinFigures) -> list[Chunk]:
    neighbours = Neighbours()
    for line in lines:
        neighbours.add(line.chunk, line.text, line.suspects)
    confirmed: set[tuple[int, int, Suspect]] = set()
    names: set[tuple[str, int] | None] = set()
    for line in lines:
        by_twin = twin.confirmed(line.text, line.suspects)
        for suspect in line.suspects:
            if suspect in by_twin or neighbours.confirm(line.chunk, line.text, suspect):
                confirmed.add((line.chunk.ordinal, line.start, suspect))
                names.add(name_at(line.text, suspect.start))
    names.discard(None)
    right: dict[int, list[tuple[int, Suspect]]] = {}
    for line in lines:
        for suspect in line.suspects:
            # The rows of a table share its columns' names: one is put right in all of them or in none.
            is_right = (line.chunk.ordinal, line.start, suspect) in confirmed
            if is_right or name_at(line.text, suspect.start) in names:
                right.setdefault(line.chunk.ordinal, []).append((line.start, suspect))
    return [_put_right(chunk, right.get(chunk.ordinal, [])) for chunk in held]


def _put_right(chunk: Chunk, found: Sequence[tuple[int, Suspect]]) -> Chunk:
    moved = [replace(suspect, start=start + suspect.start) for start, suspect in found]
    corrections = tuple(f"{suspect.typed} → {suspect.right} @ {suspect.start}" for suspect in moved)
    return replace(chunk, text=turned(chunk.text, moved), corrections=corrections)
