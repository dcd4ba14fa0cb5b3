"""The check of figures: it finds what is missing and what is extra, and finds nothing of either in the sample."""

import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.documents.ingest import ingest
from eval.check_numbers import UNEXPLAINED, WANTED, check, compare
from eval.raw_numbers import Piece, docx_pieces, numbers_in, pdf_pieces
from tests.corpora import chunk
from tests.documents.build import p, run, tbl, tc, text_box, write_docx, write_pdf

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2 200 DA, 2.200, 2,200, 2\u202f200 et ٢٢٠٠", ["2200"] * 5),
        ("14 200,00 DA et 1,5 Go", ["14200", "1.5"]),
        ("14/07/2026 à 09h05", ["14", "7", "2026", "9", "5"]),
        ("200 2", ["200", "2"]),
        ("V2.0, 802.11", ["2", "802.11"]),
        ("السعر : \u200f2 400\u200f دج", ["2400"]),
        ("néant", []),
    ],
)
def test_one_spelling_for_each_number(text: str, numbers: list[str]) -> None:
    assert numbers_in(text) == numbers


@given(st.integers(1_000, 999_999_999), st.sampled_from([" ", "\u00a0", "\u202f", ".", ",", ""]), st.booleans())
def test_every_way_to_write_a_number_reads_the_same(number: int, mark: str, is_arabic: bool) -> None:
    text = f"{number:,}".replace(",", mark)
    if is_arabic:
        text = text.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    assert numbers_in(f"الثمن {text} دج") == [str(number)]


def test_the_raw_text_of_a_word_document(tmp_path: Path) -> None:
    deleted = f'<w:del w:id="1" w:author="a">{run("111").replace("w:t", "w:delText")}</w:del>'
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>222</w:t></w:r>"
    field = "<w:r><w:instrText>PAGE 333</w:instrText></w:r>"
    path = write_docx(
        tmp_path / "a.docx",
        p("Prix 2 200 DA", inner=deleted + hidden + field),
        tbl([[tc("Débit"), tc("60")], [tc("Prix"), tc("1 900")]]),
        text_box("Version 3"),
    )
    with zipfile.ZipFile(path, "a") as package:
        note = '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        package.writestr("word/footnotes.xml", f"{note}<w:footnote>{p('Hors TVA de 19 %')}</w:footnote></w:footnotes>")
    found = [(number, piece.kind) for piece in docx_pieces(path) for number in numbers_in(piece.text)]
    assert found == [
        ("2200", "paragraph"),
        ("222", "hidden text"),
        ("60", "table"),
        ("1900", "table"),
        ("3", "text box"),
        ("19", "footnote"),
    ]


def test_the_raw_text_of_a_pdf_tells_furniture(tmp_path: Path) -> None:
    pages = [
        [(60, 30, 9, "Guide 2026"), (60, 200, 11, f"Tarif de {number}50 DA"), (280, 820, 9, f"Page {number}")]
        for number in range(1, 4)
    ]
    pages[0].append((60, 300, 11, "Caution de 4 700 DA"))
    found = {
        (piece.kind, piece.page): numbers_in(piece.text) for piece in pdf_pieces(write_pdf(tmp_path / "a.pdf", *pages))
    }
    assert found["line", 1] == ["4700"]
    assert {kind for kind, page in found if page == 2} == {"furniture"}


def test_what_lacks_and_what_is_extra_is_told() -> None:
    pieces = [Piece("Prix : 2 300 DA", "table"), Piece("Durée : 12 mois", "paragraph"), Piece("1 page", "furniture")]
    result = compare("a.docx", pieces, [chunk("Prix : 2 800 DA", section="")])
    assert [(odd.number, odd.kind) for odd in result.missing] == [("2300", "table"), ("12", "paragraph")]
    assert [(odd.number, odd.kind) for odd in result.extra] == [("2800", UNEXPLAINED)]
    assert [odd.number for odd in result.left_out] == ["1"]
    assert (result.numbers, result.share) == (2, 0.0)


def test_a_number_on_another_page_is_extra() -> None:
    pieces = [Piece("Prix : 2 300 DA", "line", 1), Piece("Caution : 900 DA", "line", 2), Piece("Fin", "line", 3)]
    chunks = [chunk("Prix : 2 300 DA", page=1), chunk("Caution : 2 300 DA", page=3, ordinal=1)]
    result = compare("a.pdf", pieces, chunks)
    assert [odd.number for odd in result.extra] == ["2300"]
    assert [odd.number for odd in result.missing] == ["900"]


def test_a_number_lost_in_one_of_its_places_is_rarer() -> None:
    pieces = [Piece("Fibre 240 : 2 300 DA", "table"), Piece("ADSL 20 : 2 300 DA", "table")]
    result = compare("a.docx", pieces, [chunk("Fibre 240 : 2 300 DA\nADSL 20 :", section="")])
    assert not result.missing
    assert [(odd.number, odd.kind) for odd in result.rarer] == [("2", "table"), ("300", "table")]


def test_what_explains_an_extra() -> None:
    pieces = [Piece("Premier", "paragraph"), Piece("Prix : 300 2 DA", "paragraph")]
    right = replace(chunk("4. Premier\nPrix : 2 300 DA", section=""), corrections=("300 2 → 2 300 @ 18",))
    kinds = [odd.kind for odd in compare("a.docx", pieces, [right]).extra]
    assert kinds == ["list number", "reversed number put right"]
    named = chunk("Premier", document="Offre 2026.docx", title="Offre 2026", section="")
    assert [odd.kind for odd in compare("Offre 2026.docx", pieces, [named]).extra] == ["from the file's name"]


def test_cells_side_by_side_and_words_from_right_to_left_are_no_misses_of_a_pdf() -> None:
    pieces = [Piece("28 580 1", "line", 1)]
    result = compare("a.pdf", pieces, [chunk("| Durée : 28 | Prix : 1 580 |", page=1, section="")])
    assert not result.missing and not result.extra


def test_the_sample_is_complete() -> None:
    finished = subprocess.run(
        [sys.executable, "eval/check_numbers.py", "data", "gen"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "in all: 1.0000" in finished.stdout


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.exists(), reason="../shared/corpus is not here to check")
def test_the_real_corpus_is_complete(tmp_path: Path) -> None:
    ingest(CORPUS, tmp_path)
    for suffix, result in check(CORPUS, tmp_path).items():
        assert result.share >= WANTED, (suffix, result.missing[:20])
        assert not result.unexplained, suffix
