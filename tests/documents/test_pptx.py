"""Reading PowerPoint slides, made with python-pptx, by hand and by LibreOffice."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from lxml import etree
from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.oxml.ns import qn
from pptx.presentation import Presentation as Deck
from pptx.slide import Slide
from pptx.util import Cm, Pt

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Picture, Table
from core.documents.ooxml_charts import diagram_lines
from core.documents.pptx import PptxReader
from core.errors import DocumentError
from tests.documents.grids import Grid, expected_rows, grids
from tests.documents.soffice import converted, needs_soffice

_TITLE_AND_CONTENT, _COMPARISON, _TITLE_ONLY, _BLANK, _SECTION = 1, 4, 5, 6, 2


def read(folder: Path, make: Callable[[Deck], None]) -> Parsed:
    deck = Presentation()
    make(deck)
    deck.save(str(folder / "a.pptx"))
    return PptxReader().read(folder / "a.pptx")


def add(deck: Deck, title: str = "", layout: int = _TITLE_ONLY) -> Slide:
    slide = deck.slides.add_slide(deck.slide_layouts[layout])
    if title and slide.shapes.title is not None:
        slide.shapes.title.text = title
    return slide


def box(
    slide: Slide, text: str, left: float, top: float, width: float = 8, height: float = 1.5, size: int = 18
) -> None:
    """A text box; all lengths in centimetres."""
    frame = slide.shapes.add_textbox(Cm(left), Cm(top), Cm(width), Cm(height)).text_frame
    frame.text = text
    for paragraph in frame.paragraphs:
        paragraph.runs[0].font.size = Pt(size)


def png(colour: str = "red") -> io.BytesIO:
    data = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(data, "PNG")
    data.seek(0)
    return data


def texts(parsed: Parsed) -> list[str]:
    return [block.text for block in parsed.blocks if isinstance(block, Heading | Paragraph | ListItem)]


def test_title_bullets_with_levels_and_notes(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Rimal Fibre", _TITLE_AND_CONTENT)
        frame = slide.placeholders[1].text_frame
        frame.text = "Débit de 480 Mbps"
        frame.add_paragraph().text = "Modem offert"
        inner = frame.add_paragraph()
        inner.text, inner.level = "pendant 24 mois", 1
        assert slide.notes_slide.notes_text_frame is not None
        slide.notes_slide.notes_text_frame.text = "Le modem reste la propriété de Rimal."

    parsed = read(tmp_path, make)
    assert parsed.blocks == (
        Heading("Rimal Fibre", 2, 1),
        ListItem("Débit de 480 Mbps", "-", 0, 1),
        ListItem("Modem offert", "-", 0, 1),
        ListItem("pendant 24 mois", "-", 1, 1),
        Paragraph("Le modem reste la propriété de Rimal.", 1),
    )
    assert (parsed.title, parsed.pages) == ("Rimal Fibre", 1)
    assert parsed.dated is not None


def test_numbers_are_counted_as_shown(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        frame = add(deck, "Étapes", _TITLE_AND_CONTENT).placeholders[1].text_frame
        wanted = [("Ouvrir", 0, "arabicPeriod"), ("le nom", 1, "alphaLcParenR"), ("le mot", 1, "alphaLcParenR"),
                  ("Valider", 0, "arabicPeriod"), ("Texte", 0, ""), ("Reprendre", 0, "romanUcParenBoth")]  # fmt: skip
        for number, (text, level, form) in enumerate(wanted):
            paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
            paragraph.text, paragraph.level = text, level
            properties = paragraph._p.get_or_add_pPr()
            mark = etree.SubElement(properties, qn("a:buAutoNum" if form else "a:buNone"))
            if form:
                mark.set("type", form)

    items = [(b.marker, b.text, b.level) for b in read(tmp_path, make).blocks if isinstance(b, ListItem)]
    assert items == [
        ("1.", "Ouvrir", 0), ("a)", "le nom", 1), ("b)", "le mot", 1), ("2.", "Valider", 0), ("(I)", "Reprendre", 0)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("un", "deux", "trois", "quatre"), ["un", "trois", "deux", "quatre"]),
        (("العرض الأول", "العرض الثاني", "السعر الأول", "السعر الثاني"),
         ["العرض الثاني", "السعر الثاني", "العرض الأول", "السعر الأول"]),
    ],
    ids=["left to right", "right to left"],
)  # fmt: skip
def test_two_columns_are_read_each_to_its_end(
    tmp_path: Path, words: tuple[str, str, str, str], expected: list[str]
) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, layout=_BLANK)
        # Out of order in the file, and rows that line up: a short heading above a tall text.
        box(slide, words[3], 13, 4, height=9)
        box(slide, words[0], 1, 2)
        box(slide, words[2], 1, 4, height=9)
        box(slide, words[1], 13, 2)

    assert texts(read(tmp_path, make)) == expected


def test_comparison_layout_is_read_by_columns(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Avant et après", _COMPARISON)
        for index, text in ((4, "480 Mbps"), (1, "Avant"), (3, "Après"), (2, "240 Mbps")):
            slide.placeholders[index].text_frame.text = text

    assert texts(read(tmp_path, make)) == ["Avant et après", "Avant", "240 Mbps", "Après", "480 Mbps"]


def test_labels_beside_values_are_read_row_by_row(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Tarifs")
        for row, (label, value) in enumerate([("Activation", "900 DA"), ("Modem", "900 DA"), ("Retrait", "0 DA")]):
            box(slide, value, 10, 5 + 2 * row)
            box(slide, label, 1, 5 + 2 * row)

    assert texts(read(tmp_path, make)) == ["Tarifs", "Activation", "900 DA", "Modem", "900 DA", "Retrait", "0 DA"]


def test_full_width_lines_stand_above_and_below_the_columns(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, layout=_BLANK)
        box(slide, "Conditions valables partout", 1, 16, width=23)
        box(slide, "gauche 1", 1, 4, height=2)
        box(slide, "droite 1", 13, 4, height=2)
        box(slide, "gauche 2", 1, 7, height=7)
        box(slide, "droite 2", 13, 7, height=5)
        box(slide, "Deux offres au choix", 1, 1, width=23)

    assert texts(read(tmp_path, make)) == [
        "Deux offres au choix", "gauche 1", "gauche 2", "droite 1", "droite 2", "Conditions valables partout"
    ]  # fmt: skip


def test_groups_stay_together(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, layout=_BLANK)
        box(slide, "seul", 1, 6.2, height=1)
        group = slide.shapes.add_group_shape()
        for text, top in (("second", 8), ("premier", 5)):
            shape = group.shapes.add_textbox(Cm(12), Cm(top), Cm(5), Cm(1))
            shape.text_frame.text = text

    assert texts(read(tmp_path, make)) == ["seul", "premier", "second"]


def test_captions_stay_with_their_pictures_row_by_row(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Étapes")
        for step in range(4):
            left, top = 2 + 11 * (step % 2), 5 + 6.5 * (step // 2)
            slide.shapes.add_picture(png(f"#{step}0{step}0{step}0"), Cm(left), Cm(top), Cm(7), Cm(4.5))
            box(slide, f"Étape {step + 1}", left, top + 4.6, width=7, height=1)

    parsed = read(tmp_path, make)
    kinds = ["image" if isinstance(block, Picture) else block.text for block in parsed.blocks
             if isinstance(block, Picture | Paragraph | ListItem)]  # fmt: skip
    assert kinds == [part for step in range(1, 5) for part in ("image", f"Étape {step}")]
    picture = next(block for block in parsed.blocks if isinstance(block, Picture))
    assert picture.page == 1 and Image.open(io.BytesIO(picture.load())).size == (60, 40)


def test_icons_and_pictures_on_every_slide_are_left_out(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        for number in range(3):
            slide = add(deck, f"Diapositive {number}")
            slide.shapes.add_picture(png("blue"), Cm(2), Cm(5), Cm(8), Cm(6))
            slide.shapes.add_picture(png(f"#00{number}000"), Cm(12), Cm(5), Cm(1), Cm(1))

    assert not [block for block in read(tmp_path, make).blocks if isinstance(block, Picture)]


def test_what_every_slide_repeats_is_left_out_and_a_date_kept_once(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        for number in range(4):
            slide = add(deck, f"Offre {number}")
            box(slide, f"Prix {number}", 2, 6)
            box(slide, "Usage interne", 2, 17)
            box(slide, "Mars 2026", 18, 17)

    found = texts(read(tmp_path, make))
    assert "Usage interne" not in found and found.count("Mars 2026") == 1
    assert [text for text in found if text.startswith("Prix")] == [f"Prix {number}" for number in range(4)]


def test_footers_and_hidden_slides_are_left_out(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Visible")
        number = slide.shapes.add_textbox(Cm(1), Cm(17), Cm(2), Cm(1))
        number.text_frame.text = "1"
        properties = number.element.find(qn("p:nvSpPr")).find(qn("p:nvPr"))
        etree.SubElement(properties, qn("p:ph")).set("type", "sldNum")
        add(deck, "Ancien tarif").element.set("show", "0")
        add(deck, "Suite")

    parsed = read(tmp_path, make)
    assert parsed.blocks == (Heading("Visible", 2, 1), Heading("Suite", 2, 3))
    assert parsed.notes == ("hidden slide left out: 2",)


def test_parts_stand_above_their_slides(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        add(deck, "Rimal Play", _SECTION)
        add(deck, "Tarifs")

    assert read(tmp_path, make).blocks == (Heading("Rimal Play", 1, 1), Heading("Tarifs", 2, 2))


def test_title_typed_into_a_text_box(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, layout=_BLANK)
        box(slide, "عرض ريمال فايبر", 2, 1, width=20, size=32)
        box(slide, "السعر 2 200 دج في الشهر", 2, 6, width=20)

    assert read(tmp_path, make).blocks == (
        Heading("عرض ريمال فايبر", 2, 1),
        Paragraph("السعر 2 200 دج في الشهر", 1),
    )


def test_table_with_merged_cells(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        rows = [["Palier", "Tarif", ""], ["", "ancien", "nouveau"], ["P1", "100", "100"], ["P2", "200", "200"]]
        table = add(deck, "Grille").shapes.add_table(4, 3, Cm(2), Cm(5), Cm(20), Cm(6)).table
        for row, values in enumerate(rows):
            for col, value in enumerate(values):
                table.cell(row, col).text = value
        table.cell(0, 0).merge(table.cell(1, 0))
        table.cell(0, 1).merge(table.cell(0, 2))

    (table,) = [block for block in read(tmp_path, make).blocks if isinstance(block, Table)]
    assert table.header == ("Palier", "Tarif › ancien", "Tarif › nouveau")
    assert table.rows == (("P1", "100", "100"), ("P2", "200", "200"))
    assert table.page == 1


def test_right_to_left_table_keeps_its_logical_order(tmp_path: Path) -> None:
    rows = [["السرعة", "السعر القديم", "السعر الجديد"], ["60 Mbps", "2 200 دج", "2 200 دج"]]

    def make(deck: Deck) -> None:
        table = add(deck, "الأسعار").shapes.add_table(2, 3, Cm(2), Cm(5), Cm(20), Cm(3)).table
        table._tbl.tblPr.set("rtl", "1")
        for row, values in enumerate(rows):
            for col, value in enumerate(values):
                table.cell(row, col).text = value

    (table,) = [block for block in read(tmp_path, make).blocks if isinstance(block, Table)]
    assert [list(table.header), *map(list, table.rows)] == rows


def test_charts_give_their_numbers(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        data = CategoryChartData()
        data.categories = ["Janvier", "Février"]
        data.add_series("Fibre", (120, 120))
        data.add_series("ADSL", (0.1 + 0.2, None))
        add(deck, "Ventes").shapes.add_chart(
            XL_CHART_TYPE.COLUMN_CLUSTERED, Cm(2), Cm(5), Cm(15), Cm(10), data
        )  # fmt: skip

    (table,) = [block for block in read(tmp_path, make).blocks if isinstance(block, Table)]
    assert (table.header, table.rows) == (
        ("", "Fibre", "ADSL"),
        (("Janvier", "120", "0.3"), ("Février", "120", "")),
    )


def test_alternatives_for_old_programs_are_read_once(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Formule")
        box(slide, "Prix = 12 × mensualité", 2, 6)
        shape = slide.shapes[-1].element
        mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
        around = etree.Element(f"{{{mc}}}AlternateContent", nsmap={"mc": mc})
        choice = etree.SubElement(around, f"{{{mc}}}Choice", Requires="a14")
        etree.SubElement(around, f"{{{mc}}}Fallback")
        shape.getparent().replace(shape, around)
        choice.append(shape)

    assert texts(read(tmp_path, make)) == ["Formule", "Prix = 12 × mensualité"]


def test_shows_and_templates_are_read_too(tmp_path: Path) -> None:
    read(tmp_path, lambda deck: add(deck, "Rimal") and None)
    for kind in ("slideshow", "template"):
        copy = tmp_path / f"{kind}.ppsx"
        with zipfile.ZipFile(tmp_path / "a.pptx") as source, zipfile.ZipFile(copy, "w") as target:
            for name in source.namelist():
                data = source.read(name)
                if name == "[Content_Types].xml":
                    data = data.replace(b"presentationml.presentation.main", f"presentationml.{kind}.main".encode())
                target.writestr(name, data)
        assert texts(PptxReader().read(copy)) == ["Rimal"]


@pytest.mark.slow
@needs_soffice
def test_slides_that_libreoffice_wrote(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        slide = add(deck, "Rimal Fibre", _TITLE_AND_CONTENT)
        slide.placeholders[1].text_frame.text = "Modem offert"
        slide = add(deck, "الأسعار")
        table = slide.shapes.add_table(2, 2, Cm(2), Cm(5), Cm(20), Cm(3)).table
        for place, value in enumerate(["السرعة", "السعر", "60", "60"]):
            table.cell(place // 2, place % 2).text = value

    direct = read(tmp_path, make)
    found = PptxReader().read(converted(converted(tmp_path / "a.pptx", "odp"), "pptx"))
    assert texts(found) == texts(direct)
    assert _cells(found.blocks) == _cells(direct.blocks)


def _cells(blocks: tuple[Block, ...]) -> list[tuple[tuple[str, ...], tuple[tuple[str | None, ...], ...]]]:
    return [(block.header, block.rows) for block in blocks if isinstance(block, Table)]


@pytest.mark.parametrize("kind", ["cut", "text", "docx inside", "ole"])
def test_broken_files_say_what_is_wrong(tmp_path: Path, kind: str) -> None:
    read(tmp_path, lambda deck: add(deck, "Rimal") and None)
    whole = (tmp_path / "a.pptx").read_bytes()
    path = tmp_path / "broken.pptx"
    if kind == "docx inside":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("word/document.xml", "<x/>")
    else:
        ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
        path.write_bytes({"cut": whole[: len(whole) // 2], "text": b"Rimal", "ole": ole}[kind])
    with pytest.raises(DocumentError) as caught:
        PptxReader().read(path)
    assert caught.value.reason == ("encrypted" if kind == "ole" else "corrupt") and caught.value.hint


def test_empty_deck_has_no_text(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        read(tmp_path, lambda deck: add(deck, layout=_BLANK) and None)
    assert caught.value.reason == "no-text"


def test_bombs_are_refused(tmp_path: Path) -> None:
    read(tmp_path, lambda deck: add(deck, "Rimal") and None)
    entities = tmp_path / "entities.pptx"
    with zipfile.ZipFile(tmp_path / "a.pptx") as source, zipfile.ZipFile(entities, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "ppt/slides/slide1.xml":
                data = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + data.split(b"?>", 1)[1]
            target.writestr(name, data)
    large = tmp_path / "large.pptx"
    with zipfile.ZipFile(large, "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("ppt/slides/slide1.xml", b" " * (40 * 1024 * 1024))
    for path, reason in ((entities, "corrupt"), (large, "too-large")):
        with pytest.raises(DocumentError) as caught:
            PptxReader().read(path)
        assert caught.value.reason == reason and caught.value.hint


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids())
def test_any_grid_comes_back(tmp_path: Path, grid: Grid) -> None:
    def make(deck: Deck) -> None:
        shapes = add(deck, "Grille").shapes
        table = shapes.add_table(grid.height, grid.width, Cm(1), Cm(4), Cm(20), Cm(6)).table
        for cell in grid.cells:
            table.cell(cell.row, cell.col).text = cell.text
            if cell.rowspan * cell.colspan > 1:
                last = table.cell(cell.row + cell.rowspan - 1, cell.col + cell.colspan - 1)
                table.cell(cell.row, cell.col).merge(last)

    (table,) = [block for block in read(tmp_path, make).blocks if isinstance(block, Table)]
    assert (table.header, table.rows) == expected_rows(grid)


def test_diagrams_give_their_words_below_each_other() -> None:
    def point(key: str, text: str, kind: str = "node") -> str:
        return f'<dgm:pt modelId="{key}" type="{kind}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'

    links = [("0", "2", 1), ("0", "1", 0), ("1", "3", 0)]
    data = (
        '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>'
        + point("0", "", "doc") + point("2", "Payer") + point("1", "Commander") + point("3", "en agence")
        + point("4", "mise en page", "pres") + "</dgm:ptLst><dgm:cxnLst>"
        + "".join(f'<dgm:cxn srcId="{a}" destId="{b}" srcOrd="{place}"/>' for a, b, place in links)
        + "</dgm:cxnLst></dgm:dataModel>"
    )  # fmt: skip
    assert list(diagram_lines(etree.fromstring(data))) == [("Commander", 0), ("en agence", 1), ("Payer", 0)]


def test_labels_and_values_have_no_header_though_their_style_gives_one(tmp_path: Path) -> None:
    def make(deck: Deck) -> None:
        table = add(deck, "Prix").shapes.add_table(2, 2, Cm(2), Cm(5), Cm(20), Cm(3)).table
        for place, value in enumerate(["Prix", "1 500 DA", "Durée", "12 mois"]):
            table.cell(place // 2, place % 2).text = value

    (table,) = [block for block in read(tmp_path, make).blocks if isinstance(block, Table)]
    assert (table.header, len(table.rows)) == (("", ""), 2)
