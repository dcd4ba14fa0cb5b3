"""Plain text and Markdown."""

from pathlib import Path

import pytest

from core.documents.base import Heading, ListItem, Paragraph, Table
from core.documents.markdown import MarkdownReader
from core.documents.plain import PlainReader, decode
from core.errors import DocumentError

FRENCH, ARABIC = "Éligibilité réservée aux abonnés fidèles.", "عرض الاشتراك الجديد متوفر في كل الوكالات."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_french_encodings(encoding: str) -> None:
    assert decode(FRENCH.encode(encoding)) == FRENCH


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1256"])
def test_arabic_encodings(encoding: str) -> None:
    assert decode(ARABIC.encode(encoding)) == ARABIC


def test_plain_text_has_titles_lists_and_paragraphs(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Conditions\n\nLa durée est\nde 12 mois.\n\nDocuments :\n- pièce d'identité\n1) demande\n")
    blocks = PlainReader().read(path).blocks
    assert isinstance(blocks[0], Heading)
    assert blocks[1:] == (
        Paragraph("La durée est de 12 mois."), Paragraph("Documents :"), ListItem("pièce d'identité", "-"),
        ListItem("demande", "1)"),
    )  # fmt: skip


def test_markdown_keeps_structure(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(
        "---\nx: 1\n---\n# Offre\n\nTexte *fort*.\n\n3. trois\n4. quatre\n   - sous\n\n"
        "|A|B|\n|-|-|\n|1|1|\n\n![x](y.png)\n"
    )
    parsed = MarkdownReader().read(path)
    assert parsed.title == "Offre" and parsed.notes == ("1 picture not read",)
    assert parsed.blocks == (
        Heading("Offre", 1), Paragraph("Texte fort."), ListItem("trois", "3."), ListItem("quatre", "4."),
        ListItem("sous", "-", 1), Table(("A", "B"), (("1", "1"),)),
    )  # fmt: skip


def test_binary_under_a_texts_name(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\x89PNG\x00\x01\x02data that is no text at all, with few zeros")
    with pytest.raises(DocumentError):
        PlainReader().read(path)
