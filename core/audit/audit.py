"""The audit: where the documents of GEN_DIR contradict each other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.audit.facts import DocumentText, read_document
from core.audit.finding import Finding
from core.audit.heads import compare_heads
from core.audit.lists import compare_lists
from core.audit.prose import ProseComparison
from core.audit.repeated import compare_repeated
from core.audit.tables import compare_tables
from core.documents.chunk import Chunk
from core.documents.chunks import read_chunks
from core.documents.manifest import Manifest
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser


@dataclass(frozen=True)
class Audit:
    """What was compared (counts), and what was found: contradictions first, then document by document. Of documents in
    `dated_by_file` only the file's properties say the date."""

    documents: int
    twins: int
    findings: tuple[Finding, ...]
    dated_by_file: frozenset[str] = frozenset()

    @property
    def contradictions(self) -> tuple[Finding, ...]:
        """The findings in which the two sides can't both be right."""
        return tuple(finding for finding in self.findings if finding.is_contradiction)


def audit_folder(gen_dir: Path) -> Audit:
    """Compare the chunks of the last ingest.

    Raises:
        ChunkFormatError: a chunk or the manifest is damaged.
    """
    manifest = Manifest.load(gen_dir)
    entries = manifest.entries if manifest is not None else {}
    weak = {document for document, entry in entries.items() if entry.facts.dated_by_file}
    return audit(read_chunks(gen_dir), weak)


def audit(chunks: Sequence[Chunk], dated_by_file: Collection[str] = ()) -> Audit:
    """Compare documents.

    Args:
        chunks: of all documents, each document's in order.
        dated_by_file: documents whose date only the file's properties say; copying changes it, so it proves nothing.
    """
    held: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        held.setdefault(chunk.document, []).append(chunk)
    documents = {name: text for name, own in held.items() if (text := read_document(own)).chunks}
    twins = list(_twins(documents))
    analyser = Analyser()
    prose = ProseComparison(analyser, Synonyms.load(analyser))
    found: dict[str, Finding] = {}
    for left, right in twins:
        for finding in _compare(documents[left], documents[right], prose):
            if finding.kind != "date" or not {left, right} & set(dated_by_file):
                found.setdefault(finding.id, finding)
    for finding in compare_repeated(documents):
        found.setdefault(finding.id, finding)
    ordered = sorted(found.values(), key=lambda f: (not f.is_contradiction, f.relation != "twins"))
    return Audit(len(documents), len(twins), tuple(ordered), frozenset(dated_by_file))


def _twins(documents: Mapping[str, DocumentText]) -> Iterator[tuple[str, str]]:
    """Pairs of twins, each once, the French one first."""
    for name, document in documents.items():
        twin = document.chunks[0].twin
        if (
            twin is not None
            and twin in documents
            and documents[twin].chunks[0].twin == name
            and _first(name, twin, documents)
        ):
            yield name, twin


def _first(name: str, twin: str, documents: Mapping[str, DocumentText]) -> bool:
    ours, theirs = (_arabic(documents[each]) for each in (name, twin))
    return (ours, name) < (theirs, twin)


def _arabic(document: DocumentText) -> float:
    """Share of its chunks in Arabic."""
    return sum(chunk.language == "ar" for chunk in document.chunks) / len(document.chunks)


def _compare(left: DocumentText, right: DocumentText, prose: ProseComparison) -> Iterator[Finding]:
    yield from compare_heads(left.chunks[0], right.chunks[0], "twins")
    yield from compare_tables(left, right, "twins")
    yield from prose.compare(left, right, "twins")
    yield from compare_lists(left, right, prose, "twins")
