"""Reading rich text, written here as programs write it: with LibreOffice and without."""

from pathlib import Path

import pytest

from core.documents.base import Heading, ListItem, Paragraph, Parsed, Table
from core.documents.docx import DocxReader
from core.documents.libreoffice import soffice
from core.documents.rtf import RtfReader
from core.errors import DocumentError

needs_libreoffice = pytest.mark.skipif(soffice() is None, reason="LibreOffice (soffice) is not installed")

ARABIC = "عرض الاشتراك"
_HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset178 Arial (Arabic);}}"
    r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}"
)


def hexed(text: str, encoding: str) -> str:
    """Letters as `\\'xx`, in the encoding of their font."""
    return "".join(chr(byte) if byte < 128 else rf"\'{byte:02x}" for byte in text.encode(encoding))


def escaped(text: str) -> str:
    """Letters as `\\uN?`."""
    return "".join(letter if ord(letter) < 128 else rf"\u{ord(letter)}?" for letter in text)


def row(cells: list[str], marks: tuple[str, ...] = ("", "", "")) -> str:
    ends = "".join(rf"{mark}\cellx{2000 * number}" for number, mark in enumerate(marks, 1))
    return rf"\trowd{ends}\pard\intbl " + "".join(rf"{cell}\cell " for cell in cells) + r"\row "


def write(folder: Path, *body: str) -> Path:
    path = folder / "a.rtf"
    path.write_bytes((_HEAD + "\n".join(body) + "}").encode("ascii"))
    return path


def with_libreoffice(folder: Path, *body: str) -> Parsed:
    return RtfReader(DocxReader()).read(write(folder, *body))


def without(folder: Path, *body: str) -> Parsed:
    return RtfReader(DocxReader(), lambda: None).read(write(folder, *body))


@needs_libreoffice
def test_headings_lists_footnotes_tables_and_both_ways_to_write_arabic(tmp_path: Path) -> None:
    bullet = r"{\pntext\bullet\tab}{\*\pn\pnlvlblt\pnf0\pnindent0{\pntxtb\bullet}}\fi-360\li720 "
    parsed = with_libreoffice(
        tmp_path,
        r"{\pard\plain\s1\outlinelevel0\b Offre Rimal Fibre\par}",
        r"{\pard\plain Le "
        + hexed("débit", "cp1252")
        + r" est de 120 Mbps.{\super\chftn}"
        r"{\footnote\pard\plain{\super\chftn} Hors fibre louée.\par}\par}".replace("é", r"\'e9"),
        r"{\pard\plain\rtlpar\f1\rtlch " + hexed(ARABIC, "cp1256") + " " + escaped("رمال") + r"\par}",
        rf"{{\pard{bullet}Premier\par}}{{\pard{bullet}Second\par}}",
        row(["Palier", "Tarif", ""], (r"\clvmgf", r"\clmgf", r"\clmrg")),
        row(["", "ancien", "nouveau"], (r"\clvmrg", "", "")),
        row(["P1", "100", "100"]) + row(["P2", "200", "150"]),
        r"\pard {\v invisible}Fin.\par",
    )
    assert parsed.blocks == (
        Heading("Offre Rimal Fibre", 1),
        Paragraph("Le débit est de 120 Mbps."),
        Paragraph("* Hors fibre louée."),
        Paragraph(f"{ARABIC} رمال"),
        ListItem("Premier", "-"),
        ListItem("Second", "-"),
        Table(("Palier", "Tarif › ancien", "Tarif › nouveau"), (("P1", "100", "100"), ("P2", "200", "150"))),
        Paragraph("Fin."),
    )


def test_without_libreoffice_text_and_plain_tables_stay_and_the_report_says_so(tmp_path: Path) -> None:
    parsed = without(
        tmp_path,
        r"{\pard\plain\rtlpar\f1\rtlch " + hexed(ARABIC, "cp1256") + " " + escaped("رمال") + r"\par}",
        row(["Offre", "Ancien prix", "Prix"]) + row(["Max", "2 200", "2 200"]) + row(["Midi", "/", "1 500"]),
        r"\pard Le " + hexed("débit", "cp1252") + r".\par 1) un\par",
    )
    assert parsed.blocks == (
        Paragraph(f"{ARABIC} رمال"),
        Table(("Offre", "Ancien prix", "Prix"), (("Max", "2 200", "2 200"), ("Midi", "/", "1 500"))),
        Paragraph("Le débit."),
        ListItem("un", "1)"),
    )
    assert len(parsed.notes) == 1 and "LibreOffice" in parsed.notes[0]


def test_its_version_tells_whether_libreoffice_reads(tmp_path: Path) -> None:
    assert RtfReader(DocxReader(), lambda: None).version != RtfReader(DocxReader(), lambda: "soffice").version


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"PK\x03\x04 no rich text", "corrupt"), (rb"{\rtf1\ansi \pard\par}", "no-text"), (b"", "corrupt")],
    ids=["another format", "no text", "nothing"],
)
def test_what_cannot_be_read(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "a.rtf"
    path.write_bytes(data)
    with pytest.raises(DocumentError) as caught:
        RtfReader(DocxReader(), lambda: None).read(path)
    assert caught.value.reason == reason and caught.value.hint


def test_cut_rich_text_gives_what_is_left(tmp_path: Path) -> None:
    path = write(tmp_path, r"\pard Le prix est de 2 200 DA.\par \pard Suite")
    path.write_bytes(path.read_bytes()[:-4])
    assert RtfReader(DocxReader(), lambda: None).read(path).blocks[0] == Paragraph("Le prix est de 2 200 DA.")
