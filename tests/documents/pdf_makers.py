"""Makes the proof PDFs the way people do: a browser's print, LibreOffice from a text document and from a web page,
slides exported. `python -m tests.documents.pdf_makers` remakes those in tests/documents/files/pdf/.

Needs chromium and soffice; the tests read the files that are kept, and remake them only where both are installed.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tests.documents.pdf_proof import PROOFS, SHEET_AR, SHEET_FR, Cell, Columns, Grid, Head, Items, Para, Proof

FILES = Path(__file__).resolve().parent / "files" / "pdf"
TURNED = FILES / "turned-ar.pdf"
TURNED_LINES = (
    "تبدأ مدة الاشتراك من يوم التفعيل وتجدد كل شهر.",
    "يسدد الزبون فاتورته في الوكالة أو عبر التطبيق.",
    "تلغى الخدمة بطلب مكتوب يودع قبل نهاية الشهر.",
)
"""What a program without bidirectional text would print backwards."""
PROGRAMS = ("chromium", "soffice")
# How people's style sheets draw tables: every cell, lines between rows only, every second row shaded, nothing at all.
TABLES = {
    "ruled": "td, th { border: 1px solid #444; }",
    "rows": "td, th { border-bottom: 1px solid #aaa; }",
    "zebra": "tbody tr:nth-child(even) { background: #e8eef4; } thead { background: #234; color: white; }",
    "plain": "",
}
WAYS = [("print", "ruled", proof) for proof in PROOFS]
WAYS += [("print", "rows", SHEET_AR), ("print", "plain", SHEET_FR)]
WAYS += [("print", "zebra", proof) for proof in (SHEET_FR, SHEET_AR)]
WAYS += [("office", "ruled", proof) for proof in PROOFS]
WAYS += [("slides", "ruled", proof) for proof in PROOFS if proof.name.startswith("sheet")]


def missing() -> list[str]:
    """The programs that aren't installed."""
    return [program for program in PROGRAMS if shutil.which(program) is None]


def path_of(way: str, table: str, proof: Proof) -> Path:
    return FILES / f"{proof.name}-{way}-{table}.pdf"


