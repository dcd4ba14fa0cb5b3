"""Reading OpenDocument slides, written as raw XML, with odfpy and by LibreOffice."""

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from odf.draw import Frame, Page, TextBox
from odf.opendocument import OpenDocumentPresentation
from odf.style import MasterPage, PageLayout, PageLayoutProperties
from odf.text import P
from PIL import Image
from pptx import Presentation
from pptx.util import Cm

from core.documents.base import Heading, ListItem, Paragraph, Parsed, Picture, Table
from core.documents.odp import OdpReader
from core.documents.pptx import PptxReader
from core.errors import DocumentError
from tests.documents.build import write_odf
from tests.documents.grids import Grid, expected_rows, grids, odf_table
from tests.documents.soffice import converted, needs_soffice

_STYLES = (
    '<style:style style:name="hidden" style:family="drawing-page">'
    '<style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
)


def read(folder: Path, *pages: str, parts: dict[str, str | bytes] | None = None) -> Parsed:
    return OdpReader().read(write_odf(folder / "a.odp", "presentation", "".join(pages), _STYLES, parts))


def page(*shapes: str, style: str = "", notes: str = "") -> str:
    said = f"<presentation:notes>{box(notes, 0, 0, kind='notes')}</presentation:notes>" if notes else ""
    return f'<draw:page draw:style-name="{style}">{"".join(shapes)}{said}</draw:page>'


def frame(content: str, left: float, top: float, width: float = 8, height: float = 1.5, kind: str = "") -> str:
    place = f'svg:x="{left}cm" svg:y="{top}cm" svg:width="{width}cm" svg:height="{height}cm"'
    return f'<draw:frame {place} presentation:class="{kind}">{content}</draw:frame>'


def box(text: str, left: float, top: float, width: float = 8, height: float = 1.5, kind: str = "") -> str:
    return frame(f"<draw:text-box><text:p>{text}</text:p></draw:text-box>", left, top, width, height, kind)


def texts(parsed: Parsed) -> list[str]:
    return [block.text for block in parsed.blocks if isinstance(block, Heading | Paragraph | ListItem)]


def test_title_columns_notes_and_what_is_left_out(tmp_path: Path) -> None:
    parsed = read(
        tmp_path,
        page(
            box("droite", 13, 4, height=6), box("gauche 2", 1, 7, height=6), box("gauche 1", 1, 4),
            box("3", 20, 18, kind="page-number"), box("Rimal Fibre", 1, 1, 22, kind="title"),
            box("Cliquez", 1, 15).replace("<draw:frame", '<draw:frame presentation:placeholder="true"'),
            notes="Le modem reste à Rimal.",
        ),
        page(box("Ancien tarif", 1, 1), style="hidden"),
        page(box("الأسعار", 1, 1, kind="title"), box("يسار", 1, 4), box("يمين", 13, 4)),
    )  # fmt: skip
    assert parsed.blocks == (
        Heading("Rimal Fibre", 2, 1), Paragraph("gauche 1", 1), Paragraph("gauche 2", 1), Paragraph("droite", 1),
        Paragraph("Le modem reste à Rimal.", 1),
        Heading("الأسعار", 2, 3), Paragraph("يمين", 3), Paragraph("يسار", 3),
    )  # fmt: skip
    assert (parsed.title, parsed.pages, parsed.notes) == ("Rimal Fibre", 3, ("hidden slide left out: 2",))


def test_tables_and_pictures_carry_their_slide(tmp_path: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (30, 20)).save(data, "PNG")
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{value}</text:p></table:table-cell>" for value in row)
        + "</table:table-row>"
        for row in (("Débit", "A", "B"), ("60", "3", "3"))
    )
    parsed = read(
        tmp_path,
        page(box("Un", 1, 1)),
        page(
            frame(f"<table:table>{rows}</table:table>", 1, 4, 20, 3),
            frame('<draw:image xlink:href="Pictures/a.png"/>', 1, 9, 8, 6),
            box("Figure 1", 1, 15.2),
        ),
        parts={"Pictures/a.png": data.getvalue()},
    )
    assert parsed.blocks[1] == Table(("Débit", "A", "B"), (("60", "3", "3"),), page=2)
    assert isinstance(parsed.blocks[2], Picture) and parsed.blocks[2].page == 2
    assert parsed.blocks[3] == Paragraph("Figure 1", 2)


