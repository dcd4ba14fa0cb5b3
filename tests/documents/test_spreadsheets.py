"""Reading spreadsheets: .xlsx written by openpyxl, .ods as raw XML, .csv as text."""

import io
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime, time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image as SheetImage
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table as SheetTable
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image

from core.documents import sheets
from core.documents.base import Block, Heading, Paragraph, Parsed, Picture, Table
from core.documents.csv import CsvReader
from core.documents.number_formats import shown_date, shown_number, shown_text
from core.documents.ods import OdsReader
from core.documents.xlsx import XlsxReader
from core.errors import DocumentError
from tests.documents.build import p, write_docx
from tests.documents.grids import Grid, expected_rows, grids, odf_table

BOLD = Font(bold=True)


def book(folder: Path, fill: Callable[[Worksheet], None], name: str = "Tarifs") -> Parsed:
    """What is read of a workbook of one sheet."""
    workbook = Workbook()
    sheet = workbook.active
    assert isinstance(sheet, Worksheet)
    sheet.title = name
    fill(sheet)
    workbook.save(folder / "a.xlsx")
    return XlsxReader().read(folder / "a.xlsx")


def tables(blocks: Sequence[Block]) -> list[Table]:
    return [block for block in blocks if isinstance(block, Table)]


def test_sheet_with_merged_header_caption_note_and_formats(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet["A1"] = "Grille Rimal Fibre"
        sheet.merge_cells("A1:D1")
        for row in (["Débit", "Tarif", None, "Depuis"], [None, "ancien", "nouveau", None]):
            sheet.append(row)
        for area in ("A2:A3", "B2:C2", "D2:D3"):
            sheet.merge_cells(area)
        for row in ([60, 2200, 2200, datetime(2026, 1, 31)], [120, 2600, 2400.5, datetime(2026, 2, 1)]):
            sheet.append(row)
        for number in (4, 5):
            sheet.cell(number, 1).number_format = '0" Mbps"'
            sheet.cell(number, 2).number_format = sheet.cell(number, 3).number_format = '#,##0.## "DA"'
            sheet.cell(number, 4).number_format = "mm-dd-yy"
        for row in sheet["A2:D3"]:
            for cell in row:
                cell.font = BOLD
        sheet["A6"] = "* Prix en dinars, toutes taxes comprises."

    assert book(tmp_path, fill).blocks == (
        Heading("Tarifs", 1),
        Table(
            ("Débit", "Tarif › ancien", "Tarif › nouveau", "Depuis"),
            (("60 Mbps", "2 200 DA", "2 200 DA", "31/01/2026"), ("120 Mbps", "2 600 DA", "2 400,5 DA", "01/02/2026")),
            "Grille Rimal Fibre",
        ),
        Paragraph("* Prix en dinars, toutes taxes comprises."),
    )


def test_tables_apart_by_empty_rows_and_columns(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for place, value in {
            "A1": "Offre", "B1": "Prix", "A2": "Fibre", "B2": "2200", "D1": "Canal", "E1": "Remise", "D2": "Web",
            "E2": "5 %", "A5": "Pack", "B5": "Durée", "A6": "Play", "B6": "12 mois", "A9": "Rimal vous remercie.",
        }.items():  # fmt: skip
            sheet[place] = value

    blocks = book(tmp_path, fill).blocks
    assert [(table.header, table.rows) for table in tables(blocks)] == [
        (("Offre", "Prix"), (("Fibre", "2200"),)),
        (("Canal", "Remise"), (("Web", "5 %"),)),
        (("Pack", "Durée"), (("Play", "12 mois"),)),
    ]
    assert blocks[-1] == Paragraph("Rimal vous remercie.")


def test_an_empty_row_before_values_does_not_part_a_table(tmp_path: Path) -> None:
    rows = [["Débit", "Prix"], ["60", "2 200"], [], ["120", "2 400"]]
    (table,) = tables(book(tmp_path, lambda sheet: [sheet.append(row) for row in rows] and None).blocks)
    assert table.rows == (("60", "2 200"), ("120", "2 400"))


def test_strong_label_alone_in_its_row_names_the_rows_below(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["Offre", "Prix"], ["Max", "1 000"], ["ADSL"], ["Mini", "800"], ["Midi", "900"]):
            sheet.append(row)
        sheet["A3"].font = BOLD

    assert [(table.caption, table.rows) for table in tables(book(tmp_path, fill).blocks)] == [
        ("", (("Max", "1 000"),)), ("ADSL", (("Mini", "800"), ("Midi", "900"))),
    ]  # fmt: skip


def test_a_label_beside_a_cell_merged_over_rows_names_no_part(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["Offre", "Cadeau"], ["Max", "Modem"], ["Midi"], ["Mini", "aucun"]):
            sheet.append(row)
        sheet.merge_cells("B2:B3")
        sheet["A3"].font = BOLD

    (table,) = tables(book(tmp_path, fill).blocks)
    assert table.rows == (("Max", "Modem"), ("Midi", "Modem"), ("Mini", "aucun"))


def test_hidden_rows_columns_sheets_and_comments_are_left_out(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet, secret = workbook.active, workbook.create_sheet("Interne")
    assert isinstance(sheet, Worksheet)
    for row in (["Offre", "Marge", "Coût", "Prix"], ["Max", "33", "44", "2 200"], ["Rebut", "1", "2", "3"]):
        sheet.append(row)
    sheet.merge_cells("A4:D4")
    sheet["A4"] = "Sous réserve d'éligibilité technique du local et de la disponibilité du réseau."
    sheet.column_dimensions.group("B", "C", hidden=True)
    sheet.row_dimensions[3].hidden = True
    sheet["A2"].comment = Comment("à revoir", "x")
    secret["A1"] = "secret"
    secret.sheet_state = "hidden"
    workbook.save(tmp_path / "a.xlsx")
    parsed = XlsxReader().read(tmp_path / "a.xlsx")
    (table,) = tables(parsed.blocks)
    assert (table.header, table.rows) == (("Offre", "Prix"), (("Max", "2 200"),))
    assert not any(word in str(parsed.blocks) for word in ("secret", "revoir", "Rebut", "33"))
    assert any("Interne" in note for note in parsed.notes) and any("1 hidden rows" in note for note in parsed.notes)


def test_right_to_left_sheet_keeps_its_logical_order(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.sheet_view.rightToLeft = True
        for row in (["السرعة", "السعر القديم", "السعر الجديد"], ["60 Mbps", "2 200 دج", "2 200 دج"]):
            sheet.append(row)

    parsed = book(tmp_path, fill, "عروض الألياف")
    assert parsed.blocks == (
        Heading("عروض الألياف", 1),
        Table(("السرعة", "السعر القديم", "السعر الجديد"), (("60 Mbps", "2 200 دج", "2 200 دج"),)),
    )


def test_header_rows_that_the_file_marks(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["2025", "2026"], ["10", "20"], ["30", "40"]):
            sheet.append(row)
        sheet.add_table(SheetTable(displayName="Prix", ref="A1:B3"))

    (table,) = tables(book(tmp_path, fill).blocks)
    assert table.header == ("2025", "2026")


def test_pictures_and_text_of_a_sheet(tmp_path: Path) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (400, 300), "white").save(picture, "PNG")

    def fill(sheet: Worksheet) -> None:
        sheet["A1"] = "Voir la carte."
        sheet.add_image(SheetImage(io.BytesIO(picture.getvalue())), "C3")

    (found,) = [block for block in book(tmp_path, fill).blocks if isinstance(block, Picture)]
    assert found.section == "Tarifs" and found.load().startswith(b"\x89PNG")


def test_formula_without_value_is_noted_and_error_is_no_value(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (["Offre", "Prix"], ["Max", "=1+1"], ["Midi", "#REF!"]):
            sheet.append(row)

    parsed = book(tmp_path, fill)
    assert any("1 formula without a value" in note for note in parsed.notes)
    assert any("1 cells with an error" in note for note in parsed.notes)
    assert "REF" not in str(parsed.blocks)


def test_title_is_the_files_where_nobody_named_the_sheet(tmp_path: Path) -> None:
    parsed = book(tmp_path, lambda sheet: sheet.append(["Offre", "Prix"]), "Feuil1")
    assert parsed.title == "a" and not any(isinstance(block, Heading) for block in parsed.blocks)


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (2200, '#,##0 "DA"', "2 200 DA"), (1234567.891, "#,##0.0##", "1 234 567,891"), (0.155, "0.0 %", "15,5 %"),
        (0.15, "0%", "15%"), (-5, "0;(0)", "(5)"), (-5, "0", "-5"), (-0.2, "0", "0"), (7, "000", "007"),
        (0, '_-* #,##0 "DA"_-;-* #,##0 "DA"_-;_-* "-"?? "DA"_-;_-@_-', "- DA"), (2200, "#,##0 [$DA-40C]", "2 200 DA"),
        (550123456, '0#" "##" "##" "##" "##', "05 50 12 34 56"), (213550123456, "General", "213550123456"),
        (1500000, '0.0,,"M"', "1,5M"), (5, '[<10]"petit "0;"grand "0', "petit 5"), (5, ";;;", ""),
        (2.675, "0.00", "2,68"),
        (1 / 3, "General", "0,3333333333"), (2200, '#,##0 "دج"', "2 200 دج"), (1e-7, "General", "0,0000001"),
        (0.1 + 0.2, "General", "0,3"), (1.5, "# ?/?", "1,5"),
    ],
)  # fmt: skip
def test_numbers_as_the_sheet_shows_them(value: float, code: str, shown: str) -> None:
    assert shown_number(value, code) == shown


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("mm-dd-yy", "31/01/2026"), ("yyyy-mm-dd", "31/01/2026"), ("dd/mm/yyyy hh:mm", "31/01/2026 09:05"),
        ("[$-40C]d mmmm yyyy;@", "31 janvier 2026"), ("[$-1401]d mmmm yyyy", "31 جانفي 2026"),
        ("mmm-yy", "janvier 2026"), ("mm/yyyy", "01/2026"), ("h:mm", "09:05"),
    ],
)  # fmt: skip
def test_dates_as_the_sheet_shows_them(code: str, shown: str) -> None:
    assert shown_date(datetime(2026, 1, 31, 9, 5), code) == shown


