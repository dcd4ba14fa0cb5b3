"""A model's sentence that tells what another document contradicts: with the line that says so, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.answering.checks import sentence_fault
from core.answering.disputes import Dispute
from core.answering.noting import Note, note
from core.answering.phrases import phrases
from core.answering.said import Said
from core.documents.chunk import Language
from core.documents.rows import is_row, parse_row


@dataclass(frozen=True)
class Disputed:
    """What a sentence needs beside it. `is_overruled` where it was decided that another document's value stands: then
    it must not be told."""

    notes: tuple[Note, ...] = ()
    is_overruled: bool = False


def disputed(sentence: str, disputes: Sequence[Dispute], language: Language) -> Disputed:
    """What of the passages' contradictions a sentence (without citations) touches."""
    told = [dispute for dispute in disputes if _tells(sentence, dispute)]
    if any(dispute.standing == "overruled" for dispute in told):
        return Disputed(is_overruled=True)
    notes = {dispute.finding: note(dispute, phrases(language)) for dispute in told}
    return Disputed(tuple(line for line in notes.values() if line is not None))


def note_stands(line: str, of: Note, n: int, question: str, language: Language) -> bool:
    """Whether a note's line, which cites `n`, is borne out by the document that it tells of."""
    return sentence_fault(line, {n: of.ground}, question=question, language=language) is None


def _tells(sentence: str, dispute: Dispute) -> bool:
    """Whether the sentence tells the contradicted value, and of that row where it stands in a table.

    That a list is longer elsewhere isn't seen here: a model tells lists in its own way.
    """
    if dispute.kind == "list length":
        return False
    said = Said(sentence, ())
    rows = [parse_row(line) for line in dispute.own.text.splitlines() if is_row(line)]
    if rows and not any(said.numbers(row[0]) or said.share(row[0].value) > 0.5 for row in rows):
        return False
    return dispute.concerns(sentence)
