"""The documents of an answer as a reviewer sees them: numbered, with their scores as they were."""

from dataclasses import dataclass

from core.reply import Citation, Reply

DOCUMENTS_SHOWN = 6


@dataclass(frozen=True)
class Shown:
    """A document of a reply as it is shown for review: its number in the list, the score of its best passage and that
    passage's probability (None where it has none), and what was cited of it."""

    number: int
    document: str
    score: float | None
    probability: float | None
    cited: tuple[Citation, ...]


def documents_of(reply: Reply) -> list[Shown]:
    """The documents of a reply by their numbers."""
    found = []
    for number, document in enumerate(shown_documents(reply), 1):
        best = next((item for item in reply.candidates if item.document == document), None)
        cited = tuple(item for item in reply.citations if item.document == document)
        found.append(Shown(number, document, best.score if best else None, best.gate if best else None, cited))
    return found


def shown_documents(reply: Reply) -> tuple[str, ...]:
    """The documents of a reply in the order in which they are numbered: cited ones, then the nearest."""
    cited = [item.document for item in reply.citations]
    return tuple(dict.fromkeys([*cited, *(item.document for item in reply.candidates)]))[:DOCUMENTS_SHOWN]