def test_times_and_texts_with_formats() -> None:
    assert shown_date(time(9, 5), "h:mm:ss") == "09:05:00"
    assert shown_text("Max", '0;0;0;"Offre "@') == "Offre Max"


# --- CSV


@pytest.mark.parametrize("mark", [";", ",", "\t", "|"], ids=["semicolon", "comma", "tab", "bar"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_delimiters_and_encodings(tmp_path: Path, mark: str, encoding: str) -> None:
    rows = [["Débit", "Éligibilité", "Tarif"], ["60", "Français réservé", "2 200 DA"], ["120", "Été", "2 200 DA"]]
    path = tmp_path / "a.csv"
    path.write_bytes("\r\n".join(mark.join(row) for row in rows).encode(encoding))
    assert CsvReader().read(path).blocks == (Table(tuple(rows[0]), tuple(map(tuple, rows[1:]))),)


def test_csv_in_arabic_with_quoted_lines_and_an_excel_line(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes('sep=;\r\nالعرض;السعر\r\n"رمال; فيبر\nللمنازل";2 200\r\nرمال;2 200\r\n'.encode("cp1256"))
    (table,) = CsvReader().read(path).blocks
    assert isinstance(table, Table)
    assert table == Table(("العرض", "السعر"), (("رمال; فيبر للمنازل", "2 200"), ("رمال", "2 200")))


def test_csv_title_above_its_table_is_the_caption(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Grille 2026,,\nDébit,Prix,Cadeau\n60,2200,\n120,2400,Modem\n", encoding="utf-8")
    (table,) = CsvReader().read(path).blocks
    assert table == Table(("Débit", "Prix", "Cadeau"), (("60", "2200", ""), ("120", "2400", "Modem")), "Grille 2026")


# --- ODS

_ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
    '<office:automatic-styles><style:style style:name="hid" style:family="table"><style:table-properties '
    'table:display="false"/></style:style></office:automatic-styles>'
    "<office:body><office:spreadsheet>{}</office:spreadsheet></office:body></office:document-content>"
)


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells)}</table:table-row>"


def ods(folder: Path, *sheets: str, manifest: str = "<m/>") -> Parsed:
    with zipfile.ZipFile(folder / "a.ods", "w") as archive:
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", _ODS.format("".join(sheets)))
    return OdsReader().read(folder / "a.ods")


def test_ods_spans_repeats_hidden_and_comments(tmp_path: Path) -> None:
    comment = "<office:annotation><text:p>non</text:p></office:annotation>"
    rows = (
        '<table:table-column/><table:table-column table:visibility="collapse"/>'
        '<table:table-column table:number-columns-repeated="2"/><table:table-header-rows>'
        + row(
            cell("Débit"), cell("Marge"), cell("Tarif", 'table:number-columns-spanned="2"'),
            "<table:covered-table-cell/>",
        )
        + "</table:table-header-rows>"
        + row(cell("60"), cell("9"), cell("2 200", 'table:number-columns-repeated="2"'))
        + row(cell("caché"), attributes='table:visibility="filter"')
        + row(
            cell("120"), cell("9"), cell(f"2 400{comment}"),
            cell("01/02/26", 'office:value-type="date" office:date-value="2026-02-01"'),
        )
        + row(
            '<table:table-cell table:number-columns-repeated="16384"/>',
            attributes='table:number-rows-repeated="1048000"',
        )
    )  # fmt: skip
    parsed = ods(
        tmp_path,
        f'<table:table table:name="Tarifs">{rows}</table:table>',
        f'<table:table table:name="Interne" table:style-name="hid">{row(cell("x"))}</table:table>',
    )
    assert parsed.blocks == (
        Heading("Tarifs", 1),
        Table(("Débit", "Tarif", "Tarif"), (("60", "2 200", "2 200"), ("120", "2 400", "01/02/2026"))),
    )
    assert parsed.notes == ("hidden sheet « Interne » left out",)


def test_ods_behind_a_password(tmp_path: Path) -> None:
    manifest = (
        '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:encryption-data/></m:manifest>'
    )
    with pytest.raises(DocumentError) as caught:
        ods(tmp_path, manifest=manifest)
    assert caught.value.reason == "encrypted" and caught.value.hint


# --- What can't be read


def _entities(path: Path) -> None:
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    with zipfile.ZipFile(path, "w") as target:
        for name, data in parts.items():
            if name == "xl/workbook.xml":
                data = b'<!DOCTYPE x [<!ENTITY a "b">]>' + data
            target.writestr(name, data)


def test_broken_workbooks_say_what_is_wrong(tmp_path: Path) -> None:
    workbook = Workbook()
    workbook.save(tmp_path / "empty.xlsx")
    (tmp_path / "cut.xlsx").write_bytes((tmp_path / "empty.xlsx").read_bytes()[:900])
    workbook.save(tmp_path / "bomb.xlsx")
    _entities(tmp_path / "bomb.xlsx")
    (tmp_path / "locked.xlsx").write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le")
    )
    reasons = {}
    for path in sorted(tmp_path.iterdir()):
        with pytest.raises(DocumentError) as caught:
            XlsxReader().read(path)
        assert caught.value.hint
        reasons[path.stem] = caught.value.reason
    assert reasons == {"empty": "no-text", "cut": "corrupt", "bomb": "corrupt", "locked": "encrypted"}


