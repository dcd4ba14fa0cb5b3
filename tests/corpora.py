"""Small corpora for tests of retrieval, gate, answers and engine: real parts over a fake encoder."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from core.calibration import Calibration
from core.corpus import Corpus
from core.documents.chunk import Chunk, Language
from core.documents.rows import format_row
from core.gate import FEATURES, FeatureGate
from core.index.build import reindex
from core.index.store import load_current
from core.question import Question, read_question
from core.rates import Rate
from core.settings import Settings, load_settings
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser
from tests.index.helpers import DictEmbeddings, HashEncoder


def chunk(
    text: str,
    *,
    document: str = "Offres/Azur Max FR.docx",
    title: str = "Offre Azur Max",
    section: str = "Tarifs",
    language: Language = "fr",
    twin: str | None = None,
    ordinal: int = 0,
    page: int | None = None,
    version: str = "",
    date: str | None = None,
    partner: str = "",
    reference: str = "",
    older: str | None = None,
    newer: str | None = None,
    ocr: bool = False,
) -> Chunk:
    return Chunk(
        document=document,
        ordinal=ordinal,
        title=title,
        section=section,
        page=page,
        language=language,
        family=document.split("/")[0] if "/" in document else "",
        twin=twin,
        text=text,
        reference=reference,
        version=version,
        date=date,
        partner=partner,
        older=older,
        newer=newer,
        ocr=ocr,
    )


def rows(header: Sequence[str], *values: Sequence[str]) -> str:
    """A table's lines in a chunk."""
    return "\n".join(format_row(header, row) for row in values)


def words_settings(**values: object) -> Settings:
    """Ranking by words alone: the fake encoder's vectors mean nothing."""
    return load_settings(semantic_weight=0.0, **values)


def coverage_gate() -> FeatureGate:
    """Probability by how much of the question a passage covers, and nothing else."""
    weights = np.zeros(len(FEATURES))
    weights[FEATURES.index("coverage")] = 8.0
    return FeatureGate("coverage", weights, -3.0, np.zeros(len(FEATURES)), np.ones(len(FEATURES)))


@cache
def question_reader() -> QueryReader:
    """One for all tests: it holds no state, and stemming its synonyms takes a quarter of a second."""
    analyser = Analyser()
    return QueryReader(analyser, Synonyms.load(analyser))


def corpus_of(folder: Path, chunks: Sequence[Chunk], settings: Settings | None = None, decisions: str = "") -> Corpus:
    """A corpus over these chunks, indexed in `folder`."""
    encoder, analyser = HashEncoder(), Analyser()
    reindex(folder, chunks, encoder, analyser, DictEmbeddings())
    return Corpus(
        load_current(folder, encoder.name, analyser.name),
        Calibration(0.3, 0.1, "titles", (1, 1), Rate(0, 1), Rate(0, 1), "key", 0.8, 0.05),
        settings=settings or words_settings(),
        encoder=encoder,
        analyser=analyser,
        reader=question_reader(),
        gate=coverage_gate(),
        decisions=decisions,
    )


def question(text: str, language: Language | None = None, scope: str | None = None) -> Question:
    return read_question(text, settings=load_settings(), language=language, scope=scope)
