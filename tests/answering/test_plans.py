"""A plan that a question names by its price: what it comes to under a convention, and its reduction."""

from pathlib import Path

import pytest

from tests.answering.sheets import ask, plain
from tests.corpora import chunk, rows, words_settings

# Each plan a column, the price of everybody in a row.
BY_OFFER = (
    chunk(
        rows(
            ["", "Offre 1", "Offre 2"],
            ["National", "Compteur (3 DA/min)", "Illimité"],
            ["Mobile", "Compteur (9 DA/min)", "Compteur (7 DA/min)"],
            ["Tarif (Résidentiel)", "350 DA/mois (abonnement inclus)", "900 DA/mois (abonnement inclus)"],
        ),
        document="Conventions/Dune FR.docx",
        title="Convention Rimal Télécom & Dune",
        section="Téléphone fixe",
        partner="Dune",
    ),
    chunk(
        rows(
            ["", "Offre 1", "Offre 2"],
            ["Réduction", "20%", "40%"],
            ["Tarif", "280 DA/mois (abonnement inclus)", "540 DA/mois (abonnement inclus)"],
            ["Numéro favori", "1 numéro à 4 DA/min", "2 numéros à 2 DA/min"],
        ),
        document="Conventions/Dune FR.docx",
        title="Convention Rimal Télécom & Dune",
        section="Téléphone fixe",
        partner="Dune",
        ordinal=1,
    ),
)
# … and the price in the column's name.
BY_NAME = chunk(
    rows(
        ["Forfait 350 DA/mois", "Forfait 900 DA/mois"],
        ["Bonus 400 DA vers le mobile ; 1 jour offert au paiement", "Bonus 2 000 DA vers le mobile"],
        ["Remise de 10% sur le forfait", "Remise de 50% sur le forfait"],
        ["315 DA/mois", "450 DA/mois"],
    ),
    document="Conventions/Erg FR.docx",
    title="Convention Rimal Télécom & Erg",
    section="Téléphonie Fixe Azur",
    partner="Erg",
)


@pytest.mark.parametrize(
    "question",
    [
        "Convention Dune : le fixe à 900 DA passe à combien ?",
        "khedam f convention Dune 3andou téléphone fixe ta3 900 da, ch7al ywelli 3lih",
        "Quel est le tarif du fixe 900 avec la convention Dune ?",
    ],
)
def test_the_price_of_everybody_names_the_plan(tmp_path: Path, question: str) -> None:
    told = plain(ask(tmp_path, question, BY_OFFER).text)
    assert "540 DA" in told
    assert "DA/min" not in told and "280" not in told


def test_the_price_in_a_columns_name_names_the_plan(tmp_path: Path) -> None:
    told = plain(ask(tmp_path, "Convention Erg, combien paie un employé pour le forfait 900 DA ?", (BY_NAME,)).text)
    assert "450 DA" in told
    assert "315" not in told and "2 000" not in told


def test_reduction_and_what_is_paid_are_told_of_the_one_plan(tmp_path: Path) -> None:
    told = plain(
        ask(tmp_path, "Convention Erg : la remise sur le forfait 900 DA et combien paie l'employé ?", (BY_NAME,)).text
    )
    assert "50%" in told and "450 DA" in told
    assert "10%" not in told


def test_something_else_of_the_plan_isnt_its_price(tmp_path: Path) -> None:
    told = plain(ask(tmp_path, "Convention Erg : montant du bonus mobile du forfait 900 DA ?", (BY_NAME,)).text)
    assert "450 DA" not in told.replace("450 DA/mois ;", "")


def test_the_plan_is_the_named_partners(tmp_path: Path) -> None:
    told = plain(ask(tmp_path, "Convention Erg, fixe à 900 DA : combien paie l'employé ?", (*BY_OFFER, BY_NAME)).text)
    assert "450 DA" in told and "540" not in told


def test_a_price_that_no_plan_has_is_refused(tmp_path: Path) -> None:
    question = "Convention Dune : le fixe à 600 DA passe à combien ?"
    composed = ask(tmp_path, question, BY_OFFER, settings=words_settings(gate_threshold=0.01))
    assert "540" not in plain(composed.text) and "280" not in plain(composed.text)
