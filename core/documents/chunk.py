"""A chunk: the unit that is indexed, cited and shown. One Markdown file in GEN_DIR each."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["fr", "ar"]


@dataclass(frozen=True)
class Chunk:
    """A piece of one document that is understandable alone.

    `text` is Markdown, one line a paragraph, list item (`- …`, `1. …`) or table row (see `rows.py`); it is what a
    person reads behind a citation. `document` is the path below DATA_DIR (NFC, `/`), `family` its first folder,
    `twin` the path of the same document in the other language. `ordinal` counts the document's chunks from 0.
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

    @property
    def id(self) -> str:
        """Stable name within the corpus: `<document>#<ordinal>`."""
        return f"{self.document}#{self.ordinal}"

    @property
    def content(self) -> str:
        """What is encoded and analysed: the text below its document's and section's titles."""
        return "\n".join(part for part in (self.title, self.section, self.text) if part)
