"""Documents of the formats of before 2007: made by LibreOffice from today's, and what only bears their names."""

import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import olefile
import pytest
from openpyxl import Workbook
from pptx import Presentation
from pptx.util import Inches

from core.documents.base import Block, Heading, Paragraph, Table
from core.documents.factory import make_readers
from core.documents.legacy import LegacyReader
from core.documents.libreoffice import converted, soffice
from core.errors import DocumentError
from tests.documents.build import p, tbl, tc, write_docx

TODAY = {suffix: reader for suffix, reader in make_readers().items() if not isinstance(reader, LegacyReader)}
needs_libreoffice = pytest.mark.skipif(soffice() is None, reason="LibreOffice (soffice) is not installed")

GRID = Table(
    ("Palier", "Tarif › ancien", "Tarif › nouveau"),
    (("60 ميغا", "2 200 دج", "2 200 دج"), ("120 ميغا", "2 600 دج", "2 400 دج")),
)


def reader(program: Callable[[], str | None] = soffice) -> LegacyReader:
    return LegacyReader(TODAY, program)


def document(folder: Path) -> Path:
    head = [[tc("Palier", merge="restart"), tc("Tarif", span=2)], [tc(merge="continue"), "ancien", "nouveau"]]
    table = tbl([*head, *([value or "" for value in row] for row in GRID.rows)])
    return write_docx(
        folder / "source.docx", p("Offre Rimal Fibre", style="Titre1"), p("عرض للعائلات."), table, p("Fin.")
    )


def workbook(folder: Path) -> Path:
    book = Workbook()
    sheet = book.active
    sheet.title = "Tarifs"
    sheet.append(["Offre", "Prix"])
    for name in ("Rimal Fibre", "رمال بلاي"):
        sheet.append([name, 2200])
        sheet.cell(sheet.max_row, 2).number_format = '#,##0 "DA"'
    book.save(folder / "source.xlsx")
    return folder / "source.xlsx"


def slides(folder: Path) -> Path:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Rimal Play"
    slide.shapes.add_textbox(Inches(1), Inches(3), Inches(6), Inches(1)).text_frame.text = "سعر العرض 1 500 دج."
    deck.save(folder / "source.pptx")
    return folder / "source.pptx"


SOURCES = {".doc": document, ".xls": workbook, ".ppt": slides}
KEPT = Path(__file__).parent / "files" / "old.zip"
"""What `make_old` made, so that most tests need no LibreOffice."""


