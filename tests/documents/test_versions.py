"""Versions of one sheet: found where much agrees, ordered by date and version, and never across partners or sheets."""

import time

import pytest

from core.documents.chunk import Chunk, Language
from core.documents.facts import OwnFacts
from core.documents.manifest import Entry
from core.documents.series import Series, Sheet, find_series
from core.documents.settle import settle
from core.versions import SheetVersions

TEXT = (
    "Rimal Fibre est proposée à tous les foyers raccordés, sans engagement de durée. La mise en service est faite par "
    "un technicien sous dix jours. Le tarif mensuel est de {} DA, équipement compris, pour un débit de 440 Mbps."
)
OTHER = (
    "Le guide montre pas à pas comment encaisser une facture : ouvrir la caisse, saisir le numéro du client, choisir "
    "le mode de paiement et imprimer le reçu avant de remettre la monnaie."
)
ARABIC = (
    "يقترح عرض رمال فايبر على كل المنازل الموصولة دون التزام بالمدة، ويتم التشغيل من طرف تقني في ظرف عشرة أيام. السعر "
    "الشهري هو {} دج شاملا التجهيزات بتدفق 440 ميغابت."
)


def sheet(
    document: str,
    version: str = "",
    date: str | None = None,
    *,
    title: str = "Rimal Fibre",
    partner: str = "",
    text: str = TEXT.format("2 970"),
    language: Language = "fr",
    by_file: bool = False,
) -> Sheet:
    family = document.split("/")[0] if "/" in document else ""
    return Sheet(document, language, family, title, version, date, by_file, partner, text)


def steps(*sheets: Sheet) -> list[tuple[str, str]]:
    """(older, newer) of all links, and both directions agree."""
    found: Series = find_series(sheets)
    assert {(new, old) for new, old in found.older.items()} >= {
        (new, old) for old, new in found.newer.items() if found.older.get(new) == old
    }
    return sorted(found.newer.items())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("O/Fiche Rimal V1.docx", "V1"), ("O/Fiche Rimal V2.docx", "V2")),
        (("O/Fiche Rimal V9.docx", "V9"), ("O/Fiche Rimal V10.docx", "V10")),
        (("O/Fiche Rimal 2024.docx", "", "2024"), ("O/Fiche Rimal 2025.docx", "", "2025-03")),
        (("O/Rimal juillet 2025.docx", "", "2025-07"), ("O/Rimal août 2025 FR.pdf", "", "2025-08")),
        (("O/2024/Fiche Rimal.docx", "", "2024"), ("O/2025/Fiche Rimal.docx", "", "2025")),
        (("O/Archives/Fiche Rimal.docx", "V1"), ("O/Fiche Rimal.docx", "V2")),
        (("O/Fiche Rimal 17072025.docx", "V1"), ("O/Nouvelle fiche Rimal - mise à jour.docx", "V2")),
        (("O/Fiche Rimal.docx", "V1"), ("O/Fiche Rimal (1).docx", "V2")),
        (("O/Fiche Rimal.docx", "", "2025-01-01"), ("O/Fiche Rimal - Copie (2).docx", "", "2025-02-01")),
        (("Fiche Rimal V1.docx", "V1"), ("Fiche Rimal V2.docx", "V2")),
    ],
)
def test_versions_and_dates_make_a_series(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    assert steps(sheet(*new, text=TEXT.format("3 100")), sheet(*old)) == [(old[0], new[0])]


def test_an_arabic_sheet_has_versions_too() -> None:
    old = sheet("O/بطاقة رمال النسخة 1.docx", "V1", title="عرض رمال", text=ARABIC.format("2 970"), language="ar")
    new = sheet("O/بطاقة رمال النسخة 2.docx", "V2", title="عرض رمال الجديد", text=ARABIC.format("3 100"), language="ar")
    assert steps(old, new) == [(old.document, new.document)]


def test_three_versions_are_linked_to_their_nearest() -> None:
    v1, v2, v3 = (sheet(f"O/Fiche Rimal V{n}.docx", f"V{n}", date) for n, date in ((1, "2023"), (2, None), (3, "2025")))
    found = find_series([v3, v1, v2])
    assert found.newer == {v1.document: v2.document, v2.document: v3.document}
    assert found.older == {v2.document: v1.document, v3.document: v2.document}


def test_a_date_decides_before_a_version_and_the_contradiction_is_noted() -> None:
    early, late = sheet("O/Fiche V5.docx", "V5", "2024-01-10"), sheet("O/Fiche V3.docx", "V3", "2025-07-15")
    found = find_series([early, late])
    assert found.newer == {early.document: late.document}
    assert list(found.notes) == [late.document] and "numbered before" in found.notes[late.document]


def test_a_version_decides_before_a_date_that_only_the_file_says() -> None:
    v1 = sheet("O/Fiche V1.docx", "V1", "2026-05-01", by_file=True)
    v2 = sheet("O/Fiche V2.docx", "V2", "2026-04-01", by_file=True)
    assert steps(v1, v2) == [(v1.document, v2.document)]


def test_a_date_within_another_says_no_order() -> None:
    year, day = sheet("O/Fiche 2025.docx", "V2", "2025"), sheet("O/Fiche.docx", "V1", "2025-07-14")
    assert steps(year, day) == [(day.document, year.document)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param(sheet("O/Fiche.docx", "V1"), sheet("O/Fiche (1).docx", "V1"), id="nothing tells an order"),
        pytest.param(sheet("O/Fiche.docx"), sheet("O/Fiche (1).docx"), id="no date or version"),
        pytest.param(sheet("O/Fiche.docx", "V1"), sheet("G/Fiche.docx", "V2"), id="another family"),
        pytest.param(sheet("O/Oran/Fiche.docx", "V1"), sheet("O/Alger/Fiche.docx", "V2"), id="another town"),
        pytest.param(sheet("O/Fiche V1.docx", "V1"), sheet("O/Fiche V2.docx", "V2", text=OTHER), id="another text"),
        pytest.param(
            sheet("O/Rimal Play V1.docx", "V1", title="Rimal Play"),
            sheet("O/Rimal Play Locataire V2.docx", "V2", title="Rimal Play Locataire"),
            id="another offer",
        ),
        pytest.param(
            sheet("O/Guide 1.pdf", "V1", title="Guide 1"), sheet("O/Guide 2.pdf", "V2", title="Guide 2"), id="parts"
        ),
        pytest.param(
            sheet("O/Fiche V1.docx", "V1"),
            sheet("O/Fiche V2.docx", "V2", language="ar", text=ARABIC),
            id="another language",
        ),
        pytest.param(
            sheet("C/Convention V1.docx", "V1", title="Convention", partner="L'établissement K"),
            sheet("C/Convention V2.docx", "V2", title="Convention", partner="L'établissement L"),
            id="another partner",
        ),
        pytest.param(
            sheet("C/Convention V1.docx", "V1", title="Convention", partner="Institut Zafrane"),
            sheet("C/Convention V2.docx", "V2", title="Convention"),
            id="no partner",
        ),
        pytest.param(
            sheet("C/K اتفاقية.docx", "V1", "2024", title="اتفاقية", partner="المؤسسة K", language="ar", text=ARABIC),
            sheet("C/L اتفاقية.docx", "V2", "2025", title="اتفاقية", partner="المؤسسة L", language="ar", text=ARABIC),
            id="another Arabic partner",
        ),
    ],
)
def test_what_is_no_version(left: Sheet, right: Sheet) -> None:
    assert steps(left, right) == []


