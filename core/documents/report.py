"""What an ingest did, for people and programs: every file below DATA_DIR stands in exactly one list."""

from dataclasses import dataclass
from typing import Any

from core.documents.manifest import Entry
from core.documents.settle import DocumentFacts


@dataclass(frozen=True)
class Skipped:
    """A file that gave no chunks; `reason` is one word (lock-file, corrupt, …), `hint` what can be done."""

    document: str
    reason: str
    hint: str


@dataclass(frozen=True)
class DocumentSummary:
    """One document that is in GEN_DIR now, with the facts that stand in its chunks' headers (see `Chunk`).

    `notes` say what was seen in it and not read, what was put right, and where it contradicts itself.
    """

    document: str
    title: str
    language: str
    pages: int | None
    chunks: int
    tables: int
    pictures_read: int
    pictures_unread: int
    twin: str | None
    notes: tuple[str, ...]
    family: str = ""
    reference: str = ""
    version: str = ""
    date: str | None = None
    partner: str = ""
    older: str | None = None
    newer: str | None = None


def summary_of(document: str, entry: Entry, facts: DocumentFacts) -> DocumentSummary:
    """A document by its entry and its facts beside all others."""
    return DocumentSummary(
        document=document,
        title=facts.title,
        language=facts.language,
        pages=entry.pages,
        chunks=len(entry.chunks),
        tables=entry.tables,
        pictures_read=entry.pictures_read,
        pictures_unread=entry.pictures_unread,
        twin=facts.twin,
        notes=(*entry.notes, *facts.notes),
        family=facts.family,
        reference=facts.reference,
        version=facts.version,
        date=facts.date,
        partner=facts.partner,
        older=facts.older,
        newer=facts.newer,
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
            "documents": [{**vars(item), "notes": list(item.notes)} for item in self.documents],
            "chunks": self.chunks,
            "warnings": list(self.warnings),
            "alike": [list(pair) for pair in self.alike],
        }