def test_slides_that_odfpy_wrote(tmp_path: Path) -> None:
    deck = OpenDocumentPresentation()
    layout = PageLayout(name="wide")
    layout.addElement(PageLayoutProperties(pagewidth="28cm", pageheight="21cm"))
    deck.automaticstyles.addElement(layout)
    master = MasterPage(name="master", pagelayoutname=layout)
    deck.masterstyles.addElement(master)
    slide = Page(masterpagename=master)
    deck.presentation.addElement(slide)
    for text, top in (("second", "8cm"), ("premier", "2cm")):
        shape = Frame(width="10cm", height="2cm", x="1cm", y=top)
        holder = TextBox()
        holder.addElement(P(text=text))
        shape.addElement(holder)
        slide.addElement(shape)
    deck.save(str(tmp_path / "a.odp"))
    assert texts(OdpReader().read(tmp_path / "a.odp")) == ["premier", "second"]


@pytest.mark.slow
@needs_soffice
def test_what_libreoffice_makes_of_powerpoint_slides_reads_the_same(tmp_path: Path) -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Rimal Fibre"
    content = slide.placeholders[1].text_frame
    content.text = "Modem offert"
    inner = content.add_paragraph()
    inner.text, inner.level = "pendant 24 mois", 1
    slide.notes_slide.notes_text_frame.text = "À dire au client."
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "الأسعار"
    table = slide.shapes.add_table(3, 3, Cm(2), Cm(5), Cm(20), Cm(3)).table
    for place, value in enumerate(["السرعة", "القديم", "الجديد", "60", "2 200", "2 200", "120", "مجاني", ""]):
        table.cell(place // 3, place % 3).text = value
    table.cell(2, 1).merge(table.cell(2, 2))
    for text, left in (("يسار", 2), ("يمين", 14)):
        slide.shapes.add_textbox(Cm(left), Cm(12), Cm(8), Cm(2)).text_frame.text = text
    deck.save(str(tmp_path / "a.pptx"))
    direct, found = PptxReader().read(tmp_path / "a.pptx"), OdpReader().read(converted(tmp_path / "a.pptx", "odp"))
    assert found.blocks == direct.blocks and len(direct.blocks) == 8


@pytest.mark.slow
@needs_soffice
def test_first_row_that_a_style_sets_apart_names_the_columns(tmp_path: Path) -> None:
    deck = Presentation()
    table = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_table(3, 3, Cm(2), Cm(5), Cm(20), Cm(3)).table
    for place in range(9):
        table.cell(place // 3, place % 3).text = f"{place % 2} DA"
    deck.save(str(tmp_path / "a.pptx"))
    direct, found = PptxReader().read(tmp_path / "a.pptx"), OdpReader().read(converted(tmp_path / "a.pptx", "odp"))
    assert found.blocks == direct.blocks == (
        Table(("0 DA", "1 DA", "0 DA"), (("1 DA", "0 DA", "1 DA"), ("0 DA", "1 DA", "0 DA")), page=1),
    )  # fmt: skip


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids(), st.integers(0, 1))
def test_any_grid_with_spans_comes_back(tmp_path: Path, grid: Grid, header_rows: int) -> None:
    slide = page(box("Grille", 1, 1, kind="title"), frame(odf_table(grid, header_rows), 1, 4, 20, 3))
    (table,) = [block for block in read(tmp_path, slide).blocks if isinstance(block, Table)]
    assert (table.header, table.rows) == expected_rows(grid)


def test_empty_slides_have_no_text(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        read(tmp_path, page())
    assert caught.value.reason == "no-text" and caught.value.hint
