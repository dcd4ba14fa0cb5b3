"""A price of a speed that several offers have is told of each."""

from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, corpus_of, question, rows, words_settings

OPEN = words_settings(gate_threshold=0.01)
HOME = chunk(
    rows(["Débit", "Tarif (DA/mois)"], ["240 Mbps", "2 610 DA"], ["480 Mbps", "2 870 DA"]),
    document="Offres/Maison FR.docx",
    title="Azur Fibre résidentiel",
    section="Grille de la fibre",
)
TENANT = chunk(
    rows(["Débit", "Tarif (DA/mois)"], ["240 Mbps", "2 930 DA"], ["480 Mbps", "3 140 DA"]),
    document="Offres/Locataire FR.docx",
    title="Azur Fibre locataire",
    section="Grille de la fibre",
)
PRO = chunk(
    rows(["Débit", "Tarif (DA/mois)"], ["240 Mbps", "4 380 DA"]),
    document="Offres/Pro FR.docx",
    title="Azur Pro",
    section="Grille de la fibre",
)
BOOST = chunk(
    rows(["Débit", "Frais"], ["240 Mbps", "310 DA"], ["480 Mbps", "350 DA"]),
    document="Offres/Boost FR.docx",
    title="Boost",
    section="Frais uniques de la fibre",
)
CONVENTION = chunk(
    rows(["Débit", "Tarif préférentiel (DA/mois)"], ["240 Mbps", "1 420 DA"], ["480 Mbps", "1 830 DA"]),
    document="Conventions/Yasmina FR.docx",
    title="Convention Office Yasmina",
    section="Grille de la fibre",
    partner="Office Yasmina",
)
HOME_AR, TENANT_AR = (
    chunk(
        rows(["التدفق", "السعر (دج/شهر)"], ["240 Mbps", small], ["480 Mbps", large]),
        document=f"Offres/{title}.docx",
        title=title,
        section="أسعار الألياف",
        language="ar",
    )
    for title, small, large in (
        ("عرض Azur للزبائن الخواص", "2 610 دج", "2 870 دج"),
        ("عرض Azur للمستأجرين", "2 930 دج", "3 140 دج"),
    )
)
CORPUS = (HOME, TENANT, PRO, BOOST, CONVENTION)


@pytest.mark.parametrize(
    "asked",
    [
        "prix fibre 240",
        "tarif 240 mega",
        "ch7al 240 mega",
        "9adech 240 mega f chhar",
        "combien coûte 240 Mbps par mois ?",
        "prix azur 240 mega",
    ],
)
def test_each_offer_is_told(tmp_path: Path, asked: str) -> None:
    answer = ask(tmp_path, asked, CORPUS, language="fr", settings=OPEN)
    first, *offers = plain(answer.text).split("\n")
    assert first == "240 Mbps existe dans plusieurs offres :"
    assert sorted(line.rpartition(" [")[0] for line in offers) == [
        "- Azur Fibre locataire — 240 Mbps : 2 930 DA par mois",
        "- Azur Fibre résidentiel — 240 Mbps : 2 610 DA par mois",
        "- Azur Pro — 240 Mbps : 4 380 DA par mois",
    ]
    assert len(answer.citations) == 3


def test_in_arabic(tmp_path: Path) -> None:
    text = plain(ask(tmp_path, "كم سعر 480 ميغا", (*CORPUS, HOME_AR, TENANT_AR), settings=OPEN).text)
    first, *offers = text.split("\n")
    assert first == "480 Mbps متوفر في عدة عروض:"
    assert len(offers) == 2
    assert "2 870 دج شهريًا" in text
    assert "3 140 دج شهريًا" in text


@pytest.mark.parametrize(
    ("asked", "price"),
    [
        ("prix fibre locataire 240", "2 930"),
        ("tarif 240 mega résidentiel", "2 610"),
        ("tarif azur pro 240", "4 380"),
        ("tarif 240 mega convention Yasmina", "1 420"),
    ],
)
def test_one_that_is_named_is_told_alone(tmp_path: Path, asked: str, price: str) -> None:
    text = plain(ask(tmp_path, asked, CORPUS, settings=OPEN).text)
    assert price in text
    assert "plusieurs offres" not in text


