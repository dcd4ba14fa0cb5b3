"""Everything that belongs to one index version, built together and swapped together.

A question takes one `Corpus` and keeps it to its end, so it never sees old vectors with new texts.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from core.answering.base import Answerer, Passage
from core.answering.extractive import ExtractiveAnswerer
from core.calibration import Calibration
from core.documents.chunk import Chunk
from core.fingerprint import code_fingerprint
from core.gate import Gate
from core.index.store import LoadedIndex
from core.merging import Weights
from core.models.base import Encoder
from core.name_check import NameCheck
from core.reply import Candidate, GateResult
from core.retrieval import Ranking, Retriever
from core.settings import Settings
from core.text.query import QueryReader
from core.text.tokens import Analyser

_DOCUMENTS_HELD = 64
"""Documents whose chunks are kept with their token sets: an answer reads the same few again and again."""


@dataclass(frozen=True)
class Gated:
    """What the gate let through, best first, and what it said of every candidate."""

    passages: tuple[Passage, ...]
    candidates: tuple[Candidate, ...]
    result: GateResult


@dataclass(frozen=True)
class CorpusFacts:
    """What an index version holds (counts of documents and of passages that differ), and how its gate was set."""

    version: str
    documents: int
    passages: int
    calibration: Calibration


class Corpus:
    """An index version with what asks it: retriever, gate with its calibration, answerer."""

    def __init__(
        self,
        index: LoadedIndex,
        calibration: Calibration,
        *,
        settings: Settings,
        encoder: Encoder,
        analyser: Analyser,
        reader: QueryReader,
        gate: Gate,
        decisions: str = "",
    ) -> None:
        """`decisions` is the digest of what was decided on contradictions (`core/audit/decisions.py`)."""
        self.index = index
        self.calibration = calibration
        self.retriever = build_retriever(index, settings, encoder, reader, analyser)
        self._settings = settings
        self._gate = gate
        self._decisions = decisions
        self._names = NameCheck(index, analyser)
        self._held = lru_cache(maxsize=_DOCUMENTS_HELD)(self._read)
        self.answerer: Answerer = ExtractiveAnswerer(
            analyser,
            self.chunks_of,
            answer_chars=settings.answer_max_chars,
            procedure_chars=settings.procedure_max_chars,
        )
        self.answer_state = self._state(reader)

    @property
    def facts(self) -> CorpusFacts:
        """For whoever answers for the documents."""
        manifest = self.index.manifest
        return CorpusFacts(self.index.version, manifest.documents, manifest.texts, self.calibration)

    @property
    def threshold(self) -> float:
        """Probability from which a passage passes: the setting, or the corpus's calibrated one."""
        fixed = self._settings.gate_threshold
        return self.calibration.threshold if fixed is None else fixed

    def chunks_of(self, document: str) -> Sequence[tuple[Chunk, frozenset[str]]]:
        """All chunks of a document with their tokens, in order; none for an unknown one."""
        return self._held(document)

    def _read(self, document: str) -> Sequence[tuple[Chunk, frozenset[str]]]:
        entries = [self.index.chunks[row] for row in self.index.rows_by_document.get(document, ())]
        held = [
            (chunk, entry.token_set)
            for entry in entries
            for chunk in (entry.chunk, *entry.duplicates)
            if chunk.document == document
        ]
        return sorted(held, key=lambda pair: pair[0].ordinal)

    def gate(self, ranking: Ranking) -> Gated:
        """Hold the best candidates against the threshold; at most `max_passages` pass, in the ranking's order, in which
        the question's language wins near-ties. Where labels name documents, only these pass."""
        probabilities = self._gate.probabilities(ranking, self.calibration.reference, self._settings.gate_candidates)
        scored = list(zip(ranking.candidates, probabilities.tolist(), strict=False))
        named = self._names.read(ranking)
        meant = [(candidate, probability) for candidate, probability in scored if named.means(candidate)]
        passages = tuple(
            Passage(candidate.chunk, candidate.tokens, probability, candidate.score)
            for candidate, probability in meant
            if probability >= self.threshold and not named.unknown
        )[: self._settings.max_passages]
        known = {candidate.chunk.id: probability for candidate, probability in scored}
        passed = {passage.chunk.id for passage in passages}
        return Gated(
            passages,
            tuple(
                Candidate(c.chunk.document, c.chunk.id, round(c.score, 4), known.get(c.chunk.id), c.chunk.id in passed)
                for c in ranking.candidates
            ),
            GateResult(
                best=max(probabilities.tolist(), default=0.0),
                threshold=self.threshold,
                off_topic_threshold=min(self.threshold, self.calibration.off_topic_threshold),
                deciding=max((probability for _, probability in meant), default=0.0),
                unknown_name=named.unknown,
            ),
        )

    def _state(self, reader: QueryReader) -> str:
        """Hash of everything besides the question that can change an answer (`reply.md`)."""
        settings = self._settings
        parts = (
            code_fingerprint(),
            self.index.version,
            self.calibration.digest,
            self.threshold,
            self._gate.name,
            self.answerer.name,
            reader.digest,
            self._decisions,
            settings.semantic_weight,
            settings.fusion,
            settings.language_bonus,
            settings.candidates_per_search,
            settings.gate_candidates,
            settings.max_passages,
        )
        return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:16]


def weights_of(settings: Settings) -> Weights:
    """How the settings have the two searches merged."""
    return Weights(
        semantic=settings.semantic_weight,
        language_bonus=settings.language_bonus,
        per_search=settings.candidates_per_search,
        fusion=settings.fusion,
    )


def build_retriever(
    index: LoadedIndex, settings: Settings, encoder: Encoder, reader: QueryReader, analyser: Analyser
) -> Retriever:
    """The retriever over an index, with the settings' weights."""
    return Retriever(index, encoder, reader, analyser, weights_of(settings))
