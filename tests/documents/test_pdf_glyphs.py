"""What a PDF page draws against what can be read of it: unseen text, turned lines, raised figures, wrong fonts."""

from pathlib import Path

import pytest

from core.documents.base import Fault, Paragraph, Picture, Table
from core.documents.bidi import logical
from core.documents.garbage import Verdict, judge, turned_round
from core.documents.pdf import PdfReader
from core.documents.reading import finished
from core.text.normalise import fold
from tests.documents.build import Text, write_pdf
from tests.documents.pdf_raw import write_raw_pdf

BODY = "Le forfait Rimal Play se renouvelle chaque mois."


def text_of(path: Path) -> str:
    parsed = PdfReader().read(path)
    return " | ".join([parsed.title, *(getattr(block, "text", repr(block)) for block in parsed.blocks)])


def show(text: str, x: float, y: float, size: float = 11, extra: str = "") -> str:
    return f"BT {extra} /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n"


def test_what_nobody_sees_is_not_read(tmp_path: Path) -> None:
    content = show(BODY, 60, 700)
    content += show("ecrit sans encre", 60, 650, extra="3 Tr") + "0 Tr\n"
    content += "q 1 1 1 rg\n" + show("blanc sur blanc", 60, 600) + "Q\n"
    content += show("hors de la page", 60, 900)
    said = text_of(write_raw_pdf(tmp_path / "a.pdf", content))
    assert BODY in said
    assert "encre" not in said and "blanc" not in said and "hors" not in said


def test_white_type_on_a_dark_field_is_read(tmp_path: Path) -> None:
    content = "0.1 0.2 0.4 rg 50 590 300 30 re f\n1 1 1 rg\n" + show("Nouveaux tarifs", 60, 600) + "0 0 0 rg\n"
    assert "Nouveaux tarifs" in text_of(write_raw_pdf(tmp_path / "a.pdf", content + show(BODY, 60, 500)))


def test_inkless_text_is_all_that_a_scan_has(tmp_path: Path) -> None:
    assert BODY in text_of(write_raw_pdf(tmp_path / "a.pdf", show(BODY, 60, 700, extra="3 Tr")))


def test_a_line_drawn_twice_is_read_once(tmp_path: Path) -> None:
    said = text_of(write_raw_pdf(tmp_path / "a.pdf", show(BODY, 60, 700) + show(BODY, 60.4, 700.3)))
    assert said.count("Rimal") == 1


def test_a_line_that_runs_up_the_page_is_one_line(tmp_path: Path) -> None:
    turned = "BT /F1 11 Tf 0 1 -1 0 40 400 Tm (Document interne) Tj ET\n"
    assert "Document interne" in text_of(write_raw_pdf(tmp_path / "a.pdf", show(BODY, 60, 700) + turned))


def test_a_mark_across_the_page_is_left_out(tmp_path: Path) -> None:
    slanted = "BT /F1 60 Tf 0.7 0.7 -0.7 0.7 100 300 Tm (BROUILLON) Tj ET\n"
    assert "BROUILLON" not in text_of(write_raw_pdf(tmp_path / "a.pdf", show(BODY, 60, 700) + slanted))


def test_raised_figures_are_no_digits_of_the_number_before_them(tmp_path: Path) -> None:
    page: list[Text] = [
        (60, 100, 11, "Les frais sont de 1 500"), (177, 96, 6.5, "1"), (186, 100, 11, "DA pour un local de 12 m"),
        (309, 96, 6.5, "2"), (315, 100, 11, "au plus, deux fois par an."),
        (60, 125, 11, "Ce texte donne la taille du corps de la page entière."),
        (60, 781, 5, "1"), (65, 783, 8, "Hors taxes."),
    ]  # fmt: skip
    blocks = PdfReader().read(write_pdf(tmp_path / "a.pdf", page)).blocks
    said = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    assert "1 500 DA" in said and "* Hors taxes." in said and "12 m² au plus" in said and "15001" not in fold(said)


def test_a_mark_without_its_note_stands_apart(tmp_path: Path) -> None:
    page: list[Text] = [(60, 100, 11, "Les frais sont de 1 500"), (177, 96, 6.5, "1"), (60, 125, 11, BODY)]
    assert "1 500 (1)" in text_of(write_pdf(tmp_path / "a.pdf", page))


