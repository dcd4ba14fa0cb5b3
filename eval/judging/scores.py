"""From what a judge said of each question to figures, and to the single verdicts that two judges are compared by."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.models.base import Vectors
from eval.judging.agreement import Item
from eval.judging.judge import Judged
from eval.judging.material import Material
from eval.judging.metrics import answer_relevancy, context_precision, refusal_quality, share

Encode = Callable[[Sequence[str]], Vectors]

_NEEDS = {
    "faithfulness": "statements",
    "context_recall": "statements",
    "context_precision": "passages",
    "answer_relevancy": "questions",
    "refusal_quality": "refusal",
}
"""The part that each figure is computed of."""


@dataclass(frozen=True)
class Scored:
    """A question by one judge: `figures` by metric; `not_judged` are metrics that it has and the judge gave nothing
    for, with the reason; `verdicts` every yes and no."""

    figures: Mapping[str, float]
    not_judged: Mapping[str, str]
    verdicts: Mapping[Item, bool]


def applying(of: Material) -> list[str]:
    """The metrics that a question has."""
    has = {
        "faithfulness": bool(of.claims),
        "answer_relevancy": not of.is_refusal and bool(of.answer),
        "context_precision": bool(of.passages),
        "context_recall": bool(of.facts),
        "refusal_quality": of.is_refusal,
    }
    return [metric for metric, applies in has.items() if applies]


def score(of: Material, judged: Judged, encode: Encode) -> Scored:
    """The figures of a question; what failed is not judged, never 0."""
    claims, facts = _statements(of, judged)
    relevant = _relevant(of, judged)
    values = {
        "faithfulness": share(claims),
        "context_recall": share(facts),
        "context_precision": context_precision(relevant),
        "answer_relevancy": _relevancy(of, judged, encode),
        "refusal_quality": refusal_quality(judged.verdicts["refusal"]) if "refusal" in judged.verdicts else None,
    }
    figures = {metric: value for metric in applying(of) if (value := values[metric]) is not None}
    not_judged = {metric: judged.failures.get(_NEEDS[metric], "") for metric in applying(of) if metric not in figures}
    return Scored(figures, not_judged, _verdicts(of, judged))


def known_verdicts(of: Material) -> dict[Item, bool]:
    """What the labels say of the same things that judges are asked of."""
    return {(of.id, kind, str(n)): verdict for kind, known in of.known.items() for n, verdict in enumerate(known, 1)}


def _statements(of: Material, judged: Judged) -> tuple[list[bool], list[bool]]:
    """The verdicts of the claims and of the facts; where nothing was handed on, nothing supports them."""
    if not of.passages:
        return [False] * len(of.claims), [False] * len(of.facts)
    verdict = judged.verdicts.get("statements", {})
    listed = [verdict[n]["supported"] for n in sorted(verdict, key=int)]
    return listed[: len(of.claims)], listed[len(of.claims) :]


def _relevant(of: Material, judged: Judged) -> list[bool]:
    """The verdict of each passage, in order; nothing where the judge said nothing."""
    if (verdict := judged.verdicts.get("passages")) is None:
        return []
    return [n in verdict["relevant"] for n in range(1, len(of.passages) + 1)]


def _relevancy(of: Material, judged: Judged, encode: Encode) -> float | None:
    if (verdict := judged.verdicts.get("questions")) is None:
        return None
    vectors = encode([of.question, *verdict["questions"]])
    return answer_relevancy(vectors[:1], vectors[1:], noncommittal=verdict["noncommittal"])


def _verdicts(of: Material, judged: Judged) -> dict[Item, bool]:
    """What the judge itself said, yes or no."""
    claims, facts = _statements(of, judged) if of.passages else ([], [])
    kinds = {"claim": claims, "fact": facts, "passage": _relevant(of, judged)}
    found = {(of.id, kind, str(n)): value for kind, values in kinds.items() for n, value in enumerate(values, 1)}
    found |= {(of.id, "refusal", aspect): value for aspect, value in judged.verdicts.get("refusal", {}).items()}
    if (questions := judged.verdicts.get("questions")) is not None:
        found[of.id, "evades", ""] = questions["noncommittal"]
    return found
