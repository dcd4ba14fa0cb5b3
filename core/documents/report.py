"""What an ingest did, for people and programs: every file below DATA_DIR stands in exactly one list."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Skipped:
    """A file that gave no chunks; `reason` is one word (lock-file, corrupt, …), `hint` what can be done."""

    document: str
    reason: str
    hint: str


@dataclass(frozen=True)
class DocumentSummary:
    """One document that is in GEN_DIR now. `notes` are what was seen in it and not read, and what was put right."""

    document: str
    title: str
    family: str
    language: str
    pages: int | None
    chunks: int
    tables: int
    pictures_read: int
    pictures_unread: int
    twin: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class IngestReport:
    """The outcome. `read`, `replaced`, `unchanged` and `skipped` together are the files of DATA_DIR.

    `read` are new documents, `replaced` those read again (changed, or other settings), `removed` those that are gone
    or can't be read any more and whose chunks went.
    """

    read: tuple[str, ...]
    unchanged: tuple[str, ...]
    replaced: tuple[str, ...]
    removed: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    documents: tuple[DocumentSummary, ...]

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
        }
