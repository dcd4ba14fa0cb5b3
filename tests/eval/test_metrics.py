import importlib.util
import json
import sys
from pathlib import Path

import pytest

from eval.metrics import figures, holds, shares

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "tools" / "score.py"


@pytest.mark.parametrize(
    ("text", "fact", "stands"),
    [
        ("le tarif est de 2 970 DA", "2970", True),
        ("le tarif est de 2.970,00 DA", "2 970", True),
        ("السعر ٢٩٧٠ دج", "2 970", True),
        ("12 970 DA", "2 970", False),
        ("1,5 Gbps", "1.5 gbps", True),
        ("15 Gbps", "1.5 gbps", False),
        ("3 jours", "3 jours", True),
        ("13 jours", "3 jours", False),
        ("les retraités", "retraité", True),
        ("للمتقاعدين", "متقاعد", True),
        ("une pièce d’identité", "pièce d'identité", True),
    ],
)
def test_facts_are_found_whatever_their_spelling(text: str, fact: str, stands: bool) -> None:
    assert holds(text, fact) is stands


QUESTION = {
    "expected": "answer",
    "documents": ["Offres/A.docx"],
    "must_include": [["2 970"], ["14 mois", "14 شهرا"]],
    "must_not_include": ["3 380"],
}


def reply(text: str, *documents: str, kind: str = "answer") -> dict[str, object]:
    return {"kind": kind, "text": text, "candidates": [{"document": document} for document in documents]}


def test_figures_of_an_answer() -> None:
    row = figures(QUESTION, reply("2970 DA, engagement 14 mois", "Offres/B.docx", "Offres/B.docx", "Offres/A.docx"))
    assert row == {"refused": 0.0, "hit1": 0.0, "hit3": 1.0, "mrr": 0.5, "facts": 1.0, "wrong": 0.0}


def test_a_neighbouring_row_is_wrong_and_half_of_the_facts_is_not_enough() -> None:
    row = figures(QUESTION, reply("2970 DA au lieu de 3 380 DA", "Offres/A.docx"))
    assert (row["facts"], row["wrong"], row["hit1"]) == (0.0, 1.0, 1.0)


def test_a_refusal_has_no_facts_right_and_nothing_wrong() -> None:
    row = figures(QUESTION, reply("3 380", kind="refusal"))
    assert (row["refused"], row["facts"], row["wrong"], row["mrr"]) == (1.0, 0.0, 0.0, 0.0)


def test_shares_count_only_rows_that_have_the_figure() -> None:
    assert shares([{"refused": 1.0}, {"refused": 0.0, "facts": 1.0}]) == {"refused": 0.5, "facts": 1.0}


@pytest.mark.skipif(not SHARED.exists(), reason="../shared/tools/score.py is not here to compare with")
def test_the_figures_agree_with_the_shared_scorer() -> None:
    spec = importlib.util.spec_from_file_location("score", SHARED)
    assert spec
    assert spec.loader
    score = importlib.util.module_from_spec(spec)
    sys.modules["score"] = score
    spec.loader.exec_module(score)
    questions = json.loads((ROOT / "eval" / "questions.json").read_text(encoding="utf-8"))
    compared = 0
    for question in questions:
        if question["expected"] != "answer":
            continue
        for text in (
            question.get("evidence") or "",
            "2 970 DA",
            " ".join(ways[0] for ways in question["must_include"]),
        ):
            given = reply(text, "Offres/B.docx", question["documents"][0])
            theirs = score.score(question | {"language": "fr"}, given | {"citations": []})
            ours = figures(question, given)
            assert {name: float(theirs[name]) for name in ours} == ours
            compared += 1
    assert compared > 100
