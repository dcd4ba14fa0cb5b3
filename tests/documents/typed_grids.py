"""Random tables of typed cells, written in four formats: what must come back of each is known before it is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.styles import Font

from core.documents.tables import GridCell
from tests.documents.build import Text, p, tbl, tc, write_docx, write_pdf
from tests.documents.grids import starts

# A name and what a bare number below it is, in both languages.
NAMES = {
    "fr": (("Débit (Mbps)", "speed"), ("Tarif (DA TTC)", "amount"), ("Durée (mois)", "duration"), ("Gamme", "number")),
    "ar": (("التدفق (ميغابت/ثا)", "speed"), ("السعر (دج)", "amount"), ("المدة (شهر)", "duration"), ("الفئة", "number")),
}
LABELS = {"fr": ("Formule", "Rimal Fibre", "Option", ("Ancien", "Nouveau")),
          "ar": ("الصيغة", "رمال فيبر", "الخيار", ("القديم", "الجديد"))}  # fmt: skip
BARE = ("3", "3", "12")
# `50 %` stands as `% 50` on a page from right to left: print keeps no more than that.
WORDS = {
    "fr": {"2 200 DA": "amount", "/": "not-offered", "Oui": "yes", "60 Mbps": "speed", "Rimal Play": "text",
           "10 Go": "volume", "50 %": "percentage", "illimité": "unlimited", "25-40 Gbps": "speed", "": "empty"},
    "ar": {"2 200 دج": "amount", "/": "not-offered", "نعم": "yes", "60 ميغا": "speed", "رمال بلاي": "text",
           "10 Go": "volume", "50%": "percentage", "غير محدود": "unlimited", "24 شهرا": "duration", "": "empty"},
}  # fmt: skip


@dataclass(frozen=True)
class TypedGrid:
    """Cells as they are written (header rows first), and what they mean: one name a column, and for each row of
    values its texts (None where the cell to the left spans the column) with their kinds."""

    cells: tuple[GridCell, ...]
    height: int
    width: int
    depth: int
    header: tuple[str, ...]
    rows: tuple[tuple[tuple[str, str] | None, ...], ...]
    rtl: bool


@st.composite
def typed_grids(draw: st.DrawFn, languages: Sequence[str] = ("fr", "ar")) -> TypedGrid:
    """A column of labels, two to four columns of values, spans, empty cells and repeated values between them; under
    one header row, or two of which the upper spans the last two columns."""
    language = draw(st.sampled_from(list(languages)))
    first, label, option, lower = LABELS[language]
    named = draw(st.lists(st.sampled_from(NAMES[language]), min_size=2, max_size=4, unique=True))
    deep = draw(st.booleans())
    if deep:
        named = [*named[:-1], named[-1], named[-1]]
    width, depth = len(named) + 1, 2 if deep else 1
    height = depth + draw(st.integers(2, 4))
    cells = [GridCell(first, 0, 0, depth)]
    for col, (name, _) in enumerate(named, 1):
        if not deep or col < width - 2:
            cells.append(GridCell(name, 0, col, depth))
    if deep:
        cells.append(GridCell(named[-1][0], 0, width - 2, 1, 2))
        cells += [GridCell(name, 1, width - 2 + at) for at, name in enumerate(lower)]
    names = [first, *(name for name, _ in named)]
    if deep:
        names[-2:] = [f"{named[-1][0]} › {name}" for name in lower]
    cells += [GridCell(f"{label if row % 2 else option} {chr(64 + row)}", row, 0) for row in range(depth, height)]
    free = {(row, col) for row in range(depth, height) for col in range(1, width)}
    kinds: dict[GridCell, str] = {}
    for row, col in sorted(free):
        if (row, col) not in free:
            continue
        colspan = 2 if (row, col + 1) in free and draw(st.integers(0, 4)) == 0 else 1
        places = {(row, col + step) for step in range(colspan)}
        below = {(row + 1, col + step) for step in range(colspan)}
        rowspan = 2 if below <= free and draw(st.integers(0, 4)) == 0 else 1
        free -= places | (below if rowspan == 2 else set())
        text = draw(st.sampled_from([*WORDS[language], *BARE]))
        if rowspan * colspan > 1 and not text:
            text = BARE[0]  # an empty merged cell says nothing of its span
        cell = GridCell(text, row, col, rowspan, colspan)
        units = {kind for _, kind in named[col - 1 : col - 1 + colspan]}
        kinds[cell] = WORDS[language].get(text) or (units.pop() if len(units) == 1 else "number")
        cells.append(cell)
    covering = {
        (cell.row + down, cell.col + step): cell
        for cell in cells
        for down in range(cell.rowspan)
        for step in range(cell.colspan)
    }
    rows = tuple(
        tuple(
            None if col and cell is covering[row, col - 1] else (cell.text, kinds.get(cell, "text"))
            for col, cell in ((col, covering[row, col]) for col in range(width))
        )
        for row in range(depth, height)
    )
    return TypedGrid(tuple(cells), height, width, depth, tuple(names), rows, language == "ar")


def as_docx(grid: TypedGrid, path: Path) -> Path:
    rows: list[list[str]] = [[] for _ in range(grid.height)]
    parts = [(cell.row + down, cell.col, cell, down) for cell in grid.cells for down in range(cell.rowspan)]
    for row, _, cell, down in sorted(parts, key=lambda part: part[:2]):
        merge = "" if cell.rowspan == 1 else "continue" if down else "restart"
        content = "" if down else cell.text
        rows[row].append(tc(p(content, bold=cell.row < grid.depth), cell.colspan, merge))
    return write_docx(path, tbl(rows, grid.depth, bidi=grid.rtl))


def as_xlsx(grid: TypedGrid, path: Path) -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.sheet_view.rightToLeft = grid.rtl
    for one in grid.cells:
        place = sheet.cell(one.row + 1, one.col + 1, one.text or None)
        if one.row < grid.depth:
            place.font = Font(bold=True)
        if one.rowspan * one.colspan > 1:
            sheet.merge_cells(None, one.row + 1, one.col + 1, one.row + one.rowspan, one.col + one.colspan)
    book.save(path)
    return path


def html_table(grid: TypedGrid) -> str:
    page = f"<table dir={'rtl' if grid.rtl else 'ltr'}>"
    lines = starts(grid)  # type: ignore[arg-type]
    for number, row in enumerate(lines):
        tag = "th" if number < grid.depth else "td"
        page += {0: "<thead>", grid.depth: "<tbody>"}.get(number, "") + "<tr>"
        page += "".join(
            f"<{tag} rowspan={cell.rowspan} colspan={cell.colspan}>{escape(cell.text)}</{tag}>"
            for cell in row
            if cell is not None
        )
        page += "</tr>" + ("</thead>" if number == grid.depth - 1 else "")
    return page + "</tbody></table>"


def as_html(grid: TypedGrid, path: Path) -> Path:
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{html_table(grid)}", encoding="utf-8")
    return path


def as_pdf(grid: TypedGrid, path: Path) -> Path:
    """Ruled, in Helvetica: of what is written in Latin letters only."""
    left, top, wide, high = 60.0, 120.0, 90.0, 22.0
    texts: list[Text] = [(left, 80, 10, "Les tarifs de Rimal se lisent dans ce tableau.")]
    rules: list[tuple[float, float, float, float]] = []
    for cell in grid.cells:
        x0, y0 = left + cell.col * wide, top + cell.row * high
        x1, y1 = x0 + cell.colspan * wide, y0 + cell.rowspan * high
        rules += [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]
        bold = "**" if cell.row < grid.depth else ""
        if cell.text:
            texts.append((x0 + 4, y0 + 14, 9, f"{bold}{cell.text}"))
    return write_pdf(path, texts, rules=rules)
