"""The gate's two thresholds for one corpus, set at reindex (a threshold carried over from other corpora fails).

Positives are the corpus's own evaluation questions (QUESTIONS_FILE) or, without them, questions made of its titles
and rows; negatives the foreign questions that ship with the project.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import yaml
from numpy.typing import NDArray

from core.documents.chunk import Chunk
from core.documents.rows import is_row, parse_row
from core.durable import replace_file
from core.errors import IndexDamagedError, SettingsError
from core.gate import Gate, Reference
from core.index.base import Progress
from core.index.build import no_progress
from core.question import Question
from core.retrieval import Ranking, Retriever
from core.text.language import language_of

FOREIGN_FILE = Path(__file__).with_name("foreign_questions.yaml")
_FILE = "calibration.json"
_VERSION = 4
# Fewer questions than this say too little about a share of a few per cent.
_ENOUGH_QUESTIONS = 20
_MADE_QUESTIONS = 240
_KEEP_ANSWERABLE = 0.98
# Shares of the foreign questions: to be refused at least, where the gap begins, by default, to be called off-topic.
_REFUSE_FOREIGN = (0.90, 0.99)
_BY_FOREIGN = 0.97
_OFF_TOPIC = 0.85
_BATCH = 32


@dataclass(frozen=True)
class Calibration:
    """Thresholds and what they did to the questions they were set on.

    A passage passes from `threshold`; below `off_topic_threshold` a question that names nothing of the corpus is
    off-topic. `accepted` and `refused` are the shares of positives and of foreign questions dealt with rightly, over
    `positives` and `negatives` questions. `cosine_mean` and `cosine_deviation` are the gate's reference.
    """

    threshold: float
    off_topic_threshold: float
    source: Literal["questions", "titles"]
    accepted: float
    refused: float
    positives: int
    negatives: int
    key: str
    cosine_mean: float
    cosine_deviation: float

    @property
    def reference(self) -> Reference:
        """Against which the gate measures cosines in this corpus."""
        return Reference(self.cosine_mean, self.cosine_deviation)


def read_questions(path: Path) -> list[str]:
    """The answerable questions of an evaluation file.

    Raises:
        SettingsError: missing, or not a list of objects with `question` and `expected`.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise ValueError("it isn't a list of objects")
        return [str(entry["question"]) for entry in entries if entry.get("expected", "answer") == "answer"]
    except (OSError, ValueError, KeyError) as error:
        raise SettingsError(
            f"QUESTIONS_FILE {path} can't be used: {error}", "see eval/questions.json for the form"
        ) from error


def foreign_questions(path: Path = FOREIGN_FILE) -> list[str]:
    """Questions that have nothing to do with any operator, in both languages, mixed and in Latin letters."""
    groups = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    return [str(question) for questions in groups.values() for question in questions]


def made_questions(chunks: Sequence[Chunk], count: int = _MADE_QUESTIONS) -> list[str]:
    """Questions made out of the corpus itself: a section with its document's title, a row's key with a column's name.

    Always the same ones for the same chunks: drawn by their own hash, so that a few new documents change few.
    """
    made: set[str] = set()
    for chunk in chunks:
        if chunk.section:
            made.add(f"{chunk.section} {chunk.title}")
        for line in chunk.text.splitlines():
            cells = parse_row(line) if is_row(line) else ()
            if len(cells) >= 2 and cells[-1].column:
                made.add(f"{cells[-1].column} {cells[0].value} {chunk.title}"[:300])
    return sorted(made, key=lambda text: hashlib.sha256(text.encode()).digest())[:count]


