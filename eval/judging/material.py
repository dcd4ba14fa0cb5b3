"""What is judged of a question: its answer's claims, the reference's, and the passages that were at hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.answering.citations import without_citations
from core.answering.llm.prompts import fitting
from core.documents.chunk import Chunk, Language
from core.text.sentences import split_sentences
from eval.facts import holds
from eval.ranking import same_path

_REFUSED = 4
"""Passages that a refusal is judged by, the best that the gate looked at."""
REPLY_TOKENS = 400
"""What a judge writes, at most."""


@dataclass(frozen=True)
class Material:
    """`claims` are the answer's sentences without labels, `facts` the labelled ones, in their first spelling.

    `passages` are those handed on to be answered from, the best first; `refused_by` those that a refusal is judged by.
    `left_out` is how many of the former the judge's context doesn't hold. `known` are the verdicts that the labels
    themselves give, by kind: `fact` (its text stands in a passage) and `passage` (it is of a right document), in order.
    """

    id: str
    question: str
    language: Language
    is_refusal: bool
    answer: str
    claims: tuple[str, ...]
    facts: tuple[str, ...]
    passages: tuple[Chunk, ...]
    refused_by: tuple[Chunk, ...]
    left_out: int
    known: Mapping[str, tuple[bool, ...]]


def material_of(row: Mapping[str, Any], chunks: Mapping[str, Chunk], context_tokens: int) -> Material | None:
    """What is judged of a row (`eval/rows.py`); None where there was no reply.

    Args:
        chunks: those of the index that answered, by id.
        context_tokens: what the judge reads and writes at once.
    """
    if row["reply_kind"] == "error":
        return None
    is_refusal = row["reply_kind"] == "refusal"
    handed_on = [chunks[passage["chunk"]] for passage in row["passages"]]
    shown = fitting(handed_on, context_tokens, REPLY_TOKENS)
    looked_at = [chunks[name] for name in _looked_at(row)] if is_refusal else []
    facts = list(row.get("must_include") or ()) if row["expected"] == "answer" else []
    answer = "\n".join(filter(None, map(without_citations, row["text"].splitlines())))
    right = {same_path(path) for path in row.get("documents") or ()}
    known = {
        "fact": tuple(any(holds(chunk.content, way) for chunk in shown for way in ways) for ways in facts),
        "passage": tuple(same_path(chunk.document) in right for chunk in shown),
    }
    return Material(
        id=row["id"],
        question=row["question"],
        language="ar" if row["reply_language"] == "ar" else "fr",
        is_refusal=is_refusal,
        answer=answer,
        claims=() if is_refusal else tuple(split_sentences(answer)),
        facts=tuple(ways[0] for ways in facts),
        passages=tuple(shown),
        refused_by=tuple(fitting(shown or looked_at, context_tokens, REPLY_TOKENS)),
        left_out=len(handed_on) - len(shown),
        known=known,
    )


def _looked_at(row: Mapping[str, Any]) -> Sequence[str]:
    """Ids of the passages that the gate thought likeliest, where it let none through."""
    looked_at = [candidate for candidate in row["candidates"] if candidate["gate"] is not None]
    return [candidate["chunk"] for candidate in sorted(looked_at, key=lambda one: -one["gate"])[:_REFUSED]]
