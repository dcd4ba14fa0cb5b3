"""Which documents a question names: an offer, a partner, a guide, by the words of their titles and file names."""

import math
from collections.abc import Sequence
from pathlib import PurePosixPath

from core.documents.chunk import Chunk
from core.text.query import Query
from core.text.tokens import Analyser


class DocumentNames:
    """Titles and file names of the indexed documents, searchable by the terms of a question."""

    def __init__(self, chunks: Sequence[Chunk], analyser: Analyser) -> None:
        names: dict[str, set[str]] = {}
        for chunk in chunks:
            if chunk.document not in names:
                path = PurePosixPath(chunk.document)
                names[chunk.document] = {
                    token
                    for text in (chunk.title, path.stem.replace("_", " "), path.parent.name.replace("_", " "))
                    for token in analyser.tokens(text)
                }
        self._documents = len(names)
        self._postings: dict[str, set[str]] = {}
        for document, tokens in names.items():
            for token in tokens:
                self._postings.setdefault(token, set()).add(document)

    def match(self, query: Query) -> dict[str, float]:
        """How far each document is the one that the question names, from 0 to 1; documents not named are left out.

        The share of the question's naming words that the document's name holds, each weighed by how few documents
        have it: a word of every title names nothing.
        """
        found: dict[str, float] = {}
        total = 0.0
        for term in query.terms:
            documents: set[str] = set()
            for alternative in term.alternatives:
                postings = [self._postings.get(token, set()) for token in alternative]
                documents |= set.intersection(*postings)
            if documents and (weight := math.log(self._documents / len(documents))) > 0:
                total += weight
                for document in documents:
                    found[document] = found.get(document, 0.0) + weight
        # A single weak word (`offre`) must not count as a full match.
        floor = math.log(max(self._documents, 2)) / 2
        return {document: weight / max(total, floor) for document, weight in found.items()}
