"""Small corpora for tests of retrieval, gate, answers and engine: real parts over a fake encoder."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from core.audit.decisions import Decisions
from core.audit.finding import Finding
from core.calibration import Calibration
from core.corpus import Corpus
from core.documents.base import Block, Heading, Table
from core.documents.chunk import Chunk, Language
from core.documents.rows import format_row, is_row, parse_row
from core.documents.table_building import tables_of
from core.documents.table_data import TableData
from core.follow_up import FollowUps
from core.gate import FEATURES, FeatureGate
from core.index.build import reindex
from core.index.store import load_current
from core.kinds import KindReader
from core.question import Question, read_question
from core.rates import Rate
from core.settings import Settings, load_settings
from core.text.darja import Darja
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
    return load_settings(semantic_weight=0.0, **values) if values else _plain_words()


@cache
def _plain_words() -> Settings:
    """Those of most tests; reading them takes a hundredth of a second each time."""
    return load_settings(semantic_weight=0.0)


def coverage_gate() -> FeatureGate:
    """Probability by how much of the question a passage covers, and nothing else."""
    weights = np.zeros(len(FEATURES))
    weights[FEATURES.index("coverage")] = 8.0
    return FeatureGate("coverage", weights, -3.0, np.zeros(len(FEATURES)), np.ones(len(FEATURES)))


@cache
def question_reader() -> QueryReader:
    """One for all tests: it holds no state, and stemming its synonyms takes a quarter of a second."""
    analyser = Analyser()
    return QueryReader(analyser, Synonyms.load(analyser), Darja.load())


@cache
def follow_ups() -> FollowUps:
    analyser = Analyser()
    return FollowUps(KindReader(analyser, Synonyms.load(analyser)))


def corpus_of(
    folder: Path,
    chunks: Sequence[Chunk],
    settings: Settings | None = None,
    decisions: Decisions | None = None,
    contradictions: Sequence[Finding] = (),
) -> Corpus:
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
        contradictions=contradictions,
        decisions=decisions,
        tables_of=tables_in(chunks),
    )


def tables_in(chunks: Sequence[Chunk]) -> Callable[[str], tuple[TableData, ...]]:
    """The tables whose rows the chunks hold, one a chunk, as ingest would keep them; by document."""

    def tables(document: str) -> tuple[TableData, ...]:
        own = [chunk for chunk in chunks if chunk.document == document]
        return tables_of([block for chunk in own for block in _blocks(chunk)], own)

    return tables


def _blocks(chunk: Chunk) -> Iterator[Block]:
    found = [{cell.column: cell.value for cell in parse_row(line)} for line in chunk.text.splitlines() if is_row(line)]
    header = tuple(dict.fromkeys(name for row in found for name in row))
    if header:
        yield Heading(chunk.section, 1)
        yield Table(header, tuple(tuple(row.get(name, "") for name in header) for row in found))


def question(text: str, language: Language | None = None, scope: str | None = None) -> Question:
    return read_question(text, settings=_plain_words(), language=language, scope=scope)
