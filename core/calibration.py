"""What the gate was set to for one index version, on which questions, and how often it is expected to be wrong."""

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from core.durable import replace_file
from core.errors import IndexDamagedError
from core.gate import FeatureGate, Gate, Reference
from core.rates import Rate

VERSION = 5
"""Raised whenever calibrating works otherwise, or is kept in another form."""

_FILE = "calibration.json"

Origin = Literal["questions", "titles"]


@dataclass(frozen=True)
class Calibration:
    """Thresholds, and what they do to questions that they were not set on.

    A passage passes from `threshold`; below `off_topic_threshold` a question that names nothing of the corpus is
    off-topic (both are probabilities, 0 to 1). `source` says where the answerable questions come from: QUESTIONS_FILE,
    or the corpus's own titles and rows. `set_on` counts the questions that set the thresholds, answerable and foreign;
    `answerable_refused` and `foreign_answered` were measured on questions that had no part in that. `cosine_mean` and
    `cosine_deviation` are the gate's reference. `key` is that of the questions and the gate (`calibration_key`). `gate`
    names the gate; '' where it was kept before there was more than the one by features.
    """

    threshold: float
    off_topic_threshold: float
    source: Origin
    set_on: tuple[int, int]
    answerable_refused: Rate
    foreign_answered: Rate
    key: str
    cosine_mean: float
    cosine_deviation: float
    gate: str = ""

    @property
    def is_measured(self) -> bool:
        """False for a gate's first thresholds, which say nothing of this corpus."""
        return self.set_on != (0, 0)

    def for_gate(self, gate: Gate) -> "Calibration":
        """Itself, where it was made with this gate; else the gate's first thresholds: what another gate's probabilities
        were held against means nothing for these."""
        if gate.name == self.gate or (not self.gate and isinstance(gate, FeatureGate)):
            return self
        first = gate.first_threshold
        unknown = Rate(0, 0)
        return replace(
            self,
            threshold=first,
            off_topic_threshold=first / 2,
            set_on=(0, 0),
            answerable_refused=unknown,
            foreign_answered=unknown,
            gate=gate.name,
        )

    @property
    def reference(self) -> Reference:
        """Against which the gate measures cosines in this corpus."""
        return Reference(self.cosine_mean, self.cosine_deviation)

    @property
    def digest(self) -> str:
        """Changes with anything in it; counts into `answer_state`."""
        return hashlib.sha256(json.dumps(self.to_json()).encode()).hexdigest()[:16]

    def to_json(self) -> dict[str, Any]:
        """As it is kept; the intervals are there for whoever reads the file."""
        return {
            **vars(self),
            "set_on": list(self.set_on),
            "answerable_refused": _rate_to_json(self.answerable_refused),
            "foreign_answered": _rate_to_json(self.foreign_answered),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Calibration":
        """The inverse of `to_json`.

        Raises:
            KeyError, TypeError, ValueError: it isn't what `to_json` gives.
        """
        answerable, foreign = data["set_on"]
        rates = {
            name: Rate(int(data[name]["count"]), int(data[name]["of"]))
            for name in ("answerable_refused", "foreign_answered")
        }
        return cls(**{**data, "set_on": (int(answerable), int(foreign)), **rates})


def load_calibration(folder: Path) -> Calibration:
    """The calibration kept beside an index version.

    Raises:
        IndexDamagedError: missing, malformed, or of another form.
    """
    try:
        return Calibration.from_json(json.loads((folder / _FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise IndexDamagedError(f"the calibration of index version {folder.name} can't be read: {error}") from error


def save_calibration(folder: Path, calibration: Calibration) -> None:
    """Keep it beside its index version, replaced as a whole."""
    replace_file(folder / _FILE, (json.dumps(calibration.to_json(), indent=1) + "\n").encode())


def _rate_to_json(rate: Rate) -> dict[str, float]:
    return {"count": rate.count, "of": rate.of, "low": round(rate.low, 4), "high": round(rate.high, 4)}
