"""Reading OpenDocument texts, written as raw XML, with odfpy and by LibreOffice."""

import io
import zipfile
from datetime import date
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from core.documents.base import Heading, ListItem, Paragraph, Parsed, Picture, Table
from core.documents.docx import DocxReader
from core.documents.odt import OdtReader
from core.errors import DocumentError
from tests.documents.build import p as word_p
from tests.documents.build import run, tbl, tc, write_docx, write_odf
from tests.documents.grids import Grid, expected_rows, grids, odf_table
from tests.documents.soffice import converted, needs_soffice

_STYLES = (
    '<style:style style:name="Gras" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="Caché" style:family="text"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="PGras" style:family="paragraph" style:parent-style-name="Gros"/>'
    '<style:style style:name="Gros" style:family="paragraph"><style:text-properties style:font-weight-complex="bold"/>'
    "</style:style>"
    '<text:list-style style:name="L1">'
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/>'
    '<text:list-level-style-bullet text:level="3" text:bullet-char="•"/></text:list-style>'
)


def read(folder: Path, body: str, parts: dict[str, str | bytes] | None = None) -> Parsed:
    return OdtReader().read(write_odf(folder / "a.odt", "text", body, _STYLES, parts))


def p(text: str = "", inner: str = "", style: str = "") -> str:
    return f'<text:p text:style-name="{style}">{escape(text)}{inner}</text:p>'


def cell(text: str, colspan: int = 1, rowspan: int = 1) -> str:
    spans = f'table:number-columns-spanned="{colspan}" table:number-rows-spanned="{rowspan}"'
    return f"<table:table-cell {spans}>{p(text)}</table:table-cell>"


def test_headings_spaces_tabs_and_breaks(tmp_path: Path) -> None:
    body = (
        '<text:h text:outline-level="2">Rimal Fibre</text:h>'
        + p("60", '<text:s text:c="3"/>Mbps<text:tab/>= <text:span>2\n200</text:span><text:soft-page-break/> DA')
        + p("En gras :", style="PGras")
    )
    parsed = read(tmp_path, body)
    assert parsed.blocks == (
        Heading("Rimal Fibre", 2),
        Paragraph("60 Mbps = 2 200 DA"),
        Heading("En gras :", 6),
    )
    assert parsed.dated == date(2026, 3, 5)


def test_bold_question_with_its_answer_after_a_line_break(tmp_path: Path) -> None:
    inner = '<text:span text:style-name="Gras">من المستفيد؟</text:span><text:line-break/>كل الزبائن.'
    assert read(tmp_path, p(inner=inner)).blocks == (Heading("من المستفيد؟", 6), Paragraph("كل الزبائن."))


def test_lists_count_as_shown_and_go_on_where_they_say(tmp_path: Path) -> None:
    def items(*texts: str) -> str:
        return "".join(f"<text:list-item>{text}</text:list-item>" for text in texts)

    inner = f"<text:list>{items(p('le nom'), p('le mot') + '<text:list>' + items(p('majuscule')) + '</text:list>')}"
    body = (
        '<text:list text:style-name="L1" xml:id="first">'
        + items(p("Ouvrir"), p("Saisir") + inner + "</text:list>", p("Valider") + p("et attendre"))
        + "<text:list-header>" + p("sans numéro") + "</text:list-header></text:list>"
        + p("Texte.")
        + f'<text:list text:style-name="L1" text:continue-list="first">{items(p("Signer"))}</text:list>'
        + f'<text:list text:style-name="L1">{items(p("Reprendre"))}</text:list>'
    )  # fmt: skip
    blocks = read(tmp_path, body).blocks
    assert [(b.marker, b.text, b.level) for b in blocks if isinstance(b, ListItem)] == [
        ("1.", "Ouvrir", 0), ("2.", "Saisir", 0), ("a)", "le nom", 1), ("b)", "le mot", 1), ("-", "majuscule", 2),
        ("3.", "Valider", 0), ("4.", "Signer", 0), ("1.", "Reprendre", 0),
    ]  # fmt: skip
    assert [b.text for b in blocks if isinstance(b, Paragraph)] == ["et attendre", "sans numéro", "Texte."]


