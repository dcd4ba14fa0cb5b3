"""Any table, written as DOCX, XLSX, HTML and PDF: every cell comes back as data under its header, with its type, and
every row of the data is a row of the chunks."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from core.documents.base import Block, Heading, ListItem, Paragraph, Parsed, Table
from core.documents.chunker import chunk_document
from core.documents.docx import DocxReader
from core.documents.html import HtmlReader
from core.documents.pdf import PdfReader
from core.documents.rows import is_row
from core.documents.sections import lines_of
from core.documents.table_building import tables_of
from core.documents.table_data import TableData
from core.documents.table_files import format_tables, parse_tables
from core.documents.text import clean
from core.documents.xlsx import XlsxReader
from tests.documents.pdf_makers import print_page
from tests.documents.typed_grids import TypedGrid, as_docx, as_html, as_pdf, as_xlsx, html_table, typed_grids

_READ: dict[str, Callable[[TypedGrid, Path], Parsed]] = {
    "docx": lambda grid, folder: DocxReader().read(as_docx(grid, folder / "a.docx")),
    "xlsx": lambda grid, folder: XlsxReader().read(as_xlsx(grid, folder / "a.xlsx")),
    "html": lambda grid, folder: HtmlReader().read(as_html(grid, folder / "a.html")),
}


def tables_in(parsed: Parsed, chunk_chars: int = 300) -> tuple[TableData, ...]:
    """The document's tables as they come back from their file, checked against its chunks."""
    chunks = chunk_document(parsed, "Offres/a.docx", "Rimal", "Offres", None, chunk_chars)
    tables = parse_tables(format_tables(tables_of(parsed.blocks, chunks)))
    kept = {(row.chunk, row.line): table.line(row) for table in tables for row in table.rows}
    lines = {(chunk.ordinal, at): line for chunk in chunks for at, line in enumerate(chunk.text.split("\n"))}
    assert kept == {place: line for place, line in lines.items() if is_row(line)}
    return tables


_words = st.text("ab1 ·:|/.\n", max_size=12) | st.sampled_from(["2 200 DA", "Comme suit :", "| a : b |", "a · b"])
_names = st.sampled_from(["", "Débit :", "Tarif | DA", "Débit · Tarif"])


@st.composite
def _tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(1, 3))
    row = st.tuples(_words, *[st.none() | _words] * (width - 1))
    header = draw(st.tuples(*[_names] * width))
    return Table(header, tuple(draw(st.lists(row, min_size=1, max_size=4))), draw(_names))


_blocks = st.lists(
    st.builds(Heading, _words.map(clean), st.integers(1, 2))
    | st.builds(Paragraph, _words.map(clean).filter(lambda text: not is_row(text)))
    | st.builds(ListItem, _words.map(clean), st.just("-"))
    | _tables(),
    max_size=8,
)


@settings(deadline=None)
@given(_blocks, st.sampled_from([1, 20, 60, 900]))
def test_rows_of_chunks_and_tables_are_the_same_whatever_stands_around(blocks: list[Block], chunk_chars: int) -> None:
    chunks = chunk_document(Parsed(tuple(blocks)), "a.docx", "Rimal", "", None, chunk_chars)
    rows = [table.line(row) for table in tables_of(blocks, chunks) for row in table.rows] if chunks else []
    wanted = [line for block in blocks if isinstance(block, Table) for line in lines_of(block)[bool(block.caption) :]]
    assert rows == wanted
    for table in tables_of(blocks, chunks) if chunks else ():
        for row in table.rows:
            assert chunks[row.chunk].text.split("\n")[row.line] == table.line(row)


def check(table: TableData, grid: TypedGrid) -> None:
    assert table.header == grid.header
    found = tuple(tuple(cell and (cell.text, cell.kind) for cell in row.cells) for row in table.rows)
    assert found == grid.rows


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("kind", list(_READ))
@given(grid=typed_grids())
def test_every_cell_is_under_its_header_with_its_type(tmp_path: Path, kind: str, grid: TypedGrid) -> None:
    (table,) = tables_in(_READ[kind](grid, tmp_path))
    check(table, grid)


@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(grid=typed_grids(("fr",)))
def test_every_cell_of_a_pdf(tmp_path: Path, grid: TypedGrid) -> None:
    (table,) = tables_in(PdfReader().read(as_pdf(grid, tmp_path / "a.pdf")))
    check(table, grid)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="not installed: chromium")
@settings(
    deadline=None,
    max_examples=5,
    phases=[Phase.explicit, Phase.generate],  # one print takes seconds: what fails isn't made smaller
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(grids=st.lists(typed_grids(("ar",)), min_size=4, max_size=4))
def test_every_cell_of_a_printed_page_from_right_to_left(tmp_path: Path, grids: list[TypedGrid]) -> None:
    style = "table { border-collapse: collapse; break-inside: avoid; } td, th { border: 1px solid; padding: 4px 8px; }"
    page = tmp_path / "a.html"
    body = "".join(
        f"<h2>الجدول {number}</h2><p>أسعار رمال :</p>{html_table(grid)}" for number, grid in enumerate(grids)
    )
    page.write_text(f"<!doctype html><html dir=rtl><meta charset=utf-8><style>{style}</style><body>{body}", "utf-8")
    print_page(page, tmp_path / "a.pdf")
    for table, grid in zip(tables_in(PdfReader().read(tmp_path / "a.pdf")), grids, strict=True):
        check(table, grid)
