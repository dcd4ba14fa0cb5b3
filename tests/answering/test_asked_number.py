from pathlib import Path

import pytest

from tests.answering.sheets import ask
from tests.corpora import chunk, rows

SUPPORT = chunk(
    "Le conseiller répond aux pannes de ligne.\n"
    "- Pour une réclamation, appeler le service client Rimal au 3920 tous les jours ;\n"
    "- Le dossier de raccordement s'envoie au guichet des entreprises : pro@rimal.example ;\n"
    "- Pour activer Azur Boost, envoyer BOOST au numéro 3917.",
    document="Guides/Contacts.pdf",
    title="Guide des réclamations",
    section="Contacts",
)
CALLS = chunk(
    rows(
        ["Formule", "Avantages"],
        ["Aloo 250", "Illimité vers Rimal Télécom ; 02 numéros favoris vers le mobile à 4 DA/min"],
        ["Aloo 500", "Illimité vers Rimal Télécom ; 05 numéros favoris vers le mobile à 4 DA/min ; facture par e-mail"],
    ),
    document="Offres/Aloo FR.docx",
    title="Convention Rimal Télécom Aloo",
    section="Compte et facture",
)
CONTACTS = (SUPPORT, CALLS)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("quel est le numéro du service client", "3920"),
        ("c'est quoi le numéro de téléphone du service client Rimal ?", "3920"),
        ("numero azur boost", "3917"),
        ("e-mail du guichet des entreprises", "pro@rimal.example"),
        ("adresse e-mail du guichet entreprises", "pro@rimal.example"),
        ("ch7al numéro ta3 service client", "3920"),
        ("le client a une réclamation, il appelle quel numéro", "3920"),
        ("pour activer azur boost, quel numéro", "3917"),
        ("Aloo 250 en panne, quel numéro", "3920"),
    ],
)
def test_the_number_of_what_is_asked_is_told(tmp_path: Path, text: str, number: str) -> None:
    assert number in ask(tmp_path, text, CONTACTS).text


@pytest.mark.parametrize(
    "text",
    [
        "numéro de compte ccp de la convention Rimal",
        "numéro du directeur vers le mobile Rimal",
        "quel est l'e-mail du service client Rimal",
        "رقم الحساب البريدي Rimal Télécom Aloo",
    ],
)
def test_another_number_is_none(tmp_path: Path, text: str) -> None:
    assert ask(tmp_path, text, CONTACTS).reason == "not-in-documents"


@pytest.mark.parametrize("text", ["combien de numéros favoris Aloo 500", "numéros favoris vers le mobile Aloo 500"])
def test_what_is_counted_is_no_number_of_somebody(tmp_path: Path, text: str) -> None:
    assert "05 numéros favoris" in ask(tmp_path, text, CONTACTS).text
