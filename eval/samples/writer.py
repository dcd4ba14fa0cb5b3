"""One sample document as DOCX: its cover, headings, lists and tables, in French or Arabic, as Word writes them."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import Any, Final

from docx import Document
from docx.document import Document as DocxDocument
from docx.shared import Pt
from docx.text.paragraph import Paragraph

from eval.samples.boxes import text_box
from eval.samples.lettering import Language, Lettering
from eval.samples.page import order_properties, set_properties, set_up_page, set_up_styles, write_furniture
from eval.samples.tables import add_table

WORDS: Final = {
    "fr": {"reference": "Réf.", "version": "Version", "date": "Date"},
    "ar": {"reference": "المرجع:", "version": "النسخة", "date": "التاريخ:"},
}


class Writer:
    """Writes one document of a pair, in one language."""

    def __init__(self, pair: dict[str, Any], language: Language) -> None:
        self.pair = pair
        self.letters = Lettering(pair, language)
        self.accent: str = pair.get("colour", "1F5C7A")
        self.landscape: bool = pair.get("landscape", False)
        self.width = 25.7 if self.landscape else 17.0
        """Between the margins, in centimetres."""
        self.document: DocxDocument = Document()
        self.boxes = 0

    def write(self) -> bytes:
        """Return the document as the bytes of a DOCX file.

        Raises:
            ValueError: a table's row has more or fewer cells than its first.
        """
        set_up_page(self.document, self.letters, landscape=self.landscape)
        set_up_styles(self.document, self.letters, self.accent)
        self.write_cover()
        running = self.letters.text(self.pair.get("running", self.pair["title"]))
        write_furniture(self.document, self.letters, running, self.accent)
        for block in self.pair["blocks"]:
            ((kind, value),) = block.items()
            getattr(self, f"write_{kind}")(value)
        set_properties(self.document, self.letters, str(self.letters.pick(self.pair["title"])), self.pair["date"])
        order_properties(self.document)
        buffer = io.BytesIO()
        self.document.save(buffer)
        return with_fixed_times(buffer.getvalue())

    def write_cover(self) -> None:
        """Put reference and title in one text box, version and date in another."""
        words = WORDS[self.letters.language]
        reference = self.letters.pick(self.pair["reference"])
        title = self.letters.text(self.pair["title"])
        day: dt.date = self.pair["date"]
        dated = f"{words['version']} {self.pair['version']} – {words['date']} {day:%d/%m/%Y}"
        self.write_box([(f"{words['reference']} {reference}", 9, False), (title, 20, True)], 2.9, self.accent)
        self.write_box([(dated, 10, False)], 0.95, "5A6570")

    def write_box(self, lines: list[tuple[str, int, bool]], height: float, fill: str) -> None:
        """Anchor a text box as wide as the page, ``height`` centimetres high, in a paragraph of its own."""
        self.boxes += 1
        box = text_box(lines, self.letters, number=self.boxes, size=(self.width, height), fill=fill)
        self.small_paragraph()._p.append(box)

    def small_paragraph(self) -> Paragraph:
        """Add a paragraph of hardly any height: to anchor a box, or after a table."""
        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(0)
        paragraph.paragraph_format.line_spacing = Pt(5)
        return paragraph

    def write_heading1(self, value: Any) -> None:
        """A heading of the first level."""
        self.letters.fill(self.document.add_heading(level=1), self.letters.text(value))

    def write_heading2(self, value: Any) -> None:
        """A heading of the second level."""
        self.letters.fill(self.document.add_heading(level=2), self.letters.text(value))

    def write_paragraph(self, value: Any) -> None:
        """A paragraph of running text."""
        paragraph = self.document.add_paragraph()
        text = self.letters.text(value)
        self.letters.fill(paragraph, text)
        paragraph.paragraph_format.keep_with_next = text.endswith(":") or None

    def write_bullets(self, value: Any) -> None:
        """A bulleted list."""
        for item in self.letters.pick(value):
            paragraph = self.document.add_paragraph(style="List Bullet")
            self.letters.fill(paragraph, self.letters.text(item))

    def write_steps(self, value: Any) -> None:
        """A numbered list that starts at 1."""
        number = self._new_numbering()
        for item in self.letters.pick(value):
            paragraph = self.document.add_paragraph(style="List Number")
            num_pr = paragraph._p.get_or_add_pPr().get_or_add_numPr()
            num_pr.get_or_add_ilvl().val = 0
            num_pr.get_or_add_numId().val = number
            self.letters.fill(paragraph, self.letters.text(item))

    def write_page_break(self, value: Any) -> None:
        """Start a new page."""
        del value
        self.document.add_page_break()

    def write_table(self, value: dict[str, Any]) -> None:
        """A table, see :func:`add_table`."""
        for number, row in enumerate(value["rows"]):
            if len(row) != len(value["rows"][0]):
                raise ValueError(f"{self.pair['id']}: row {number} of a table: {row}")
        add_table(self.document, value, self.letters, self.width)
        self.small_paragraph()

    def _new_numbering(self) -> int:
        """Return the id of a new numbered list, with the style's own format."""
        numbering = self.document.part.numbering_part.element
        style = self.document.styles["List Number"].element
        model = style.pPr.numPr.numId.val
        (source,) = (n for n in numbering.num_lst if n.numId == model)
        fresh = numbering.add_num(source.abstractNumId.val)
        fresh.add_lvlOverride(ilvl=0).add_startOverride(1)
        return int(fresh.numId)


def with_fixed_times(docx: bytes) -> bytes:
    """Return the same archive with one fixed time for all its members."""
    result = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(docx)) as source,
        zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for member in source.infolist():
            fixed = zipfile.ZipInfo(member.filename, (2026, 1, 1, 0, 0, 0))
            fixed.compress_type = zipfile.ZIP_DEFLATED
            fixed.external_attr = 0o600 << 16
            target.writestr(fixed, source.read(member))
    return result.getvalue()