def test_columns_without_rules_keep_each_value_in_its_column(tmp_path: Path) -> None:
    rows = [("Débit", "Ancien", "Nouveau"), ("60", "2 200", "2 200"), ("120", "", "2 400"), ("240", "3 000", "2 800")]
    page = [
        (60 + 120 * col, 200 + 18 * row, 11, text) for row, cells in enumerate(rows) for col, text in enumerate(cells)
    ]
    blocks = PdfReader().read(write_pdf(tmp_path / "a.pdf", [(60, 120, 11, BODY), *page])).blocks
    assert blocks[1] == Table(rows[0], tuple(rows[1:]), "", 1)


def test_two_columns_of_text_are_no_table(tmp_path: Path) -> None:
    left = ["La vente se fait au guichet avec", "une piece d'identite valable", "et un recu de la caisse."]
    right = ["Le retrait se fait le jour meme", "contre le bon de remise signe", "en deux exemplaires."]
    page = [(60, 100 + 14 * row, 11, text) for row, text in enumerate(left)]
    page += [(320, 100 + 14 * row, 11, text) for row, text in enumerate(right)]
    blocks = PdfReader().read(write_pdf(tmp_path / "a.pdf", page)).blocks
    assert [block.text for block in blocks if isinstance(block, Paragraph)] == [" ".join(left), " ".join(right)]


def test_headers_of_odd_and_of_even_pages_are_furniture(tmp_path: Path) -> None:
    pages = [
        [
            (60, 30, 9, "Guide des ventes" if number % 2 else "Partie interne"),
            (60, 200, 11, f"Texte {word} de la page."),
        ]
        for number, word in enumerate(("un", "deux", "trois", "quatre", "cinq"), 1)
    ]
    said = text_of(write_pdf(tmp_path / "a.pdf", *pages))
    assert "Guide des ventes" not in said and "Partie interne" not in said and "Texte trois" in said


def test_a_page_of_two_shares_its_header(tmp_path: Path) -> None:
    pages = [[(60, 30, 9, "Fiche interne"), (60, 200, 11, f"Texte {word} de la page.")] for word in ("un", "deux")]
    assert "interne" not in text_of(write_pdf(tmp_path / "a.pdf", *pages))


def test_a_page_whose_font_has_wrong_letters_is_left_to_ocr(tmp_path: Path) -> None:
    good = "Le client choisit son forfait au guichet et recoit une confirmation par message avant la fin du mois."
    shifted = "".join(chr((ord(letter) - 97 + 5) % 26 + 97) if letter.islower() else letter for letter in good)
    parsed = PdfReader().read(write_pdf(tmp_path / "a.pdf", [(60, 100, 9, shifted)]))
    assert [(type(block), block.page) for block in parsed.blocks] == [(Picture, 1)]
    outcome = finished(parsed, None)
    assert isinstance(outcome, Fault) and outcome.reason == "needs-ocr" and "tesseract" in outcome.hint


ARABIC = "تبدأ مدة الاشتراك من يوم التفعيل وتجدد كل شهر، ويسدد الزبون فاتورته في الوكالة أو عبر التطبيق قبل نهاية الشهر"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (ARABIC, Verdict.TEXT),
        (BODY * 3, Verdict.TEXT),
        (ARABIC[::-1], Verdict.TURNED),
        ("".join(chr(ord(c) + 3) if c.isalpha() else c for c in ARABIC * 2), Verdict.GARBAGE),
        (ARABIC.encode("cp1256").decode("cp1252"), Verdict.GARBAGE),
        ("(cid:12)(cid:44)(cid:3) " * 20, Verdict.GARBAGE),
        ("RT/DC/V2.0/FR/118/2026 ONT XGS-PON 4G LTE 2 200 DA", Verdict.TEXT),
        ("60 Mbps 2 200 دج/شهر " * 10, Verdict.TEXT),
        ("", Verdict.TEXT),
    ],
)
def test_garbage_is_told_by_its_letters(text: str, verdict: Verdict) -> None:
    assert judge(text) is verdict


def test_backwards_lines_keep_their_numbers() -> None:
    assert turned_round("رهش/جد 2 200 رعسب Rimal Fibre") == "Rimal Fibre بسعر 2 200 دج/شهر"


@pytest.mark.parametrize(
    ("visual", "expected"), [("200 2", "2 200"), ("000 200 1", "1 200 000"), ("2 200", "2 200"), ("000 15", "15 000"),
                             ("2026", "2026"), ("٥٠٠ ١", "١ ٥٠٠")]
)  # fmt: skip
def test_a_lone_number_in_an_arabic_cell_is_read_the_way_that_makes_a_number(visual: str, expected: str) -> None:
    assert logical(list(visual), right_to_left=True) == expected


def test_vowel_marks_and_tatweel_are_shown_and_not_searched() -> None:
    assert fold("العَـرْضُ") == fold("العرض")
