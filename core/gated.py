"""What passes the gate: the best candidates held against the threshold, and against what the question names."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.answering.base import Passage
from core.name_check import NameCheck
from core.reply import Candidate, GateResult
from core.retrieval import Ranking, Scored

# What a variant's passage keeps of its score: enough to be told where the plain offer says nothing.
_UNSAID = 0.5


@dataclass(frozen=True)
class Gated:
    """What the gate let through, best first, and what it said of every candidate."""

    passages: tuple[Passage, ...]
    candidates: tuple[Candidate, ...]
    result: GateResult


@dataclass(frozen=True)
class Limits:
    """The probability from which a passage passes, that below which a question is off topic, and the most passages."""

    threshold: float
    off_topic: float
    max_passages: int


def hold(ranking: Ranking, probabilities: NDArray[np.float64], names: NameCheck, limits: Limits) -> Gated:
    """Hold the best candidates against the threshold; at most `max_passages` pass, in the ranking's order, in which
    the question's language wins near-ties. Where labels name documents, only these pass; none does where those that
    would don't mention a subject of the question. What isn't meant passes only where nothing else does.

    Args:
        probabilities: one for each of the first candidates.
    """
    scored = list(zip(ranking.candidates, probabilities.tolist(), strict=False))
    named = names.read(ranking)
    meant = [(candidate, probability) for candidate, probability in scored if named.means(candidate)]
    passing = [(candidate, probability) for candidate, probability in meant if probability >= limits.threshold]
    if not named.are_said(candidate for candidate, _ in passing):
        meant = passing = []
    # A partner's price among others passes for everybody's.
    passing = [one for one in passing if one[0].chunk.document not in ranking.not_meant] or passing
    passages = tuple(
        Passage(candidate.chunk, candidate.tokens, probability, candidate.score * _standing(candidate, ranking))
        for candidate, probability in passing
        if not named.unknown
    )[: limits.max_passages]
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
            threshold=limits.threshold,
            off_topic_threshold=min(limits.threshold, limits.off_topic),
            deciding=max((probability for _, probability in meant), default=0.0),
            unknown_name=named.unknown,
        ),
    )


def _standing(candidate: Scored, ranking: Ranking) -> float:
    """What a passage weighs beside others: one of a variant that the question doesn't say less than the plain offer's,
    which it means."""
    return _UNSAID if candidate.chunk.document in ranking.unsaid_variants else 1.0