def test_a_document_under_a_spreadsheets_name_is_corrupt(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        XlsxReader().read(write_docx(tmp_path / "a.xlsx", p("Texte")))
    assert caught.value.reason == "corrupt" and caught.value.hint


def test_extract_of_a_database_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_CELLS", 1000)
    path = tmp_path / "a.csv"
    path.write_text("a,b\n" * (501), encoding="utf-8")
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet()
    for _ in range(21):
        sheet.append([1] * 50)
    workbook.save(tmp_path / "a.xlsx")
    repeated = f'<table:table-row table:number-rows-repeated="1000000">{cell("x")}</table:table-row>'
    for read in (
        lambda: CsvReader().read(path),
        lambda: XlsxReader().read(tmp_path / "a.xlsx"),
        lambda: ods(tmp_path, f"<table:table>{repeated}</table:table>"),
    ):
        with pytest.raises(DocumentError) as caught:
            read()
        assert caught.value.reason == "too-large" and "split" in caught.value.hint


def test_cells_far_away_or_merged_to_the_edge_fill_no_memory(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    assert isinstance(sheet, Worksheet)
    for row_ in (["Offre", "Prix"], ["Max", "1 000"]):
        sheet.append(row_)
    sheet["XFD1048576"] = "perdue"
    workbook.save(tmp_path / "far.xlsx")
    assert tables(XlsxReader().read(tmp_path / "far.xlsx").blocks)[0].rows == (("Max", "1 000"),)
    with zipfile.ZipFile(tmp_path / "far.xlsx") as source, zipfile.ZipFile(tmp_path / "wide.xlsx", "w") as target:
        for name in source.namelist():
            data = source.read(name).replace(
                b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="B3:XFD1048576"/></mergeCells>'
            )
            target.writestr(name, data)
    with pytest.raises(DocumentError) as caught:
        XlsxReader().read(tmp_path / "wide.xlsx")
    assert caught.value.reason == "too-large" and "unmerge" in caught.value.hint


# --- Any grid comes back

_words = st.sampled_from(["2 200", "2 200", "60 Mbps", "/", "—", "عرض رمال", "الاشتراك", "illimité", "Rimal Play"])


@st.composite
def column_grids(draw: st.DrawFn) -> list[list[tuple[str, int]]]:
    """Rows of (text, columns spanned), all of the same width."""
    width = draw(st.integers(2, 5))
    rows = []
    for _ in range(draw(st.integers(1, 6))):
        row: list[tuple[str, int]] = []
        left = width
        while left:
            # Never the whole width: that is a caption or a line of text.
            span = draw(st.integers(1, min(left, width - 1, 2)))
            row.append((draw(_words), span))
            left -= span
        rows.append(row)
    return rows


def column_rows(grid: list[list[tuple[str, int]]]) -> tuple[tuple[str | None, ...], ...]:
    return tuple(tuple(value for text, span in row for value in (text, *[None] * (span - 1))) for row in grid)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(column_grids())
def test_any_grid_comes_back_from_a_workbook(tmp_path: Path, grid: list[list[tuple[str, int]]]) -> None:
    width = sum(span for _, span in grid[0])
    names = [f"Colonne {letter}" for letter in "ABCDE"[:width]]

    def fill(sheet: Worksheet) -> None:
        sheet.append(names)
        for cell in sheet[1]:
            cell.font = BOLD
        for number, row in enumerate(grid, 2):
            col = 1
            for text, span in row:
                sheet.cell(number, col, text)
                if span > 1:
                    sheet.merge_cells(start_row=number, start_column=col, end_row=number, end_column=col + span - 1)
                col += span
        # Every column has a value of its own, so that none is covered from top to bottom.
        sheet.append([f"fin {letter}" for letter in "ABCDE"[:width]])

    (table,) = tables(book(tmp_path, fill).blocks)
    assert table.header == tuple(names)
    assert table.rows[:-1] == column_rows(grid)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids(), st.booleans())
def test_any_grid_with_spans_comes_back_from_a_workbook(tmp_path: Path, grid: Grid, right_to_left: bool) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.sheet_view.rightToLeft = right_to_left
        for one in grid.cells:
            place = sheet.cell(one.row + 1, one.col + 1, one.text)
            if one.row == 0:
                place.font = BOLD
            if one.rowspan * one.colspan > 1:
                sheet.merge_cells(
                    start_row=place.row,
                    start_column=place.column,
                    end_row=one.row + one.rowspan,
                    end_column=one.col + one.colspan,
                )

    (table,) = tables(book(tmp_path, fill).blocks)
    assert (table.header, table.rows) == expected_rows(grid)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grids())
def test_any_grid_with_spans_comes_back_from_an_open_document_sheet(tmp_path: Path, grid: Grid) -> None:
    (table,) = tables(ods(tmp_path, odf_table(grid, name="Tarifs")).blocks)
    assert (table.header, table.rows) == expected_rows(grid)
