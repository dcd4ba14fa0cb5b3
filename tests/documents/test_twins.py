"""Pairs of one document in two languages."""

import pytest

from core.documents.chunk import Language
from core.documents.twins import Facts, figures_of, find_twins


def facts(document: str, language: Language, figures: str = "") -> Facts:
    return Facts(document, language, figures_of(figures))


@pytest.mark.parametrize(
    ("french", "arabic"),
    [
        ("Offres/Offre Max FR.docx", "Offres/Offre Max AR.docx"),
        ("Offres/Offre Max - version française -.docx", "Offres/Offre Max -version arabe.docx"),
        ("Offres/Offre Max en Français.docx", "Offres/Offre Max en Arabe.DOCX"),
        ("FR/Offre Max.pdf", "AR/Offre Max.pdf"),
        ("C/Partenaire X OK/Convention X.docx", "C/Partenaire X OK/X اتفاقية.docx"),
    ],
)
def test_names_and_folders_pair(french: str, arabic: str) -> None:
    others = [facts("Offres/Autre offre FR.docx", "fr", "1 2 3"), facts("Offres/Autre offre AR.docx", "ar", "1 2 3")]
    twins = find_twins([facts(french, "fr", "2 200 DA"), facts(arabic, "ar", "2 200 دج"), *others])
    assert twins[french] == arabic and twins[arabic] == french
    assert twins["Offres/Autre offre FR.docx"] == "Offres/Autre offre AR.docx"


def test_figures_pair_what_names_do_not() -> None:
    documents = [
        facts("d/Guide caisse.pdf", "fr", "64 500 et 180 et 35 % et 16h45"),
        facts("d/Guide vente.pdf", "fr", "12 et 7"),
        facts("d/دليل الصندوق.pdf", "ar", "64500 و 180 و 35 و 16:45"),
    ]
    assert find_twins(documents)["d/دليل الصندوق.pdf"] == "d/Guide caisse.pdf"


def test_strangers_and_one_language_have_no_twin() -> None:
    assert find_twins([facts("a/x.pdf", "fr", "1"), facts("b/ي.pdf", "ar", "2")]) == {}
    assert find_twins([facts("a/x FR.pdf", "fr"), facts("a/x.pdf", "fr")]) == {}


def test_figures_are_folded() -> None:
    assert figures_of("2 200 DA, ٣٠٠ دج") == {"2200": 1, "300": 1}
