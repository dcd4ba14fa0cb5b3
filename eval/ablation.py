"""What each part of the retrieval brings: rankings without it, question by question against the whole.

usage: python eval/ablation.py QUESTIONS.json [MORE.json …]

Settings as for `bot.py` (DB_DIR …). Every line changes one thing. `hit@1`, `hit@3` and MRR are those of the right
document before the gate; the change of MRR has its paired 95 % bootstrap interval, and p is McNemar's exact test on
hit@1. `refused` are questions of which no passage passes the gate: of those that have an answer, and of those that
have none.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.models import Models, build_models, load_corpus  # noqa: E402
from core.corpus import Corpus, weights_of  # noqa: E402
from core.merging import Weights  # noqa: E402
from core.question import Question, read_question  # noqa: E402
from core.retrieval import Ranking, Retriever  # noqa: E402
from core.settings import Settings, load_settings  # noqa: E402
from core.text.query import QueryReader  # noqa: E402
from core.text.synonyms import Synonyms  # noqa: E402
from eval.labelled import read_labelled  # noqa: E402
from eval.paired import difference  # noqa: E402
from eval.ranking import ranking_figures  # noqa: E402

FIGURES = ("hit1", "hit3", "mrr")


@dataclass(frozen=True)
class Variant:
    """One change: what is asked by other weights, or by another reader of questions."""

    name: str
    weights: Weights
    reader: QueryReader
    by_names: bool = True


def variants(whole: Weights, models: Models) -> Iterator[Variant]:
    """The whole first, then the whole without each part."""
    changes: dict[str, dict[str, Any]] = {
        "whole": {},
        "meaning alone": {"semantic": 1.0},
        "words alone": {"semantic": 0.0},
        "merged by reciprocal ranks": {"fusion": "reciprocal-ranks"},
        "without the language bonus": {"language_bonus": 0.0},
        "without names of documents": {"name": 0.0},
        "without coverage by the document": {"coverage": 0.0},
        "without versions": {"older": 0.0},
        "without variants of offers": {"unsaid_variant": 0.0, "plain_offer": 0.0, "other_name": 1.0},
    }
    for name, change in changes.items():
        yield Variant(name, replace(whole, **change), models.reader)
    nothing_said = QueryReader(models.analyser, Synonyms({}, "none"))
    yield Variant("without synonyms", whole, nothing_said)
    yield Variant("without the check of names", whole, models.reader, by_names=False)


def passes(corpus: Corpus, ranking: Ranking, by_names: bool) -> bool:
    """Whether the gate lets anything through; without the check of names whatever is probable enough."""
    gated = corpus.gate(ranking)
    return bool(gated.passages) if by_names else gated.result.best >= gated.result.threshold


def rows(
    corpus: Corpus, models: Models, variant: Variant, labelled: Sequence[dict[str, Any]], asked: Sequence[Question]
) -> list[dict[str, float]]:
    """Figures of each question."""
    retriever = Retriever(corpus.index, models.encoder, variant.reader, models.analyser, variant.weights)
    found = []
    for question, ranking in zip(labelled, retriever.rank(asked), strict=True):
        row = {"refused": float(not passes(corpus, ranking, variant.by_names))}
        if question["expected"] == "answer":
            candidates = [{"document": candidate.chunk.document} for candidate in ranking.candidates]
            row |= ranking_figures(question["documents"], candidates)
        found.append(row)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path, nargs="+")
    settings = load_settings()
    labelled = read_labelled(parser.parse_args().questions)
    print(table(settings, labelled))


def table(settings: Settings, labelled: Sequence[dict[str, Any]]) -> str:
    """The whole comparison as a Markdown table."""
    models = build_models(settings)
    corpus = load_corpus(settings, models)
    asked = [read_question(question["question"], settings=settings) for question in labelled]
    lines = [
        "| | hit@1 | hit@3 | MRR | change of MRR | p | answerable refused | others refused |",
        "|---|---|---|---|---|---|---|---|",
    ]
    whole: list[dict[str, float]] = []
    for variant in variants(weights_of(settings), models):
        found = rows(corpus, models, variant, labelled, asked)
        whole = whole or found
        lines.append(_line(variant.name, found, whole))
    return "\n".join(lines)


def _line(name: str, found: Sequence[dict[str, float]], whole: Sequence[dict[str, float]]) -> str:
    answerable = [row for row in found if "hit1" in row]
    hits = [sum(row[figure] for row in answerable) for figure in FIGURES]
    n = len(answerable)
    cells = [f"{hits[0]:.0f}/{n}", f"{hits[1]:.0f}/{n}", f"{hits[2] / n:.3f}"]
    if found is whole:
        cells += ["", ""]
    else:
        before = [row for row in whole if "hit1" in row]
        change = difference([row["mrr"] for row in before], [row["mrr"] for row in answerable])
        first = difference([row["hit1"] for row in before], [row["hit1"] for row in answerable])
        cells += [f"{change.b - change.a:+.3f} ({change.low:+.3f} to {change.high:+.3f})", f"{first.p:.2f}"]
    others = [row for row in found if "hit1" not in row]
    cells += [f"{sum(r['refused'] for r in answerable):.0f}", f"{sum(r['refused'] for r in others):.0f}/{len(others)}"]
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
