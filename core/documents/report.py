"""What an ingest did, for people and programs: every file below DATA_DIR stands in exactly one list."""

from dataclasses import dataclass, replace
from typing import Any

from core.documents.manifest import Entry
from core.documents.settle import DocumentFacts


@dataclass(frozen=True)
class Skipped:
    """A file that gave no chunks; `reason` is one word (lock-file, corrupt, …), `hint` what can be done."""

    document: str
    reason: str
    hint: str


@dataclass(frozen=True, kw_only=True)
class DocumentSummary(DocumentFacts):
    """One document that is in GEN_DIR now: its facts, as they stand in its chunks' headers, and what was read of it.

    `notes` say what was seen in it and not read, what was put right, and where it contradicts itself.
    """

    document: str
    pages: int | None
    chunks: int
    tables: int
    pictures_read: int
    pictures_unread: int


def summary_of(document: str, entry: Entry, facts: DocumentFacts) -> DocumentSummary:
    """A document by its entry and its facts beside all others."""
    return DocumentSummary(
        **vars(replace(facts, notes=(*entry.notes, *facts.notes))),
        document=document,
        pages=entry.pages,
        chunks=len(entry.chunks),
        tables=entry.tables,
        pictures_read=entry.pictures_read,
        pictures_unread=entry.pictures_unread,
    )


@dataclass(frozen=True)
class IngestReport:
    """The outcome. `read`, `replaced`, `unchanged` and `skipped` together are the files of DATA_DIR.

    `read` are new documents, `replaced` those read again (changed, or other settings), `removed` those that are gone
    or can't be read any more and whose chunks went. `warnings` are what `forsa.yaml` says and can't be followed.
    `alike` are near-duplicates: the document, or several a line each, and what they share and where they differ.
    """

    read: tuple[str, ...]
    unchanged: tuple[str, ...]
    replaced: tuple[str, ...]
    removed: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    documents: tuple[DocumentSummary, ...]
    warnings: tuple[str, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()

    @property
    def chunks(self) -> int:
        """Chunks in GEN_DIR."""
        return sum(summary.chunks for summary in self.documents)

    def to_json(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "read": list(self.read),
            "unchanged": list(self.unchanged),
            "replaced": list(self.replaced),
            "removed": list(self.removed),
            "skipped": [vars(item) for item in self.skipped],
            "documents": [
                {"document": item.document, **vars(item), "notes": list(item.notes)} for item in self.documents
            ],
            "chunks": self.chunks,
            "warnings": list(self.warnings),
            "alike": [list(pair) for pair in self.alike],
        }
