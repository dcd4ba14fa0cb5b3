"""What a reader hands over: a document as a flat list of blocks, in reading order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Heading:
    """A section's title. `level` 1 is the highest."""

    text: str
    level: int
    page: int | None = None
    ocr: bool = False


@dataclass(frozen=True)
class Paragraph:
    """Running text; also the content of a text box, as one paragraph a line."""

    text: str
    page: int | None = None
    in_text_box: bool = False
    ocr: bool = False


@dataclass(frozen=True)
class ListItem:
    """One item or step. `marker` is what the reader sees before it (`-`, `1.`, `a)`), `level` 0 the outermost."""

    text: str
    marker: str
    level: int = 0
    page: int | None = None
    ocr: bool = False


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
    ocr: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture where it stands in the reading order. No reader reads it: what comes after the readers hands it to
    OCR, or names it in the report.

    `load` gives the encoded image (PNG, JPEG, TIFF, …), when it is wanted. `whole_page` is set for the image of a page
    whose text can't be had otherwise, `section` names what it stands below where there are no pages.
    """

    load: Callable[[], bytes] = field(compare=False, repr=False)
    page: int | None = None
    whole_page: bool = False
    section: str = ""


Block = Heading | Paragraph | ListItem | Table | Picture
"""`ocr` is set on what was recognised in a picture, and goes with it to the citation."""


@dataclass(frozen=True)
class Parsed:
    """A document as read. `title` is '' where the document doesn't say one; `pages` is None where it has none.

    `notes` are for the report: what was seen and not read. `dated` is the day of the file's own properties on which
    it was last changed: the weakest evidence of a document's date. `pictures_read` and `pictures_unread` are counted
    once OCR had its turn.
    """

    blocks: tuple[Block, ...]
    title: str = ""
    pages: int | None = None
    notes: tuple[str, ...] = ()
    dated: date | None = None
    pictures_unread: int = 0
    pictures_read: int = 0


@dataclass(frozen=True)
class Fault:
    """Why a file or a picture gave nothing; `reason` is a word of the report, `hint` says more and what can be done."""

    reason: str
    hint: str


class Ocr(Protocol):
    """What recognises text in pictures."""

    @property
    def name(self) -> str:
        """Engine, version and languages: another name means that documents with pictures must be read again."""
        ...

    def read(self, image: bytes, whole_page: bool) -> Sequence[Block]:
        """The blocks of one picture, `ocr` set on each; none where it holds no text worth keeping.

        Args:
            image: encoded image.
            whole_page: a page as a whole; otherwise a picture in a document, of which only tables are wanted.
        """
        ...


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
