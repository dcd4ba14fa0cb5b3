"""Footnotes and endnotes of a word-processing document."""

from collections.abc import Iterable, Iterator, Mapping

from lxml import etree

from core.documents.base import Paragraph
from core.documents.docx_package import W
from core.documents.docx_styles import Styles
from core.documents.docx_text import read_paragraph, whole_paragraphs
from core.documents.flow import cell_text
from core.documents.text import says_something


class Notes:
    """The notes by kind (footnote, endnote) and id. `parts` holds the part of each kind, None where there is none."""

    def __init__(self, parts: Mapping[str, etree._Element | None], styles: Styles) -> None:
        self._styles = styles
        self._elements: dict[tuple[str, str], etree._Element] = {}
        for kind, root in parts.items():
            for element in root.iter(W + kind) if root is not None else ():
                self._elements[kind, element.get(W + "id", "")] = element

    def blocks(self, references: Iterable[tuple[str, str]]) -> Iterator[Paragraph]:
        """What stands after the block that refers to them."""
        for reference in references:
            element = self._elements.get(reference)
            text = self._text(element) if element is not None else ""
            if says_something(text):
                yield Paragraph(f"* {text}")

    def _text(self, element: etree._Element) -> str:
        parts: list[str] = []
        for group in whole_paragraphs(element):
            if group[0].tag == W + "p":
                parts.append(read_paragraph(group, self._styles)[1].text)
        return cell_text(parts)
