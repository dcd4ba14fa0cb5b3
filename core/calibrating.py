"""Sets the gate's two thresholds for one corpus, at reindex (a threshold carried over from other corpora fails).

Positives are the corpus's own evaluation questions (QUESTIONS_FILE) or, without them, questions made of its titles,
headings and rows; negatives the foreign questions that ship with the project. One half of the positives sets the
thresholds, the other half measures what they do, through all that the gate does, names included; the negatives do both,
each half measured at the threshold that the other sets.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from core.calibration import VERSION, Calibration, Origin
from core.errors import SettingsError
from core.gate import Gate, Reference
from core.index.base import Progress
from core.index.build import no_progress
from core.made_questions import made_questions
from core.name_check import NameCheck
from core.question import Question
from core.rates import Rate
from core.retrieval import Ranking, Retriever
from core.text.language import language_of

FOREIGN_FILE = Path(__file__).with_name("foreign_questions.yaml")
ENOUGH_QUESTIONS = 40
"""Fewer answerable questions than this say too little about a share of a few per cent."""

_KEEP_ANSWERABLE = 0.98
# Shares of the foreign questions: to be refused at least, to be refused where made questions alone would ask for more
# (they are easier than what people type, so they must not push the threshold up), where the gap begins, and to be
# called off-topic.
_REFUSE_AT_LEAST = 0.90
_REFUSE_BY_MADE = 0.95
_GAP_FROM = 0.99
_OFF_TOPIC = 0.85
_BATCH = 32


@dataclass(frozen=True)
class _Weighed:
    """One question: the best probability of all its candidates, and of those that its names let pass (0 of none)."""

    best: float
    allowed: float


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


def calibration_key(gate: Gate, reads: str, questions: Iterable[str], foreign: Iterable[str]) -> str:
    """Changes when anything that the thresholds rest on does (besides the index version, whose folder they lie in).

    Args:
        reads: how questions are read (`QueryReader.digest`).
    """
    parts = [str(VERSION), gate.name, reads, *questions, "\x1e", *foreign]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def for_setting(text: str) -> bool:
    """True for the half of the questions that sets the thresholds, by the question's own hash; the others measure."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[0] % 2 == 0


def calibrate(
    retriever: Retriever,
    gate: Gate,
    names: NameCheck,
    questions: Sequence[str] | None,
    foreign: Sequence[str],
    candidates: int,
    progress: Progress = no_progress,
) -> Calibration:
    """Set the thresholds for the retriever's index, and measure them.

    Args:
        questions: the corpus's own, or None to make them out of its titles and rows.
        candidates: how many of the best candidates the gate looks at.
    """
    source: Origin = "questions"
    key = calibration_key(gate, retriever.reads, questions or (), foreign)
    if questions is None or len(questions) < ENOUGH_QUESTIONS:
        source, questions = "titles", made_questions([entry.chunk for entry in retriever.index.chunks])
    rankings = _rankings(retriever, [*questions, *foreign], progress)
    reference = Reference.of(rankings[len(questions) :])
    weighed = _weigh(rankings, gate, names, reference, candidates, progress)
    setting, measuring = _halves(questions, weighed)
    negatives = weighed[len(questions) :]
    threshold, off_topic = _thresholds(setting, negatives, source, gate.first_threshold)
    return Calibration(
        threshold=threshold,
        off_topic_threshold=off_topic,
        source=source,
        set_on=(len(setting), len(negatives)),
        answerable_refused=_rate(question.allowed < threshold for question in measuring),
        foreign_answered=_foreign_answered(setting, _halves(foreign, negatives), source, gate.first_threshold),
        key=key,
        cosine_mean=round(reference.mean, 6),
        cosine_deviation=round(reference.deviation, 6),
        gate=gate.name,
    )


