"""The gate's error rates over public question sets, each as a corpus of its own, on thousands of questions."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from tqdm import tqdm

from core.calibrating import calibrate, foreign_questions
from core.calibration import Calibration
from core.gate import FeatureGate, Gate
from core.models.factory import build_encoder
from core.name_check import NameCheck
from core.question import Question
from core.rates import Rate
from core.retrieval import Ranking, Retriever
from core.settings import Settings
from core.text.language import language_of
from core.text.tokens import Analyser
from eval.datasets import (
    MEDICAL,
    SETS,
    Dataset,
    LabelledQuestion,
    fitted_on,
    load_squad,
    names_without,
    retriever_over,
    without_article,
)

BATCH = 32


class SetGate:
    """A set as a corpus: its retriever, and its gate with the calibration that a reindex would give it."""

    def __init__(self, retriever: Retriever, gate: Gate, candidates: int, foreign: Sequence[str]) -> None:
        self.retriever = retriever
        self._gate = gate
        self._candidates = candidates
        self.names = NameCheck(retriever.index, Analyser())
        self.calibration: Calibration = calibrate(retriever, gate, self.names, None, foreign, candidates)

    def passes(self, ranking: Ranking, names: NameCheck) -> list[str]:
        """Ids of the passages that the gate lets through, best first."""
        probabilities = self._gate.probabilities([ranking], self.calibration.reference, self._candidates)[0]
        named = names.read(ranking)
        return [
            candidate.chunk.id
            for candidate, probability in zip(ranking.candidates, probabilities, strict=False)
            if probability >= self.calibration.threshold and named.allows(candidate)
        ]

    def rankings(self, texts: Sequence[str], what: str) -> Iterator[Ranking]:
        """One ranking a question, in order."""
        for start in tqdm(range(0, len(texts), BATCH), desc=what):
            batch = [Question(text, language_of(text)) for text in texts[start : start + BATCH]]
            yield from self.retriever.rank(batch)


def measure_sets(
    folder: Path, cache: Path, paragraphs: int | None, settings: Settings
) -> Iterator[tuple[str, dict[str, Rate]]]:
    """Each set's name with its rates: answerable refused, answered without the right passage, answered though the
    article is gone, and foreign questions answered (those of the other sets' language or subject)."""
    sets = [load_squad(folder / name, language, paragraphs) for name, language in SETS]
    medical = json.loads((folder / MEDICAL).read_text(encoding="utf-8"))
    encoder, gate = build_encoder(settings), FeatureGate.load()
    for place, dataset in enumerate(sets):
        retriever = retriever_over(dataset, cache / dataset.name, encoder, settings)
        judged = SetGate(retriever, gate, settings.gate_candidates, foreign_questions())
        foreign = sorted({question.text for question in sets[place - 1].questions} | set(medical))
        yield (
            dataset.name,
            {
                **own_rates(judged, dataset, fitted_on(dataset)),
                "foreign answered": _foreign(judged, foreign, dataset.name),
            },
        )


def own_rates(judged: SetGate, dataset: Dataset, left_out: frozenset[str]) -> dict[str, Rate]:
    """Rates over the set's own questions, without those that the gate was fitted on."""
    questions = sorted((q for q in dataset.questions if q.text not in left_out), key=lambda question: question.article)
    refused = astray = removed = 0
    rankings = judged.rankings([question.text for question in questions], dataset.name)
    for article, pairs in groupby(zip(questions, rankings, strict=True), key=lambda pair: pair[0].article):
        names = names_without(judged.retriever, article)
        for question, ranking in pairs:
            passed = judged.passes(ranking, judged.names)
            refused += not passed
            astray += _is_astray(passed, question)
            removed += bool(judged.passes(without_article(ranking, article), names))
    count = len(questions)
    return {
        "answerable refused": Rate(refused, count),
        "answered without the right passage": Rate(astray, count),
        "answered, its article gone": Rate(removed, count),
    }


def _is_astray(passed: Sequence[str], question: LabelledQuestion) -> bool:
    return bool(passed) and question.gold.isdisjoint(passed)


def _foreign(judged: SetGate, texts: Sequence[str], name: str) -> Rate:
    rankings = judged.rankings(texts, f"foreign to {name}")
    return Rate(sum(bool(judged.passes(ranking, judged.names)) for ranking in rankings), len(texts))
