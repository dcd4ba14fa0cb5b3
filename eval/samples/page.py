"""A sample document's page: its size, styles and properties, and what stands above and below each."""

from __future__ import annotations

import datetime as dt
from typing import Final

from docx.document import Document as DocxDocument
from docx.enum.section import WD_ORIENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor
from docx.text.paragraph import Paragraph

from eval.samples.lettering import Lettering, set_child

OPERATOR: Final = {"fr": "Rimal Télécom", "ar": "رمال تيليكوم"}

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


def set_up_page(document: DocxDocument, letters: Lettering, *, landscape: bool) -> None:
    """A4, upright or, for wide tables, lying."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    if landscape:
        section.orientation = WD_ORIENT.LANDSCAPE
        section.page_width, section.page_height = Cm(29.7), Cm(21)
    section.left_margin = section.right_margin = Cm(2)
    section.top_margin, section.bottom_margin = Cm(2.2), Cm(2)
    if letters.rtl:
        set_child(section._sectPr, "w:bidi")


def set_up_styles(document: DocxDocument, letters: Lettering, accent: str) -> None:
    """Give the built-in styles the fonts and colours of the operator."""
    for name, size in (
        ("Normal", 10.5),
        ("Heading 1", 14),
        ("Heading 2", 12),
        ("List Bullet", 10.5),
        ("List Number", 10.5),
    ):
        style = document.styles[name]
        style.font.size = Pt(size)
        r_pr = style.element.get_or_add_rPr()
        fonts = r_pr.get_or_add_rFonts()
        for attribute in list(fonts.attrib):
            del fonts.attrib[attribute]
        fonts.set(qn("w:ascii"), letters.font["latin"])
        fonts.set(qn("w:hAnsi"), letters.font["latin"])
        fonts.set(qn("w:cs"), letters.font["arabic"])
        set_child(r_pr, "w:szCs", str(round(size * 2)))
        if name.startswith("Heading"):
            style.font.color.rgb = RGBColor.from_string(accent)
            style.font.bold = True
            set_child(r_pr, "w:bCs")
        style.paragraph_format.space_after = Pt(5)
        if name == "Heading 1":
            style.paragraph_format.space_before = Pt(13)


def set_properties(document: DocxDocument, letters: Lettering, title: str, day: dt.date) -> None:
    """Set the core properties; nothing in them depends on the clock."""
    stamp = dt.datetime(day.year, day.month, day.day, 9, 30)
    properties = document.core_properties
    properties.title = title
    properties.author = properties.last_modified_by = OPERATOR[letters.language]
    properties.comments = ""
    properties.language = {"fr": "fr-FR", "ar": "ar-DZ"}[letters.language]
    properties.created = properties.modified = stamp
    properties.revision = 1


def order_properties(document: DocxDocument) -> None:
    """Bring properties into the order that the format asks for."""
    section = document.sections[0]
    roots = (
        document.element,
        document.styles.element,
        section.header._element,
        section.footer._element,
    )
    for tag, names in ORDER.items():
        rank = {qn(f"w:{name}"): place for place, name in enumerate(names.split())}
        for root in roots:
            for properties in root.iter(qn(tag)):
                children = sorted(properties, key=lambda child: rank.get(child.tag, len(rank)))
                properties[:] = children


def write_furniture(document: DocxDocument, letters: Lettering, running: str, accent: str) -> None:
    """Repeat operator and short title above, page numbers below."""
    section = document.sections[0]
    department = {"fr": "Direction commerciale", "ar": "المديرية التجارية"}
    header = section.header.paragraphs[0]
    letters.fill(
        header,
        f"{OPERATOR[letters.language]} – {department[letters.language]} – {running}",
    )
    _rule(header, "bottom", accent)
    footer = section.footer.paragraphs[0]
    before, between = {
        "fr": ("Document à usage interne – Page ", " sur "),
        "ar": ("وثيقة للاستعمال الداخلي – صفحة ", " من "),
    }[letters.language]
    letters.fill(footer, before)
    _field(footer, "PAGE")
    for run in letters.runs(between):
        footer._p.append(run)
    _field(footer, "NUMPAGES")
    _rule(footer, "top", accent)
    for paragraph in (header, footer):
        for run in paragraph.runs:
            run.font.size = Pt(8)
            set_child(run._r.get_or_add_rPr(), "w:szCs", "16")


def _field(paragraph: Paragraph, instruction: str) -> None:
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
            element = set_child(run._r, "w:instrText")
            element.text = f" {text} "
        else:
            set_child(run._r, "w:fldChar").set(qn("w:fldCharType"), kind)


def _rule(paragraph: Paragraph, side: str, accent: str) -> None:
    """Draw a thin line above or below a paragraph."""
    borders = OxmlElement("w:pBdr")
    line = OxmlElement(f"w:{side}")
    for key, value in (
        ("val", "single"),
        ("sz", "6"),
        ("space", "4"),
        ("color", accent),
    ):
        line.set(qn(f"w:{key}"), value)
    borders.append(line)
    p_pr = paragraph._p.get_or_add_pPr()
    p_pr.insert_element_before(borders, "w:shd", "w:tabs", "w:bidi", "w:spacing", "w:ind", "w:jc", "w:rPr")