def _halves(texts: Iterable[str], weighed: Iterable[_Weighed]) -> tuple[list[_Weighed], list[_Weighed]]:
    """Those that set thresholds, and those that measure them."""
    halves: tuple[list[_Weighed], list[_Weighed]] = ([], [])
    for text, question in zip(texts, weighed, strict=False):
        halves[not for_setting(text)].append(question)
    return halves


def _foreign_answered(
    setting: Sequence[_Weighed], halves: Sequence[Sequence[_Weighed]], source: Origin, first: float
) -> Rate:
    """How often a foreign question is answered: each half at the threshold that the other half sets.

    The threshold itself rests on both: a twentieth of two hundred questions is too few to set it on.
    """
    return _rate(
        question.allowed >= _thresholds(setting, others, source, first)[0]
        for half, others in (halves, halves[::-1])
        for question in half
    )


def _rankings(retriever: Retriever, texts: Sequence[str], progress: Progress) -> list[Ranking]:
    rankings: list[Ranking] = []
    for start in range(0, len(texts), _BATCH):
        progress("calibrate", start, len(texts))
        batch = texts[start : start + _BATCH]
        rankings += retriever.rank([Question(text, language_of(text)) for text in batch])
    progress("calibrate", len(texts), len(texts))
    return rankings


def _weigh(
    rankings: Sequence[Ranking], gate: Gate, names: NameCheck, reference: Reference, count: int, progress: Progress
) -> list[_Weighed]:
    weighed: list[_Weighed] = []
    for start in range(0, len(rankings), _BATCH):
        progress("gate", start, len(rankings))
        batch = rankings[start : start + _BATCH]
        for ranking, probabilities in zip(batch, gate.probabilities(batch, reference, count), strict=True):
            named = names.read(ranking)
            allowed = [p for c, p in zip(ranking.candidates, probabilities, strict=False) if named.allows(c)]
            weighed.append(_Weighed(float(max(probabilities, default=0.0)), float(max(allowed, default=0.0))))
    progress("gate", len(rankings), len(rankings))
    return weighed


def _thresholds(
    positives: Sequence[_Weighed], negatives: Sequence[_Weighed], source: Origin, first: float
) -> tuple[float, float]:
    """The gate's threshold, and the lower one for off-topic; `first` and its half where there are no negatives.

    98 of 100 answerable questions are kept, as long as that refuses 90 of 100 foreign ones. Where real questions lie
    well above all foreign ones, the threshold sits in the gap, nearer to the foreign ones.
    """
    if not negatives:
        return first, first / 2
    foreign = np.array([question.allowed for question in negatives])
    at_least, by_made, gap = np.quantile(foreign, (_REFUSE_AT_LEAST, _REFUSE_BY_MADE, _GAP_FROM)).tolist()
    kept = by_made
    if positives:
        kept = float(np.quantile([question.allowed for question in positives], 1 - _KEEP_ANSWERABLE))
    if source == "titles":
        threshold = max(at_least, min(kept, by_made))
    elif kept > gap:
        threshold = _between(gap, kept, 0.25)
    else:
        threshold = max(kept, at_least)
    off_topic = float(np.quantile([question.best for question in negatives], _OFF_TOPIC))
    return _rounded(threshold), _rounded(min(threshold, off_topic))


def _rounded(probability: float) -> float:
    """To four digits, but never to 0, which everything would pass: a cross-encoder gives foreign questions 0.00002."""
    return round(probability, 4) if probability >= 0.01 else float(f"{probability:.2g}")


def _between(low: float, high: float, share: float) -> float:
    """A point between two probabilities, on the scale of their logits, where distances mean the same everywhere."""
    probabilities = np.clip([low, high], 1e-6, 1 - 1e-6)
    logits = np.log(probabilities / (1 - probabilities))
    return float(1 / (1 + np.exp(-(logits[0] + share * (logits[1] - logits[0])))))


def _rate(happened: Iterable[bool]) -> Rate:
    cases = list(happened)
    return Rate(sum(map(bool, cases)), len(cases))
