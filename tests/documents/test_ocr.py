"""OCR: tables of pictures cell by cell, pages that are images, and what must stay out."""

import pickle
import random
import re
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from core.documents.base import Block, Heading, ListItem, Ocr, Paragraph, Table
from core.documents.ocr.factory import make_ocr
from core.documents.ocr.grids import grids_of
from core.documents.ocr.lines import lone_mark
from core.documents.ocr.rules import rules_of
from core.documents.ocr.tesseract import TesseractOcr
from core.documents.ocr.words import Word, merged, parted, sure_arabic, text_of, with_zeros
from core.errors import DocumentError, MissingPackageError, SettingsError
from tests.documents.images import encoded, needs_tesseract, page_of, picture_of, screenshot

FRENCH = [
    ("Débit", "Ancien tarif", "Nouveau tarif", "Avantage"),
    ("60 Mbps", "2 200 DA", "2 200 DA", ("Modem offert", 3, 1)),
    ("120 Mbps", "/", "3 450 DA", ""),
    ("1,2 Gbps", "9 900 DA", "8 750 DA", ""),
    ("2 Gbps", ("0 DA", 1, 2), "", "Sans engagement"),
]
ARABIC = [
    ("التدفق", "السعر", "المزايا"),
    ("60 Mbps", "2\u00a0200 دج", "مودم مجاني"),
    ("120 Mbps", "3\u00a0450 دج", "بدون التزام"),
    ("480 Mbps", "/", "مودم مجاني"),
]


@pytest.fixture(scope="module")
def ocr() -> Ocr:
    found = make_ocr("auto")
    if found is None:
        pytest.skip("tesseract with French or Arabic isn't installed")
    return found


def texts(blocks: Sequence[Block]) -> list[str]:
    return [block.text for block in blocks if isinstance(block, Heading | Paragraph | ListItem)]


@needs_tesseract
@pytest.mark.parametrize("size", [14, pytest.param(30, marks=pytest.mark.slow)], ids=["100 dpi", "200 dpi"])
def test_a_french_price_table_is_read_cell_by_cell(ocr: Ocr, size: int) -> None:
    image = picture_of(FRENCH, [8 * size, 10 * size, 10 * size, 11 * size], size)
    (table,) = ocr.read(encoded(image), False)
    assert table == Table(
        ("Débit", "Ancien tarif", "Nouveau tarif", "Avantage"),
        (
            ("60 Mbps", "2 200 DA", "2 200 DA", "Modem offert"),
            ("120 Mbps", "/", "3 450 DA", "Modem offert"),
            ("1,2 Gbps", "9 900 DA", "8 750 DA", "Modem offert"),
            ("2 Gbps", "0 DA", None, "Sans engagement"),
        ),
        ocr=True,
    )


@pytest.mark.slow
@needs_tesseract
def test_an_arabic_table_runs_from_right_to_left_and_keeps_its_numbers(ocr: Ocr) -> None:
    (table,) = ocr.read(encoded(picture_of(ARABIC, [200, 200, 180], 20, arabic=True)), False)
    assert isinstance(table, Table) and table.ocr
    assert table.header == ("التدفق", "السعر", "المزايا")
    assert table.rows == (
        ("60 Mbps", "2 200 دج", "مودم مجاني"),
        ("120 Mbps", "3 450 دج", "بدون التزام"),
        ("480 Mbps", "/", "مودم مجاني"),
    )


@needs_tesseract
def test_no_number_of_a_bad_picture_is_told_wrong(ocr: Ocr) -> None:
    image = picture_of(FRENCH, [110, 140, 140, 150], 13).filter(ImageFilter.GaussianBlur(1.1))
    known = set(re.findall(r"\d+(?: \d{3})*", " ".join(map(str, FRENCH))))
    for block in ocr.read(encoded(image), False):
        assert isinstance(block, Table)
        told = " ; ".join(cell or "" for row in block.rows for cell in row)
        assert {re.sub(r"(\d)(\d{3})$", r"\1 \2", number) for number in re.findall(r"\d+(?: \d{3})*", told)} <= known