@pytest.mark.parametrize(
    "asked",
    [
        "frais du boost 240 mega",
        "frais d'installation fibre 240 mega",
        "prix du modem pour un client 240 mega",
        "tarif 700 mega",
    ],
)
def test_what_asks_more_or_else_lists_no_offers(tmp_path: Path, asked: str) -> None:
    assert "plusieurs offres" not in ask(tmp_path, asked, CORPUS, settings=OPEN).text


def test_an_offer_with_two_prices_for_a_speed_is_no_one_cell(tmp_path: Path) -> None:
    two = chunk(
        rows(["Débit", "Tarif engagé (DA/mois)", "Tarif libre (DA/mois)"], ["240 Mbps", "2 610 DA", "2 990 DA"]),
        document="Offres/Double FR.docx",
        title="Azur Double",
    )
    assert "plusieurs offres" not in ask(tmp_path, "prix 240 mega", (HOME, TENANT, two), settings=OPEN).text


def test_a_price_with_and_without_tax_is_one(tmp_path: Path) -> None:
    taxed = chunk(
        rows(["Débit", "Abonnement (DA/mois) › HT", "Abonnement (DA/mois) › TTC"], ["240 Mbps", "4 000", "4 760"]),
        document="Offres/PME FR.docx",
        title="Azur PME",
        section="Grille",
    )
    text = plain(ask(tmp_path, "prix 240 mega", (HOME, taxed), settings=OPEN).text)
    assert text.startswith("240 Mbps existe dans plusieurs offres :")
    assert "2 610" in text
    assert "4 760" in text


def test_a_table_on_its_side(tmp_path: Path) -> None:
    sideways = chunk(
        rows(
            ["Caractéristique", "Jeu 240", "Jeu 480"],
            ["Débit descendant (Mbps)", "240", "480"],
            ["Tarif mensuel (DA TTC)", "3 120", "3 590"],
        ),
        document="Offres/Jeu FR.docx",
        title="Azur Jeu",
        section="Contenu de la fibre",
    )
    text = plain(ask(tmp_path, "prix 240 mega", (HOME, sideways), settings=OPEN).text)
    assert "- Azur Jeu — Jeu 240 — Tarif mensuel : 3 120 DA TTC par mois" in text
    text = plain(ask(tmp_path / "lowest", "prix de la fibre", (HOME, sideways), settings=OPEN).text)
    assert "- Azur Jeu — Jeu 240 — Tarif mensuel : 3 120 DA TTC par mois" in text


@pytest.mark.parametrize("asked", ["quel est le prix de la fibre ?", "ch7al la fibre ?", "le moins cher en fibre"])
def test_of_a_network_alone_the_lowest_price_of_each(tmp_path: Path, asked: str) -> None:
    copper = chunk(
        rows(["Débit", "Tarif (DA/mois)"], ["10 Mbps", "1 560 DA"]),
        document="Offres/Maison FR.docx",
        title="Azur Fibre résidentiel",
        section="Grille de l'ADSL",
        ordinal=1,
    )
    answer = ask(tmp_path, asked, (HOME, copper, TENANT, BOOST, CONVENTION), language="fr", settings=OPEN)
    first, *offers = plain(answer.text).split("\n")
    assert first == "Plusieurs offres ; le tarif mensuel le plus bas de chacune :"
    assert sorted(line.rpartition(" [")[0] for line in offers) == [
        "- Azur Fibre locataire — 240 Mbps : 2 930 DA par mois",
        "- Azur Fibre résidentiel — 240 Mbps : 2 610 DA par mois",
    ]


def test_offers_that_are_denied_are_left_out(tmp_path: Path) -> None:
    """A partner's price was told as everybody's."""
    text = plain(ask(tmp_path, "tarif 240 mega, pas locataire", CORPUS, language="fr", settings=OPEN).text)
    assert "2 610" in text
    assert "4 380" in text
    assert "2 930" not in text
    assert "1 420" not in text


def test_within_a_scope_nothing_else_is_listed(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, CORPUS, OPEN)
    [ranking] = corpus.retriever.rank([question("prix fibre 240", scope="Offres/Locataire FR.docx")])
    draft = corpus.answerer.answer(ranking, corpus.gate(ranking).passages)
    assert {chunk.document for chunk in draft.sources} == {"Offres/Locataire FR.docx"}
