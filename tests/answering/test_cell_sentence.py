"""One clear cell is told as a sentence: value, unit, tax and time in the asker's language."""

from pathlib import Path

import pytest

from core.documents.chunk import Chunk
from core.settings import Settings
from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows

BOX = chunk(
    rows(
        ["Recharge", "Volume (Go)", "Validité (jours)", "Prix (DA TTC)", "Débit montant"],
        ["Box M", "45", "21", "1 260", "5 Mbps"],
        ["Box L", "90", "28", "2 140", "10 Mbps"],
    ),
    document="Offres/Box FR.docx",
    title="Rimal Box",
)
TENANTS_AR = chunk(
    rows(
        ["التدفق (ميغابت/ثا)", "السعر الشهري (دج دون رسوم)", "مبلغ الضمان (دج)", "مدة الالتزام (أشهر)"],
        ["110", "2 460", "2 440", "6"],
        ["220", "2 870", "2 440", "12"],
    ),
    document="Offres/Locataire AR.docx",
    title="عرض Rimal Locataire",
    language="ar",
)
SIDEWAYS = chunk(
    rows(
        ["Caractéristique", "Play 220", "Play 440"],
        ["Tarif mensuel (DA TTC)", "3 120", "3 590"],
        ["Débit montant", "110 Mbps", "220 Mbps"],
    ),
    document="Offres/Play FR.docx",
    title="Rimal Play",
)
OPEN = Settings(gate_threshold=0.0)
SHEETS = (BOX, TENANTS_AR, SIDEWAYS)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prix box M", "Rimal Box — Box M : 1 260 DA TTC, Validité : 21 jours [1]"),
        ("volume box L", "Rimal Box — Box L — Volume : 90 Go, Validité : 28 jours [1]"),
        ("rimal play 440 tarif", "Rimal Play — Play 440 — Tarif mensuel : 3 590 DA TTC par mois [1]"),
        (
            "سعر 220 ميغا في Rimal Locataire",
            "عرض Rimal Locataire — 220 Mbps: 2 870 دج شهريًا دون احتساب الرسوم، مدة الالتزام: 12 شهر [1]",
        ),
        ("مبلغ الضمان 110 ميغا Rimal Locataire", "عرض Rimal Locataire — 110 Mbps — مبلغ الضمان: 2 440 دج"),
    ],
)
def test_the_sentence(tmp_path: Path, text: str, told: str) -> None:
    assert plain(ask(tmp_path, text, SHEETS).text).startswith(told)


def test_an_arabic_question_is_told_a_french_price_in_arabic(tmp_path: Path) -> None:
    french = chunk(
        rows(["Débit", "Prix (DA TTC/mois)"], ["440 Mbps", "3 590"], ["880 Mbps", "4 380"]), title="Rimal Play"
    )
    text = plain(ask(tmp_path, "سعر Rimal Play بتدفق 440 ميغا", (french,)).text)
    assert text == "Rimal Play — 440 Mbps: 3 590 دج شهريًا مع احتساب الرسوم [1]"


@pytest.mark.parametrize("text", ["volume et prix box M", "box M"])
def test_a_row_of_which_more_is_asked_is_told_cell_by_cell(tmp_path: Path, text: str) -> None:
    told = ask(tmp_path, text, (BOX,)).text
    assert "Volume (Go) : 45" in told
    assert "Prix (DA TTC) : 1 260" in told


@pytest.mark.parametrize("cell", ["de 1 200 à 1 400", "900 / 1 200"])
def test_what_is_no_single_measure_is_told_as_it_stands(tmp_path: Path, cell: str) -> None:
    sheet: Chunk = chunk(rows(["Option", "Prix (DA)"], ["Wi-Fi 7", cell], ["Répéteur", "900"]), title="Rimal Options")
    told = ask(tmp_path, "prix option Wi-Fi 7 rimal", (sheet,)).text
    assert told == f"Rimal Options — Option : Wi-Fi 7 ; Prix (DA) : {cell} [1]"


def test_a_telephone_number_names_no_row(tmp_path: Path) -> None:
    text = plain(ask(tmp_path, "Quel est le prix de Box M pour le client 0555 12 34 56 ?", (BOX,), settings=OPEN).text)
    assert text.startswith("Rimal Box — Box M : 1 260 DA TTC")


def test_a_fee_that_another_cell_speaks_of_is_no_monthly_price(tmp_path: Path) -> None:
    offer = chunk(
        rows(
            ["Débit", "Tarif (DA/mois)", "Avantages"],
            ["60 Mbps", "2 610 DA", "Modem et frais d'installation offerts"],
            ["120 Mbps", "2 930 DA", "Modem et frais d'installation offerts"],
        ),
        title="Azur",
        section="Grille",
    )
    answer = ask(tmp_path, "frais d'installation azur 60 mega", (offer,), settings=OPEN)
    assert "frais d'installation offerts" in answer.text
    assert [citation.cell for citation in answer.citations] == [None]