@needs_tesseract
def test_screenshots_photographs_and_ornaments_are_no_content(ocr: Ocr) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (300, 400), dtype=np.uint8)
    for image in (
        screenshot(),
        Image.fromarray(noise),
        Image.new("L", (10, 400)),
        Image.new("RGB", (300, 200), "green"),
    ):
        assert not ocr.read(encoded(image), False)


@pytest.mark.slow
@needs_tesseract
def test_a_scanned_french_page_has_its_parts_in_order(ocr: Ocr) -> None:
    page = page_of([
        (120, 48, "Offre Rimal Fibre"),
        (240, 24, "Rimal Télécom propose une nouvelle gamme de débits à partir du"),
        (276, 24, "15 mars 2026. Le tarif mensuel comprend la location du modem."),
        (360, 24, "- Être client depuis 12 mois au moins"),
        (400, 24, "- Avoir réglé ses factures"),
        (900, 24, "Pour toute question, appelez le 12 34."),
    ])  # fmt: skip
    table = picture_of(FRENCH[:4], [200, 230, 250, 250], 24)
    page.paste(table, (120, 520))
    blocks = ocr.read(encoded(page.rotate(1.2, fillcolor=255)), True)
    assert [type(block) for block in blocks] == [Heading, Paragraph, ListItem, ListItem, Table, Paragraph]
    assert texts(blocks)[:2] == [
        "Offre Rimal Fibre",
        "Rimal Télécom propose une nouvelle gamme de débits à partir du 15 mars 2026. Le tarif mensuel comprend la "
        "location du modem.",
    ]
    found = blocks[4]
    assert isinstance(found, Table) and found.rows[0][:3] == ("60 Mbps", "2 200 DA", "2 200 DA")
    assert all(getattr(block, "ocr", False) for block in blocks)


@pytest.mark.slow
@needs_tesseract
def test_a_scanned_arabic_page_keeps_numbers_and_latin_names(ocr: Ocr) -> None:
    lines = [
        (240, 28, "تقترح رمال للاتصالات على المشتركين تشكيلة جديدة من التدفقات"),
        (290, 28, "ابتداء من 15 مارس 2026 عبر خدمة Rimal Fibre بسرعة 120 Mbps"),
    ]
    said = " ".join(texts(ocr.read(encoded(page_of(lines, arabic=True)), True)))
    assert said == " ".join(text for _, _, text in lines)


@pytest.mark.slow
@needs_tesseract
def test_a_page_on_its_side_is_turned(ocr: Ocr) -> None:
    lines = [
        (200 + 40 * number, 24, f"Article {number} : le client règle sa facture en agence.") for number in range(1, 9)
    ]
    said = texts(ocr.read(encoded(page_of(lines).crop((0, 150, 1240, 700)).rotate(90, expand=True)), True))
    assert "Article 3 : le client règle sa facture en agence." in " ".join(said)


@pytest.mark.slow
@needs_tesseract
def test_a_page_of_garbage_is_not_told(ocr: Ocr) -> None:
    image = Image.new("L", (500, 300), 255)
    pen, chance = ImageDraw.Draw(image), random.Random(3)
    for top in range(40, 260, 30):
        for left in range(40, 460, 14):
            pen.line([(left + chance.randrange(14), top + chance.randrange(20)) for _ in range(3)], fill=0, width=2)
    assert not ocr.read(encoded(image), True)
    assert not ocr.read(encoded(Image.new("L", (900, 700), 255)), True)


@needs_tesseract
def test_what_takes_too_long_or_is_no_picture_is_told() -> None:
    found = make_ocr("tesseract", seconds=0.0)
    assert isinstance(found, TesseractOcr)
    with pytest.raises(DocumentError) as caught:
        found.read(encoded(page_of([(100, 40, "Bonjour")])), True)
    assert caught.value.reason == "timeout" and caught.value.hint
    for data in (b"", b"no picture", encoded(screenshot())[:2000]):
        with pytest.raises(DocumentError) as caught:
            found.read(data, False)
        assert caught.value.reason == "corrupt" and caught.value.hint


@needs_tesseract
def test_it_can_be_handed_to_another_process_and_names_itself(ocr: Ocr) -> None:
    assert pickle.loads(pickle.dumps(ocr)) == ocr
    assert re.fullmatch(r"tesseract/\d+\.\d+\S*/(fra|ara|fra\+ara)/\d+", ocr.name)


