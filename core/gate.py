"""The gate of the embedded profile: how probable it is that a passage answers, from what the retrieval knows.

Logistic regression (after `eval/fit_gate.py`, which fits it on public question sets, never on the corpus's own
questions). Its thresholds belong to the corpus: `calibration.py` sets them at reindex.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.documents.rows import is_row, parse_row
from core.errors import SettingsError
from core.retrieval import Ranking, Scored
from core.text.query import Term
from core.text.ranges import range_of

GATE_FILE = Path(__file__).with_name("gate_model.json")

FEATURES = (
    "cosine",  # of this passage, against the corpus's reference
    "best cosine",  # of all candidates, against the reference
    "margin over the next nine",
    "margin over the mean",  # of the whole index
    "coverage",  # idf-weighted share of the question's terms that stand in this passage
    "coverage of ten",  # … in the ten best together
    "length",  # logarithm of the number of terms
    "numbers",  # share of the question's numbers that stand in this passage; 1 where it has none
)


@dataclass(frozen=True)
class Reference:
    """How near foreign questions come to a corpus: mean and standard deviation of their best cosines.

    What a cosine means differs from corpus to corpus (0.83 is far in one and near in another); its distance from
    this mean doesn't.
    """

    mean: float
    deviation: float

    @classmethod
    def of(cls, rankings: Iterable[Ranking]) -> "Reference":
        """Measured on the rankings of foreign questions."""
        best = [max(c.cosine for c in ranking.candidates) for ranking in rankings if ranking.candidates]
        if len(best) < 2:
            return cls(0.8, 0.05)  # what is usual for multilingual-e5-small; there is nothing to measure on
        return cls(float(np.mean(best)), max(float(np.std(best)), 1e-3))

    def standing(self, cosine: float) -> float:
        """Standard deviations above what foreign questions reach."""
        return (cosine - self.mean) / self.deviation


class Gate(Protocol):
    """Says how probable it is that each candidate answers the question: here by features, in `reranking.py` by a
    cross-encoder."""

    @property
    def name(self) -> str:
        """Provider and version; counts into `answer_state`."""
        ...

    @property
    def first_threshold(self) -> float:
        """Probability from which a passage passes until the corpus's calibration sets it."""
        ...

    def warm(self) -> None:
        """Load what is to be loaded. Raises as `probabilities`."""
        ...

    def probabilities(self, rankings: Sequence[Ranking], reference: Reference, count: int) -> list[NDArray[np.float64]]:
        """Probabilities (0 to 1) of each ranking's first `count` candidates, in order: shape (min(count, candidates),).

        Raises:
            MissingModelError, ModelsUnavailable: of gates that need a model of their own.
        """
        ...


def features(ranking: Ranking, reference: Reference, count: int) -> NDArray[np.float64]:
    """The features of the first `count` candidates: shape (min(count, candidates), len(FEATURES))."""
    candidates = ranking.candidates[:count]
    if not candidates:
        return np.zeros((0, len(FEATURES)))
    cosines = np.array([candidate.cosine for candidate in candidates])
    together = frozenset().union(*(candidate.tokens for candidate in ranking.candidates[:10]))
    covered_by_ten = _coverage(ranking, together)
    best = reference.standing(max(candidate.cosine for candidate in ranking.candidates))
    rows = []
    for i, candidate in enumerate(candidates):
        others = np.delete(cosines, i)[:9]
        rows.append(
            (
                reference.standing(candidate.cosine),
                best,
                candidate.cosine - float(others.mean()) if len(others) else 0.0,
                candidate.cosine - ranking.mean_cosine,
                _coverage(ranking, candidate.tokens),
                covered_by_ten,
                float(np.log1p(len(ranking.query.terms))),
                _numbers(ranking, candidate),
            )
        )
    return np.array(rows)


@dataclass(frozen=True)
class FeatureGate:
    """The fitted regression: `weights`, `mean` and `scale` have one value a feature."""

    name: str
    weights: NDArray[np.float64]
    bias: float
    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    first_threshold: float = 0.5

    @classmethod
    def load(cls, path: Path = GATE_FILE) -> "FeatureGate":
        """Read the committed fit.

        Raises:
            SettingsError: the file is missing, malformed, or was fitted on other features.
        """
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if tuple(data["features"]) != FEATURES:
                raise ValueError("fitted on other features")
            arrays = [np.array(data[key], dtype=np.float64) for key in ("weights", "mean", "scale")]
            return cls(data["name"], arrays[0], float(data["bias"]), arrays[1], arrays[2])
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise SettingsError(f"{path.name} can't be used: {error}", "run `python eval/fit_gate.py`") from error

    def warm(self) -> None:
        """Nothing is loaded later."""

    def probabilities(self, rankings: Sequence[Ranking], reference: Reference, count: int) -> list[NDArray[np.float64]]:
        """As in `Gate`."""
        return [self._probabilities(ranking, reference, count) for ranking in rankings]

    def _probabilities(self, ranking: Ranking, reference: Reference, count: int) -> NDArray[np.float64]:
        values = (features(ranking, reference, count) - self.mean) / self.scale
        result: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-(values @ self.weights + self.bias)))
        return result


def _coverage(ranking: Ranking, tokens: frozenset[str]) -> float:
    """The share of the question's terms, by weight, that stand among the tokens. Of `établissement A ou établissement
    T` a passage is of one: the other isn't missing."""
    said = [term for term in ranking.query.terms if term.stands_in(tokens)]
    nouns = {_noun(term) for term in said if term.kind == "label"}
    others = {term.name for term in ranking.query.terms if term.kind == "label" and _noun(term) in nouns}
    others |= {name.rpartition("_")[2] for name in others}
    asked = [term for term in ranking.query.terms if term in said or term.name not in others]
    return sum(ranking.idf[term.name] for term in said) / (sum(ranking.idf[term.name] for term in asked) or 1.0)


def _noun(label: Term) -> str:
    return label.name.rpartition("_")[0]


def _numbers(ranking: Ranking, candidate: Scored) -> float:
    terms = [term for term in ranking.query.terms if term.kind == "number"]
    held = [term.stands_in(candidate.tokens) or _lies_within(term, candidate.chunk.text) for term in terms]
    return sum(held) / len(terms) if terms else 1.0


def _lies_within(number: Term, text: str) -> bool:
    """True where a row of a text is of a range that the number lies in: it needn't stand there."""
    if number.quantity is None or not number.quantity.unit:
        return False
    cells = (cell.value for line in text.splitlines() if is_row(line) for cell in parse_row(line))
    ranges = (found for cell in cells if (found := range_of(cell)) is not None)
    return any(found.holds(number.quantity) for found in ranges)
