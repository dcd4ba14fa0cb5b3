"""Markdown, read by markdown-it: headings, lists, tables and code keep their kind; HTML and pictures are left out."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Table
from core.documents.plain import decode
from core.documents.text import clean, says_something
from core.errors import DocumentError

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


class MarkdownReader:
    """Reads .md. A front matter is left out; the first heading of level 1 is the title."""

    suffixes: Sequence[str] = (".md", ".markdown")
    version = 1

    def read(self, path: Path) -> Parsed:
        """Read one file; see `Reader`."""
        text = _FRONT_MATTER.sub("", decode(path.read_bytes()).replace("\r\n", "\n"))
        tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text))
        blocks = tuple(block for node in tree.children for block in _blocks(node, 0))
        if not blocks:
            raise DocumentError("no-text", "no text in the file")
        title = next((block.text for block in blocks if isinstance(block, Heading) and block.level == 1), "")
        pictures = sum(1 for node in tree.walk() if node.type == "image")
        notes = (f"{pictures} picture{'s' if pictures > 1 else ''} not read",) if pictures else ()
        return Parsed(blocks, title, None, notes)


def _blocks(node: SyntaxTreeNode, depth: int) -> Iterator[Block]:
    if node.type == "heading":
        if text := _text(node):
            yield Heading(text, int(node.tag[1]))
    elif node.type == "table":
        yield from _table(node)
    elif node.type in ("bullet_list", "ordered_list"):
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        for number, item in enumerate(node.children):
            yield from _item(item, "-" if start is None else f"{start + number}.", depth)
    elif node.type in ("fence", "code_block"):
        yield from (Paragraph(line) for raw in node.content.splitlines() if (line := clean(raw)))
    elif node.type == "paragraph":
        for line in _text_lines(node):
            if says_something(line):
                yield Paragraph(line)
    elif node.type == "blockquote":
        for child in node.children:
            yield from _blocks(child, depth)


def _item(item: SyntaxTreeNode, marker: str, depth: int) -> Iterator[Block]:
    children = list(item.children)
    if children and children[0].type == "paragraph":
        yield ListItem(_text(children.pop(0)), marker, depth)
    for child in children:
        yield from _blocks(child, depth + 1)


def _table(node: SyntaxTreeNode) -> Iterator[Block]:
    rows = [
        tuple(_text(cell) for cell in row.children)
        for part in node.children
        for row in part.children
    ]  # fmt: skip
    header, *body = rows
    if body:
        yield Table(header, tuple((*row, *[""] * (len(header) - len(row)))[: len(header)] for row in body))
    else:
        yield Paragraph(" ".join(filter(None, header)))


def _text(node: SyntaxTreeNode) -> str:
    return " ".join(_text_lines(node))


def _text_lines(node: SyntaxTreeNode) -> list[str]:
    """The words of a node, without its marks; a hard break begins a new line."""
    pieces: list[str] = []
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        if inner.type in ("text", "code_inline"):
            pieces.append(inner.content)
        elif inner.type in ("softbreak", "hardbreak"):
            pieces.append(" " if inner.type == "softbreak" else "\n")
        elif inner.type != "image":
            waiting.extend(reversed(inner.children))
    return [line for raw in "".join(pieces).split("\n") if (line := clean(raw))]
