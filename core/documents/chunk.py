"""A chunk: the unit that is indexed, cited and shown. One Markdown file in GEN_DIR each."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["fr", "ar"]


@dataclass(frozen=True)
class Chunk:
    """A piece of one document that is understandable alone.

    `text` is Markdown, one line a paragraph, list item (`- …`, `1. …`) or table row (see `rows.py`); it is what a
    person reads behind a citation. `document` is the path below DATA_DIR (NFC, `/`), `family` its first folder,
    `twin` the path of the same document in the other language. `ordinal` counts the document's chunks from 0. What
    `forsa.yaml` says of a document stands here in place of what was found.

    What the document says of itself, '' or None where it doesn't: `reference`, `version`, `date` (ISO, to the day, the
    month or the year: `2025-07-14`, `2025-07`, `2025`), the `partner` that it concerns. `older` and `newer` are the
    paths of the nearest versions of the same sheet. `ocr` is set where the text was recognised in a picture;
    `corrections` say which figures the file writes otherwise, and at which offset of `text` (`200 2 → 2 200 @ 57`).
    """

    document: str
    ordinal: int
    title: str
    section: str
    page: int | None
    language: Language
    family: str
    twin: str | None
    text: str
    reference: str = ""
    version: str = ""
    date: str | None = None
    partner: str = ""
    older: str | None = None
    newer: str | None = None
    ocr: bool = False
    corrections: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Stable name within the corpus: `<document>#<ordinal>`."""
        return f"{self.document}#{self.ordinal}"

    @property
    def content(self) -> str:
        """What is encoded and analysed: the text below its document's and section's titles."""
        return "\n".join(part for part in (self.title, self.section, self.text) if part)
