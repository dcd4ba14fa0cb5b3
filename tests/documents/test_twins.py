"""Pairs of one document in two languages."""

import pytest

from core.documents.chunk import Language
from core.documents.twins import Facts, figures_of, find_twins, reference_number


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


def named(document: str, language: Language, **said: str) -> Facts:
    return Facts(document, language, figures_of("2 200 DA"), **said)


def test_the_partners_letter_decides_among_conventions_that_are_nearly_the_same() -> None:
    documents = [
        named("C/Convention K.docx", "fr", partner="L’établissement K"),
        named("C/Convention L.docx", "fr", partner="L’établissement L"),
        named("C/اتفاقية 1.docx", "ar", partner="المؤسسة L"),
        named("C/اتفاقية 2.docx", "ar", partner="المؤسسة K"),
    ]
    twins = find_twins(documents)
    assert twins["C/Convention K.docx"] == "C/اتفاقية 2.docx"
    assert twins["C/Convention L.docx"] == "C/اتفاقية 1.docx"


def test_other_partners_are_never_twins_even_alone_in_their_folder() -> None:
    documents = [
        named("C/x/Convention K.docx", "fr", partner="L’établissement K"),
        named("C/x/اتفاقية.docx", "ar", partner="المؤسسة L"),
    ]
    assert find_twins(documents) == {}


def test_versions_pair_with_their_own() -> None:
    documents = [
        named(f"O/Fiche V{version} {language.upper()}.docx", language, version=f"V{version}", date=date)
        for version, date in (("1", "2024"), ("2", "2025-07"))
        for language in ("fr", "ar")
    ]  # fmt: skip
    twins = find_twins(documents)
    assert twins["O/Fiche V1 FR.docx"] == "O/Fiche V1 AR.docx" and twins["O/Fiche V2 AR.docx"] == "O/Fiche V2 FR.docx"


def test_the_number_of_the_reference_pairs_what_names_do_not() -> None:
    documents = [
        named("O/Fiche a.docx", "fr", reference="RT/DC/RA/V6.0/FR/158/2025", date="2025-07-14"),
        named("O/Fiche b.docx", "fr", reference="RT/DC/RA/V6.0/FR/159/2025", date="2025-07-14"),
        named("O/بطاقة.docx", "ar", reference="RT/DC/BI/V6.0/AR/159/2025", date="2025-07-14"),
    ]
    assert find_twins(documents) == {"O/Fiche b.docx": "O/بطاقة.docx", "O/بطاقة.docx": "O/Fiche b.docx"}


def test_a_copied_reference_and_date_make_no_pair_alone() -> None:
    said = {"reference": "RT/DC/159/2025", "date": "2025-07-14"}
    left = Facts("O/Fiche.docx", "fr", figures_of("1 2 3"), **said)
    right = Facts("G/دليل.docx", "ar", figures_of("7 8 9"), **said)
    assert find_twins([left, right]) == {}


def test_of_those_left_the_best_are_paired() -> None:
    documents = [
        Facts("O/Fiche Max FR.docx", "fr", figures_of("100 200 300")),
        Facts("O/Fiche Max Pro FR.docx", "fr", figures_of("100 200 300")),
        Facts("O/Fiche Max AR.docx", "ar", figures_of("100 200 300")),
        Facts("O/Fiche Max Plus AR.docx", "ar", figures_of("100 200 300")),
    ]
    twins = find_twins(documents)
    assert twins["O/Fiche Max FR.docx"] == "O/Fiche Max AR.docx"
    assert twins["O/Fiche Max Pro FR.docx"] == "O/Fiche Max Plus AR.docx"


def test_numbers_of_references() -> None:
    assert reference_number("RT/DG/V2.0/AR/044/2025") == reference_number("RT/DG/FR/44/2025") == "44/2025"
    assert reference_number("RT/DC/021-2026/FR") == "21/2026"
    assert reference_number("RT/SIRA/G07/FR") == reference_number("RT/SIRA/G07/AR") == "rt/sira/g07"
    assert reference_number("") == ""
