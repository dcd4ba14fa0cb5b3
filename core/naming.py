"""Which documents a question names: an offer, a partner, a guide, by the words of titles, partners and file names."""

import math
from collections.abc import Sequence
from pathlib import PurePosixPath

from core.documents.chunk import Chunk
from core.text.query import Query
from core.text.tokens import Analyser

# How much a name loses for what it says and the question doesn't: `Gamers` means the offer, not `Gamers Locataire`.
_UNSAID = 0.3


# What is asked of any document: a `tarif` in one's title doesn't make it the one that every price is asked of.
_NO_NAMES = frozenset("price amount fees connection_fees monthly_fee speed mbps day month year duration delay".split())


class DocumentNames:
    """Titles, partners and file names of the indexed documents, searchable by the terms of a question."""

    def __init__(self, chunks: Sequence[Chunk], analyser: Analyser) -> None:
        names: dict[str, set[str]] = {}
        for chunk in chunks:
            if chunk.document not in names:
                path = PurePosixPath(chunk.document)
                names[chunk.document] = {
                    token
                    for text in (chunk.title, chunk.partner, path.stem, path.parent.name)
                    for token in analyser.tokens(text.replace("_", " "))
                }
        self._documents = len(names)
        self._postings: dict[str, set[str]] = {}
        for document, tokens in names.items():
            for token in tokens:
                self._postings.setdefault(token, set()).add(document)
        self._lengths = {
            document: sum(self._weight(len(self._postings[token])) for token in tokens) or 1.0
            for document, tokens in names.items()
        }

    def match(self, query: Query) -> dict[str, float]:
        """How far each document is the one that the question names, from 0 to 1; documents not named are left out.

        The share of the question's naming words that the document's name holds, each weighed by how few documents
        have it: a word of every title names nothing.
        """
        found: dict[str, float] = {}
        total = 0.0
        for term in query.terms:
            if term.name in _NO_NAMES or term.kind == "number":
                continue
            documents: set[str] = set()
            for alternative in term.alternatives:
                documents |= set.intersection(*(self._postings.get(token, set()) for token in alternative))
            if documents and (weight := self._weight(len(documents))) > 0:
                total += weight
                for document in documents:
                    found[document] = found.get(document, 0.0) + weight
        # A single weak word (`offre`) must not count as a full match.
        total = max(total, math.log(max(self._documents, 2)) / 2)
        return {
            document: weight / total * (1 - _UNSAID + _UNSAID * min(1.0, weight / self._lengths[document]))
            for document, weight in found.items()
        }

    def _weight(self, documents: int) -> float:
        """Inverse document frequency over names."""
        return math.log(self._documents / documents)