def make_old(folder: Path, suffix: str) -> Path:
    """A document of an old format, as LibreOffice writes it today."""
    program = soffice()
    assert program is not None
    made = folder / f"Offre Rimal{suffix}"
    with converted(SOURCES[suffix](folder), suffix, program) as result:
        shutil.copyfile(result, made)
    return made


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One document of each old format, by its suffix."""
    folder = tmp_path_factory.mktemp("old")
    with zipfile.ZipFile(KEPT) as kept:
        kept.extractall(folder)
    return {path.suffix: path for path in folder.iterdir()}


def texts(blocks: tuple[Block, ...]) -> str:
    return "\n".join(block.text for block in blocks if isinstance(block, Heading | Paragraph))


def check(path: Path) -> None:
    """That what `document`, `workbook` or `slides` hold comes back."""
    parsed = reader().read(path)
    if path.suffix == ".doc":
        assert parsed.blocks == (
            Heading("Offre Rimal Fibre", 1), Paragraph("عرض للعائلات."), GRID, Paragraph("Fin."),
        )  # fmt: skip
    elif path.suffix == ".xls":
        table = Table(("Offre", "Prix"), (("Rimal Fibre", "2 200 DA"), ("رمال بلاي", "2 200 DA")))
        assert parsed.blocks == (Heading("Tarifs", 1), table)
        assert parsed.title == "Offre Rimal"
    else:
        said = texts(parsed.blocks)
        assert "Rimal Play" in said and "سعر العرض 1 500 دج." in said


@pytest.mark.slow
@needs_libreoffice
def test_a_document_comes_back(old: dict[str, Path]) -> None:
    check(old[".doc"])


@pytest.mark.slow
@needs_libreoffice
@pytest.mark.parametrize("suffix", [".xls", ".ppt"])
def test_sheets_and_slides_come_back(old: dict[str, Path], suffix: str) -> None:
    check(old[suffix])


@pytest.mark.slow
@needs_libreoffice
@pytest.mark.parametrize("suffix", SOURCES)
def test_what_is_made_today_reads_the_same(tmp_path: Path, suffix: str) -> None:
    check(make_old(tmp_path, suffix))


@pytest.mark.slow
@needs_libreoffice
def test_conversions_at_the_same_time_do_not_meet(old: dict[str, Path]) -> None:
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(reader().read, (old[".doc"], old[".doc"]))
    assert first.blocks == second.blocks and GRID in first.blocks


@pytest.mark.parametrize("suffix", [".doc", ".xls", ".ppt"])
def test_without_libreoffice_the_hint_says_what_to_do(old: dict[str, Path], suffix: str) -> None:
    with pytest.raises(DocumentError) as caught:
        reader(lambda: None).read(old[suffix])
    assert caught.value.reason == "needs-libreoffice"
    assert "install LibreOffice" in caught.value.hint and f"save it as {suffix}x" in caught.value.hint


def _marked_encrypted(path: Path, target: Path) -> Path:
    """A copy in which the document says of itself that it is encrypted, as Office would write it."""
    shutil.copyfile(path, target)
    stream, place, mark = {
        ".doc": ("WordDocument", 0x0A, None), ".ppt": ("Current User", 12, b"\xdf\xc4\xd1\xf3"),
        ".xls": ("Workbook", 0, b""),
    }[path.suffix]  # fmt: skip
    with olefile.OleFileIO(str(target), write_mode=True) as container:
        data = bytearray(container.openstream(stream).read())
        if mark is None:
            data[place + 1] |= 0x01
        elif mark:
            data[place : place + 4] = mark
        else:  # the record after the first one becomes the one that names a password
            first = 4 + int.from_bytes(data[2:4], "little")
            data[first : first + 2] = b"\x2f\x00"
        container.write_stream(stream, bytes(data))
    return target


@pytest.mark.parametrize("suffix", [".doc", ".xls", ".ppt"])
def test_encrypted_ones_are_told_before_libreoffice_is_asked(tmp_path: Path, old: dict[str, Path], suffix: str) -> None:
    with pytest.raises(DocumentError) as caught:
        reader(lambda: None).read(_marked_encrypted(old[suffix], tmp_path / f"a{suffix}"))
    assert caught.value.reason == "encrypted" and "password" in caught.value.hint


@needs_libreoffice
def test_a_cut_document_is_corrupt(tmp_path: Path, old: dict[str, Path]) -> None:
    for number, size in enumerate((100, 700, 3000)):
        path = tmp_path / f"{number}.doc"
        path.write_bytes(old[".doc"].read_bytes()[:size])
        with pytest.raises(DocumentError) as caught:
            reader().read(path)
        assert caught.value.reason in ("corrupt", "no-text") and caught.value.hint


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for the program")
def test_a_conversion_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    program = tmp_path / "hangs"
    program.write_text(f"#!/bin/sh\nsleep 60 &\necho $! > {tmp_path}/child\nwait\n")
    program.chmod(0o755)
    (tmp_path / "a.docx").write_bytes(b"x")
    begin = time.monotonic()
    with pytest.raises(DocumentError) as caught, converted(tmp_path / "a.docx", ".docx", str(program), seconds=1):
        pass
    assert caught.value.reason == "timeout" and caught.value.hint and time.monotonic() - begin < 10
    child = (tmp_path / "child").read_text().strip()
    for _ in range(50):
        state = subprocess.run(["ps", "-o", "stat=", "-p", child], capture_output=True, text=True).stdout.strip()
        if not state or state.startswith("Z"):
            break
        threading.Event().wait(0.1)
    assert not state or state.startswith("Z")


def test_names_that_lie(tmp_path: Path) -> None:
    (tmp_path / "html.doc").write_text("<html><body><h1>Offre</h1><p>Le prix.</p></body></html>", encoding="utf-8")
    (tmp_path / "html.xls").write_text("\n<table><tr><th>a<th>b<tr><td>1<td>1</table>", encoding="utf-8")
    (tmp_path / "csv.xls").write_text("Offre;Prix\nMax;2 200\n", encoding="utf-8")
    shutil.copyfile(workbook(tmp_path), tmp_path / "xlsx.xls")
    shutil.copyfile(document(tmp_path), tmp_path / "docx.doc")
    (tmp_path / "text.doc").write_text("Le prix est de 2 200 DA.", encoding="utf-8")
    no_program = reader(lambda: None)
    assert no_program.read(tmp_path / "html.doc").blocks == (Heading("Offre", 1), Paragraph("Le prix."))
    assert no_program.read(tmp_path / "html.xls").blocks == (Table(("a", "b"), (("1", "1"),)),)
    assert no_program.read(tmp_path / "csv.xls").blocks == (Table(("Offre", "Prix"), (("Max", "2 200"),)),)
    assert no_program.read(tmp_path / "text.doc").blocks == (Paragraph("Le prix est de 2 200 DA."),)
    assert GRID in no_program.read(tmp_path / "docx.doc").blocks
    parsed = no_program.read(tmp_path / "xlsx.xls")
    assert isinstance(parsed.blocks[-1], Table) and any(
        ".xlsx under the name of a .xls" in note for note in parsed.notes
    )


@pytest.mark.slow
@needs_libreoffice
def test_old_document_under_the_name_of_an_old_sheet(tmp_path: Path, old: dict[str, Path]) -> None:
    shutil.copyfile(old[".doc"], tmp_path / "a.xls")
    assert GRID in reader().read(tmp_path / "a.xls").blocks


def test_binary_that_is_nothing_known(tmp_path: Path) -> None:
    (tmp_path / "a.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 2000)
    (tmp_path / "b.doc").write_bytes(b"PK\x03\x04" + bytes(100))
    for name in ("a.doc", "b.doc"):
        with pytest.raises(DocumentError) as caught:
            reader().read(tmp_path / name)
        assert caught.value.reason == "corrupt" and caught.value.hint


@pytest.mark.slow
@needs_libreoffice
def test_any_bytes_under_an_old_name_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.ppt"
    path.write_bytes(bytes(range(256)) * 8)
    with pytest.raises(DocumentError) as caught:
        reader().read(path)
    assert caught.value.hint


def test_what_lacked_libreoffice_is_read_again_once_it_is_there() -> None:
    assert reader(lambda: None).version != reader(lambda: "soffice").version