def test_what_is_not_shown_is_left_out(tmp_path: Path) -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion>" + p("Ancien prix : 900")
        + "</text:deletion></text:changed-region></text:tracked-changes>"
        "<text:table-of-content><text:index-body>" + p("Tarifs 3") + "</text:index-body></text:table-of-content>"
        + p("Prix ", '<text:change text:change-id="a"/><text:change-start text:change-id="b"/>1 200'
            '<text:change-end text:change-id="b"/> DA<office:annotation><text:p>À revoir</text:p></office:annotation>'
            '<text:span text:style-name="Caché">secret</text:span>')
        + p("", '<text:hidden-paragraph text:is-hidden="true"/>Masqué')
        + f'<text:section text:display="none">{p("Réservé")}</text:section><text:section>{p("Ouvert")}</text:section>'
    )  # fmt: skip
    assert read(tmp_path, body).blocks == (Paragraph("Prix 1 200 DA"), Paragraph("Ouvert"))


def test_footnotes_follow_their_block(tmp_path: Path) -> None:
    note = "<text:note><text:note-citation>1</text:note-citation><text:note-body>{}</text:note-body></text:note>"
    body = p("Modem offert", note.format(p("Pendant 24 mois.")) + ".") + (
        f"<table:table><table:table-row>{cell('Débit')}{cell('Prix')}</table:table-row><table:table-row>{cell('60')}"
        f"<table:table-cell>{p('60', note.format(p('دينار')))}</table:table-cell></table:table-row></table:table>"
    )
    assert read(tmp_path, body).blocks == (
        Paragraph("Modem offert."),
        Paragraph("* Pendant 24 mois."),
        Table(("Débit", "Prix"), (("60", "60"),)),
        Paragraph("* دينار"),
    )


def test_text_boxes_give_the_title_and_pictures_their_section(tmp_path: Path) -> None:
    data = io.BytesIO()
    Image.new("RGB", (30, 20)).save(data, "PNG")
    frame = '<draw:frame svg:width="8cm" svg:height="5cm">{}</draw:frame>'
    image = '<draw:image xlink:href="Pictures/{}"/>'
    body = (
        p("", frame.format(f"<draw:text-box>{p('12/01/2026')}</draw:text-box>")
          + f"<draw:g><draw:custom-shape>{p('Offre Rimal Max')}</draw:custom-shape></draw:g>")
        + '<text:h text:outline-level="1">Écrans</text:h>' + p("Voici.", frame.format(image.format("a.png")))
        + p("", frame.format(image.format("b.svm"))) + p("", frame.format(image.format("a.png")).replace("8cm", "4mm"))
    )  # fmt: skip
    parsed = read(tmp_path, body, {"Pictures/a.png": data.getvalue(), "Pictures/b.svm": b"x"})
    assert parsed.title == "Offre Rimal Max"
    (picture,) = [block for block in parsed.blocks if isinstance(block, Picture)]
    assert picture.section == "Écrans" and picture.load() == data.getvalue()
    assert parsed.blocks.index(picture) == len(parsed.blocks) - 1
    assert parsed.notes == ("1 drawing (EMF, WMF, SVG, …) not read: in section « Écrans »",)


def test_charts_give_their_numbers(tmp_path: Path) -> None:
    rows = "".join(
        f"<table:table-row>{cell(a)}{cell(b)}</table:table-row>"
        for a, b in (("", "Fibre"), ("Mars", "12"), ("Mai", "12"))
    )
    chart = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:chart>'
        f"<table:table>{rows}</table:table></office:chart></office:body></office:document-content>"
    )
    shown = '<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/1"/>'
    frame = f"<draw:frame>{shown}</draw:frame>"
    (table,) = read(tmp_path, p("", frame), {"Object 1/content.xml": chart}).blocks
    assert isinstance(table, Table) and table.header == ("", "Fibre")
    assert table.rows == (("Mars", "12"), ("Mai", "12"))


