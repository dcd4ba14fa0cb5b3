from pathlib import Path

import pytest

from core.answering.networks import of_its_network
from core.answering.units import UnitReader
from core.text.tokens import Analyser
from tests.answering.sheets import ask, plain
from tests.corpora import chunk, corpus_of, question, rows, words_settings

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


OPEN = words_settings(gate_threshold=0.01)
NETWORKS = (
    chunk(
        rows(["Débit", "Tarif (DA/mois)"], ["200 Mbps", "4 410 DA"], ["400 Mbps", "5 620 DA"]),
        document="Offres/Metier FR.docx",
        title="Azur Métier",
        section="Abonnement fibre",
    ),
    chunk(
        rows(["Débit", "Tarif (DA/mois)"], ["30 Mbps", "2 730 DA"], ["90 Mbps", "3 180 DA"]),
        document="Offres/Metier FR.docx",
        title="Azur Métier",
        section="Abonnement ADSL et VDSL",
        ordinal=1,
    ),
    chunk(
        "Chaque client a une adresse IP fixe et une ligne téléphonique fixe.",
        document="Offres/Metier FR.docx",
        title="Azur Métier",
        section="Pour tous",
        ordinal=2,
    ),
)


@pytest.mark.parametrize(
    ("text", "value"),
    [("azur métier vdsl 90 mega prix", "3 180"), ("azur métier fibre 200 mega prix", "4 410")],
)
def test_a_price_is_of_the_network_that_is_named(tmp_path: Path, text: str, value: str) -> None:
    assert value in plain(ask(tmp_path, text, NETWORKS).text)


@pytest.mark.parametrize("text", ["azur métier vdsl 200 mega prix", "azur métier fixe 400 prix"])
def test_of_another_network_there_is_none(tmp_path: Path, text: str) -> None:
    answer = ask(tmp_path, text, NETWORKS, settings=OPEN)
    assert answer.kind == "refusal"
    assert not any(value in plain(answer.text) for value in ("4 410", "5 620"))


def test_a_fixed_address_is_no_network(tmp_path: Path) -> None:
    reader = UnitReader(Analyser())
    retriever = corpus_of(tmp_path, NETWORKS).retriever
    rows_of_fibre = reader.units(NETWORKS[0])
    [address, line] = retriever.rank([question("azur métier avec IP fixe prix"), question("azur métier fixe prix")])
    assert of_its_network(rows_of_fibre, address, reader) == list(rows_of_fibre)
    assert of_its_network(rows_of_fibre, line, reader) == []
