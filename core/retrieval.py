"""Hybrid retrieval: one encoding call and one vector search for all questions that wait, BM25 beside it, merged.

Where the index has the encoder's lexical weights, a third search is by these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from core.documents.chunk import Chunk
from core.index.base import Rows, Scores
from core.index.store import LoadedIndex
from core.merging import Merger, Weights
from core.models.base import Encoded, Encoder, HeadedEncoder
from core.negated import Negated, Negations
from core.question import Question
from core.rescoring import Rescorer
from core.scope import Scopes
from core.text.query import Query, QueryReader, Term
from core.text.tokens import Analyser
from core.versions import SheetVersions

SPARSE_SHARE = 0.3
"""What likeness by lexical weights counts in the likeness by meaning, where the cosine and the multi-vector score count
1 each: the shares that FlagEmbedding, the library of the model's authors, takes unless told otherwise."""


@dataclass(frozen=True)
class Scored:
    """A chunk as retrieval sees it: `score` merged (0 to 1, plus bonuses), `cosine` and `bm25` as they came."""

    chunk: Chunk
    tokens: frozenset[str]
    score: float
    cosine: float
    bm25: float


@dataclass(frozen=True)
class Ranking:
    """What retrieval knows of one question.

    `asked` is the question as it is looked for, which `query` was read from: in French where it is Algerian in Latin
    letters, without the names that it says are not meant, `denied`; `candidates` best first; `mean_cosine` is over the
    whole index; `unknown` the terms that stand nowhere in the corpus; `named` how far the question names each document
    (0 to 1; those that it doesn't name at all are left out); `not_meant` the documents of another version, those that
    it denies, and those of devices and partners that it doesn't speak of; `unsaid_variants` those of offers that are a
    named one with something more, which it doesn't say.
    """

    question: Question
    asked: str
    query: Query
    candidates: tuple[Scored, ...]
    mean_cosine: float
    idf: dict[str, float]
    unknown: frozenset[str]
    named: Mapping[str, float] = field(default_factory=dict)
    denied: tuple[Term, ...] = ()
    not_meant: frozenset[str] = frozenset()
    unsaid_variants: frozenset[str] = frozenset()

    @property
    def names_document(self) -> float:
        """How far the question names the document that it names most."""
        return max(self.named.values(), default=0.0)


