"""Tables as data in GEN_DIR: written with the chunks, settled with them, removed with them."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from core.documents.base import Block, Heading, Paragraph, Parsed, Table
from core.documents.chunker import chunk_document
from core.documents.chunks import read_chunks
from core.documents.ingest import ingest
from core.documents.rows import is_row, parse_row
from core.documents.table_building import tables_of
from core.documents.table_data import TableData
from core.documents.table_files import TABLES_NAME, format_tables, parse_tables, read_all_tables, read_tables
from core.errors import ChunkFormatError
from tests.documents.build import p, tbl, write_docx

FR, AR = "Offres/Offre Max FR.docx", "Offres/Offre Max AR.docx"
PRICES = [["Débit (Mbps)", "Tarif (DA TTC)"], ["60", "2 200"], ["120", "2 600"], ["480", "/"]]
PRICES_AR = [["التدفق (ميغابت/ثا)", "السعر (دج)"], ["60", "2 200"], ["120", "2 600"], ["480", "/"]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    write_docx(folder / FR, p("Offre Max", style="Titre1"), p("Tarifs", style="Titre2"), tbl(PRICES))
    write_docx(folder / AR, p("عرض ماكس", style="Titre1"), p("الأسعار", style="Titre2"), tbl(PRICES_AR))
    (folder / "note.txt").write_text("Une note : les agences ferment à 16 heures.")
    return folder


@pytest.fixture
def gen(tmp_path: Path) -> Path:
    return tmp_path / "gen"


def files(gen: Path) -> dict[str, bytes]:
    return {str(path.relative_to(gen)): path.read_bytes() for path in gen.rglob(TABLES_NAME)}


def same_as_chunks(gen: Path) -> None:
    rows = {
        (table.document, row.chunk, row.line): table.line(row)
        for tables in read_all_tables(gen).values()
        for table in tables
        for row in table.rows
    }
    for chunk in read_chunks(gen):
        for at, line in enumerate(chunk.text.split("\n")):
            assert rows.pop((chunk.document, chunk.ordinal, at), None) == (line if is_row(line) else None)
    assert not rows


def built(*blocks: Block, chunk_chars: int = 300) -> tuple[TableData, ...]:
    chunks = chunk_document(Parsed(blocks), "Offres/a.docx", "Offre", "Offres", None, chunk_chars)
    return tables_of(blocks, chunks)


def test_a_document_keeps_its_tables_beside_its_chunks(data: Path, gen: Path) -> None:
    report = ingest(data, gen)
    assert {summary.document: summary.tables for summary in report.documents} == {FR: 1, AR: 1, "note.txt": 0}
    assert len(files(gen)) == 2 and read_tables(gen, "note.txt") == () == read_tables(gen, "unknown.docx")
    (table,) = read_tables(gen, FR)
    assert (table.document, table.twin, table.language, table.section) == (FR, AR, "fr", "Offre Max › Tarifs")
    assert [(column.name, column.unit, column.tax) for column in table.columns] == [
        ("Débit (Mbps)", "mbps", ""), ("Tarif (DA TTC)", "da", "TTC"),
    ]  # fmt: skip
    assert [[cell.value for cell in row.cells if cell] for row in table.rows[:2]] == [[60, 2200], [120, 2600]]
    assert table.rows[2].cell(1).kind == "not-offered"
    assert table.key(table.rows[0])[0].text == "60"
    assert read_tables(gen, AR)[0].language == "ar"
    same_as_chunks(gen)


def test_the_file_is_readable_and_exact(data: Path, gen: Path) -> None:
    ingest(data, gen)
    for content in files(gen).values():
        text = content.decode()
        assert format_tables(parse_tables(text)) == text
        assert json.loads(text)["document"] in (FR, AR)
        assert max(map(len, text.splitlines())) < 160 and "السعر (دج)" in text + "السعر (دج)"


def test_unchanged_documents_keep_their_file(data: Path, gen: Path) -> None:
    ingest(data, gen)
    times = {path: path.stat().st_mtime_ns for path in gen.rglob(TABLES_NAME)}
    assert len(ingest(data, gen).unchanged) == 3
    assert {path: path.stat().st_mtime_ns for path in gen.rglob(TABLES_NAME)} == times


def test_a_changed_document_changes_only_its_own(data: Path, gen: Path) -> None:
    ingest(data, gen)
    before = files(gen)
    write_docx(data / FR, p("Offre Max", style="Titre1"), p("Tarifs", style="Titre2"), tbl(PRICES[:3]))
    assert ingest(data, gen).replaced == (FR,)
    after = files(gen)
    assert len(after) == 2 and len(before.keys() & after.keys()) == 1
    assert len(read_tables(gen, FR)[0].rows) == 2
    same_as_chunks(gen)


def test_a_removed_document_takes_its_tables_along_and_its_twin_forgets_it(data: Path, gen: Path) -> None:
    ingest(data, gen)
    (data / AR).unlink()
    ingest(data, gen)
    assert len(files(gen)) == 1 and list(read_all_tables(gen)) == [FR]
    assert read_tables(gen, FR)[0].twin is None


@pytest.mark.parametrize("content", [None, "", "{}", '{"format": 1, "document": "a", "twin": null, "tables": [{}]}'])
def test_damaged_tables_are_named_and_read_again(data: Path, gen: Path, content: str | None) -> None:
    ingest(data, gen)
    before = files(gen)
    path = next(path for path in gen.rglob(TABLES_NAME) if "FR" in path.parent.name)
    if content is None:
        path.unlink()
    else:
        path.write_text(content)
    with pytest.raises(ChunkFormatError, match=r"tables\.json") as caught:
        read_tables(gen, FR)
    assert "ingest" in caught.value.hint
    assert ingest(data, gen).replaced == (FR,)
    assert files(gen) == before


def test_files_of_other_people_are_left_alone(data: Path, gen: Path) -> None:
    gen.mkdir()
    (gen / TABLES_NAME).write_text("mine")
    ingest(data, gen)
    assert (gen / TABLES_NAME).read_text() == "mine"


def test_a_number_put_right_is_right_in_the_data_with_its_note(data: Path, gen: Path) -> None:
    """And typed again once what confirmed it is gone."""
    prices = [["Débit", "Tarif"], ["60 Mbps", "2 200 DA"], ["120 Mbps", "600 2 DA"], ["480 Mbps", "3 200 DA"]]
    other = [prices[0], prices[1], ["120 Mbps", "sur devis"], ["480 Mbps", "à l'étude"]]
    write_docx(data / FR, p("Offre Max", style="Titre1"), tbl(prices))
    ingest(data, gen)
    (table,) = read_tables(gen, FR)
    cell = table.rows[1].cell(1)
    assert (cell.text, cell.value, cell.unit, cell.note) == ("2 600 DA", Decimal(2600), "da", "600 2 → 2 600")
    assert [noted.note for _, _, noted in table.places() if noted is not cell] == [""] * 5
    same_as_chunks(gen)
    write_docx(data / FR, p("Offre Max", style="Titre1"), tbl([*other[:2], prices[2], other[3]]))
    (data / AR).unlink()
    ingest(data, gen)
    cell = read_tables(gen, FR)[0].rows[1].cell(1)
    assert (cell.text, cell.kind, cell.note) == ("600 2 DA", "text", "")
    same_as_chunks(gen)


def test_a_number_confirmed_by_a_new_twin_is_put_right_in_an_unchanged_document(data: Path, gen: Path) -> None:
    prices = [["Débit (Mbps)", "Tarif (DA)"], ["60", "2 200"], ["120", "600 2"], ["480", "/"]]
    write_docx(data / FR, p("Offre Max", style="Titre1"), tbl(prices))
    arabic = (data / AR).read_bytes()
    (data / AR).unlink()
    ingest(data, gen)
    assert read_tables(gen, FR)[0].rows[1].cell(1).text == "600 2"
    (data / AR).write_bytes(arabic)
    assert ingest(data, gen).read == (AR,)
    cell = read_tables(gen, FR)[0].rows[1].cell(1)
    assert (cell.text, cell.value, cell.note) == ("2 600", Decimal(2600), "600 2 → 2 600")
    same_as_chunks(gen)


def test_names_of_columns_are_put_right_in_all_rows_or_in_none(data: Path, gen: Path) -> None:
    """They share one header; the twin confirms it by one row alone."""
    rows = [["60 Mbps", "17"], ["120 Mbps", "23"]]
    write_docx(data / FR, p("Offre Max", style="Titre1"), tbl([["Débit", "Achats de 600 2 DA"], *rows], 1))
    write_docx(data / AR, p("عرض ماكس", style="Titre1"), tbl([["التدفق", "نقاط 2 600"], ["60 Mbps", "17"]], 1))
    ingest(data, gen)
    (table,) = read_tables(gen, FR)
    assert table.header == ("Débit", "Achats de 2 600 DA")
    same_as_chunks(gen)


def test_where_rows_stand_in_the_chunks() -> None:
    rows = tuple((f"{speed} Mbps", f"{speed * 10} DA par mois") for speed in range(100, 130))
    twice = Table(("Débit", "Tarif"), rows, "Grille", page=3)
    first, second = built(Heading("Prix", 1), Paragraph("Comme suit :"), twice, Heading("Rappel", 1), twice)
    assert (first.number, first.section, first.caption, first.page) == (0, "Prix", "Grille", 3)
    assert (second.number, second.section) == (1, "Rappel")
    places = [(row.chunk, row.line) for table in (first, second) for row in table.rows]
    assert len(set(places)) == 60 and places == sorted(places)
    assert len({chunk for chunk, _ in places}) > 3


def test_a_cell_that_spans_columns_and_one_that_says_what_its_header_says() -> None:
    table = Table(
        ("Débit", "Ancien (DA)", "Nouveau (DA)"), (("60 Mbps", "250", None), ("Débit", "", "300"), ("", "", ""))
    )
    (data,) = built(table)
    assert [data.line(row) for row in data.rows] == [
        "| Débit : 60 Mbps | Ancien (DA) / Nouveau (DA) : 250 |", "| Débit | Nouveau (DA) : 300 |",
    ]  # fmt: skip
    row = data.rows[0]
    assert row.cells[2] is None and row.cell(2) is row.cells[1] and row.covered(2) == range(1, 3)
    assert row.cell(2).unit == "da"
    assert parse_row(data.line(row))[1].value == row.cell(1).text


@pytest.mark.parametrize(
    ("header", "rows", "keys"),
    [
        (("Débit", "Prix (DA)"), (("60", "1"), ("120", "1")), 1),
        (("Catégorie", "Accès", "Mois"), (("Agents", "1", "2"), ("Agents", "2", "2"), ("Cadres", "2", "3")), 2),
        (("Service", "Prix (DA)", "Remise"), (("ADSL", "1 000", "5"), ("ADSL", "2 000", "6")), 1),
        (("N°", "Débit", "Prix (DA)"), (("1", "60 Mbps", "100"), ("2", "120 Mbps", "200")), 2),
    ],
    ids=["one", "two", "what is stated is no key", "a number of the row is none either"],
)
def test_what_tells_rows_apart(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], keys: int) -> None:
    (data,) = built(Table(header, rows))
    assert data.keys == keys


def test_giga_means_what_its_column_means() -> None:
    (data,) = built(Table(("Offre", "Palier", "Bonus"), (("A", "480 Mbps", "10 Go"), ("B", "1 giga", "1 giga"))))
    assert [(cell.kind, cell.value, cell.unit) for cell in (data.rows[1].cell(1), data.rows[1].cell(2))] == [
        ("speed", 1000, "mbps"), ("volume", 1, "go"),
    ]  # fmt: skip


def test_header_rows_are_levels() -> None:
    (data,) = built(Table(("Débit", "Tarif (DA) › Ancien", "Tarif (DA) › Nouveau"), (("60 Mbps", "2 200", "2 100"),)))
    assert [column.levels for column in data.columns] == [
        ("Débit",),
        ("Tarif (DA)", "Ancien"),
        ("Tarif (DA)", "Nouveau"),
    ]
    assert [column.unit for column in data.columns] == ["", "da", "da"]
