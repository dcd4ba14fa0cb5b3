"""The audit finds every planted contradiction between twins, and nothing in twins that agree."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audit.audit import audit
from core.audit.finding import Finding
from core.documents.chunk import Chunk
from tests.audit.twins import (
    AR,
    AR_DOCUMENTS,
    AR_HEADER,
    AR_ROWS,
    AR_SAID,
    FR,
    FR_DOCUMENTS,
    FR_HEADER,
    FR_ROWS,
    FR_SAID,
    arabic,
    document,
    french,
)
from tests.corpora import rows


def found(*documents: Sequence[Chunk]) -> list[Finding]:
    return list(audit([chunk for one in documents for chunk in one]).findings)


def with_item(items: Sequence[str], place: int, text: str) -> tuple[str, ...]:
    return (*items[:place], text, *items[place + 1 :])


def with_cell(table: Sequence[Sequence[str]], row: int, column: int, text: str) -> tuple[tuple[str, ...], ...]:
    changed = tuple(with_item(values, column, text) for values in table)
    return (*map(tuple, table[:row]), changed[row], *map(tuple, table[row + 1 :]))


def test_twins_that_agree_give_nothing() -> None:
    assert found(french(), arabic()) == []


@pytest.mark.parametrize(
    ("row", "column", "text", "left", "right"),
    [
        (0, 1, "1 950 دج", "1 750 DA", "1 950 DA"),
        (1, 1, "١ ٩٥٠ دج", "2 150 DA", "1 950 DA"),
        (1, 0, "3000 دج", "2 500 DA", "3 000 DA"),
        (0, 2, "80 ميغا", "70 Mbps", "80 Mbps"),
        (2, 2, "1.2 جيغا", "1 500 Mbps", "1.2 giga"),
        (2, 0, "1000 دج", "—", "1000 دج"),
    ],
    ids=["price", "Arabic digits", "fee", "speed", "gigabits", "offered or not"],
)
def test_a_planted_cell_is_found(row: int, column: int, text: str, left: str, right: str) -> None:
    (finding,) = found(french(), arabic(table=with_cell(AR_ROWS, row, column, text)))
    assert (finding.kind, finding.left.shown, finding.right.shown) == ("cell", left, right)
    assert finding.is_contradiction
    assert (finding.left.place.language, finding.right.place.language) == ("fr", "ar")
    assert finding.left.place.chunk == "Offres/Rimal Fibre FR.docx#1"
    assert FR_ROWS[row][0] in finding.left.text


def test_a_cell_without_unit_is_of_its_column() -> None:
    bare = tuple((speed, price.removesuffix(" DA"), fee.removesuffix(" DA")) for speed, price, fee in FR_ROWS)
    left = document(FR, "fr", [("Tarifs", rows(("Débit", "Tarif", "Frais"), *bare))], twin=AR)
    table = with_cell(AR_ROWS, 0, 1, "1 950 دج")
    right = document(AR, "ar", [("الأسعار", rows(AR_HEADER, *table))], twin=FR)
    (finding,) = found(left, right)
    assert (finding.left.shown, finding.right.shown) == ("1 750", "1 950 DA")


def test_a_planted_row_is_found() -> None:
    (finding,) = found(french(), arabic(table=AR_ROWS[:2]))
    assert (finding.kind, finding.right.text) == ("missing row", "")
    assert "1,5 Gbps" in finding.left.text
    (finding,) = found(french(table=FR_ROWS[1:]), arabic())
    assert (finding.kind, finding.left.text) == ("missing row", "")
    assert "70 ميغا" in finding.right.text


@pytest.mark.parametrize(
    ("place", "text", "left", "right"),
    [
        (1, "مدة الالتزام 12 شهرا، ويتطلب فسخ العقد إشعارا مسبقا بـ 15 يوما.", "30 day", "15 day"),
        (1, "مدة الالتزام 24 شهرا، ويتطلب فسخ العقد إشعارا مسبقا بـ 30 يوما.", "12 month", "24 month"),
        (2, "- مودم Rimal Box مجاني عند تسديد ستة (06) أشهر أو أكثر.", "3 month", "6 month"),
        (3, "- سرعة الرفع 60٪ من سرعة التدفق مضمونة.", "40 %", "60 %"),
    ],
)
def test_a_planted_number_in_a_sentence_is_found(place: int, text: str, left: str, right: str) -> None:
    (finding,) = found(french(), arabic(said=with_item(AR_SAID, place, text)))
    assert (finding.kind, finding.left.shown, finding.right.shown) == ("number", left, right)
    assert finding.left.text == FR_SAID[place].removeprefix("- ")


def test_planted_dates_and_versions_are_found() -> None:
    (finding,) = found(french(), arabic(date="2026-03-12"))
    assert (finding.kind, finding.left.shown, finding.right.shown) == ("date", "02/03/2026", "12/03/2026")
    (finding,) = found(french(), arabic(version="V3"))
    assert (finding.kind, finding.left.shown, finding.right.shown) == ("version", "V2", "V3")


@pytest.mark.parametrize("date", ["2026-03", "2026", None])
def test_a_less_precise_date_is_no_other_date(date: str | None) -> None:
    assert found(french(), arabic(date=date)) == []


def test_a_date_that_only_the_file_has_proves_nothing() -> None:
    chunks = [*french(), *arabic(date="2026-05-01")]
    assert not audit(chunks, dated_by_file={chunks[0].document}).findings


def test_a_planted_document_to_bring_is_found() -> None:
    (finding,) = found(french(), arabic(asked=AR_DOCUMENTS[:2]))
    assert (finding.kind, finding.left.shown, finding.right.shown) == ("list length", "3", "2")
    assert "demande manuscrite" in finding.left.text


def test_parts_of_an_item_are_no_items() -> None:
    parts = ("- وثيقة تثبت النشاط، مثل:", "- السجل التجاري", "- بطاقة مهنية")
    assert found(french(), arabic(asked=(*AR_DOCUMENTS[:2], *parts))) == []


def test_what_only_one_says_is_shown_apart() -> None:
    said = with_item(FR_SAID, 0, "Rimal Fibre est destinée aux clients résidentiels, à partir de 990 DA.")
    (finding,) = found(french(said=said), arabic())
    assert (finding.kind, finding.left.shown, finding.right.shown) == ("missing", "990 DA", "—")
    assert not finding.is_contradiction


def test_rows_in_another_order_agree() -> None:
    assert found(french(), arabic(table=AR_ROWS[::-1])) == []


def test_a_table_over_two_passages_is_one() -> None:
    table = rows(FR_HEADER, *FR_ROWS).splitlines()
    halves = document(
        "Offres/Rimal Fibre FR.docx",
        "fr",
        [("Tarifs", "\n".join(table[:2])), ("Tarifs", table[2])],
        twin="Offres/Rimal Fibre AR.docx",
    )
    whole = document(
        "Offres/Rimal Fibre AR.docx", "ar", [("الأسعار", rows(AR_HEADER, *AR_ROWS))], twin="Offres/Rimal Fibre FR.docx"
    )
    assert found(halves, whole) == []


def test_what_was_read_in_pictures_is_left_out() -> None:
    scanned = document(
        "Offres/Rimal Fibre AR.docx",
        "ar",
        [("الأسعار", rows(AR_HEADER, *with_cell(AR_ROWS, 0, 1, "7 750 دج")))],
        twin="Offres/Rimal Fibre FR.docx",
        ocr=True,
    )
    assert [finding for finding in found(french(), scanned) if finding.kind == "cell"] == []


@pytest.mark.parametrize(
    ("french_text", "arabic_text"),
    [
        ("12 mois", "سنة واحدة (12 شهرا)"),
        ("48 heures", "يومين"),
        ("1,5 Gbps", "1500 ميغا"),
        ("05 jours", "خمسة (05) أيام"),
        ("7 500,00 DA", "7.500 دج"),
    ],
)
def test_one_value_written_in_two_ways_is_no_contradiction(french_text: str, arabic_text: str) -> None:
    left = with_item(FR_SAID, 1, f"La durée ou valeur de Rimal Fibre est de {french_text}.")
    right = with_item(AR_SAID, 1, f"مدة أو قيمة Rimal Fibre هي {arabic_text}.")
    assert found(french(said=left), arabic(said=right)) == []


def test_versions_of_one_sheet_may_differ() -> None:
    old = document("Offres/A.docx", "fr", [("Tarifs", rows(FR_HEADER, *FR_ROWS))], newer="Offres/B.docx")
    new = document("Offres/B.docx", "fr", [("Tarifs", rows(FR_HEADER, *with_cell(FR_ROWS, 0, 1, "1 700 DA")))])
    assert found(old, new) == []


def test_the_same_table_in_two_documents_of_one_date_must_not_differ() -> None:
    table = (*FR_ROWS, ("300 Mbps", "2 900 DA", "2 500 DA"))
    one = document("Offres/A.docx", "fr", [("Tarifs", rows(FR_HEADER, *table))], title="Rimal Fibre")
    other = document(
        "Offres/B.docx",
        "fr",
        [("Rappel des tarifs", rows(FR_HEADER, *with_cell(table, 0, 1, "1 700 DA")))],
        title="Box",
    )
    (finding,) = found(one, other)
    assert (finding.kind, finding.relation) == ("cell", "repeated")
    assert (finding.left.shown, finding.right.shown) == ("1 750 DA", "1 700 DA")
    later = document("Offres/B.docx", "fr", [("Rappel", other[0].text)], date="2026-06-01")
    assert found(one, later) == []


def test_conventions_of_different_partners_may_differ() -> None:
    table = (*FR_ROWS, ("300 Mbps", "2 900 DA", "2 500 DA"))
    one = document("C/K.docx", "fr", [("Tarifs", rows(FR_HEADER, *table))], partner="établissement K")
    changed = with_cell(table, 0, 1, "1 700 DA")
    other = document("C/L.docx", "fr", [("Tarifs", rows(FR_HEADER, *changed))], partner="établissement L")
    assert found(one, other) == []


def test_offers_with_tables_of_their_own_may_differ() -> None:
    own = tuple((speed, f"{3000 + 10 * place} DA", fee) for place, (speed, _, fee) in enumerate(FR_ROWS))
    one = document("Offres/A.docx", "fr", [("Tarifs", rows(FR_HEADER, *FR_ROWS))])
    other = document("Offres/B.docx", "fr", [("Tarifs", rows(FR_HEADER, *own))], title="Rimal Play")
    assert found(one, other) == []


def test_an_id_stays_until_a_text_changes() -> None:
    changed = with_cell(AR_ROWS, 0, 1, "1 950 دج")
    (before,) = found(french(), arabic(table=changed))
    (after,) = found(french(), arabic(table=changed))
    assert before.id == after.id
    moved = [("Avant", "Une phrase de plus."), *((chunk.section, chunk.text) for chunk in french())]
    (later,) = found(
        document(before.left.place.document, "fr", moved, twin=arabic()[0].document), arabic(table=changed)
    )
    assert later.id == before.id
    (other,) = found(french(), arabic(table=with_cell(AR_ROWS, 0, 1, "1 960 دج")))
    assert other.id != before.id


_SPEEDS = st.lists(st.integers(2, 90).map(lambda number: 10 * number), min_size=3, max_size=8, unique=True)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[tuple[int, int, int]], int, int, int]:
    """Rows of speed, price and fee; then which cell is changed, and by how much."""
    speeds = draw(_SPEEDS)
    prices = [draw(st.integers(100, 999)) * 10 for _ in speeds]
    fees = [draw(st.sampled_from([1000, 2500, 6000])) for _ in speeds]
    place = draw(st.integers(0, len(speeds) - 1))
    return list(zip(speeds, prices, fees, strict=True)), place, draw(st.integers(1, 2)), draw(st.integers(1, 50)) * 10


@given(tables())
@settings(max_examples=15, deadline=None)
def test_one_changed_cell_of_any_table_is_found_and_no_other(
    made: tuple[list[tuple[int, int, int]], int, int, int],
) -> None:
    values, place, column, more = made
    left = [(f"{speed} Mbps", f"{price:,} DA".replace(",", " "), f"{fee} DA") for speed, price, fee in values]
    right = [(f"{fee:,} دج", f"{price} دج", f"{speed} ميغا") for speed, price, fee in values]
    assert found(french(table=left), arabic(table=right)) == []
    changed = list(values[place])
    changed[column] += more
    speed, price, fee = changed
    right[place] = (f"{fee:,} دج", f"{price} دج", f"{speed} ميغا")
    (finding,) = found(french(table=left), arabic(table=right))
    assert finding.kind == "cell"
    assert f"| Débit : {values[place][0]} Mbps |" in finding.left.text
    assert finding.right.shown == f"{changed[column]:,} DA".replace(",", " ")


def test_headers_and_documents_are_those_of_the_builder() -> None:
    """What the tests above lean on: both sheets hold three columns and three documents."""
    assert len(FR_HEADER) == len(AR_HEADER) == len(FR_DOCUMENTS) == len(AR_DOCUMENTS) == 3