def make(way: str, table: str, proof: Proof, target: Path) -> None:
    """Make one PDF.

    Raises:
        subprocess.CalledProcessError, subprocess.TimeoutExpired: the program failed.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if way == "print":
            source = folder / "a.html"
            source.write_text(html_of(proof, TABLES[table], paged=True), encoding="utf-8")
            print_page(source, folder / "a.pdf")
        elif way == "slides":
            source = folder / "a.pptx"
            write_slides(proof, source)
            _office(folder, "pdf", source)
        else:
            source = folder / "a.fodt"
            source.write_text(fodt_of(proof), encoding="utf-8")
            _office(folder, "pdf", source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / "a.pdf", target)


def print_page(source: Path, target: Path) -> None:
    """Print a web page to PDF as a browser does."""
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
    _run("chromium", *options, f"--user-data-dir={source.parent / 'profile'}", f"--print-to-pdf={target}", str(source))


def _office(folder: Path, kind: str, source: Path) -> None:
    profile = f"-env:UserInstallation=file://{folder / 'office'}"
    _run("soffice", profile, "--headless", "--convert-to", kind, "--outdir", str(folder), str(source))


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def html_of(proof: Proof, tables: str, paged: bool) -> str:
    """A web page; header and footer stand in the margins of each printed page."""
    direction = "rtl" if proof.rtl else "ltr"
    style = f"body {{ font-family: '{proof.fonts}', 'Liberation Sans'; font-size: 11pt; }} {tables}"
    style += "table { border-collapse: collapse; width: 100%; } td, th { padding: 4px 8px; text-align: start; }"
    style += ".columns { columns: 2; column-gap: 2em; } .right { break-before: column; } .columns p { margin-top: 0; }"
    style += ".note { font-size: 8pt; margin-top: 3em; } sup { line-height: 0; }"
    if proof.furniture:
        header, footer = proof.furniture
        style += (
            f"@page {{ margin: 22mm; @top-center {{ content: '{header}'; font-family: '{proof.fonts}'; }}"
            f"@bottom-center {{ content: '{footer} ' counter(page); font-family: '{proof.fonts}'; }} }}"
        )
    notes = [part.note for part in proof.parts if isinstance(part, Para) and part.note]
    body = "".join(_html(part) for part in proof.parts)
    body += "".join(f"<p class='note'><sup>{number}</sup> {escape(note)}</p>" for number, note in enumerate(notes, 1))
    return (
        f"<!doctype html><html dir='{direction}'><meta charset='utf-8'><style>{style}</style>"
        f"<body><h1>{escape(proof.title)}</h1>{body}</body></html>"
    )


def _html(part: Head | Para | Items | Grid | Columns) -> str:
    if isinstance(part, Head):
        return f"<h{part.level}>{escape(part.text)}</h{part.level}>"
    if isinstance(part, Para):
        return f"<p>{escape(part.text)}{'<sup>1</sup>' if part.note else ''}</p>"
    if isinstance(part, Items):
        html, depth = "", -1
        for level, text in part.items:
            html += "<ul>" * (level - depth) + "</ul>" * (depth - level) + f"<li>{_raise(text)}</li>"
            depth = level
        return html + "</ul>" * (depth + 1)
    if isinstance(part, Columns):
        left = "".join(f"<p>{escape(text)}</p>" for text in part.left)
        right = "".join(
            f"<p{'' if number else ' class=right'}>{escape(text)}</p>" for number, text in enumerate(part.right)
        )
        return f"<div class='columns'>{left}{right}</div>"
    head = "".join(f"<tr>{''.join(_cell(cell, 'th') for cell in row)}</tr>" for row in part.head)
    body = "".join(f"<tr>{''.join(_cell(cell, 'td') for cell in row)}</tr>" for row in part.body)
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _raise(text: str) -> str:
    return escape(text).replace("²", "<sup>2</sup>")


def _cell(cell: Cell | str, tag: str) -> str:
    if isinstance(cell, str):
        return f"<{tag}>{escape(cell)}</{tag}>"
    return f"<{tag} colspan={cell.cols} rowspan={cell.rows}>{escape(cell.text)}</{tag}>"


def fodt_of(proof: Proof) -> str:
    """A text document of LibreOffice in one XML file."""
    mode = "rl-tb" if proof.rtl else "lr-tb"
    side = "end" if proof.rtl else "start"
    props = f'<style:paragraph-properties style:writing-mode="{mode}" fo:text-align="start" fo:margin-bottom="0.25cm"/>'
    fonts = "".join(f'style:font-name{kind}="F" ' for kind in ("", "-asian", "-complex"))

    def text(size: int, bold: bool = False) -> str:
        weight = ' fo:font-weight="bold" style:font-weight-complex="bold"' if bold else ""
        return f'<style:text-properties {fonts} fo:font-size="{size}pt" style:font-size-complex="{size}pt"{weight}/>'

    def style(name: str, size: int, bold: bool = False) -> str:
        return f'<style:style style:name="{name}" style:family="paragraph">{props}{text(size, bold)}</style:style>'

    header = footer = ""
    if proof.furniture:
        header = f'<style:header><text:p text:style-name="P">{escape(proof.furniture[0])}</text:p></style:header>'
        footer = (
            f'<style:footer><text:p text:style-name="P">{escape(proof.furniture[1])} <text:page-number/></text:p>'
            "</style:footer>"
        )
    namespaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (
            ("office", "office"),
            ("style", "style"),
            ("text", "text"),
            ("table", "table"),
            ("fo", "xsl-fo-compatible"),
            ("svg", "svg-compatible"),
        )
    )
    body = "".join(_odf(part, side) for part in proof.parts)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {namespaces} office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.text">'
        f'<office:font-face-decls><style:font-face style:name="F" svg:font-family="\'{proof.fonts}\'"/>'
        f"</office:font-face-decls><office:styles>{style('P', 11)}{style('B', 11, True)}{style('H1', 20, True)}"
        f'{style("H2", 14, True)}<text:list-style style:name="L">'
        + "".join(
            f'<text:list-level-style-bullet text:level="{level}" text:bullet-char="•"><style:list-level-properties '
            f'text:space-before="{0.6 * level}cm" text:min-label-width="0.5cm"/></text:list-level-style-bullet>'
            for level in (1, 2)
        )
        + '</text:list-style><style:style style:name="Sup" style:family="text"><style:text-properties '
        'style:text-position="super 58%"/></style:style></office:styles><office:automatic-styles>'
        '<style:page-layout style:name="PL"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" '
        f'fo:margin="2cm" style:writing-mode="{mode}"/><style:header-style/><style:footer-style/></style:page-layout>'
        '<style:style style:name="C" style:family="table-cell"><style:table-cell-properties '
        'fo:border="0.5pt solid #000000" fo:padding="0.1cm"/></style:style>'
        f'<style:style style:name="T" style:family="table"><style:table-properties style:writing-mode="{mode}"/>'
        '</style:style><style:style style:name="S2" style:family="section"><style:section-properties '
        f'style:writing-mode="{mode}"><style:columns fo:column-count="2" fo:column-gap="1cm"/>'
        "</style:section-properties></style:style>"
        f'<style:style style:name="PB" style:family="paragraph"><style:paragraph-properties '
        f'style:writing-mode="{mode}" fo:break-before="column" fo:margin-bottom="0.25cm"/>{text(11)}</style:style>'
        "</office:automatic-styles><office:master-styles>"
        f'<style:master-page style:name="Standard" style:page-layout-name="PL">{header}{footer}</style:master-page>'
        f'</office:master-styles><office:body><office:text><text:p text:style-name="H1">{escape(proof.title)}</text:p>'
        f"{body}</office:text></office:body></office:document>"
    )


def _odf(part: Head | Para | Items | Grid | Columns, side: str) -> str:
    if isinstance(part, Head):
        return f'<text:p text:style-name="H2">{escape(part.text)}</text:p>'
    if isinstance(part, Para):
        note = ""
        if part.note:
            note = (
                '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'
                f'<text:p text:style-name="N">{escape(part.note)}</text:p></text:note-body></text:note>'
            )
        return f'<text:p text:style-name="P">{escape(part.text)}{note}</text:p>'
    if isinstance(part, Items):
        xml = '<text:list text:style-name="L">'
        for level, text in part.items:
            raised = escape(text).replace("²", '<text:span text:style-name="Sup">2</text:span>')
            item = f'<text:list-item><text:p text:style-name="P">{raised}</text:p></text:list-item>'
            xml += item if not level else f"<text:list-item><text:list>{item}</text:list></text:list-item>"
        return xml + "</text:list>"
    if isinstance(part, Columns):
        left = "".join(f'<text:p text:style-name="P">{escape(text)}</text:p>' for text in part.left)
        right = "".join(
            f'<text:p text:style-name="{"P" if number else "PB"}">{escape(text)}</text:p>'
            for number, text in enumerate(part.right)
        )
        return f'<text:section text:style-name="S2" text:name="S">{left}{right}</text:section>'
    head = "".join(_odf_row(row, "B", covered) for row, covered in _with_covered(part.head))
    body = "".join(_odf_row(row, "P", covered) for row, covered in _with_covered(part.body))
    columns = f'<table:table-column table:number-columns-repeated="{len(part.header)}"/>'
    return (
        f'<table:table table:style-name="T">{columns}<table:table-header-rows>{head}</table:table-header-rows>{body}'
        '</table:table><text:p text:style-name="P"/>'
    )


def _with_covered(rows: Sequence[tuple[Cell | str, ...]]) -> Iterator[tuple[tuple[Cell | str, ...], set[int]]]:
    """Each row with the columns that a cell from above covers."""
    hanging: dict[int, int] = {}
    for row in rows:
        covered = {col for col, left in hanging.items() if left}
        hanging = {col: left - 1 for col, left in hanging.items() if left}
        yield row, covered
        col = 0
        for cell in row:
            while col in covered:
                col += 1
            cols, height = (cell.cols, cell.rows) if isinstance(cell, Cell) else (1, 1)
            if height > 1:
                hanging.update({col + at: height - 1 for at in range(cols)})
            col += cols


def _odf_row(row: tuple[Cell | str, ...], style: str, covered: set[int]) -> str:
    xml, col = "", 0
    for cell in row:
        while col in covered:
            xml += "<table:covered-table-cell/>"
            col += 1
        one = cell if isinstance(cell, Cell) else Cell(cell)
        xml += (
            f'<table:table-cell table:style-name="C" table:number-columns-spanned="{one.cols}" '
            f'table:number-rows-spanned="{one.rows}"><text:p text:style-name="{style}">{escape(one.text)}</text:p>'
            f"</table:table-cell>{'<table:covered-table-cell/>' * (one.cols - 1)}"
        )
        col += one.cols
    while col in covered:
        xml += "<table:covered-table-cell/>"
        col += 1
    return f"<table:table-row>{xml}</table:table-row>"


def write_slides(proof: Proof, path: Path) -> None:
    """One slide a heading: its title, a text box for what is said, a table."""
    import pptx
    from pptx.util import Cm

    deck = pptx.Presentation()
    deck.slide_width, deck.slide_height = Cm(25.4), Cm(19.05)
    slide, top = None, 0.0
    for part in (Head(proof.title), *proof.parts):
        if slide is None or isinstance(part, Head):
            slide, top = deck.slides.add_slide(deck.slide_layouts[6]), 1.0
        if isinstance(part, Grid):
            height = len(part.head) + len(part.body)
            frame = slide.shapes.add_table(height, len(part.header), Cm(1.5), Cm(top), Cm(22), Cm(0.9 * height))
            for number, (row, covered) in enumerate(_with_covered((*part.head, *part.body))):
                col = 0
                for cell in row:
                    while col in covered:
                        col += 1
                    one = cell if isinstance(cell, Cell) else Cell(cell)
                    # Drawn as people draw it: for readers of Arabic the first column is the rightmost.
                    first = len(part.header) - col - one.cols if proof.rtl else col
                    place = frame.table.cell(number, first)
                    if one.cols > 1 or one.rows > 1:
                        place.merge(frame.table.cell(number + one.rows - 1, first + one.cols - 1))
                    _write(place.text_frame, [one.text], 14, proof)
                    col += one.cols
            top += 0.9 * height + 1
            continue
        texts = [part.text] if isinstance(part, Head | Para) else [text for _, text in getattr(part, "items", ())]
        if isinstance(part, Para) and part.note:
            note = _box(slide, 17.5, 1)
            _write(note, [part.note], 12, proof)
        if isinstance(part, Items):
            texts = [f"• {text}" for text in texts]
        lines = sum(1 + len(text) // 75 for text in texts)
        _write(_box(slide, top, lines), texts, 28 if isinstance(part, Head) else 16, proof)
        top += lines + 0.8
    deck.save(str(path))


def _box(slide: Any, top: float, lines: int) -> Any:
    """The text of a new box at this height (cm)."""
    from pptx.util import Cm

    box = slide.shapes.add_textbox(Cm(1.5), Cm(top), Cm(22), Cm(lines))
    box.text_frame.word_wrap = True
    return box.text_frame


def _write(frame: Any, texts: Sequence[str], size: int, proof: Proof) -> None:
    from pptx.util import Pt

    for number, text in enumerate(texts):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        run = paragraph.add_run()
        run.text = text
        run.font.size = Pt(size)
        run.font.name = proof.fonts
        if proof.rtl:
            paragraph._p.get_or_add_pPr().set("rtl", "1")
            paragraph._p.get_or_add_pPr().set("algn", "r")


def main() -> None:
    """Remake the kept files, all or those whose name holds the argument."""
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    if wanted in TURNED.name:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "a.html")
            style = "unicode-bidi: bidi-override; direction: ltr; font-family: 'DejaVu Sans'"
            texts = "".join(f'<p style="{style}">{text}</p>' for text in TURNED_LINES)
            source.write_text(f"<!doctype html><meta charset='utf-8'>{texts}", encoding="utf-8")
            print_page(source, TURNED)
    for way, table, proof in WAYS:
        target = path_of(way, table, proof)
        if wanted in target.name:
            make(way, table, proof, target)
            print(target.name, target.stat().st_size)


if __name__ == "__main__":
    main()