class Retriever:
    """Ranks the chunks of one index version for questions. Used by the model worker's thread alone."""

    def __init__(self, index: LoadedIndex, encoder: Encoder, reader: QueryReader, analyser: Analyser, weights: Weights):
        self.index = index
        self._encoder = encoder
        self._reader = reader
        self._weights = weights
        self.scopes = Scopes(index)
        self._versions = SheetVersions(index.every_chunk())
        self._merger = Merger(index, reader, analyser, weights)
        self._negations = Negations(index.facts.values(), self._merger.variants, reader)
        self._mean = index.vectors.rows().mean(axis=0)
        self._rescorer = Rescorer(index, encoder) if isinstance(encoder, HeadedEncoder) else None

    @property
    def reads(self) -> str:
        """How questions are read: changes with the words that are known."""
        return self._reader.digest

    def rank(self, questions: Sequence[Question]) -> list[Ranking]:
        """The merged ranking of each question, in order: one encoding call, one vector search a scope."""
        meant = [self._negations.read(self._reader.worded(question.text)) for question in questions]
        encoded = self._encode([own.text for own in meant])
        vectors = np.array([one.vector for one in encoded], dtype=np.float32).reshape(-1, self.index.vectors.dimension)
        by_meaning: dict[int, Rows] = {}
        for scope in dict.fromkeys(question.scope for question in questions):
            places = [i for i, question in enumerate(questions) if question.scope == scope]
            _, rows = self.index.vectors.search(vectors[places], self._weights.per_search, self.scopes.rows(scope))
            by_meaning.update((place, found[found >= 0]) for place, found in zip(places, rows, strict=True))
        return [self._rank(question, meant[i], encoded[i], by_meaning[i]) for i, question in enumerate(questions)]

    def named(self, text: str) -> Mapping[str, float]:
        """How far a text names each document (0 to 1), as in `Ranking`; those that it doesn't name are left out."""
        text = self._reader.worded(text)
        query = self._reader.read(self._versions.without_named(text))
        return self._merger.meant(query, self._versions.not_meant(text)).named

    def _encode(self, texts: Sequence[str]) -> list[Encoded]:
        if isinstance(self._encoder, HeadedEncoder):
            return self._encoder.encode_all(texts)
        return [Encoded(vector) for vector in self._encoder.encode_queries(texts)]

    def _rank(self, question: Question, negated: Negated, encoded: Encoded, by_meaning: Rows) -> Ranking:
        asked = negated.text
        query = self._reader.read(self._versions.without_named(asked))
        if not query.terms:
            query = self._reader.read(asked)
        bm25 = self.index.lexical.scores(query.tokens)
        sparse = None if self.index.sparse is None else self.index.sparse.scores(encoded.weights)
        found = [by_meaning]
        for scores in (bm25,) if sparse is None else (bm25, sparse):
            found.append(_best(scores, self._weights.per_search, self.scopes.rows(question.scope)))
        rows = np.array(list(dict.fromkeys(np.concatenate(found).tolist())), dtype=np.int64)
        if negated.documents:
            rows = rows[[not self.index.chunks[row].documents <= negated.documents for row in rows.tolist()]]
        idf, unknown = self._idf(query)
        if not len(rows):
            return Ranking(question, asked, query, (), 0.0, idf, unknown)
        cosine = self.index.vectors.rows(rows) @ encoded.vector
        not_meant = self._versions.not_meant(asked)
        meant = self._merger.meant(query, not_meant, negated.documents)
        meaning = cosine if sparse is None else cosine + np.float32(SPARSE_SHARE) * sparse[rows]
        merged = self._merger.scores(question.language, meant, rows, meaning, bm25[rows])
        if self._rescorer is not None and encoded.token_vectors is not None:
            meaning = meaning + self._rescorer.scores(encoded.token_vectors, rows, merged)
            merged = self._merger.scores(question.language, meant, rows, meaning, bm25[rows])
        return Ranking(
            question,
            asked,
            query,
            tuple(
                Scored(
                    self._chunk(row, question.scope, not_meant | negated.documents),
                    self.index.chunks[row].token_set,
                    *scores,
                )
                for row, *scores in sorted(
                    zip(rows.tolist(), merged.tolist(), cosine.tolist(), bm25[rows].tolist(), strict=True),
                    key=lambda candidate: (-candidate[1], candidate[0]),
                )
            ),
            mean_cosine=float(self._mean @ encoded.vector),
            idf=idf,
            unknown=unknown,
            named=meant.named,
            denied=negated.names,
            not_meant=not_meant | negated.documents | meant.special_sheets,
            unsaid_variants=meant.unsaid_variants,
        )

    def _chunk(self, row: int, scope: str | None, not_meant: frozenset[str]) -> Chunk:
        """The chunk as it stands within the scope, in the version that is meant: the same text may stand in several
        documents."""
        entry = self.index.chunks[row]
        documents = entry.documents if scope is None else entry.documents & self.scopes.documents(scope)
        return entry.within(documents - not_meant or documents)

    def _idf(self, query: Query) -> tuple[dict[str, float], frozenset[str]]:
        """Inverse document frequency of each term by name, and the terms that no chunk holds."""
        n = len(self.index.chunks)
        idf, unknown = {}, set()
        for term in query.terms:
            counts = [min(self.index.lexical.frequency(t) for t in tokens) for tokens in term.alternatives]
            frequency = min(n, sum(counts))
            idf[term.name] = float(np.log((n + 1) / (frequency + 0.5)))
            if not frequency:
                unknown.add(term.name)
                if term.kind == "label":
                    # `droit à` typed `droit a` looks like a label; what is none must not count as uncovered.
                    idf[term.name] = 0.0
        return idf, frozenset(unknown)


def _best(scores: Scores, k: int, allowed: Rows | None) -> Rows:
    """Rows of the k best scores above zero, best first, ties in order."""
    held = scores if allowed is None else scores[allowed]
    # Nearly every chunk says one word of a long question, so only what can be among the best is sorted.
    least = np.partition(held, -k)[-k] if 0 < k < len(held) else 0.0
    places = np.flatnonzero((held > 0) & (held >= least))
    rows: Rows = places if allowed is None else allowed[places]
    order = np.lexsort((rows, -scores[rows]))
    return rows[order[:k]]
