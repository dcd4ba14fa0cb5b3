"""Rich text (.rtf): by LibreOffice where it is installed, which keeps all of it; otherwise text and plain tables."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from striprtf.striprtf import rtf_to_text

from core.documents.base import Block, Parsed, Reader
from core.documents.flow import Line, blocks_of_lines
from core.documents.headings import Title, settle
from core.documents.libreoffice import read_converted, soffice
from core.documents.tables import GridCell, table_blocks
from core.documents.text import clean, says_something
from core.errors import DocumentError

_START = b"{\\rtf"
_SIZE_LIMIT = 64 * 1024 * 1024
_WITHOUT_LIBREOFFICE = (
    "read without LibreOffice: headings, merged cells, footnotes and pictures are lost; install it, "
    "or save the document as .docx"
)


class RtfReader:
    """Reads .rtf."""

    suffixes: Sequence[str] = (".rtf",)

    def __init__(self, docx: Reader, program: Callable[[], str | None] = soffice) -> None:
        """
        Args:
            docx: reads what LibreOffice makes of the document.
            program: finds LibreOffice, None where it isn't installed.
        """
        self._docx = docx
        self._program = program
        # Where LibreOffice comes or goes, the same file gives other blocks.
        self.version = 2 * docx.version + (program() is not None)

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        data = path.read_bytes()
        if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_START):
            raise DocumentError(
                "corrupt", "no rich text, whatever its name says", "open it in a word processor, save it"
            )
        if len(data) > _SIZE_LIMIT:
            raise DocumentError("too-large", f"over {_SIZE_LIMIT // 1024 // 1024} MB", "save it as .docx")
        program = self._program()
        if program is None:
            return _text_only(data)
        reader = self._docx
        return read_converted(path, ".docx", reader, program)


def _text_only(data: bytes) -> Parsed:
    text: str = rtf_to_text(data.decode("latin-1"), errors="replace")  # type: ignore[no-untyped-call]
    blocks = tuple(settle(list(_blocks(text))))
    if not blocks:
        raise DocumentError("no-text", "no text in the document", "if it holds pictures, install LibreOffice")
    return Parsed(blocks, "", None, (_WITHOUT_LIBREOFFICE,))


def _blocks(text: str) -> Iterator[Block | Title]:
    """Lines as paragraphs and list items; striprtf ends every cell of a table with a bar."""
    lines = [line for raw in text.splitlines() if says_something(line := clean(raw.replace("•", "• ")))]
    for cells, group in groupby(lines, key=lambda line: line.count("|") if line.endswith("|") else 0):
        if not cells:
            for line in group:
                yield from blocks_of_lines([Line(line, False)], None, None)
            continue
        yield from table_blocks(
            [GridCell(clean(value), row, col) for row, line in enumerate(group)
             for col, value in enumerate(line[:-1].split("|"))]
        )  # fmt: skip
