"""What a document says of itself: reference, version, date, partner; by its cover, its first lines, its name."""

from datetime import date

import pytest

from core.documents.base import Block, Heading, Paragraph, Parsed, Table
from core.documents.dates import agree, dates_of_name, find_dates, parse_date, written
from core.documents.facts import OwnFacts, facts_of
from core.documents.partners import partner_code, partner_of, same_partner
from core.documents.version_numbers import find_versions, tidy_version, version_key, version_of_reference

BODY = Paragraph(
    "Rimal Fibre est proposée à tous les foyers raccordés. Les tarifs figurent dans le tableau ci-dessous."
)


def box(text: str) -> Paragraph:
    return Paragraph(text, in_text_box=True)


def facts(*blocks: Block, document: str = "Offres/Fiche Rimal Fibre.docx", dated: date | None = None) -> OwnFacts:
    return facts_of(Parsed((*blocks, BODY), title="Rimal Fibre", dated=dated), document)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("14/07/2025", ["2025-07-14"]),
        ("le 14 - 7 - 2025", ["2025-07-14"]),
        ("2025/07/14", ["2025-07-14"]),
        ("1er juillet 2025", ["2025-07-01"]),
        ("14 Juillet 2025 et Août 2024", ["2025-07-14", "2024-08"]),
        ("JUILLET 2025", ["2025-07"]),
        ("07/2025", ["2025-07"]),
        ("2025-07", ["2025-07"]),
        ("Édition 2025", ["2025"]),
        ("14 جويلية 2025", ["2025-07-14"]),
        ("جانفي 2026", ["2026-01"]),
        ("٢٠٢٥/٠٧/١٤", ["2025-07-14"]),
        ("١٤ فيفري ٢٠٢٥", ["2025-02-14"]),
        ("31/02/2025", []),
        ("2025 DA par mois", []),
        ("3 2025 DA", []),
        ("DG/DC/144/2025", []),
        ("réf. 2025/012", []),
        ("12025", []),
        ("marsouin 2025", ["2025"]),
    ],
)
def test_dates_are_found_to_their_precision(text: str, found: list[str]) -> None:
    assert find_dates(text) == found


def test_dates_of_names() -> None:
    assert dates_of_name("Fiche 17072025 FR") == ["2025-07-17"]
    assert dates_of_name("20250717_Fiche") == ["2025-07-17"]
    assert dates_of_name("offre_Rimal_2025") == ["2025"]
    assert dates_of_name("Lot 12345678") == []


def test_a_date_alone_is_parsed_and_written_back() -> None:
    assert [parse_date(text) for text in ("2025-07-14", "07/2025", "2025", "hier", "le 14/07/2025 ou 2026")] == [
        "2025-07-14",
        "2025-07",
        "2025",
        None,
        None,
    ]
    assert [written(text) for text in ("2025-07-14", "2025-07", "2025", "")] == ["14/07/2025", "07/2025", "2025", ""]
    assert agree("2025", "2025-07-14") and not agree("2025-08", "2025-07-14")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("V1.2", ["V1.2"]),
        ("Version 3", ["V3"]),
        ("version3", ["V3"]),
        ("Fiche_V2", ["V2"]),
        ("v 2.0 FR", ["V2.0"]),
        ("Version n° 4", ["V4"]),
        ("النسخة 2", ["V2"]),
        ("نسخة5", ["V5"]),
        ("الإصدار ٢", ["V2"]),
        ("Édition 3", ["V3"]),
        ("Version FR", []),
        ("Version arabe", []),
        ("VDSL 2", []),
        ("Wi-Fi 6", []),
        ("version 2025", []),
        ("v4g", []),
    ],
)
def test_versions_are_found(text: str, found: list[str]) -> None:
    assert find_versions(text) == found


