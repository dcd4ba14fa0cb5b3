"""What is known of a document only beside all the others: its twin, its other versions, its reversed numbers; and what
is corrected by hand.

Everything found is kept as it was found (`Entry`), so that a correction that goes restores it without a reading.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.documents.chunk import Chunk, Language
from core.documents.corrections import Correction, Corrections
from core.documents.links import corrected_twins, corrected_versions
from core.documents.manifest import Entry
from core.documents.reversed_thousands import as_typed, correct
from core.documents.reversed_thousands import notes as notes_on_numbers
from core.documents.series import Sheet, find_series
from core.documents.text import language_of_passage
from core.documents.twins import Facts, figures_of, find_twins


@dataclass(frozen=True)
class DocumentFacts:
    """What stands in the headers of a document's chunks (see `Chunk`), and the notes on it for the report."""

    title: str
    language: Language
    family: str
    reference: str
    version: str
    date: str | None
    partner: str
    dated_by_file: bool
    language_corrected: bool
    notes: tuple[str, ...]
    twin: str | None = None
    older: str | None = None
    newer: str | None = None


@dataclass(frozen=True)
class Settled:
    """Chunks and facts by document, and the corrections that couldn't be followed."""

    chunks: Mapping[str, list[Chunk]]
    facts: Mapping[str, DocumentFacts]
    warnings: tuple[str, ...]


def family_of(document: str) -> str:
    """A document's family: its first folder below DATA_DIR."""
    return document.split("/", 1)[0] if "/" in document else ""


def settle(
    chunks: Mapping[str, Sequence[Chunk]], entries: Mapping[str, Entry], corrections: Corrections | None = None
) -> Settled:
    """The chunks of every document (by its path) as they are beside the others.

    Pure and repeatable: settled chunks settle to themselves, so that a run rewrites only what another document or a
    correction changed.
    """
    corrections = corrections or Corrections()
    typed = {document: [as_typed(chunk) for chunk in held] for document, held in chunks.items()}
    facts = {document: _own(document, entries[document], corrections.of(document)) for document in typed}
    texts = {document: "\n".join(chunk.text for chunk in held) for document, held in typed.items()}
    links = {document: correction.links for document, correction in corrections.documents.items() if document in facts}
    warnings: list[str] = []
    twins = corrected_twins(
        {document: own.language for document, own in facts.items()},
        links,
        lambda documents: find_twins([_compared(document, facts[document], texts[document]) for document in documents]),
        warnings,
    )
    series = find_series(_sheet(document, own, texts[document]) for document, own in facts.items())
    newer, older = corrected_versions(facts.keys(), links, series.newer, series.older, warnings)
    right = correct(typed, twins)
    for document, own in facts.items():
        notes = [series.notes[document]] if document in series.notes and document not in links else []
        facts[document] = replace(
            own,
            twin=twins.get(document),
            newer=newer.get(document),
            older=older.get(document),
            notes=(*own.notes, *notes, *notes_on_numbers(right[document])),
        )
    settled = {document: list(_headed(held, facts[document])) for document, held in right.items()}
    return Settled(settled, facts, tuple(warnings))


def _own(document: str, entry: Entry, correction: Correction) -> DocumentFacts:
    """What was found in one document, corrected."""
    said = correction.facts
    language: Language = "ar" if said.get("language", entry.language) == "ar" else "fr"
    return DocumentFacts(
        title=said.get("title", entry.title),
        language=language,
        family=said.get("family", family_of(document)),
        reference=said.get("reference", entry.facts.reference),
        version=said.get("version", entry.facts.version),
        date=said.get("date", entry.facts.date) or None,
        partner=said.get("partner", entry.facts.partner),
        dated_by_file=entry.facts.dated_by_file and "date" not in said,
        language_corrected="language" in said,
        notes=tuple(note for note in entry.facts.notes if note.split(":")[0] not in said),
    )


def _compared(document: str, facts: DocumentFacts, text: str) -> Facts:
    return Facts(document, facts.language, figures_of(text), facts.reference, facts.version, facts.date, facts.partner)


def _sheet(document: str, facts: DocumentFacts, text: str) -> Sheet:
    return Sheet(
        document=document,
        language=facts.language,
        family=facts.family,
        title=facts.title,
        version=facts.version,
        date=facts.date,
        dated_by_file=facts.dated_by_file,
        partner=facts.partner,
        text=text,
    )


def _headed(chunks: Sequence[Chunk], facts: DocumentFacts) -> Iterator[Chunk]:
    for chunk in chunks:
        own = language_of_passage(chunk.text, facts.language)
        yield replace(
            chunk,
            title=facts.title,
            language=facts.language if facts.language_corrected else own,
            family=facts.family,
            reference=facts.reference,
            version=facts.version,
            date=facts.date,
            partner=facts.partner,
            twin=facts.twin,
            older=facts.older,
            newer=facts.newer,
        )
