from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows

ROUTER = chunk(
    rows(
        ["Client", "Tarif du routeur", "Garantie"],
        ["Résidentiel", "8 200 DA", "24 mois"],
        ["Résidentiel locataire", "9 300 DA", "24 mois"],
        ["Professionnel", "7 100 DA", "36 mois"],
    ),
    document="Offres/Routeur FR.docx",
    title="Routeur Sirocco pour tous les clients",
)
BOTH = chunk(
    rows(["Client", "Tarif du routeur"], ["Résidentiel et locataire", "8 200 DA"], ["Professionnel", "7 100 DA"]),
    document="Offres/Routeur FR.docx",
    title="Routeur Sirocco pour tous les clients",
)


@pytest.mark.parametrize(
    "text",
    [
        "tarif du routeur sirocco résidentiel pas locataire",
        "tarif routeur sirocco, client résidentiel non locataire",
        "ch7al tarif routeur sirocco résidentiel machi locataire",
    ],
)
def test_the_row_of_a_denied_name_is_not_told(tmp_path: Path, text: str) -> None:
    told = plain(ask(tmp_path, text, (ROUTER,)).text)
    assert "8 200 DA" in told
    assert "9 300 DA" not in told


def test_a_row_of_several_is_told(tmp_path: Path) -> None:
    assert "8 200 DA" in plain(ask(tmp_path, "tarif routeur sirocco résidentiel pas locataire", (BOTH,)).text)


def test_the_row_is_told_where_its_name_is_not_denied(tmp_path: Path) -> None:
    assert "9 300 DA" in plain(ask(tmp_path, "tarif routeur sirocco résidentiel locataire", (ROUTER,)).text)


MOVE = chunk(
    rows(
        ["Débit", "Tarif", "Installation"],
        ["20 Mbps", "2 300 DA par mois (minimum 3 mois)", "Gratuite"],
        ["20 Mbps", "18 400 DA", "Comprise"],
    ),
    document="Offres/Passage FR.docx",
    title="Modernisation Sirocco",
)


@pytest.mark.parametrize(
    "text",
    [
        "modernisation sirocco 20 mega, il ne veut pas payer 3 mois, combien il paye",
        "modernisation sirocco 20 mega, il refuse de payer 3 mois, combien il paye",
        "modernisation sirocco 20 mega, ma yhebch ykhales 3 mois, ch7al ykhales",
    ],
)
def test_the_row_of_a_declined_payment_is_not_told(tmp_path: Path, text: str) -> None:
    told = plain(ask(tmp_path, text, (MOVE,)).text)
    assert "18 400 DA" in told
    assert "2 300 DA" not in told