def test_versions_compare_by_their_numbers() -> None:
    assert version_key("V10") > version_key("V9") > version_key("V1.10") > version_key("V1.9")
    assert version_key("V3.0") == version_key("V3")
    assert version_key("Ramadan") == ()
    assert [tidy_version(text) for text in ("2", "version 2", "v1,5", "Ramadan")] == ["V2", "V2", "V1.5", "Ramadan"]
    assert version_of_reference("RT/DG/V2.0/FR/144/2025") == "V2.0" and version_of_reference("RT/DG/144/2025") == ""


def test_a_cover_says_everything() -> None:
    found = facts(
        box("2025"), box("14/07/2025"), box("RT/DG/DC/V2.0/FR/144/2025"), box("Rimal Fibre"), box("Version 2")
    )
    assert found == OwnFacts("RT/DG/DC/V2.0/FR/144/2025", "V2", "2025-07-14")


def test_an_arabic_cover_says_everything() -> None:
    found = facts(box("المرجع : DG/DC/2025/012"), box("التاريخ: ١٤ جويلية ٢٠٢٥"), box("النسخة ٢"))
    assert found == OwnFacts("DG/DC/2025/012", "V2", "2025-07-14")


@pytest.mark.parametrize(
    "line",
    [
        "Réf : DG/DC/2025/012 · Version 1.2 – Date 14/07/2025",
        "Réf. DG/DC/2025/012 du 14/07/2025 (V1.2)",
        "Référence : DG / DC / 2025 / 012, version 1.2, 14 juillet 2025",
        "المرجع : DG/DC/2025/012 - النسخة 1.2 - 14/07/2025",
    ],
)
def test_one_line_may_say_several(line: str) -> None:
    assert facts(Heading("Rimal Fibre", 1), Paragraph(line)) == OwnFacts("DG/DC/2025/012", "V1.2", "2025-07-14")


def test_a_small_table_at_the_beginning_says_them_too() -> None:
    columns = Table(("Référence", "Version", "Date"), (("DC-012", "3", "07/2025"),))
    assert facts(columns) == OwnFacts("DC-012", "V3", "2025-07")
    lines = Table(("Référence", "DC-012"), (("Version", "3"), ("Date", "07/2025")))
    assert facts(lines) == OwnFacts("DC-012", "V3", "2025-07")


@pytest.mark.parametrize(
    "line",
    [
        "Offre valable à partir du 1er mars 2026",
        "À compter du 01/03/2026",
        "Du 1er mars au 30 avril 2026",
        "Jusqu'au 31/12/2026",
        "ابتداء من 1 مارس 2026",
        "إلى غاية 31/12/2026",
        "من 1 مارس إلى 30 أفريل 2026",
        "Le contrat signé le 01/03/2026 reste valable.",
        "Les tarifs de 2026 restent ceux de la grille précédente",
    ],
)
def test_a_date_of_validity_or_in_running_text_is_not_the_documents(line: str) -> None:
    assert facts(Paragraph(line)).date is None
    assert facts(box(line)).date is None


def test_a_guides_first_line_ends_with_its_month() -> None:
    assert facts(Paragraph("Direction Marketing, Pôle Commercial - Décembre 2018 -")).date == "2018-12"


@pytest.mark.parametrize("line", ["Passage à la V2 du modem", "Réf : voir ci-dessous", "Wi-Fi 6 et VDSL 2"])
def test_text_is_no_fact(line: str) -> None:
    assert facts(Paragraph(line)) == OwnFacts()


def test_names_and_folders_where_the_text_says_nothing() -> None:
    assert facts(document="Offres/Fiche Rimal V3 17072025 FR.docx") == OwnFacts(version="V3", date="2025-07-17")
    assert facts(document="Offres/2024/V2/Fiche Rimal.docx") == OwnFacts(version="V2", date="2024")


def test_the_file_itself_dates_only_what_nothing_else_does() -> None:
    changed = date(2026, 2, 3)
    assert facts(dated=changed) == OwnFacts(date="2026-02-03", dated_by_file=True)
    assert facts(box("2024"), dated=changed).date == "2024"
    assert facts(document="Offres/Fiche 2025.docx", dated=changed).date == "2025"


