import importlib.util
import itertools
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from eval.metrics import facts_found, figures
from eval.ranking import rank_of_right, ranking_figures
from tests.eval.replies import FIBRE, FIBRE_AR, PLAY, TEXTS, foreign, labelled, refusal, reply

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "tools" / "score.py"


def test_figures_of_a_right_answer() -> None:
    row = figures(labelled(), reply(), TEXTS)
    assert row.pop("chars") == 36
    assert row.pop("passages") == 1
    wrong = {"refused", "error", "wrong"}
    assert row == {name: float(name not in wrong) for name in row}
    assert {"hit1", "hit3", "mrr", "ndcg10", "facts", "facts_in_passages", "facts_passed_on"} < set(row)


def test_chunks_of_one_document_are_one_place_and_twins_are_one_document() -> None:
    candidates = [{"document": name} for name in (PLAY, PLAY, FIBRE_AR, FIBRE)]
    assert rank_of_right([FIBRE, FIBRE_AR], candidates) == 2
    assert ranking_figures([FIBRE, FIBRE_AR], candidates) == pytest.approx(
        {"hit1": 0.0, "hit3": 1.0, "mrr": 0.5, "ndcg10": 0.63093}, abs=1e-5
    )


@pytest.mark.parametrize("candidates", [[], [{"document": PLAY}]], ids=["nothing", "another"])
def test_a_ranking_without_the_right_document_is_worth_nothing(candidates: list[dict[str, str]]) -> None:
    assert rank_of_right([FIBRE], candidates) == 0
    assert set(ranking_figures([FIBRE], candidates).values()) == {0.0}


def test_the_right_document_beyond_ten_has_a_rank_and_no_gain() -> None:
    found = ranking_figures([FIBRE], [{"document": f"{i}.docx"} for i in range(11)] + [{"document": FIBRE}])
    assert found["mrr"] == pytest.approx(1 / 12)
    assert found["ndcg10"] == 0


def test_paths_are_compared_in_one_form() -> None:
    assert rank_of_right(["Offres/Été.docx"], [{"document": "Offres/E\u0301te\u0301.docx"}]) == 1


def test_a_neighbouring_row_is_wrong_and_half_of_the_facts_is_not_enough() -> None:
    question = labelled(must_include=[["2 560"], ["14 mois"]])
    row = figures(question, reply("2 560 DA au lieu de 2 970 DA"), TEXTS)
    assert (row["facts"], row["wrong"], row["hit1"]) == (0.0, 1.0, 1.0)


def test_where_a_fact_stands_tells_retrieval_from_answering() -> None:
    question = labelled(must_include=[["2 560"], ["2 970"], ["3 380"], ["9 999"]])
    given = reply("2 560 DA [1].", f"{FIBRE}#0", f"{FIBRE}#1", f"{PLAY}#0", passed=2)
    places = ("text", "cited", "passed_on", "candidates")
    assert [tuple(fact[place] for place in places) for fact in facts_found(question, given, TEXTS)] == [
        (True, True, True, True),
        (False, False, True, True),
        (False, False, False, True),
        (False, False, False, False),
    ]


def test_a_refusal_has_no_facts_right_and_nothing_wrong() -> None:
    row = figures(labelled(), refusal("2 560 ou 2 970"), TEXTS)
    assert (row["refused"], row["facts"], row["wrong"], row["mrr"]) == (1.0, 0.0, 0.0, 1.0)
    assert "chars" not in row


def test_citations_of_other_documents_count_against() -> None:
    assert figures(labelled(), reply(cited=[f"{FIBRE}#0", f"{PLAY}#0"]), TEXTS)["cited_precision"] == 0.5
    assert figures(labelled(), reply(cited=[]), TEXTS)["cited_precision"] == 0


@pytest.mark.parametrize(
    ("text", "language", "right"),
    [
        ("Le prix est de 2 560 DA", "fr", True),
        ("السعر 2 560 دج", "fr", False),
        ("السعر هو 2 560 دج لعرض Rimal Fibre Résidentiel Premium", "ar", True),
        ("le prix du عرض est de 2 560 DA", "ar", False),
    ],
)
def test_the_language_is_told_by_letters_and_names_may_stay(text: str, language: str, right: bool) -> None:
    assert figures(labelled(language=language), reply(text), TEXTS)["language_ok"] == right


