"""Which passages are of the documents that a question names."""

from collections.abc import Sequence

from core.documents.chunk import Chunk
from core.retrieval import Ranking

# As in the extractive answer: from this share of its name on, and that much before the next, a document is meant.
_NAMED = 0.55
_CLEARLY = 1.2


def asked_about(ranking: Ranking, chunks: Sequence[Chunk]) -> list[Chunk]:
    """A passage of each document that the question names clearly, or of its twin; none where no passage is of one of
    them, or where it names none."""
    most = ranking.names_document
    if most < _NAMED:
        return []
    paths = {path for path, share in ranking.named.items() if share * _CLEARLY >= most}
    meant = {chunk.document: chunk for chunk in chunks if chunk.document in paths or chunk.twin in paths}
    found = {path for chunk in meant.values() for path in (chunk.document, chunk.twin)}
    return list(meant.values()) if paths <= found else []