def test_repeated_cells_and_rows_count_as_often_as_they_say(tmp_path: Path) -> None:
    again = '<table:table-cell table:number-columns-repeated="3">' + p("3") + "</table:table-cell>"
    body = (
        "<table:table><table:table-header-rows><table:table-row>"
        + "".join(map(cell, ("Débit", "A", "B", "C"))) + "</table:table-row></table:table-header-rows>"
        + f'<table:table-row table:number-rows-repeated="2">{cell("60")}{again}</table:table-row>'
        + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16000"/></table:table-row></table:table>'
    )  # fmt: skip
    (table,) = read(tmp_path, body).blocks
    assert isinstance(table, Table) and table.rows == (("60", "3", "3", "3"),) * 2


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids(), st.integers(0, 1))
def test_any_grid_with_spans_comes_back(tmp_path: Path, grid: Grid, header_rows: int) -> None:
    (table,) = read(tmp_path, odf_table(grid, header_rows)).blocks
    assert isinstance(table, Table) and (table.header, table.rows) == expected_rows(grid)


@pytest.mark.slow
@needs_soffice
def test_what_libreoffice_makes_of_a_word_document_reads_the_same(tmp_path: Path) -> None:
    inner = run("Qui en profite ?", bold=True) + "<w:r><w:br/></w:r>" + run("Tous les clients.")
    gone = '<w:del w:id="1" w:author="x"><w:r><w:delText>900</w:delText></w:r></w:del>'
    path = write_docx(
        tmp_path / "a.docx",
        word_p("Rimal Fibre", style="Titre1"), word_p(inner=inner), word_p("عرض ريمال فايبر 480 ميغا"),
        word_p("Ouvrir", num=(1, 0)), word_p("le nom", num=(1, 1)), word_p("Valider", num=(1, 0)),
        word_p("Texte."), word_p("Encore", num=(3, 0)),
        word_p("Prix ", inner=gone + run("1 200 DA")),
        tbl([["Palier", tc("Tarif", span=2)], [tc("P1", merge="restart"), "3", "3"], [tc(merge="continue"), "4", "3"]]),
        word_p("Fin."),
        tbl([["السرعة", "السعر القديم", "السعر الجديد"], ["60 Mbps", "2 200 دج", "2 200 دج"]], bidi=True),
    )  # fmt: skip
    direct, found = DocxReader().read(path), OdtReader().read(converted(path, "odt"))
    assert found.blocks == direct.blocks and len(direct.blocks) > 12


def test_broken_files_say_what_is_wrong(tmp_path: Path) -> None:
    whole = write_odf(tmp_path / "whole.odt", "text", p("Rimal"))
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry>'
        "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
    )
    files = {
        "encrypted": write_odf(tmp_path / "e.odt", "text", p("x"), parts={"META-INF/manifest.xml": manifest}),
        "no-text": write_odf(tmp_path / "n.odt", "text", p(" ")),
        "corrupt": tmp_path / "c.odt",
        "too-large": tmp_path / "b.odt",
    }
    files["corrupt"].write_bytes(whole.read_bytes()[:200])
    with zipfile.ZipFile(files["too-large"], "w", zipfile.ZIP_DEFLATED) as target:
        target.writestr("content.xml", b" " * (30 * 1024 * 1024))
    slides = write_odf(tmp_path / "s.odt", "presentation", "")
    for reason, path in [*files.items(), ("corrupt", slides)]:
        with pytest.raises(DocumentError) as caught:
            OdtReader().read(path)
        assert caught.value.reason == reason and caught.value.hint


def test_entities_are_refused(tmp_path: Path) -> None:
    path = write_odf(tmp_path / "a.odt", "text", p("Rimal"))
    with zipfile.ZipFile(path) as source:
        content = source.read("content.xml").decode()
    bomb = tmp_path / "bomb.odt"
    with zipfile.ZipFile(bomb, "w") as target:
        target.writestr("content.xml", '<!DOCTYPE x [<!ENTITY a "aa">]>' + content.replace("Rimal", "&a;&a;"))
    with pytest.raises(DocumentError) as caught:
        OdtReader().read(bomb)
    assert caught.value.reason == "corrupt"
