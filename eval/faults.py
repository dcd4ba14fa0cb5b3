"""What went wrong with a question, in kinds that say where to look."""

from collections.abc import Mapping
from typing import Any

TITLES = {
    "error": "No reply",
    "answered-near-domain": "Answered, but must be refused: of the trade",
    "answered-off-topic": "Answered, but must be refused: off-topic",
    "answered-other": "Answered, but must be refused: other kinds",
    "unclean-refusal": "Refused rightly, but with a figure or a citation, or without saying no",
    "refused-by-name": "Refused by mistake: a name taken for unknown",
    "refused-by-label": "Refused by mistake: no passage of the documents that the question names",
    "refused-by-value": "Refused by mistake: 'no such value'",
    "refused-by-score": "Refused by mistake: the gate's score",
    "wrong-value": "A wrong value given",
    "facts-not-found": "Facts missing: in no candidate (retrieval)",
    "facts-not-passed-on": "Facts missing: in a candidate, not in the passages passed on (ranking, gate)",
    "facts-not-told": "Facts missing: in the passages passed on, not in the answer (answering)",
    "not-in-three": "Right document not among the first three",
    "not-first": "Right document second or third",
    "wrong-language": "Wrong language",
    "no-right-citation": "No right document cited",
    "other-citations": "Other documents cited beside right ones",
}
"""Kinds of fault in the order of the report."""


def refused_by(reply: Mapping[str, Any]) -> str | None:
    """What refused: `name`, `label`, `value` or `score`; None for no refusal."""
    if reply["kind"] != "refusal":
        return None
    if reply.get("reason") == "no-such-value":
        return "value"
    gate = reply.get("gate") or {}
    if gate.get("unknown_name"):
        return "name"
    return "label" if gate.get("best", 0.0) >= gate.get("threshold", 0.0) else "score"


def faults_of(row: Mapping[str, Any]) -> list[str]:
    """The kinds of fault of a row, those of `TITLES`; a refused or failed question has no fault of the answer's."""
    figures = row["figures"]
    if figures["error"]:
        return ["error"]
    faults = _of_refusals(row) if row["expected"] == "refuse" else _of_answers(row)
    if figures.get("language_ok") == 0:
        faults.append("wrong-language")
    return faults


def _of_refusals(row: Mapping[str, Any]) -> list[str]:
    figures = row["figures"]
    if figures["answered"]:
        kind = f"answered-{row['category']}"
        return [kind if kind in TITLES else "answered-other"]
    good = all(figures[name] for name in ("says_no", "invents_nothing", "cites_nothing", "clean"))
    return [] if good else ["unclean-refusal"]


def _of_answers(row: Mapping[str, Any]) -> list[str]:
    figures = row["figures"]
    faults = []
    if not figures["hit1"]:
        faults.append("not-first" if figures["hit3"] else "not-in-three")
    if figures["refused"]:
        return [f"refused-by-{row['refused_by']}", *faults]
    if figures.get("wrong"):
        faults.append("wrong-value")
    if figures.get("facts") == 0:
        missing = [fact for fact in row["facts"] if not fact["text"]]
        if not all(fact["candidates"] for fact in missing):
            faults.append("facts-not-found")
        elif not all(fact["passed_on"] for fact in missing):
            faults.append("facts-not-passed-on")
        else:
            faults.append("facts-not-told")
    if figures["cited_precision"] < 1:
        faults.append("other-citations" if figures["cited_precision"] else "no-right-citation")
    return faults
