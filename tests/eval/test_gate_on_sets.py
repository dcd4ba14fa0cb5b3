"""Public question sets as corpora, and the gate's error rates over them, on a small set made here."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.calibrating import foreign_questions
from core.question import Question
from core.settings import load_settings
from eval.datasets import (
    drawn,
    fitted_on,
    held_out,
    load_squad,
    names_without,
    retriever_over,
    squad_questions,
    without_article,
)
from eval.gate_on_sets import SetGate, own_rates
from eval.measure_gate import foreign_groups, labelled_groups
from tests.corpora import coverage_gate
from tests.index.helpers import HashEncoder

ARTICLES = {
    "Le_phare_de_Rimal": [
        ("Le phare de Rimal fut bâti en granit par l’ingénieur Toumi.", "Qui a bâti le phare de Rimal en granit ?")
    ],
    "La_source_Azur": [
        ("La source Azur jaillit au pied du mont Djerid.", "Où jaillit la source Azur du mont Djerid ?"),
        ("Les eaux tièdes du Djerid alimentent un bassin.", "Quel bassin alimentent les eaux du Djerid ?"),
    ],
}


def squad(articles: dict[str, list[tuple[str, str]]]) -> dict[str, Any]:
    return {
        "data": [
            {
                "title": title,
                "paragraphs": [{"context": text, "qas": [{"question": f" {question} "}]} for text, question in pairs],
            }
            for title, pairs in articles.items()
        ]
    }


@pytest.fixture
def set_file(tmp_path: Path) -> Path:
    path = tmp_path / "petit.json"
    path.write_text(json.dumps(squad(ARTICLES)), encoding="utf-8")
    return path


def test_articles_become_documents_and_paragraphs_chunks(set_file: Path) -> None:
    dataset = load_squad(set_file, "fr")
    assert [(chunk.document, chunk.title, chunk.ordinal) for chunk in dataset.chunks] == [
        ("petit/000 Le phare de Rimal", "Le phare de Rimal", 0),
        ("petit/001 La source Azur", "La source Azur", 0),
        ("petit/001 La source Azur", "La source Azur", 1),
    ]
    assert dataset.questions[0].gold == {"petit/000 Le phare de Rimal#0"}
    assert squad_questions(set_file) == [question.text for question in dataset.questions]


def test_drawing_is_the_same_whatever_the_order_and_differs_by_seed() -> None:
    texts = [f"question {n}" for n in range(100)]
    assert drawn(texts, 10, "1") == drawn(reversed([*texts, *texts]), 10, "1")
    assert drawn(texts, 10, "1") != drawn(texts, 10, "2")


def test_what_was_fitted_on_is_never_held_out(set_file: Path) -> None:
    assert not any(map(held_out, fitted_on(load_squad(set_file, "fr"))))


def test_an_article_that_is_gone_answers_nothing(set_file: Path, tmp_path: Path) -> None:
    dataset = load_squad(set_file, "fr")
    settings = load_settings(semantic_weight=0.0)
    retriever = retriever_over(dataset, tmp_path / "cache", HashEncoder(), settings)
    question = dataset.questions[0]
    [ranking] = retriever.rank([Question(question.text, "fr")])
    assert ranking.candidates[0].chunk.id in question.gold
    rest = without_article(ranking, question.article)
    assert question.article not in {candidate.chunk.document for candidate in rest.candidates}
    # The name stands nowhere any more.
    assert names_without(retriever, question.article).read(ranking).unknown == "Rimal"


def test_rates_count_what_is_refused_and_what_is_answered_without_its_article(set_file: Path, tmp_path: Path) -> None:
    dataset = load_squad(set_file, "fr")
    retriever = retriever_over(dataset, tmp_path / "cache", HashEncoder(), load_settings(semantic_weight=0.0))
    judged = SetGate(retriever, coverage_gate(), 10, foreign_questions()[:60])
    rates = own_rates(judged, dataset, frozenset())
    assert {rate.of for rate in rates.values()} == {3}
    assert rates["answerable refused"].count == 0
    assert rates["answered, its article gone"].count == 0


def test_labelled_questions_are_counted_by_what_is_expected() -> None:
    groups = labelled_groups(
        [
            {"question": "a", "expected": "answer", "kind": "price"},
            {"question": "b", "expected": "refuse", "kind": "near-domain"},
            {"question": "c", "expected": "refuse", "category": "off-topic"},
            {"question": "d"},
        ]
    )
    assert groups == {"answerable": ["a", "d"], "near-domain": ["b"], "off-topic": ["c"]}


def test_foreign_questions_are_a_hundred_of_each_source(tmp_path: Path) -> None:
    many = {"Titre": [("Texte.", f"Question numéro {n} ?") for n in range(150)]}
    for name in ("xquad.ar.json", "arcd-dev.json", "piaf-dev.json"):
        (tmp_path / name).write_text(json.dumps(squad(many)), encoding="utf-8")
    (tmp_path / "off-domain-fr.json").write_text(json.dumps([f"Symptôme {n} ?" for n in range(150)]))
    assert [len(texts) for texts in foreign_groups(tmp_path).values()] == [100, 100, 100]
    assert foreign_groups(tmp_path) == foreign_groups(tmp_path)