def test_a_partners_convention_has_versions_under_other_names_and_folders() -> None:
    old = sheet("C/Convention K 2023/x.docx", "V1", "2023", title="Convention", partner="L’établissement k")
    new = sheet("C/Convention K/Nouvel accord.docx", "V2", "2025", title="Accord", partner="Établissement K")
    assert steps(old, new) == [(old.document, new.document)]


def test_copies_of_the_newest_stand_beside_it() -> None:
    old, new, copy = sheet("O/F V1.docx", "V1"), sheet("O/F V2.docx", "V2"), sheet("O/F V2 (1).docx", "V2")
    found = find_series([old, new, copy])
    assert found.newer == {old.document: copy.document}
    assert found.older == {new.document: old.document, copy.document: old.document}


@pytest.mark.slow
def test_two_thousand_documents_settle_in_seconds() -> None:
    chunks: dict[str, list[Chunk]] = {}
    entries: dict[str, Entry] = {}
    for number in range(500):
        for version in (1, 2):
            for language, text in (("fr", TEXT), ("ar", ARABIC)):
                document = f"Offres/Fiche {number} V{version} {language.upper()}.docx"
                body = text.format(1000 + 7 * number + version)
                lang: Language = "ar" if language == "ar" else "fr"
                chunks[document] = [Chunk(document, 0, f"Fiche {number}", "", None, lang, "Offres", None, body)]
                entries[document] = Entry("", "", f"Fiche {number}", lang, facts=OwnFacts(version=f"V{version}"))
    began = time.monotonic()
    facts = settle(chunks, entries).facts
    assert time.monotonic() - began < 10
    assert all(facts[document].twin == _other_language(document) for document in chunks)
    assert all((facts[document].newer is not None) == (" V1 " in document) for document in chunks)


def _other_language(document: str) -> str:
    return document.replace(" FR.", " AR.") if " FR." in document else document.replace(" AR.", " FR.")


def _chunk(document: str, version: str, date: str, older: str | None, newer: str | None) -> Chunk:
    return Chunk(document, 0, "F", "", None, "fr", "O", None, "t", "", version, date, "", older, newer)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("quel est le prix", "3"),
        ("prix de la version 1", "1"),
        ("prix V2 svp", "2"),
        ("سعر النسخة 2", "2"),
        ("prix en 2023", "1"),
        ("prix de juin 2024", "2"),
        ("prix 2024", "3"),
        ("prix 2019", "3"),
        ("version 9", "3"),
        ("V1 de 2024", "1"),
    ],
)
def test_a_question_means_the_version_that_it_names_else_the_newest(question: str, meant: str) -> None:
    versions = SheetVersions(
        [
            _chunk("1", "V1", "2023-05-01", None, "2"),
            _chunk("2", "V2.0", "2024-06", "1", "3"),
            _chunk("3", "V3", "2024-11-02", "2", None),
            _chunk("other", "V1", "2020", None, None),
        ]
    )
    assert versions.not_meant(question) == {"1", "2", "3"} - {meant}


def test_a_version_that_is_not_indexed_is_no_reason() -> None:
    versions = SheetVersions([_chunk("1", "V1", "2023", None, "gone")])
    assert versions.not_meant("prix") == frozenset()
    assert versions.without_named("prix V1") == "prix V1"
