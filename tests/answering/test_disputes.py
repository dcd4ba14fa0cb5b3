"""Answers that rest on what two documents of Rimal Télécom contradict each other about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.answering.compose import Composed, compose
from core.audit.audit import audit
from core.audit.decisions import Decision, Decisions, Verdict
from core.audit.finding import Finding
from core.documents.chunk import Chunk
from tests.answering.sheets import CORPUS as OTHER_OFFERS
from tests.answering.sheets import plain
from tests.audit.twins import AR, AR_ROWS, AR_SAID, FR, FR_ROWS, arabic, french
from tests.corpora import corpus_of, question, words_settings

PRICE = "Quel est le tarif Rimal Fibre 70 Mbps ?"
PRICE_AR = "ما هو سعر Rimal Fibre بسرعة 70 ميغابت/ثا؟"
DIFFERENCE = "différence de tarif entre 70 Mbps et 140 Mbps Rimal Fibre"
NOTICE = "Quel est le préavis de résiliation de Rimal Fibre ?"

Dates = tuple[str | None, str | None]
SAME: Dates = ("2026-03-02", "2026-03-02")
FRENCH_NEWER: Dates = ("2026-04-02", "2026-03-02")
ARABIC_NEWER: Dates = ("2026-03-02", "2026-04-02")


def twins(dates: Dates = SAME, **arabic_says: Sequence[object]) -> list[Chunk]:
    """The French sheet (70 Mbps for 1 750 DA, a notice of 30 days) and what the Arabic one says otherwise."""
    return [*french(date=dates[0]), *arabic(date=dates[1], **arabic_says)]  # type: ignore[arg-type]


def priced(price: str, dates: Dates = SAME) -> list[Chunk]:
    return twins(dates, table=((AR_ROWS[0][0], price, AR_ROWS[0][2]), *AR_ROWS[1:]))


def noticed(days: str, dates: Dates = SAME) -> list[Chunk]:
    return twins(dates, said=(AR_SAID[0], AR_SAID[1].replace("30", days), *AR_SAID[2:]))


def found(chunks: Sequence[Chunk]) -> tuple[Finding, ...]:
    """The contradictions of the sheets, their dates aside."""
    return tuple(finding for finding in audit(chunks).contradictions if finding.kind != "date")


def ask(folder: Path, text: str, chunks: Sequence[Chunk], decisions: Decisions | None = None) -> Composed:
    settings = words_settings(gate_threshold=0.01)  # what passes is no matter here
    corpus = corpus_of(folder, chunks, settings, decisions, audit(chunks).contradictions)
    asked = question(text)
    [ranking] = corpus.retriever.rank([asked])
    passages = corpus.gate(ranking).passages
    draft = corpus.answerer.answer(ranking, passages)
    return compose(draft, passages[0].chunk, question=text, language=asked.language)


def decided(chunks: Sequence[Chunk], holds: Verdict) -> Decisions:
    [finding] = found(chunks)
    return Decisions({finding.id: Decision(holds)})


def documents(composed: Composed) -> list[str]:
    return [citation.document for citation in composed.citations]


def in_order(text: str, *parts: str) -> bool:
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_with_equal_dates_both_values_are_told_and_to_be_verified(tmp_path: Path) -> None:
    answer = ask(tmp_path, PRICE, priced("1 950 دج"))
    assert answer.dropped == ()
    assert in_order(plain(answer.text), "1 750 DA", "[1]")
    assert answer.text.endswith("\n⚠ La version arabe indique 1\u202f950 DA [2] ; à vérifier.")
    assert documents(answer) == [FR, AR]


def test_the_question_s_language_is_that_of_the_warning(tmp_path: Path) -> None:
    answer = ask(tmp_path, PRICE_AR, priced("1 950 دج"))
    assert in_order(plain(answer.text), "1 950 دج", "[1]")
    assert answer.text.endswith("\n⚠ النسخة الفرنسية تذكر 1\u202f750 دج [2]؛ يُرجى التحقق.")
    assert documents(answer) == [AR, FR]


@pytest.mark.parametrize("dates", [(None, "2026-03-02"), (None, None), ("2026", "2026-03-02")])
def test_dates_that_prove_nothing_are_like_equal_ones(dates: Dates, tmp_path: Path) -> None:
    assert "à vérifier" in ask(tmp_path, PRICE, priced("1 950 دج", dates)).text


def test_the_older_document_is_told_last(tmp_path: Path) -> None:
    answer = ask(tmp_path, PRICE, priced("1 950 دج", FRENCH_NEWER))
    assert in_order(plain(answer.text), "1 750 DA", "⚠ La version arabe, plus ancienne, indique 1 950 DA [2].")
    assert "vérifier" not in plain(answer.text)


def test_an_answer_from_the_older_document_tells_the_newer_value_first(tmp_path: Path) -> None:
    answer = ask(tmp_path, PRICE, priced("1 950 دج", ARABIC_NEWER))
    assert answer.dropped == ()
    assert in_order(
        plain(answer.text), "70 Mbps", "1 950 DA", "[1]", "⚠ La version française, plus ancienne, indique 1"
    )
    assert answer.text.endswith("indique 1\u202f750 DA [2].")
    assert documents(answer) == [AR, FR]


@pytest.mark.parametrize(
    ("asked", "holds", "value", "other"),
    [
        (PRICE, "left", "1 750", "1\u202f950"),
        (PRICE, "right", "1\u202f950", "1 750"),
        (PRICE_AR, "left", "1\u202f750", "1 950"),
        (PRICE_AR, "right", "1 950", "1\u202f750"),
    ],
)
def test_what_was_decided_is_told_alone(asked: str, holds: Verdict, value: str, other: str, tmp_path: Path) -> None:
    chunks = priced("1 950 دج", ARABIC_NEWER)
    answer = ask(tmp_path, asked, chunks, decided(chunks, holds))
    assert answer.dropped == ()
    assert plain(value) in plain(answer.text)
    assert other not in plain(answer.text)
    assert "⚠" not in plain(answer.text)
    assert documents(answer)[0] == (FR if holds == "left" else AR)


def test_what_is_no_contradiction_says_nothing(tmp_path: Path) -> None:
    chunks = priced("1 950 دج")
    answer = ask(tmp_path, PRICE, chunks, decided(chunks, "not-a-contradiction"))
    assert "1 750 DA" in plain(answer.text)
    assert documents(answer) == [FR]


def test_an_answer_that_does_not_tell_the_contradicted_fact_says_nothing(tmp_path: Path) -> None:
    chunks = priced("1 950 دج")
    assert "⚠" not in ask(tmp_path, "Quel est le tarif Rimal Fibre 140 Mbps ?", chunks).text
    assert "⚠" not in ask(tmp_path, NOTICE, chunks).text


def test_a_comparison_warns_of_the_row_that_is_contradicted(tmp_path: Path) -> None:
    answer = ask(tmp_path, DIFFERENCE, priced("1 950 دج"))
    assert in_order(plain(answer.text), "1 750 DA", "⚠ La version arabe indique 1 950 DA", "2 150 DA", "= 400 DA")
    assert answer.text.count("⚠") == 1


@pytest.mark.parametrize("dates", [SAME, ARABIC_NEWER])
def test_a_difference_is_computed_from_what_holds(dates: Dates, tmp_path: Path) -> None:
    chunks = priced("1 950 دج", dates)
    answer = ask(tmp_path, DIFFERENCE, chunks, decided(chunks, "right"))
    assert answer.dropped == ()
    assert "2 150 − 1 950 = 200 DA" in plain(answer.text)
    assert "⚠" not in plain(answer.text)


def test_the_least_is_picked_by_what_holds(tmp_path: Path) -> None:
    chunks = [*priced("2 950 دج", ARABIC_NEWER), *OTHER_OFFERS]
    answer = ask(tmp_path, "quel est le débit le moins cher rimal fibre", chunks)
    assert "140 Mbps" in plain(answer.text)
    assert "70 Mbps" not in plain(answer.text)


@pytest.mark.parametrize(
    ("dates", "parts"),
    [
        (SAME, ("30 jours", "[1]", "⚠ La version arabe indique 15 jours [2] ; à vérifier.")),
        (FRENCH_NEWER, ("30 jours", "[1]", "⚠ La version arabe, plus ancienne, indique 15 jours [2].")),
        (ARABIC_NEWER, ("15 jours", "[1]", "⚠ La version française, plus ancienne, indique 30 jours [2].")),
    ],
)
def test_a_sentence_warns_as_a_row_does(dates: Dates, parts: Sequence[str], tmp_path: Path) -> None:
    answer = ask(tmp_path, NOTICE, noticed("15", dates))
    assert answer.dropped == ()
    assert in_order(plain(answer.text), *parts), plain(answer.text)


def test_a_few_days_are_counted_as_arabic_counts_them(tmp_path: Path) -> None:
    chunks = twins(said=(AR_SAID[0], AR_SAID[1], AR_SAID[2].replace("ثلاثة (03) أشهر", "(06) أشهر"), AR_SAID[3]))
    answer = ask(tmp_path, "متى يكون مودم Rimal Box مجانيا عند التسديد؟", chunks)
    assert answer.text.endswith("⚠ النسخة الفرنسية تذكر 3 أشهر [2]؛ يُرجى التحقق."), plain(answer.text)


def test_what_cannot_be_put_right_stands_below_the_value_that_does(tmp_path: Path) -> None:
    """A number in words has no digits to replace."""
    said = tuple(line.replace("30 jours", "deux mois") for line in french()[0].text.splitlines())
    chunks = [*french(said=said), *noticed("6", ARABIC_NEWER)[3:]]
    chunks = [replace(chunk, text=chunk.text.replace("بـ 6 يوما", "بـ 6 أشهر")) for chunk in chunks]
    [finding] = found(chunks)
    answer = ask(tmp_path, NOTICE, chunks)
    assert in_order(plain(answer.text), "⚠ La version arabe, plus récente, indique 6 mois [1].", "deux mois", "[2]")
    held = ask(tmp_path, NOTICE, chunks, Decisions({finding.id: Decision("right")}))
    assert in_order(held.text, "La version arabe, qui fait foi, indique 6 mois [1].", "[2]")
    assert "⚠" not in held.text


def test_a_row_that_only_one_document_has_is_to_be_verified(tmp_path: Path) -> None:
    chunks = twins(table=AR_ROWS[:2])
    asked = "Quel est le tarif Rimal Fibre 1,5 Gbps ?"
    answer = ask(tmp_path, asked, chunks)
    assert "4 350 DA" in plain(answer.text)
    assert answer.text.endswith("⚠ La version arabe n'a pas cette ligne [2] ; à vérifier.")
    kept = ask(tmp_path, asked, chunks, decided(chunks, "left"))
    assert "4 350 DA" in plain(kept.text)
    assert "⚠" not in kept.text
    assert "4 350" not in ask(tmp_path, asked, chunks, decided(chunks, "right")).text


def test_a_list_of_another_length_warns_once_and_at_its_end(tmp_path: Path) -> None:
    chunks = twins(asked=("- نسخة من بطاقة التعريف؛", "- طلب خطي."))
    answer = ask(tmp_path, "Quels documents fournir dans le dossier Rimal Fibre ?", chunks)
    assert answer.text.endswith("⚠ La version arabe donne une autre liste [2] ; à vérifier."), plain(answer.text)
    assert answer.text.count("⚠") == 1


def test_of_documents_in_one_language_the_title_tells_which(tmp_path: Path) -> None:
    table = [("50 Mbps", "1 500 DA", "2 500 DA"), *FR_ROWS]
    other = tuple((speed, price.replace("1 750", "1 790"), fees) for speed, price, fees in table)
    sheets = [*french(table=table), *repeated(other)]
    answer = ask(tmp_path, PRICE, sheets)
    assert "⚠ La source « Rimal Partenaires » indique 1 790 DA" in plain(answer.text)


def repeated(table: Sequence[Sequence[str]]) -> list[Chunk]:
    return [
        replace(chunk, document="Conventions/Partenaires FR.docx", title="Rimal Partenaires", twin=None)
        for chunk in french(table=table)
        if chunk.ordinal == 1
    ]


def test_the_same_number_of_another_cell_warns_of_nothing(tmp_path: Path) -> None:
    """The fee is contradicted, the price that is the same number isn't."""
    table = (("70 Mbps", "2 500 DA", "2 500 DA"), *FR_ROWS[1:])
    other = (("2 700 دج", "2 500 دج", AR_ROWS[0][2]), *AR_ROWS[1:])
    chunks = [*french(table=table), *arabic(table=other)]
    [finding] = found(chunks)
    assert (finding.left.column, finding.left.shown) == ("Frais", "2 500 DA")
    answer = ask(tmp_path, "le tarif le plus bas Rimal Fibre", chunks)
    assert "⚠" not in plain(answer.text)
    assert "⚠" in ask(tmp_path, "frais Rimal Fibre 70 Mbps", chunks).text


def test_a_warning_keeps_to_the_length_that_is_allowed(tmp_path: Path) -> None:
    long = tuple(f"{line} {'Rimal Télécom le garantit à ses clients. ' * 20}" for line in french()[0].text.splitlines())
    chunks = [*french(said=long), *noticed("15")[3:]]
    answer = ask(tmp_path, NOTICE, chunks)
    assert len(answer.text) <= 600


def test_both_rows_and_their_cells_are_cited(tmp_path: Path) -> None:
    answer = ask(tmp_path, PRICE, priced("1 950 دج"))
    cited: Mapping[str, tuple[str | None, str | None]] = {c.document: (c.row, c.cell) for c in answer.citations}
    assert cited[FR][1] == "Tarif (DA/mois)"
    assert cited[AR][1] == "السعر (دج/شهر)"
    for citation in answer.citations:
        assert citation.row in citation.text.splitlines()