def calibration_key(gate: Gate, questions: Iterable[str], foreign: Iterable[str]) -> str:
    """Changes when anything that the thresholds rest on does (besides the index version, whose folder they lie in)."""
    parts = [str(_VERSION), gate.name, *questions, "\x1e", *foreign]
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def calibrate(
    retriever: Retriever,
    gate: Gate,
    questions: Sequence[str] | None,
    foreign: Sequence[str],
    candidates: int,
    progress: Progress = no_progress,
) -> Calibration:
    """Set the thresholds for the retriever's index.

    Args:
        questions: the corpus's own, or None to make them out of its titles and rows.
        candidates: how many of the best candidates the gate looks at.
    """
    source: Literal["questions", "titles"] = "questions"
    key = calibration_key(gate, questions or (), foreign)
    if questions is None or len(questions) < _ENOUGH_QUESTIONS:
        source, questions = "titles", made_questions([entry.chunk for entry in retriever.index.chunks])
    rankings = _rankings(retriever, [*questions, *foreign], progress)
    own, others = rankings[: len(questions)], rankings[len(questions) :]
    reference = Reference.of(others)
    positives = _best(own, gate, reference, candidates)
    negatives = _best(others, gate, reference, candidates)
    threshold, off_topic = _thresholds(positives, negatives, source)
    return Calibration(
        threshold=threshold,
        off_topic_threshold=off_topic,
        source=source,
        accepted=float((positives >= threshold).mean()) if len(positives) else 0.0,
        refused=float((negatives < threshold).mean()) if len(negatives) else 0.0,
        positives=len(positives),
        negatives=len(negatives),
        key=key,
        cosine_mean=round(reference.mean, 6),
        cosine_deviation=round(reference.deviation, 6),
    )


def load_calibration(folder: Path) -> Calibration:
    """The calibration kept beside an index version.

    Raises:
        IndexDamagedError: missing or malformed.
    """
    try:
        return Calibration(**json.loads((folder / _FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise IndexDamagedError(f"the calibration of index version {folder.name} can't be read: {error}") from error


def save_calibration(folder: Path, calibration: Calibration) -> None:
    """Keep it beside its index version, replaced as a whole."""
    replace_file(folder / _FILE, (json.dumps(asdict(calibration), indent=1) + "\n").encode())


def _rankings(retriever: Retriever, texts: Sequence[str], progress: Progress) -> list[Ranking]:
    rankings: list[Ranking] = []
    for start in range(0, len(texts), _BATCH):
        progress("calibrate", start, len(texts))
        batch = texts[start : start + _BATCH]
        rankings += retriever.rank([Question(text, language_of(text)) for text in batch])
    progress("calibrate", len(texts), len(texts))
    return rankings


def _best(rankings: Sequence[Ranking], gate: Gate, reference: Reference, candidates: int) -> NDArray[np.float64]:
    """The highest probability among each question's candidates."""
    return np.array([max(gate.probabilities(r, reference, candidates), default=0.0) for r in rankings])


def _thresholds(
    positives: NDArray[np.float64], negatives: NDArray[np.float64], source: Literal["questions", "titles"]
) -> tuple[float, float]:
    """The gate's threshold, and the lower one for off-topic.

    Real questions set it: 98 of 100 are kept, as long as that refuses 90 of 100 foreign ones; where all foreign ones
    lie well below, it sits in the gap, nearer to them. Made ones can't set it, they are far easier than what people
    type: there the foreign ones do it alone.
    """
    if not len(positives) or not len(negatives):
        return 0.5, 0.25
    low, high = (float(value) for value in np.quantile(negatives, _REFUSE_FOREIGN))
    kept = float(np.quantile(positives, 1 - _KEEP_ANSWERABLE))
    if source == "titles":
        threshold = float(np.quantile(negatives, _BY_FOREIGN))
    elif kept > high:
        threshold = _between(high, kept, 0.25)
    else:
        threshold = max(kept, low)
    return round(threshold, 4), round(min(threshold, float(np.quantile(negatives, _OFF_TOPIC))), 4)


def _between(low: float, high: float, share: float) -> float:
    """A point between two probabilities, on the scale of their logits, where distances mean the same everywhere."""
    probabilities = np.clip([low, high], 1e-6, 1 - 1e-6)
    logits = np.log(probabilities / (1 - probabilities))
    return float(1 / (1 + np.exp(-(logits[0] + share * (logits[1] - logits[0])))))
