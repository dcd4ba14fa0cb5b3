"""Public question sets in SQuAD form as corpora: every paragraph a chunk, every article a document."""

import json
from dataclasses import dataclass
from pathlib import Path

from core.corpus import build_retriever
from core.documents.chunk import Chunk, Language
from core.errors import StorageError
from core.index.build import reindex
from core.index.store import load_current
from core.models.base import Encoder
from core.retrieval import Retriever
from core.settings import Settings
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser
from storage.embeddings import SqliteEmbeddings


@dataclass(frozen=True)
class LabelledQuestion:
    """A question and the ids of the chunks that hold its answer; `article` is the document they are in."""

    text: str
    article: str
    gold: frozenset[str]


@dataclass(frozen=True)
class Dataset:
    """A corpus with its questions."""

    name: str
    chunks: tuple[Chunk, ...]
    questions: tuple[LabelledQuestion, ...]


def load_squad(path: Path, language: Language, paragraphs: int | None = None) -> Dataset:
    """Read a file in SQuAD form; paragraphs that stand twice are one chunk.

    Args:
        paragraphs: stop after the article that reaches this number.
    """
    data = json.loads(path.read_text(encoding="utf-8"))["data"]
    chunks: dict[str, Chunk] = {}
    questions = []
    for number, article in enumerate(data):
        if paragraphs is not None and len(chunks) >= paragraphs:
            break
        title = str(article.get("title") or "").replace("_", " ")
        document = f"{path.stem}/{number:03d} {title}"
        for ordinal, paragraph in enumerate(article["paragraphs"]):
            context = paragraph["context"]
            chunk = chunks.setdefault(
                context, Chunk(document, ordinal, title, "", None, language, path.stem, None, context)
            )
            for entry in paragraph["qas"]:
                if text := entry["question"].strip():
                    questions.append(LabelledQuestion(text, chunk.document, frozenset({chunk.id})))
    return Dataset(path.stem, tuple(chunks.values()), tuple(questions))


def retriever_over(dataset: Dataset, folder: Path, encoder: Encoder, settings: Settings) -> Retriever:
    """The product's own retriever over a set, its index kept in `folder` (built there the first time)."""
    analyser = Analyser()
    reader = QueryReader(analyser, Synonyms.load(analyser))
    folder.mkdir(parents=True, exist_ok=True)
    with SqliteEmbeddings(folder / "embeddings.sqlite", StorageError) as embeddings:
        reindex(folder, dataset.chunks, encoder, analyser, embeddings)
    index = load_current(folder, encoder.name, analyser.name)
    return build_retriever(index, settings, encoder, reader, analyser)
