"""One row a question: all that a report, a comparison or a sweep wants to know of it, as plain JSON."""

from collections.abc import Mapping
from typing import Any

from eval.faults import faults_of, refused_by
from eval.labelled import category_of
from eval.metrics import facts_found, figures, passed_on
from eval.ranking import rank_of_right, same_path

_OF_QUESTION = ("id", "question", "language", "expected", "kind", "documents", "must_include", "must_not_include")


def row_of(question: dict[str, Any], reply: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """The row of a question and the reply object that it got; `texts` are the index's chunks by their id.

    `score` is what the gate held against its threshold (null where it didn't look), `refused_by` what refused: `score`,
    `name` (unknown to all documents), `label` (the documents that the question names didn't pass), `value`
    (`no-such-value`). `rank` is the right document's, 0 where no candidate is of one.
    """
    right = {same_path(path) for path in question.get("documents") or ()}
    gate = reply.get("gate") or {}
    row = {name: question[name] for name in _OF_QUESTION if name in question} | {
        "category": category_of(question),
        "reply_kind": reply["kind"],
        "reason": reply.get("reason"),
        "text": reply.get("text", ""),
        "reply_language": reply.get("language"),
        "rank": rank_of_right(right, reply.get("candidates", ())),
        "score": gate.get("best") if gate.get("deciding") is None else gate["deciding"],
        "gate": gate,
        "refused_by": refused_by(reply),
        "passages": [
            {"chunk": passage["chunk"], "score": passage["score"], "gate": passage["gate"]}
            | {"right": same_path(passage["document"]) in right}
            for passage in passed_on(reply)
        ],
        "candidates": list(reply.get("candidates", ())),
        "citations": [
            {name: citation.get(name) for name in ("n", "document", "page", "section", "row")}
            | {"right": same_path(citation["document"]) in right}
            for citation in reply.get("citations", ())
        ],
        "dropped": list(reply.get("dropped", ())),
        "facts": facts_found(question, reply, texts),
        "figures": figures(question, reply, texts),
        "timings_ms": reply.get("timings_ms", {}),
    }
    return row | {"faults": faults_of(row)}
