"""What answers a question from passages: the role, and the draft it hands to the checks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

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
    rests on, by n. `reason` is set where the draft says that the asked value doesn't exist. `tail` is a line that
    states nothing (where to read on).
    """

    sentences: tuple[str, ...]
    sources: tuple[Chunk, ...]
    limit: int
    rows: Mapping[int, str] = field(default_factory=dict)
    reason: Literal["no-such-value"] | None = None
    tail: str = ""


class Answerer(Protocol):
    """Writes a draft over passages that passed the gate, best first."""

    @property
    def name(self) -> str:
        """Provider, model and settings; counts into `answer_state`."""
        ...

    def answer(self, ranking: Ranking, passages: Sequence[Passage]) -> Draft:
        """The draft for a question over at least one passage."""
        ...