def test_the_setting_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_ocr("off") is None
    with pytest.raises(SettingsError):
        make_ocr("no-such")
    monkeypatch.setenv("PATH", "")
    assert make_ocr("auto") is None
    with pytest.raises(MissingPackageError) as caught:
        make_ocr("tesseract")
    assert "tesseract-ocr-ara" in caught.value.hint


def drawn(*lines: tuple[int, int, int, int], size: tuple[int, int] = (300, 200), width: int = 1) -> np.ndarray:
    image = Image.new("L", size, 255)
    pen = ImageDraw.Draw(image)
    for line in lines:
        pen.line(line, fill=90, width=width)
    return np.asarray(image)


@pytest.mark.parametrize("width", [1, 3, 5])
def test_rules_part_cells_and_spans_join_them(width: int) -> None:
    grey = drawn((10, 10, 290, 10), (10, 70, 290, 70), (100, 130, 290, 130), (10, 190, 290, 190),
                 (10, 10, 10, 190), (100, 10, 100, 190), (200, 70, 200, 190), (290, 10, 290, 190),
                 width=width)  # fmt: skip
    rules = rules_of(grey)
    assert rules is not None
    (grid,) = grids_of(rules, 300, 200)
    assert [(cell.row, cell.col, cell.rowspan, cell.colspan) for cell in grid.cells] == [
        (0, 0, 1, 1), (0, 1, 1, 2), (1, 0, 2, 1), (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1),
    ]  # fmt: skip


def test_what_only_touches_a_table_or_hangs_open_is_none() -> None:
    frame = [(10, 10, 290, 10), (10, 190, 290, 190), (10, 10, 10, 190), (290, 10, 290, 190)]
    for extra in ([], [(10, 90, 290, 90)], [(150, 40, 150, 150), (60, 90, 240, 90)]):
        rules = rules_of(drawn(*frame, *extra))
        assert rules is not None and not grids_of(rules, 300, 200)


def word(text: str, left: int, right: int, confidence: float = 95.0) -> Word:
    return Word(text, confidence, left, 0, right, 20, (1, 1, 1))


def test_the_language_that_knows_a_place_tells_it() -> None:
    french = [word("a3", 0, 20, 75), word("500", 30, 60, 96), word("9", 70, 80, 96)]
    arabic = [word("دج", 0, 20, 60), word("١", 30, 60, 30), word("9", 70, 80, 92)]
    line = sorted(merged(french, arabic, True), key=lambda one: one.left)
    assert [one.text for one in line] == ["دج", "500", "9"]
    assert text_of(line, True) == "9 500 دج"
    assert [one.text for one in merged([word("DA", 0, 20)], [word("هما", 0, 20, 89)], False)] == ["DA"]
    (stray,) = merged([word("Ap", 0, 20, 20)], [word("داعم", 0, 20, 85)], False)
    assert stray.confidence < 50


def test_a_number_is_held_against_its_ink() -> None:
    ink = np.zeros((20, 100), dtype=np.bool_)
    for left in (0, 12, 24, 60):
        ink[:, left : left + 8] = True
    assert [part.text for part in parted(word("2002", 0, 70), ink)] == ["200", "2"]
    assert parted(word("202", 0, 70), ink)[0].confidence == 0.0


def test_a_unit_that_took_in_a_figure_is_not_sure() -> None:
    ink = np.zeros((30, 120), dtype=np.bool_)
    ink[5:25, 0:22] = ink[5:25, 32:42] = ink[5:25, 46:56] = True
    assert [(one.text, one.right) for one in sure_arabic([word("دج", 0, 60)], ink)] == [("دج", 22)]
    assert not sure_arabic([word("ودج", 0, 42)], ink)


def test_lone_marks_and_zeros_are_told_by_what_they_must_be() -> None:
    slash, dash, one = (np.zeros((40, 60), dtype=np.bool_) for _ in range(3))
    for step in range(30):
        slash[35 - step, 10 + step // 2 : 13 + step // 2] = True
    dash[18:21, 10:50] = True
    one[5:35, 20:24] = True
    assert [lone_mark(ink) for ink in (slash, dash, one)] == ["/", "—", None]
    assert [one.text for one in with_zeros([word("o", 0, 9), word("DA", 15, 30)])] == ["0", "DA"]
