"""What a reader hands over: a document as a flat list of blocks, in reading order."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Heading:
    """A section's title. `level` 1 is the highest."""

    text: str
    level: int
    page: int | None = None


@dataclass(frozen=True)
class Paragraph:
    """Running text; also the content of a text box, as one paragraph a line."""

    text: str
    page: int | None = None
    in_text_box: bool = False


@dataclass(frozen=True)
class ListItem:
    """One item or step. `marker` is what the reader sees before it (`-`, `1.`, `a)`), `level` 0 the outermost."""

    text: str
    marker: str
    level: int = 0
    page: int | None = None


@dataclass(frozen=True)
class Table:
    """A table whose spans are resolved: every row has `len(header)` cells and no value left its column.

    `header` holds one name a column (several header rows joined by ' › '; '' where a column has none). A cell that
    truly spans rows stands in each of them; one that spans columns stands in the first, `None` in those it covers.
    An empty cell is ''.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    caption: str = ""
    page: int | None = None


Block = Heading | Paragraph | ListItem | Table


@dataclass(frozen=True)
class Parsed:
    """A document as read. `title` is '' where the document doesn't say one; `pages` is None where it has none.

    `notes` are for the report: what was seen and not read (a picture with its page, for example).
    """

    blocks: tuple[Block, ...]
    title: str = ""
    pages: int | None = None
    notes: tuple[str, ...] = ()


class Reader(Protocol):
    """One format. Readers hold no state: one object serves every document of its format."""

    suffixes: Sequence[str]
    """Lower case, with the dot: ('.docx',)."""
    version: int
    """Counts up whenever the same file would give other blocks, so that ingest reads its documents again."""

    def read(self, path: Path) -> Parsed:
        """Read one file.

        Raises:
            DocumentError: encrypted, corrupt, without text, …; `reason` goes to the report.
        """
        ...
