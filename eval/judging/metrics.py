"""The judged figures of one question, from a judge's verdicts: the formulas that RAGAS published, and where we differ.

Source: RAGAS's documentation, docs.ragas.io, `concepts/metrics/available_metrics` (faithfulness, answer_relevance,
context_precision, context_recall); the differences stand in docs/learning.md. A figure is None where the question has
nothing that it is computed of.
"""

from collections.abc import Mapping, Sequence

from core.models.base import Vectors

METRICS = {
    "faithfulness": "faithfulness",
    "answer_relevancy": "answer relevancy",
    "context_precision": "context precision",
    "context_recall": "context recall",
    "refusal_quality": "refusal quality",
}
"""What each figure is called in a report."""


def share(verdicts: Sequence[bool]) -> float | None:
    """Faithfulness and context recall: supported claims / all claims, of the answer or of the reference."""
    return sum(verdicts) / len(verdicts) if verdicts else None


def context_precision(relevant: Sequence[bool]) -> float | None:
    """Context precision@K: Σ (precision@k · v_k) / Σ v_k, 0 where no passage is relevant.

    Args:
        relevant: v_k, whether the passage at rank k is relevant; best passage first.
    """
    if not relevant:
        return None
    found, total = 0, 0.0
    for k, is_relevant in enumerate(relevant, 1):
        if is_relevant:
            found += 1
            total += found / k
    return total / found if found else 0.0


def answer_relevancy(asked: Vectors, generated: Vectors, *, noncommittal: bool) -> float:
    """Response relevancy: the mean cosine of the question and of questions made from the answer; 0 where the answer
    evades, as in RAGAS's code.

    Args:
        asked: shape (1, dimension), L2-normalised.
        generated: shape (questions, dimension), L2-normalised, at least one.
    """
    return 0.0 if noncommittal else float((generated @ asked[0]).mean())


def refusal_quality(verdict: Mapping[str, bool]) -> float:
    """Not of RAGAS: 0 where the passages answer the question; else a third for being right, one for being polite, one
    for being useful."""
    if verdict["answerable"]:
        return 0.0
    return (1 + verdict["polite"] + verdict["useful"]) / 3
