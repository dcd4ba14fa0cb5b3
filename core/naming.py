"""Which documents a question speaks of: by the words of their titles, partners and file names, and of their text."""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from core.documents.chunk import Chunk
from core.index.version import IndexedChunk
from core.text.query import Query, Term
from core.text.tokens import Analyser

# How much a name loses for what it says and the question doesn't: `Gamers` means the offer, not `Gamers Locataire`.
_UNSAID = 0.3

# What is asked of any document, and by anybody: a `tarif` in one's title doesn't make it the one that every price is
# asked of.
NO_NAMES = frozenset(
    "customer price amount fees connection_fees monthly_fee speed mbps day month year duration delay".split()
)


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
        self._postings = _Postings(names)
        self._lengths = {document: self._postings.weight_of(tokens) or 1.0 for document, tokens in names.items()}

    def match(self, query: Query) -> dict[str, float]:
        """How far each document is the one that the question names, from 0 to 1; documents not named are left out.

        The share of the question's naming words that the document's name holds, each weighed by how few documents
        have it: a word of every title names nothing.
        """
        terms = [term for term in query.terms if term.name not in NO_NAMES and term.kind != "number"]
        found, total = self._postings.weights(terms)
        return {
            document: weight / total * (1 - _UNSAID + _UNSAID * min(1.0, weight / self._lengths[document]))
            for document, weight in found.items()
        }


class DocumentTexts:
    """The whole texts of the indexed documents: of two with a passage equally near, the one that also says the rest of
    the question elsewhere is rather meant."""

    def __init__(self, entries: Iterable[IndexedChunk]) -> None:
        texts: dict[str, set[str]] = {}
        for entry in entries:
            for document in entry.documents:
                texts.setdefault(document, set()).update(entry.tokens)
        self._postings = _Postings(texts)

    def coverage(self, query: Query) -> dict[str, float]:
        """The share of the question's terms that each document says anywhere, from 0 to 1, each weighed by how few
        documents say it; documents that say none are left out."""
        found, total = self._postings.weights(query.terms)
        return {document: weight / total for document, weight in found.items()}


class _Postings:
    """Documents by the tokens that they hold."""

    def __init__(self, tokens: Mapping[str, Iterable[str]]) -> None:
        self._count = len(tokens)
        self._documents: dict[str, set[str]] = {}
        for document, held in tokens.items():
            for token in held:
                self._documents.setdefault(token, set()).add(document)

    def weight_of(self, tokens: Iterable[str]) -> float:
        """Weight of a document's tokens together."""
        return sum(self._weight(len(self._documents[token])) for token in tokens)

    def weights(self, terms: Iterable[Term]) -> tuple[dict[str, float], float]:
        """What each document holds of the terms, and what there is to hold at all."""
        found: dict[str, float] = {}
        total = 0.0
        for term in terms:
            documents: set[str] = set()
            for alternative in term.alternatives:
                documents |= set.intersection(*(self._documents.get(token, set()) for token in alternative))
            if documents and (weight := self._weight(len(documents))) > 0:
                total += weight
                for document in documents:
                    found[document] = found.get(document, 0.0) + weight
        # A single weak word (`offre`) must not count as a full match.
        return found, max(total, math.log(max(self._count, 2)) / 2)

    def _weight(self, documents: int) -> float:
        """Inverse document frequency."""
        return math.log(self._count / documents)
