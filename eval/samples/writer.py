"""One sample document as DOCX: its cover, headings, lists and tables, in French or Arabic, as Word writes them."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any, Final, Literal
from xml.sax.saxutils import escape

from docx import Document
from docx.document import Document as DocxDocument
from docx.enum.section import WD_ORIENT
from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
from docx.enum.text import WD_PARAGRAPH_ALIGNMENT
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.table import Table, _Cell
from docx.text.paragraph import Paragraph

Language = Literal["fr", "ar"]

LANGUAGES: Final[tuple[Language, ...]] = ("fr", "ar")
SPACES: Final = {
    "no-break": "\u00a0",
    "narrow": "\u202f",
    "plain": " ",
    "none": "",
}
FONTS: Final = {
    "docx": {"latin": "Arial", "arabic": "Arial"},
    "pdf": {"latin": "Liberation Sans", "arabic": "Noto Naskh Arabic"},
}
WORDS: Final = {
    "fr": {"reference": "Réf.", "version": "Version", "date": "Date"},
    "ar": {"reference": "المرجع:", "version": "النسخة", "date": "التاريخ:"},
}
#: Tables of up to so many rows are kept on one page.
WHOLE_TABLE: Final = 9
OPERATOR: Final = {"fr": "Rimal Télécom", "ar": "رمال تيليكوم"}

#: Latin words, with the numbers that belong to them (``Wi-Fi 6``), in Arabic text.
LATIN_RUN: Final = re.compile(
    r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9.'’/&+_-]*(?:[ \u00a0][A-Za-zÀ-ÿ0-9&+][\w.'’/&+-]*)*",
    re.ASCII,
)
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
#: Vowel signs. Guides and sheets in PDF go without, as most Arabic print does;
#: PDF readers also tear them from their letters.
MARKS: Final = re.compile("[\u064b-\u0652]")
THOUSANDS: Final = re.compile(r"(?<![\d.,])(\d{1,3}) (?=\d{3}(?!\d))")

#: The order that the format asks of the children of these elements.
ORDER: Final = {
    "w:rPr": (
        "rStyle rFonts b bCs i iCs caps smallCaps strike noProof color spacing w kern position sz szCs "
        "highlight u effect bdr shd vertAlign rtl cs em lang"
    ),
    "w:sectPr": (
        "headerReference footerReference type pgSz pgMar pgBorders pgNumType cols vAlign titlePg "
        "textDirection bidi rtlGutter docGrid"
    ),
}
NAMESPACES: Final = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "wp": ("http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
        "w10": "urn:schemas-microsoft-com:office:word",
    }.items()
)


def pick(value: Any, language: Language) -> Any:
    """Return the part of ``value`` that is meant for ``language``."""
    if isinstance(value, dict):
        return value[language]
    return value


def cell_text(value: Any, language: Language) -> str:
    """Return a table cell's text; ``[fr, ar]`` gives one of the two."""
    if isinstance(value, list):
        return str(value[LANGUAGES.index(language)])
    return str(value)


