"""What answers a question from passages: the role, and the draft it hands to the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from core.answering.disputes import Dispute
from core.answering.noting import Note
from core.documents.chunk import Chunk
from core.retrieval import Ranking


@dataclass(frozen=True)
class Passage:
    """A chunk that passed the gate: its probability (0 to 1), and its merged score in the ranking."""

    chunk: Chunk
    tokens: frozenset[str]
    probability: float
    score: float


@dataclass(frozen=True)
class Draft:
    """An answer before the checks, of at most `limit` characters once it is shown.

    `sentences` carry `[n]`, n being a chunk's place in `sources`, from 1; `rows` holds the table row that an answer
    rests on, by n, `cells` the column of the cell in it that answers. `reason` is set where the draft says that the
    asked value doesn't exist, or where nothing that the passages say answers (then there are no sentences). `tail` is a
    line that states nothing (where to read on).

    By a sentence's place, from 0: `notes` are the lines about documents that disagree with it, each with the n that it
    cites; `narrowed` says of sources that it cites which text alone bears it out, by n.
    """

    sentences: tuple[str, ...]
    sources: tuple[Chunk, ...]
    limit: int
    rows: Mapping[int, str] = field(default_factory=dict)
    reason: Literal["no-such-value", "not-in-documents"] | None = None
    tail: str = ""
    cells: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, Sequence[tuple[int, Note]]] = field(default_factory=dict)
    narrowed: Mapping[int, Mapping[int, str]] = field(default_factory=dict)


class Answerer(Protocol):
    """Writes a draft over passages that passed the gate, best first."""

    @property
    def name(self) -> str:
        """Provider, model and settings; counts into `answer_state`."""
        ...

    def answer(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """The draft for a question over at least one passage."""
        ...

    def disputes_of(self, chunk: Chunk) -> Sequence[Dispute]:
        """What other documents contradict of a chunk."""
        ...
