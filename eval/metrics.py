"""What a reply is worth against a labelled question: one row of figures, each 0 or 1 unless said otherwise.

Figures that `shared/tools/score.py` has too are called the same and have the same value.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from core.text.numbers import find_quantities
from eval.facts import holds, numbers
from eval.ranking import ranking_figures, same_path

# What a refusal says no with, in either language.
_NO = re.compile(r"\b(?:ne|n['’]\w+|pas|aucune?|non|qu['’]\w*)\b|غير|لا|ليس|لم|لن|فقط", re.IGNORECASE)
_LABEL = re.compile(r"\[\d+\]")
_NAME = re.compile("\u2066.*?\u2069|[A-Z][\\w-]*")


def figures(
    question: Mapping[str, Any], reply: Mapping[str, Any], texts: Mapping[str, str] | None = None
) -> dict[str, float]:
    """The figures that this question has.

    Args:
        texts: text of the index's chunks by their id, for facts in the passages that were passed on.
    """
    row = reply_figures(question, reply, texts)
    if question["expected"] == "refuse":
        return row
    return row | ranking_figures(question["documents"], reply.get("candidates", ()))


def reply_figures(
    question: Mapping[str, Any], reply: Mapping[str, Any], texts: Mapping[str, str] | None = None
) -> dict[str, float]:
    """The figures without those of the ranking."""
    refused, failed = reply["kind"] == "refusal", reply["kind"] == "error"
    row = {"refused": float(refused), "error": float(failed)}
    text = reply.get("text", "")
    if question["language"] in ("fr", "ar") and text:
        row["language_ok"] = float(_script(text, question["language"]) == question["language"])
    if question["expected"] == "refuse":
        row["answered"] = float(not refused and not failed)
        return row | (_refusal(question, reply) if refused else {})
    if question.get("must_include"):
        found = facts_found(question, reply, texts or {})
        row["facts"] = float(not refused and all(fact["text"] for fact in found))
        row["facts_in_passages"] = float(all(fact["cited"] for fact in found))
        row["facts_passed_on"] = float(all(fact["passed_on"] for fact in found))
    if others := question.get("must_not_include"):
        row["wrong"] = float(not refused and any(holds(text, other) for other in others))
    row["passages"] = float(len(passed_on(reply)))
    if not refused and not failed:
        row["cited_precision"] = _cited_precision(question, reply)
        row["chars"] = float(len(text))
    return row


def facts_found(
    question: Mapping[str, Any], reply: Mapping[str, Any], texts: Mapping[str, str]
) -> list[dict[str, Any]]:
    """For each fact, by its first spelling, whether it stands in the reply's text, in the cited passages, in those that
    were passed on, and in all that were candidates."""
    candidates = reply.get("candidates", ())
    places = {
        "text": reply.get("text", ""),
        "cited": _joined(citation.get("text", "") for citation in reply.get("citations", ())),
        "passed_on": _joined(texts.get(passage["chunk"], "") for passage in passed_on(reply)),
        "candidates": _joined(texts.get(candidate.get("chunk", ""), "") for candidate in candidates),
    }
    return [
        {"fact": ways[0]} | {place: any(holds(text, way) for way in ways) for place, text in places.items()}
        for ways in question.get("must_include") or ()
    ]


def passed_on(reply: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The candidates that the gate let through to be answered from, best first."""
    return [candidate for candidate in reply.get("candidates", ()) if candidate.get("passed")]


def _refusal(question: Mapping[str, Any], reply: Mapping[str, Any]) -> dict[str, float]:
    """The quality of a refusal: it says no, tells no figure of its own, and cites nothing.

    Only `no-such-value` lists what exists: its figures must stand in what it cites, in whatever unit (1 400 Mbps,
    1.4 Gbps), and it may cite.
    """
    text, citations = reply.get("text", ""), reply.get("citations", ())
    lists_values = reply.get("reason") == "no-such-value"
    invented = bool(numbers(text) - numbers(question["question"]))
    cites = bool(citations)
    clean = lists_values or (not invented and not cites)
    if lists_values:
        sources = _joined(f"{c.get('title', '')} {c.get('section', '')} {c.get('text', '')}" for c in citations)
        invented = bool(_values(_LABEL.sub(" ", text)) - _values(sources) - _values(question["question"]))
    return {
        "says_no": float(bool(_NO.search(text))),
        "invents_nothing": float(not invented),
        "cites_nothing": float(lists_values or not cites),
        "clean": float(clean),
    }


def _values(text: str) -> set[Decimal]:
    return {quantity.value for quantity in find_quantities(text)}


def _cited_precision(question: Mapping[str, Any], reply: Mapping[str, Any]) -> float:
    """Share of the cited passages that are of right documents; 0 where nothing is cited."""
    right = {same_path(path) for path in question["documents"]}
    cited = [same_path(citation["document"]) in right for citation in reply.get("citations", ())]
    return sum(cited) / len(cited) if cited else 0.0


def _script(text: str, wanted: str) -> str:
    """The language by its letters; in Arabic, names that stay as the documents write them don't count."""
    prose = _NAME.sub(" ", text) if wanted == "ar" else text
    arabic, latin = re.findall("[\u0621-\u064a]", prose), re.findall("[A-Za-zÀ-ÿ]", prose)
    return "ar" if len(arabic) > len(latin) else "fr"


def _joined(texts: Any) -> str:
    return " \n ".join(texts)