class Writer:
    """Writes one document of a pair, in one language."""

    def __init__(self, pair: dict[str, Any], language: Language) -> None:
        self.pair = pair
        self.language: Language = language
        self.rtl = language == "ar"
        self.font = FONTS[pair["format"]]
        self.accent: str = pair.get("colour", "1F5C7A")
        # An ordinary space would swap the two halves of a number in Arabic.
        kind = pick(pair.get("thousands", "no-break"), language)
        self.space = SPACES["no-break" if self.rtl and kind == "plain" else kind]
        self.document: DocxDocument = Document()
        self.shapes = 0

    def write(self) -> bytes:
        """Return the document as the bytes of a DOCX file."""
        self.set_up_page()
        self.set_up_styles()
        self.write_cover()
        self.write_furniture()
        for block in self.pair["blocks"]:
            ((kind, value),) = block.items()
            getattr(self, f"write_{kind}")(value)
        self.set_properties()
        self.order_properties()
        buffer = io.BytesIO()
        self.document.save(buffer)
        return with_fixed_times(buffer.getvalue())

    # -- page, styles, properties -------------------------------------------------

    def set_up_page(self) -> None:
        """A4, upright or, for wide tables, lying."""
        section = self.document.sections[0]
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        if self.pair.get("landscape"):
            section.orientation = WD_ORIENT.LANDSCAPE
            section.page_width, section.page_height = Cm(29.7), Cm(21)
        section.left_margin = section.right_margin = Cm(2)
        section.top_margin, section.bottom_margin = Cm(2.2), Cm(2)
        if self.rtl:
            self.add(section._sectPr, "w:bidi")

    def set_up_styles(self) -> None:
        """Give the built-in styles the fonts and colours of the operator."""
        for name, size in (
            ("Normal", 10.5),
            ("Heading 1", 14),
            ("Heading 2", 12),
            ("List Bullet", 10.5),
            ("List Number", 10.5),
        ):
            style = self.document.styles[name]
            style.font.size = Pt(size)
            r_pr = style.element.get_or_add_rPr()
            fonts = r_pr.get_or_add_rFonts()
            for attribute in list(fonts.attrib):
                del fonts.attrib[attribute]
            fonts.set(qn("w:ascii"), self.font["latin"])
            fonts.set(qn("w:hAnsi"), self.font["latin"])
            fonts.set(qn("w:cs"), self.font["arabic"])
            self.add(r_pr, "w:szCs", str(round(size * 2)))
            if name.startswith("Heading"):
                style.font.color.rgb = RGBColor.from_string(self.accent)
                style.font.bold = True
                self.add(r_pr, "w:bCs")
            style.paragraph_format.space_after = Pt(5)
            if name == "Heading 1":
                style.paragraph_format.space_before = Pt(13)

    def set_properties(self) -> None:
        """Set the core properties; nothing in them depends on the clock."""
        day = self.pair["date"]
        stamp = dt.datetime(day.year, day.month, day.day, 9, 30)
        properties = self.document.core_properties
        properties.title = str(pick(self.pair["title"], self.language))
        properties.author = properties.last_modified_by = OPERATOR[self.language]
        properties.comments = ""
        properties.language = {"fr": "fr-FR", "ar": "ar-DZ"}[self.language]
        properties.created = properties.modified = stamp
        properties.revision = 1

    def order_properties(self) -> None:
        """Bring properties into the order that the format asks for."""
        section = self.document.sections[0]
        roots = (
            self.document.element,
            self.document.styles.element,
            section.header._element,
            section.footer._element,
        )
        for tag, names in ORDER.items():
            rank = {qn(f"w:{name}"): place for place, name in enumerate(names.split())}
            for root in roots:
                for properties in root.iter(qn(tag)):
                    children = sorted(properties, key=lambda child: rank.get(child.tag, len(rank)))
                    properties[:] = children

    # -- cover, header, footer ----------------------------------------------------

    def write_cover(self) -> None:
        """Put reference and title in one text box, version and date in another."""
        words = WORDS[self.language]
        reference = pick(self.pair["reference"], self.language)
        day: dt.date = self.pair["date"]
        width = 25.7 if self.pair.get("landscape") else 17.0
        self.text_box(
            [
                (f"{words['reference']} {reference}", 9, False),
                (self.text(self.pair["title"]), 20, True),
            ],
            size=(width, 2.9),
            fill=self.accent,
        )
        self.text_box(
            [
                (
                    f"{words['version']} {self.pair['version']} – {words['date']} {day:%d/%m/%Y}",
                    10,
                    False,
                )
            ],
            size=(width, 0.95),
            fill="5A6570",
        )

    def text_box(
        self,
        lines: list[tuple[str, int, bool]],
        *,
        size: tuple[float, float],
        fill: str,
    ) -> None:
        """Add a text box as Word writes it: DrawingML, and VML for old readers."""
        self.shapes += 1
        number = self.shapes
        content = "".join(self.box_paragraph(*line) for line in lines)
        width, height = (round(cm * 360_000) for cm in size)
        points = f"width:{size[0] * 28.35:.1f}pt;height:{size[1] * 28.35:.1f}pt"
        xml = f"""<w:r {NAMESPACES}><w:rPr><w:noProof/></w:rPr><mc:AlternateContent>
<mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="71755" distL="114300"
 distR="114300" simplePos="0" relativeHeight="{251659264 + number}" behindDoc="0"
 locked="0" layoutInCell="1" allowOverlap="0"><wp:simplePos x="0" y="0"/>
<wp:positionH relativeFrom="margin"><wp:align>center</wp:align></wp:positionH>
<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>
<wp:extent cx="{width}" cy="{height}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>
<wp:wrapTopAndBottom/><wp:docPr id="{number}" name="Zone de texte {number}"/>
<wp:cNvGraphicFramePr/><a:graphic><a:graphicData
 uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>
<wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/>
<a:ext cx="{width}" cy="{height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>
</a:prstGeom><a:solidFill><a:srgbClr val="{fill}"/></a:solidFill><a:ln><a:noFill/>
</a:ln></wps:spPr><wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx>
<wps:bodyPr lIns="180000" tIns="72000" rIns="180000" bIns="72000" anchor="ctr">
<a:noAutofit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:anchor>
</w:drawing></mc:Choice><mc:Fallback><w:pict>
<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202"
 path="m,l,21600r21600,l21600,xe"/><v:shape id="zone{number}"
 type="#_x0000_t202" style="position:absolute;{points};mso-position-horizontal:center"
 fillcolor="#{fill}" stroked="f"><v:textbox><w:txbxContent>{content}</w:txbxContent>
</v:textbox><w10:wrap type="topAndBottom"/></v:shape></w:pict></mc:Fallback>
</mc:AlternateContent></w:r>"""
        xml = re.sub(r"\n(?=<)", "", xml)
        self.small_paragraph()._p.append(parse_xml(xml))

    def box_paragraph(self, text: str, size: int, bold: bool) -> str:
        """Return one centred paragraph of a text box, as XML."""
        holder = Document().add_paragraph()
        self.fill(holder, text)
        runs = []
        for run in holder.runs:
            weight = "<w:b/><w:bCs/>" if bold else ""
            rtl = "<w:rtl/>" if run._r.find(".//" + qn("w:rtl")) is not None else ""
            runs.append(
                f'<w:r><w:rPr><w:rFonts w:ascii="{self.font["latin"]}" '
                f'w:hAnsi="{self.font["latin"]}" w:cs="{self.font["arabic"]}"/>'
                f'{weight}<w:color w:val="FFFFFF"/><w:sz w:val="{size * 2}"/>'
                f'<w:szCs w:val="{size * 2}"/>{rtl}</w:rPr>'
                f'<w:t xml:space="preserve">{escape(run.text)}</w:t></w:r>'
            )
        bidi = "<w:bidi/>" if self.rtl else ""
        return (
            f'<w:p><w:pPr>{bidi}<w:spacing w:before="0" w:after="40"/>'
            f'<w:jc w:val="center"/></w:pPr>{"".join(runs)}</w:p>'
        )

    def write_furniture(self) -> None:
        """Repeat operator and short title above, page numbers below."""
        section = self.document.sections[0]
        short = self.pair.get("running", self.pair["title"])
        department = {"fr": "Direction commerciale", "ar": "المديرية التجارية"}
        header = section.header.paragraphs[0]
        self.fill(
            header,
            f"{OPERATOR[self.language]} – {department[self.language]} – {self.text(short)}",
        )
        self.rule(header, "bottom")
        footer = section.footer.paragraphs[0]
        before, between = {
            "fr": ("Document à usage interne – Page ", " sur "),
            "ar": ("وثيقة للاستعمال الداخلي – صفحة ", " من "),
        }[self.language]
        self.fill(footer, before)
        self.field(footer, "PAGE")
        for run in self.runs(between):
            footer._p.append(run)
        self.field(footer, "NUMPAGES")
        self.rule(footer, "top")
        for paragraph in (header, footer):
            for run in paragraph.runs:
                run.font.size = Pt(8)
                self.add(run._r.get_or_add_rPr(), "w:szCs", "16")

    def field(self, paragraph: Paragraph, instruction: str) -> None:
        """Append a field such as the page number."""
        for kind, text in (
            ("begin", None),
            (None, instruction),
            ("separate", None),
            ("result", "1"),
            ("end", None),
        ):
            run = paragraph.add_run()
            if kind == "result":
                run.text = str(text)
            elif kind is None:
                element = self.add(run._r, "w:instrText")
                element.text = f" {text} "
            else:
                self.add(run._r, "w:fldChar").set(qn("w:fldCharType"), kind)

    def rule(self, paragraph: Paragraph, side: str) -> None:
        """Draw a thin line above or below a paragraph."""
        borders = OxmlElement("w:pBdr")
        line = OxmlElement(f"w:{side}")
        for key, value in (
            ("val", "single"),
            ("sz", "6"),
            ("space", "4"),
            ("color", self.accent),
        ):
            line.set(qn(f"w:{key}"), value)
        borders.append(line)
        p_pr = paragraph._p.get_or_add_pPr()
        p_pr.insert_element_before(borders, "w:shd", "w:tabs", "w:bidi", "w:spacing", "w:ind", "w:jc", "w:rPr")

    # -- blocks -------------------------------------------------------------------

    def write_heading1(self, value: Any) -> None:
        """A heading of the first level."""
        self.fill(self.document.add_heading(level=1), self.text(value))

    def write_heading2(self, value: Any) -> None:
        """A heading of the second level."""
        self.fill(self.document.add_heading(level=2), self.text(value))

    def write_paragraph(self, value: Any) -> None:
        """A paragraph of running text."""
        paragraph = self.document.add_paragraph()
        text = self.text(value)
        self.fill(paragraph, text)
        paragraph.paragraph_format.keep_with_next = text.endswith(":") or None

    def write_bullets(self, value: Any) -> None:
        """A bulleted list."""
        for item in pick(value, self.language):
            paragraph = self.document.add_paragraph(style="List Bullet")
            self.fill(paragraph, self.text(item))

    def write_steps(self, value: Any) -> None:
        """A numbered list that starts at 1."""
        number = self.new_numbering()
        for item in pick(value, self.language):
            paragraph = self.document.add_paragraph(style="List Number")
            num_pr = paragraph._p.get_or_add_pPr().get_or_add_numPr()
            num_pr.get_or_add_ilvl().val = 0
            num_pr.get_or_add_numId().val = number
            self.fill(paragraph, self.text(item))

    def write_page_break(self, value: Any) -> None:
        """Start a new page."""
        del value
        self.document.add_page_break()

    def write_table(self, value: dict[str, Any]) -> None:
        """A table; ``head`` says how many of its rows are header rows."""
        rows: list[list[Any]] = value["rows"]
        head: int = value.get("head", 1)
        table = self.document.add_table(len(rows), len(rows[0]), style="Table Grid")
        if self.rtl:
            self.set_right_to_left(table)
        self.set_widths(table, value.get("widths"))
        for r, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise ValueError(f"{self.pair['id']}: row {r} of a table: {row}")
            if r < head:
                self.add(table.rows[r]._tr.get_or_add_trPr(), "w:tblHeader")
            for c, content in enumerate(row):
                if content in ("<", "^"):
                    continue
                cell = table.cell(r, c)
                last_row, last_column = extent(rows, r, c)
                if (last_row, last_column) != (r, c):
                    cell = cell.merge(table.cell(last_row, last_column))
                text = cell_text(content, self.language)
                self.write_cell(cell, text, header=r < head, centred=r < head or c > 0)
                if r + 1 < len(rows) <= WHOLE_TABLE:
                    cell.paragraphs[0].paragraph_format.keep_with_next = True
        self.small_paragraph()

    def small_paragraph(self) -> Paragraph:
        """Add a paragraph of hardly any height: to anchor a box, or after a table."""
        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(0)
        paragraph.paragraph_format.line_spacing = Pt(5)
        return paragraph

    def write_cell(self, cell: _Cell, text: str, *, header: bool, centred: bool) -> None:
        """Write one cell's text; header cells are bold on a tint."""
        text = self.text(text)
        paragraph = cell.paragraphs[0]
        self.fill(paragraph, f"**{text}**" if header and text else text)
        paragraph.paragraph_format.space_after = Pt(1)
        paragraph.paragraph_format.space_before = Pt(1)
        cell.vertical_alignment = WD_CELL_VERTICAL_ALIGNMENT.CENTER
        if centred:
            paragraph.alignment = WD_PARAGRAPH_ALIGNMENT.CENTER
        if not header:
            return
        shade = OxmlElement("w:shd")
        shade.set(qn("w:val"), "clear")
        shade.set(qn("w:color"), "auto")
        shade.set(qn("w:fill"), "DCE8EE")
        cell._tc.get_or_add_tcPr().insert_element_before(shade, "w:vAlign")

    def set_right_to_left(self, table: Table) -> None:
        """Let the first column stand at the right."""
        bidi = OxmlElement("w:bidiVisual")
        table._tbl.tblPr.insert_element_before(
            bidi,
            "w:tblStyleRowBandSize",
            "w:tblStyleColBandSize",
            "w:tblW",
            "w:jc",
            "w:tblLayout",
            "w:tblLook",
        )

    def set_widths(self, table: Table, shares: list[float] | None) -> None:
        """Spread the page's width over the columns, evenly or by ``shares``."""
        width = 25.7 if self.pair.get("landscape") else 17.0
        weights = shares or [1.0] * len(table.columns)
        table.autofit = False
        for column, weight in zip(table.columns, weights, strict=True):
            column.width = Cm(width * weight / sum(weights))
            for cell in column.cells:
                cell.width = column.width

    def new_numbering(self) -> int:
        """Return the id of a new numbered list, with the style's own format."""
        numbering = self.document.part.numbering_part.element
        style = self.document.styles["List Number"].element
        model = style.pPr.numPr.numId.val
        (source,) = (n for n in numbering.num_lst if n.numId == model)
        fresh = numbering.add_num(source.abstractNumId.val)
        fresh.add_lvlOverride(ilvl=0).add_startOverride(1)
        return int(fresh.numId)

    # -- text ---------------------------------------------------------------------

    def text(self, value: Any) -> str:
        """Return a text in this language, with no-break spaces where they belong."""
        text = " ".join(str(pick(value, self.language)).split())
        text = THOUSANDS.sub(lambda found: found[1] + self.space, text)
        text = text.replace("« ", "«\u00a0").replace(" »", "\u00a0»")
        if self.rtl and self.pair["format"] == "pdf":
            text = MARKS.sub("", text)
        if not self.rtl:
            text = re.sub(r" (?=[:;?!%])", "\u00a0", text)
        return text

    def fill(self, paragraph: Paragraph, text: str) -> None:
        """Write ``text`` into a paragraph; ``**…**`` is bold."""
        if self.rtl:
            p_pr = paragraph._p.get_or_add_pPr()
            p_pr.insert_element_before(
                OxmlElement("w:bidi"),
                "w:adjustRightInd",
                "w:spacing",
                "w:ind",
                "w:jc",
                "w:rPr",
            )
        for index, part in enumerate(BOLD.split(text)):
            for run in self.runs(part):
                paragraph._p.append(run)
                if index % 2:
                    r_pr = run.get_or_add_rPr()
                    r_pr.insert(0, OxmlElement("w:b"))
                    r_pr.insert(1, OxmlElement("w:bCs"))

    def runs(self, text: str) -> Iterator[Any]:
        """Yield runs; in Arabic documents one for each stretch of one script."""
        for part, latin in self.stretches(text):
            run = OxmlElement("w:r")
            if self.rtl and not latin:
                self.add(run.get_or_add_rPr(), "w:rtl")
            t = OxmlElement("w:t")
            t.text = part
            t.set(qn("xml:space"), "preserve")
            run.append(t)
            yield run

    def stretches(self, text: str) -> Iterator[tuple[str, bool]]:
        """Split a text into stretches of Latin and of other letters."""
        if not self.rtl:
            if text:
                yield text, True
            return
        position = 0
        for found in LATIN_RUN.finditer(text):
            if found.start() > position:
                yield text[position : found.start()], False
            yield found[0], True
            position = found.end()
        if position < len(text):
            yield text[position:], False

    @staticmethod
    def add(parent: Any, tag: str, value: str | None = None) -> Any:
        """Append a child element, in the place of an equal one."""
        for old in parent.findall(qn(tag)):
            parent.remove(old)
        element = OxmlElement(tag)
        if value is not None:
            element.set(qn("w:val"), value)
        parent.append(element)
        return element


def extent(rows: list[list[Any]], row: int, column: int) -> tuple[int, int]:
    """Return the last row and column of the merged cell that starts here."""
    last_column = column
    while last_column + 1 < len(rows[row]) and rows[row][last_column + 1] == "<":
        last_column += 1
    last_row = row
    while last_row + 1 < len(rows) and rows[last_row + 1][column] == "^":
        last_row += 1
    return last_row, last_column


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
