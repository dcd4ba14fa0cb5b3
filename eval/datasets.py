"""Public question sets in SQuAD form as corpora: every paragraph a chunk, every article a document."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from core.corpus import build_retriever
from core.documents.chunk import Chunk, Language
from core.errors import StorageError
from core.index.build import reindex
from core.index.store import load_current
from core.models.base import Encoder
from core.models.remembering import remembering
from core.name_check import NameCheck
from core.retrieval import Ranking, Retriever
from core.settings import Settings
from core.text.darja import Darja
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser
from storage.embeddings import SqliteEmbeddings

SETS: tuple[tuple[str, Language], ...] = (("xquad.ar.json", "ar"), ("arcd-dev.json", "ar"), ("piaf-dev.json", "fr"))
"""The public sets that the gate is fitted and measured on, and their languages."""

MEDICAL = "off-domain-fr.json"
"""A list of medical questions: foreign to any of them."""

FITTED = 300
"""Questions of each set that the fit of the gate draws, two thirds of them to fit on."""


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


def drawn(texts: Iterable[str], count: int, seed: str = "") -> list[str]:
    """Up to `count` of the texts that differ: always the same ones for a seed, whatever their order."""
    return sorted(set(texts), key=lambda text: hashlib.sha256(f"{seed}{text}".encode()).digest())[:count]


def held_out(text: str) -> bool:
    """A third of the questions, by their own hash, is for measuring a fit."""
    return hashlib.sha256(text.encode()).digest()[0] % 3 == 0


def fitted_on(dataset: Dataset, count: int = FITTED) -> frozenset[str]:
    """The questions of a set that the gate was fitted on."""
    texts = drawn((question.text for question in dataset.questions), count)
    return frozenset(text for text in texts if not held_out(text))


def squad_questions(path: Path) -> list[str]:
    """All questions of a file in SQuAD form, in order."""
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    entries = (entry for article in articles for paragraph in article["paragraphs"] for entry in paragraph["qas"])
    return [text for entry in entries if (text := entry["question"].strip())]


def without_article(ranking: Ranking, article: str) -> Ranking:
    """The ranking as it would be if the article weren't in the corpus; what its words weigh stays as it was."""
    return replace(ranking, candidates=tuple(c for c in ranking.candidates if c.chunk.document != article))


def names_without(retriever: Retriever, article: str) -> NameCheck:
    """The names of the corpus without one of its articles."""
    rest = tuple(entry for entry in retriever.index.chunks if article not in entry.documents)
    return NameCheck(replace(retriever.index, chunks=rest), Analyser())


def retriever_over(dataset: Dataset, folder: Path, encoder: Encoder, settings: Settings) -> Retriever:
    """The product's own retriever over a set, its index kept in `folder` (built there the first time)."""
    analyser = Analyser()
    reader = QueryReader(analyser, Synonyms.load(analyser), Darja.load())
    folder.mkdir(parents=True, exist_ok=True)
    with SqliteEmbeddings(folder / "embeddings.sqlite", StorageError) as embeddings:
        reindex(folder, dataset.chunks, encoder, analyser, embeddings)
    index = load_current(folder, encoder.name, analyser.name)
    # Its file opens again on the first question.
    asking = remembering(encoder, embeddings)
    return build_retriever(index, settings, asking, reader, analyser)
