"""Reading PDF: lines to paragraphs, tables, page furniture; Arabic from glyphs in visual order."""

from pathlib import Path

import pytest

from core.documents.base import Heading, ListItem, Paragraph, Table
from core.documents.bidi import glyph_text, logical
from core.documents.pdf import PdfReader
from core.errors import DocumentError
from tests.documents.build import Text, write_pdf

DATA = Path(__file__).resolve().parents[2] / "data"


def lines(*texts: str, top: float = 120, size: float = 11) -> list[Text]:
    return [(60, top + 15 * number, size, text) for number, text in enumerate(texts)]


def test_wrapped_lines_become_paragraphs_and_words_are_joined(tmp_path: Path) -> None:
    page = lines("La ligne temporaire donne un accès pour une durée qui reste courte et limi-", "tée à deux mois.")
    parsed = PdfReader().read(write_pdf(tmp_path / "a.pdf", [(60, 80, 20, "**Guide Ligne"), *page]))
    assert parsed.title == "Guide Ligne"
    assert parsed.blocks == (
        Paragraph("La ligne temporaire donne un accès pour une durée qui reste courte et limitée à deux mois.", 1),
    )


def test_furniture_goes_and_pages_stay(tmp_path: Path) -> None:
    pages = [
        [(60, 30, 9, "Guide interne"), (280, 820, 9, f"Page {number}"), *lines(f"{number}. Cliquer sur Suivant.")]
        for number in range(1, 5)
    ]
    parsed = PdfReader().read(write_pdf(tmp_path / "a.pdf", *pages))
    assert parsed.pages == 4
    assert [(block.page, block.text) for block in parsed.blocks if isinstance(block, ListItem)] == [
        (number, "Cliquer sur Suivant.") for number in range(1, 5)
    ]
    assert "interne" not in str(parsed.blocks) and "Page" not in str(parsed.blocks)


def test_headings_by_size_and_steps_in_order(tmp_path: Path) -> None:
    page = [
        (60, 60, 22, "**Guide caisse"),
        (60, 110, 15, "**Encaisser"),
        *lines("1. Ouvrir la caisse.", "2. Valider.", top=140),
        (60, 200, 15, "**Annuler"),
        *lines("Un texte assez long pour donner la taille du corps.", top=230),
    ]
    blocks = PdfReader().read(write_pdf(tmp_path / "a.pdf", page)).blocks
    assert [type(block) for block in blocks] == [Heading, ListItem, ListItem, Heading, Paragraph]
    assert [block.marker for block in blocks if isinstance(block, ListItem)] == ["1.", "2."]


def test_ruled_table_keeps_equal_cells_and_columns(tmp_path: Path) -> None:
    columns, tops = (60, 160, 260, 360), (100, 125, 150, 175)
    rules = [(columns[0], y, columns[-1], y) for y in tops] + [(x, tops[0], x, tops[-1]) for x in columns]
    rows = [("Débit", "Ancien", "Nouveau"), ("60", "2 200", "2 200"), ("120", "/", "2 400")]
    texts = [
        (columns[col] + 8, tops[row] + 17, 11, text) for row, cells in enumerate(rows) for col, text in enumerate(cells)
    ]
    parsed = PdfReader().read(write_pdf(tmp_path / "a.pdf", [*texts, *lines("Sous le tableau.", top=220)], rules=rules))
    assert parsed.blocks[0] == Table(("Débit", "Ancien", "Nouveau"), (rows[1], rows[2]), "", 1)


def test_broken_and_textless_files_say_what_is_wrong(tmp_path: Path) -> None:
    corrupt = tmp_path / "corrupt.pdf"
    corrupt.write_bytes(b"%PDF-1.4\nnothing of the kind")
    for path, reason in ((corrupt, "corrupt"), (write_pdf(tmp_path / "blank.pdf", []), "no-text")):
        with pytest.raises(DocumentError) as caught:
            PdfReader().read(path)
        assert caught.value.reason == reason and caught.value.hint


@pytest.mark.parametrize(
    ("visual", "expected"),
    [
        ("12دمحم", "محمد12"),
        ("رهش/جد 800 2 لباقم", "مقابل 2 800 دج/شهر"),
        ("رهش/جد 2 800 لباقم", "مقابل 2 800 دج/شهر"),
        ("Mbps 480 ةعرسب Rimal Fibre ضرع", "عرض Rimal Fibre بسرعة 480 Mbps"),
        ("زاهج Wi-Fi 6", "Wi-Fi 6 جهاز"),
        (".» Ajouter une ligne « رايتخا", "اختيار « Ajouter une ligne »."),
        (")مازتلا نودب(", "(بدون التزام)"),
        ("(مازتلا نودب)", "(بدون التزام)"),
        ("،01/03/2026 نم", "من 01/03/2026،"),
        ("2 200 رهش/جد", "2 200 دج/شهر"),
        ("kbps 1 536", "1 536 kbps"),
        ("1 580", "1 580"),
    ],
)
def test_visual_order_is_turned_run_by_run(visual: str, expected: str) -> None:
    assert logical(list(visual), right_to_left=True) == expected


def test_lam_alef_is_one_glyph() -> None:
    glyphs = [glyph_text(glyph) for glyph in ["ك", "ا", "ر", "ت", "ش", "ﻻ", "ا"]]
    assert logical(glyphs, right_to_left=True) == "الاشتراك"
    assert glyph_text("ال") == "لا" and glyph_text("لأ") == "لأ"


@pytest.mark.parametrize("pattern", ["Offres/Avantages*AR.pdf", "Guides/*encaissement*AR.pdf"])
def test_arabic_sample_pdf_is_in_logical_order(pattern: str) -> None:
    found = sorted(DATA.glob(pattern))
    if not found:
        pytest.skip(f"no sample document data/{pattern}")
    parsed = PdfReader().read(found[0])
    text = f"{parsed.title} {parsed.blocks}"
    assert ("ال" in text and "My Rimal" in text) or "SIRA" in text
    assert not any("\ufb50" <= character <= "\ufefc" for character in text)
    assert "ةي " not in text.replace("ية ", "")  # ta marbuta begins no word
