"""What twins say of themselves: their dates and versions."""

from collections.abc import Iterator

from core.audit.finding import Finding, Place, Relation, Side
from core.documents.chunk import Chunk
from core.documents.dates import agree, written
from core.documents.version_numbers import version_key


def compare_heads(left: Chunk, right: Chunk, relation: Relation) -> Iterator[Finding]:
    """Dates and versions that differ; the first chunk of each document."""
    if left.date and right.date and not agree(left.date, right.date):
        yield _finding("date", left, right, written(left.date), written(right.date), relation)
    ours, theirs = version_key(left.version), version_key(right.version)
    if ours and theirs and ours != theirs:
        yield _finding("version", left, right, left.version, right.version, relation)


def _finding(kind: str, left: Chunk, right: Chunk, ours: str, theirs: str, relation: Relation) -> Finding:
    return Finding(
        "date" if kind == "date" else "version",
        relation,
        Side(Place.of(left), ours, ours),
        Side(Place.of(right), theirs, theirs),
        f"the document's {kind}",
    )
