"""Plain text: which encoding, and where paragraphs, lists and titles are."""

import codecs
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from core.documents.base import Block, ListItem, Paragraph, Parsed
from core.documents.headings import Title, settle, title_of
from core.documents.markers import typed_marker
from core.documents.text import clean, says_something
from core.errors import DocumentError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes) -> str:
    """Text from UTF-8, UTF-16, Windows' Western (cp1252) or Arabic (cp1256) encoding.

    Raises:
        DocumentError: `corrupt` where it is none of them.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode(data, encoding)
    zeros = data.count(0)
    if zeros * 4 > len(data):  # UTF-16 without its mark: every other byte of Latin text is 0
        return _decode(data, "utf-16-le" if data[1::2].count(0) >= data[0::2].count(0) else "utf-16-be")
    if zeros:
        raise DocumentError("corrupt", "binary data under a text's name", "save it as UTF-8 text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _decode(data, _windows_encoding(data))


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise DocumentError("corrupt", f"not {encoding}: {error.reason}", "save it as UTF-8 text") from error


def _windows_encoding(data: bytes) -> str:
    """French has single accented letters between plain ones; Arabic words are runs of high bytes."""
    high = [byte >= 0xC0 for byte in data]
    neighbours = sum(1 for left, right in pairwise(high) if left and right)
    return "cp1256" if neighbours * 2 > sum(high) else "cp1252"


class PlainReader:
    """Reads .txt. Blank lines part paragraphs; a short line alone before text is a title."""

    suffixes: Sequence[str] = (".txt",)
    version = 2

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        text = decode(path.read_bytes())
        if not says_something(text):
            raise DocumentError("no-text", "no text in the file")
        return Parsed(tuple(settle(list(_blocks(text)))))


def _blocks(text: str) -> Iterator[Block | Title]:
    groups: list[list[str]] = [[]]
    for raw in text.splitlines():
        if line := clean(raw):
            groups[-1].append(line)
        elif groups[-1]:
            groups.append([])
    for group in filter(None, groups):
        yield from _group(group)


def _group(lines: list[str]) -> Iterator[Block | Title]:
    """Lines between two blank ones: a title, list items, or a paragraph that was wrapped."""
    if len(lines) == 1 and _is_title(lines[0]):
        title = title_of(lines[0], bold=True)
        if title is not None:
            yield title
            return
    paragraph: list[str] = []
    for line in lines:
        typed = typed_marker(line)
        if typed is not None:
            if paragraph:
                yield Paragraph(" ".join(paragraph))
                paragraph = []
            yield ListItem(typed.rest, typed.marker)
        elif says_something(line):
            # A wrapped line goes on; a line after a full stop begins a paragraph of its own.
            if paragraph and paragraph[-1].endswith((".", ":", "؟", "?", "!")):
                yield Paragraph(" ".join(paragraph))
                paragraph = []
            paragraph.append(line)
    if paragraph:
        yield Paragraph(" ".join(paragraph))


def _is_title(line: str) -> bool:
    return len(line) <= 80 and not line.endswith((".", ";", "،", ",", ":", "؛")) and typed_marker(line) is None
