"""Labelled questions about the fictional operator, and reply objects as the engine gives them."""

from collections.abc import Sequence
from typing import Any

from eval.result import Result
from eval.rows import row_of
from eval.summary import summarise

FIBRE = "Offres/Rimal Fibre FR.docx"
FIBRE_AR = "Offres/Rimal Fibre AR.docx"
PLAY = "Offres/Rimal Play.docx"
TEXTS = {
    f"{FIBRE}#0": "Rimal Fibre 220 Mbps : 2 560 DA par mois",
    f"{FIBRE}#1": "Rimal Fibre 440 Mbps : 2 970 DA par mois",
    f"{PLAY}#0": "Rimal Play : 3 380 DA, engagement 14 mois",
}


def labelled(name: str = "q1", **more: Any) -> dict[str, Any]:
    """A question that `FIBRE` answers with 2 560 DA, not 2 970."""
    return {
        "id": name,
        "question": "prix rimal fibre 220 mega",
        "language": "fr",
        "expected": "answer",
        "kind": "price",
        "documents": [FIBRE, FIBRE_AR],
        "must_include": [["2 560", "2560"]],
        "must_not_include": ["2 970"],
    } | more


def foreign(name: str = "f1", kind: str = "near-domain", **more: Any) -> dict[str, Any]:
    """A question to refuse."""
    question = {"id": name, "question": "prix du satellite", "language": "fr", "expected": "refuse", "kind": kind}
    return question | {"documents": []} | more


def reply(
    text: str = "Rimal Fibre 220 Mbps : 2 560 DA [1].",
    *ranked: str,
    kind: str = "answer",
    reason: str | None = None,
    passed: int = 1,
    cited: Sequence[str] = (f"{FIBRE}#0",),
    best: float = 0.8,
    deciding: float | None = None,
    unknown: str = "",
) -> dict[str, Any]:
    """A reply object; `ranked` and `cited` are chunks of `TEXTS`, the first `passed` of the ranking passed."""
    chunks = ranked or (f"{FIBRE}#0", f"{FIBRE}#1", f"{PLAY}#0")
    return {
        "kind": kind,
        "reason": reason,
        "text": text,
        "language": "fr",
        "candidates": [
            {"document": c.split("#")[0], "chunk": c, "score": 1 - i / 10, "gate": best, "passed": i < passed}
            for i, c in enumerate(chunks)
        ],
        "citations": [
            {"n": n, "document": c.split("#")[0], "title": "Rimal", "section": "", "page": None, "text": TEXTS[c]}
            for n, c in enumerate(cited, 1)
        ],
        "gate": {
            "best": best,
            "threshold": 0.4,
            "off_topic_threshold": 0.1,
            "deciding": best if deciding is None else deciding,
            "unknown_name": unknown,
        },
        "timings_ms": {"queue": 1.0, "retrieve": 20.0, "gate": 2.0, "answer": 5.0, "total": 28.0},
        "dropped": [],
    }


def refusal(text: str = "Information non disponible dans les documents.", **more: Any) -> dict[str, Any]:
    """A refusal by the gate's score, unless told otherwise."""
    return reply(
        text, **({"kind": "refusal", "reason": "not-in-documents", "passed": 0, "cited": (), "best": 0.2} | more)
    )


def rows_of(*asked: tuple[dict[str, Any], dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of questions with their replies."""
    return [row_of(question, given, TEXTS) for question, given in asked]


def result_of(label: str, rows: list[dict[str, Any]], **more: Any) -> Result:
    """A run with these rows."""
    values: dict[str, Any] = {
        "label": label,
        "date": "2026-11-30T08:00:00+00:00",
        "questions": ("questions.json",),
        "changed": {},
        "settings": {"semantic_weight": 0.65},
        "index_version": "0123456789abcdef",
        "answer_state": "fedcba9876543210",
        "machine": "Linux x86_64, 2 cores",
        "seconds": 1.5,
        "summary": summarise(rows),
        "rows": rows,
    }
    return Result(**values | more)
