"""Whose family a price is for: a convention's is for those whom it names, and another's is worse than none."""

from core.answering.base import Draft
from core.answering.material import Material
from core.retrieval import Ranking

_ENTITLED = frozenset({"entitled", "widow"})
# Anybody may ask the price of an offer for their mother.
_OF_CONVENTIONS = frozenset({"ascendants"})


def is_for_family(draft: Draft, ranking: Ranking, material: Material) -> bool:
    """False where rows are told of documents that nowhere speak of the family that the question names."""
    if not draft.rows:
        return True
    for term in ranking.query.terms:
        sources = [
            chunk
            for chunk in draft.sources
            if term.name in _ENTITLED or (term.name in _OF_CONVENTIONS and chunk.partner)
        ]
        if sources and not any(material.says(document, term) for document in {chunk.document for chunk in sources}):
            return False
    return True
