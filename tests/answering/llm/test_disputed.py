"""What a model tells of a value that two sheets contradict each other about."""

from pathlib import Path

import pytest

from core.answering.llm.checked import CheckedAnswer
from core.audit.audit import audit
from core.audit.decisions import Decisions
from tests.answering.test_disputes import ARABIC_NEWER, FRENCH_NEWER, SAME, Dates, decided, priced
from tests.audit.twins import AR, FR
from tests.corpora import corpus_of, words_settings

PRICE = "Pour 70 Mbps, le tarif mensuel est de 1 750 DA [1]."


def checked(folder: Path, dates: Dates, decisions: Decisions | None = None) -> CheckedAnswer:
    chunks = priced("1 950 دج", dates)
    corpus = corpus_of(folder, chunks, words_settings(), decisions, audit(chunks).contradictions)
    table = next(chunk for chunk in chunks if chunk.document == FR and "1 750" in chunk.text)
    return CheckedAnswer(
        [table],
        question="Quel est le tarif Rimal Fibre 70 Mbps ?",
        language="fr",
        limit=600,
        disputes={1: corpus.answerer.disputes_of(table)},
    )


def test_with_equal_dates_both_values_are_told(tmp_path: Path) -> None:
    answer = checked(tmp_path, SAME)
    assert answer.take(PRICE) == [PRICE, "⚠ La version arabe indique 1\u202f950 DA [2] ; à vérifier."]
    assert [c.document for c in answer.composed().citations] == [FR, AR]


def test_the_newer_document_s_value_stands_first(tmp_path: Path) -> None:
    shown = checked(tmp_path, ARABIC_NEWER).take(PRICE)
    assert shown == ["⚠ La version arabe, plus récente, indique 1\u202f950 DA [1].", PRICE.replace("[1]", "[2]")]
    newer = checked(tmp_path, FRENCH_NEWER).take(PRICE)
    assert newer[0] == PRICE
    assert "plus ancienne" in newer[1]


def test_it_is_said_once(tmp_path: Path) -> None:
    answer = checked(tmp_path, SAME)
    answer.take(PRICE)
    assert answer.take("À 70 Mbps, 1 750 DA de tarif mensuel [1].") == ["À 70 Mbps, 1 750 DA de tarif mensuel [1]."]


def test_another_row_needs_no_note(tmp_path: Path) -> None:
    answer = checked(tmp_path, SAME)
    said = "Pour 140 Mbps, le tarif mensuel est de 2 150 DA [1]."
    assert answer.take(said) == [said]


@pytest.mark.parametrize(("holds", "is_told"), [("left", True), ("right", False), ("not-a-contradiction", True)])
def test_a_decision_is_kept_to(tmp_path: Path, holds: str, is_told: bool) -> None:
    decisions = decided(priced("1 950 دج"), holds)  # type: ignore[arg-type]
    answer = checked(tmp_path, SAME, decisions)
    assert answer.take(PRICE) == ([PRICE] if is_told else [])