def test_the_covers_word_counts_and_the_contradiction_is_noted() -> None:
    found = facts(box("Version 2"), box("14/07/2025"), document="Offres/Fiche V3 17072025.docx")
    assert (found.version, found.date) == ("V2", "2025-07-14")
    assert found.notes == (
        "version: the cover says V2, the file's name V3",
        "date: the cover says 2025-07-14, the file's name 2025-07-17",
    )


def test_what_only_differs_in_precision_is_no_contradiction() -> None:
    found = facts(box("Juillet 2025"), box("Version 3.0"), document="Offres/Fiche V3 2025 17072025.docx")
    assert found == OwnFacts(version="V3.0", date="2025-07-17")


@pytest.mark.parametrize(
    ("title", "partner"),
    [
        ("Convention Rimal Télécom & L’établissement AB", "L’établissement AB"),
        ("Convention entre RIMAL TELECOM et l'Office Yasmina au profit du personnel", "l'Office Yasmina"),
        ("Convention Institut Zafrane & Rimal Télécom 2026", "Institut Zafrane"),
        ("Convention Rimal Télécom au profit du personnel de L’établissement T", "L’établissement T"),
        ("Argumentaire nouvelle convention RT Télécom & L’établissement L personnel en activité", "L’établissement L"),
        ("Convention avec l’Institut Zafrane (avenant)", "l’Institut Zafrane"),
        ("اتفاقية بين رمال تيليكوم والمؤسسة AB", "المؤسسة AB"),
        ("اتفاقية شراكة بين اتصالات الرمال و المؤسسة K لفائدة الموظفين", "المؤسسة K"),
        ("Dاتفاقية بين رمال تيليكوم والمؤسسة", "المؤسسة D"),
        ("AB اتفاقية رمال تيليكوم و المؤسسة", "المؤسسة AB"),
        ("اتفاقية بين رمال تيليكوم ووزارة البحر والغابات", "وزارة البحر والغابات"),
        ("اتفاقية بين معهد زعفران و رمال تيليكوم", "معهد زعفران"),
        ("الاتفاقية الجديدة المبرمة بين رمال تيليكوم وديوان ياسمينة", "ديوان ياسمينة"),
        ("Rimal Play en partenariat avec Zafrane Games", "Zafrane Games"),
        ("عرض رمال بالشراكة مع زعفران للألعاب", "زعفران للألعاب"),
        ("Convention tarifs et avantages", ""),
        ("Offre Rimal Fibre & ADSL", ""),
        ("اتفاقية الأسعار", ""),
    ],
)
def test_partners(title: str, partner: str) -> None:
    assert partner_of(title, "d.docx") == partner


def test_the_name_and_the_folder_name_the_partner_where_the_title_does_not() -> None:
    assert partner_of("Convention", "C/x/Convention RT & L_établissement AD.docx") == "L’établissement AD"
    assert partner_of("Convention", "C/Convention RT -& L’établissement C en version AR ET FR/x.docx") == (
        "L’établissement C"
    )
    title, name = "اتفاقية بين رمال تيليكوم و المؤسسة", "N  اتفاقية بين رمال تيليكوم و المؤسسة.docx"
    assert partner_of(title, f"C/{name}") == "المؤسسة N"


def test_partners_are_compared_by_code_then_by_name() -> None:
    assert same_partner("L’établissement k", "Établissement K") and not same_partner(
        "Établissement K", "Établissement L"
    )
    assert same_partner("L'Institut Zafrane", "institut zafrane") and same_partner("", "")
    assert not same_partner("", "Institut Zafrane")
    assert [partner_code(name) for name in ("المؤسسة AB", "Institut Zafrane", "K", "")] == ["ab", "", "", ""]
