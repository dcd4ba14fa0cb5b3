"""Everything that belongs to one index version, built together and swapped together.

A question takes one `Corpus` and keeps it to its end, so it never sees old vectors with new texts.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from core.answering.base import Answerer
from core.answering.compose import Composed
from core.answering.disputes import Disputes
from core.answering.extractive import ExtractiveAnswerer
from core.answering.several import SeveralOffers
from core.answering.side_by_side import SideBySide
from core.answering.sides import Sides
from core.answering.tier_pairs import Pairing
from core.answering.tier_values import Tier, read_tiers
from core.audit.decisions import Decisions
from core.audit.finding import Finding
from core.calibration import Calibration
from core.documents.chunk import Chunk, Language
from core.documents.table_data import TableData
from core.fingerprint import code_fingerprint
from core.gate import Gate
from core.gated import Gated, Limits, hold
from core.index.store import LoadedIndex
from core.merging import Weights
from core.models.base import Encoder
from core.name_check import NameCheck
from core.pins import Pins
from core.retrieval import Ranking, Retriever
from core.settings import Settings
from core.text.query import QueryReader
from core.text.tokens import Analyser

_DOCUMENTS_HELD = 64
"""Documents whose chunks are kept with their token sets: an answer reads the same few again and again."""


@dataclass(frozen=True)
class CorpusFacts:
    """What an index version holds (counts of documents and of passages that differ), and how its gate was set."""

    version: str
    documents: int
    passages: int
    calibration: Calibration


@dataclass(frozen=True)
class DocumentGroup:
    """Documents with their twins; `is_of_partner` where any of them is an agreement with somebody."""

    documents: frozenset[str]
    is_of_partner: bool


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
        contradictions: Sequence[Finding] = (),
        decisions: Decisions | None = None,
        tables_of: Callable[[str], Sequence[TableData]] = lambda document: (),
        writer: str = "",
    ) -> None:
        """`contradictions` are those among the index's own documents, `decisions` what people decided on them;
        `tables_of` reads the tables of a document as data, when they are first asked for; `writer` names
        what words the answers, if it isn't the answerer here (`Writer.name`)."""
        self.index = index
        self.calibration = calibration
        self.retriever = build_retriever(index, settings, encoder, reader, analyser)
        self._code = code_fingerprint()
        self._settings = settings
        self._gate = gate
        self._analyser = analyser
        self._reader = reader
        self._contradictions = contradictions
        self._contradicted = _chunks_of(contradictions, index)
        self._writer = writer
        self._names = NameCheck(index, analyser)
        self._held = lru_cache(maxsize=_DOCUMENTS_HELD)(self._read)
        self._tables_of = tables_of
        self._tiers_held = lru_cache(maxsize=_DOCUMENTS_HELD)(self._read_tiers)
        sides = Sides(index.facts, self.retriever.scopes, self.retriever.named, self._tiers_held, reader, analyser)
        self._side_by_side = SideBySide(
            sides,
            Pairing(reader, analyser),
            self._tiers_held,
            lambda document: [chunk for chunk, _ in self.chunks_of(document)],
            settings.answer_max_chars,
        )
        self._several = SeveralOffers(index.facts, self._tiers_held, analyser)
        self.naming_words = _naming_words(index, analyser)
        """Stems of the words that the documents are called by."""
        self.titles = frozenset(frozenset(analyser.all_words(facts.title)) for facts in index.facts.values())
        """The stems of each title."""
        self.pins = Pins({})
        """Answers that are given as they are, and which of them still hold."""
        self._decide(decisions or Decisions())

    def with_decisions(self, decisions: Decisions) -> "Corpus":
        """The same corpus, answering by other decisions; cheap."""
        changed = copy(self)
        changed._decide(decisions)
        return changed

    def with_pins(self, pinned: Iterable[Mapping[str, Any]]) -> "Corpus":
        """The same corpus with these reply objects pinned; cheap."""
        changed = copy(self)
        changed.pins = Pins.over(pinned, self.chunks_of)
        changed.answer_state = changed._state()
        return changed

    def _decide(self, decisions: Decisions) -> None:
        self._decisions = decisions.digest
        self.answerer: Answerer = ExtractiveAnswerer(
            self._analyser,
            self.chunks_of,
            self._side_by_side,
            self._several,
            answer_chars=self._settings.answer_max_chars,
            procedure_chars=self._settings.procedure_max_chars,
            disputes=Disputes(self._contradictions, decisions, self._contradicted),
        )
        self.answer_state = self._state()

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
        held = [(chunk, entry.token_set) for entry in entries for chunk in entry.copies if chunk.document == document]
        return sorted(held, key=lambda pair: pair[0].ordinal)

    def _read_tiers(self, document: str) -> Sequence[Tier]:
        chunks = {chunk.ordinal: chunk for chunk, _ in self.chunks_of(document)}
        return read_tiers(self._tables_of(document), chunks)

    def group(self, documents: frozenset[str]) -> DocumentGroup:
        """Documents with their twins; those that aren't in the index count for nothing."""
        known = [self.index.facts[document] for document in documents if document in self.index.facts]
        twins = {chunk.twin for chunk in known if chunk.twin}
        return DocumentGroup(documents | twins, any(chunk.partner for chunk in known))

    def compare(self, one: str, other: str, language: Language) -> Composed:
        """Two offers, tiers or versions side by side. Raises UnknownSide, ChunkFormatError."""
        return self._side_by_side.compare(one, other, language)

    def gates(self, rankings: Sequence[Ranking]) -> list[Gated]:
        """What the gate says of each ranking, in order: one call for all. Raises as `Gate.probabilities`."""
        reference, count = self.calibration.reference, self._settings.gate_candidates
        probabilities = self._gate.probabilities(rankings, reference, count)
        limits = Limits(self.threshold, self.calibration.off_topic_threshold, self._settings.max_passages)
        return [hold(ranking, own, self._names, limits) for ranking, own in zip(rankings, probabilities, strict=True)]

    def gate(self, ranking: Ranking) -> Gated:
        """The same for one ranking."""
        return self.gates([ranking])[0]

    def _state(self) -> str:
        """Hash of everything besides the question that can change an answer (`reply.md`)."""
        settings = self._settings
        parts = (
            self._code,
            self.index.version,
            self.calibration.digest,
            self.threshold,
            self._gate.name,
            self.answerer.name,
            self._reader.digest,
            self._decisions,
            self._writer,
            self.pins.digest,
            settings.semantic_weight,
            settings.fusion,
            settings.bge_scores,
            settings.language_bonus,
            settings.candidates_per_search,
            settings.gate_candidates,
            settings.max_passages,
        )
        return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:16]


def _chunks_of(findings: Sequence[Finding], index: LoadedIndex) -> dict[str, Chunk]:
    """The chunks that findings name, by id."""
    named = {side.place.chunk for finding in findings for side in (finding.left, finding.right)}
    return {chunk.id: chunk for chunk in index.every_chunk() if chunk.id in named}


def _naming_words(index: LoadedIndex, analyser: Analyser) -> frozenset[str]:
    names = {
        name
        for document, facts in index.facts.items()
        for name in (facts.title, facts.partner, PurePosixPath(document).stem.replace("_", " "))
    }
    return frozenset(stem for name in names for stem in analyser.all_words(name))


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