def test_a_mixed_question_has_no_language_to_be_held_to() -> None:
    assert "language_ok" not in figures(labelled(language="mixed"), reply(), TEXTS)


QUALITY = ("says_no", "invents_nothing", "cites_nothing", "clean")


@pytest.mark.parametrize(
    ("given", "quality"),
    [
        (refusal(), (1, 1, 1, 1)),
        (refusal("المعلومة غير متوفرة في الوثائق."), (1, 1, 1, 1)),
        (refusal("« Satellite 300 » n'y figure pas."), (1, 1, 1, 1)),
        (refusal("Le satellite coûte 9 900 DA."), (0, 0, 1, 0)),
        (refusal(cited=[f"{PLAY}#0"]), (1, 1, 0, 0)),
        (refusal("500 ne figure pas. Valeurs : 220 [1]", reason="no-such-value", cited=[f"{FIBRE}#0"]), (1, 0, 1, 1)),
        (refusal("300 ne figure pas. Valeurs : 220 [1]", reason="no-such-value", cited=[f"{FIBRE}#0"]), (1, 1, 1, 1)),
        (refusal("Pas de 300 : 0.22 Gbps [1]", reason="no-such-value", cited=[f"{FIBRE}#0"]), (1, 1, 1, 1)),
    ],
    ids=["french", "arabic", "own number", "invented", "cites", "value invented", "value", "value in another unit"],
)
def test_the_quality_of_a_refusal(given: dict[str, Any], quality: tuple[int, ...]) -> None:
    row = figures(foreign(question="prix du Satellite 300"), given, TEXTS)
    assert tuple(row[name] for name in QUALITY) == quality
    assert (row["refused"], row["answered"]) == (1, 0)


def test_an_answer_where_a_refusal_is_due() -> None:
    row = figures(foreign(), reply(), TEXTS)
    assert (row["refused"], row["answered"]) == (0, 1)
    assert "clean" not in row


def test_a_question_that_failed_is_neither_answered_nor_refused() -> None:
    failed = {"kind": "error", "reason": "too-long", "text": "Question trop longue."}
    assert figures(foreign(), failed, TEXTS)["answered"] == 0
    row = figures(labelled(), failed, TEXTS)
    assert (row["error"], row["refused"], row["facts"], row["hit1"]) == (1, 0, 0, 0)


@pytest.fixture(scope="module")
def score() -> ModuleType:
    """The shared scorer as a module."""
    if not SHARED.exists():
        pytest.skip("../shared/tools/score.py is not here to compare with")
    spec = importlib.util.spec_from_file_location("score", SHARED)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["score"] = module
    spec.loader.exec_module(module)
    return module


def _replies(question: dict[str, Any]) -> list[dict[str, Any]]:
    """Right and wrong texts in each kind of reply, with right, other and no citations."""
    right = (question.get("documents") or [FIBRE])[0]
    facts = " ; ".join(ways[-1] for ways in question.get("must_include") or ())
    others = " ; ".join(question.get("must_not_include") or ())
    texts = (question.get("evidence") or "", f"Prix : 2 970 DA, {facts}", f"السعر هو {others} دج، Rimal `Fibre`", facts)
    kinds = (("answer", None), ("quote", "check-failed"), ("refusal", "off-topic"), ("refusal", "no-such-value"))
    made = []
    for text, (kind, reason), documents in itertools.product(texts, kinds, ([], [right], [PLAY, right])):
        given = reply(text, f"{PLAY}#0", f"{right}#0", kind=kind, reason=reason, cited=[])
        given["citations"] = [{"n": 1, "document": name, "text": question.get("evidence") or ""} for name in documents]
        made.append(given)
    return [*made, {"kind": "error", "reason": "empty", "text": facts}]


def test_every_figure_that_the_shared_scorer_has_too_agrees_with_it(score: ModuleType) -> None:
    questions = json.loads((ROOT / "eval" / "questions.json").read_text(encoding="utf-8"))
    compared = set()
    for question in questions[::3]:
        for given in _replies(question):
            theirs, ours = score.score(question, given), figures(question, given)
            assert {name: float(value) for name, value in theirs.items()} == {
                name: pytest.approx(ours[name]) for name in theirs
            }, (question["id"], given)
            compared |= theirs.keys()
    assert compared >= {"hit1", "hit3", "mrr", "facts", "facts_in_passages", "wrong", "refused", "clean", "language_ok"}
