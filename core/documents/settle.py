"""What is known of a document only beside all the others: its twin in the other language."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.documents.chunk import Chunk
from core.documents.text import language_of_chunks
from core.documents.twins import Facts, figures_of, find_twins


def settle(chunks: Mapping[str, Sequence[Chunk]]) -> dict[str, list[Chunk]]:
    """The chunks of every document (by its path) as they are beside the others.

    Pure and repeatable: settled chunks settle to themselves, so that a run rewrites only what another document changed.
    """
    twins = find_twins(
        [
            Facts(document, language_of_chunks(held), figures_of("\n".join(chunk.text for chunk in held)))
            for document, held in chunks.items()
        ]
    )
    return {document: [replace(chunk, twin=twins.get(document)) for chunk in held] for document, held in chunks.items()}
