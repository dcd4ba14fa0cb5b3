"""Fit the embedded gate's regression on public question sets and write `core/gate_model.json`.

usage: python eval/fit_gate.py [--datasets ../shared/datasets] [--questions 300] [--paragraphs 240] --cache FOLDER

Never sees a question of any operator's corpus. Prints the area under the ROC curve by kind of negative, on questions
that were not fitted on.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.calibrating import foreign_questions  # noqa: E402
from core.gate import FEATURES, GATE_FILE, Reference, features  # noqa: E402
from core.models.factory import build_encoder  # noqa: E402
from core.question import Question  # noqa: E402
from core.retrieval import Ranking, Retriever  # noqa: E402
from core.settings import Settings, load_settings  # noqa: E402
from core.text.language import language_of  # noqa: E402
from eval.datasets import (  # noqa: E402
    FITTED,
    MEDICAL,
    SETS,
    Dataset,
    LabelledQuestion,
    drawn,
    held_out,
    load_squad,
    retriever_over,
    without_article,
)

PENALTY = 30.0
BATCH = 32
# What each feature must mean wherever the gate is used: +1 speaks for an answer, -1 against, 0 either. Fitted freely,
# features that overlap get opposite signs that hold on these sets and nowhere else.
SIGNS = dict.fromkeys(FEATURES, 1) | {"length": 0}


@dataclass
class Examples:
    """Feature rows with their labels, weights and kinds."""

    rows: list[NDArray[np.float64]]
    labels: list[int]
    weights: list[float]
    kinds: list[str]

    def add(self, row: NDArray[np.float64], label: int, weight: float, kind: str) -> None:
        self.rows.append(row)
        self.labels.append(label)
        self.weights.append(weight)
        self.kinds.append(kind)


def chosen(dataset: Dataset, count: int) -> list[LabelledQuestion]:
    """The questions of a set that the fit looks at; always the same ones."""
    wanted = set(drawn((question.text for question in dataset.questions), count))
    return list({question.text: question for question in dataset.questions if question.text in wanted}.values())


def collect(ranking: Ranking, reference: Reference, question: LabelledQuestion, examples: Examples) -> None:
    """The gold passage (1), the best other one (0), and the best one once the article is gone (0)."""
    rows = features(ranking, reference, 10)
    gold = [i for i, candidate in enumerate(ranking.candidates[:10]) if candidate.chunk.id in question.gold]
    if gold:
        examples.add(rows[gold[0]], 1, 1.0, "gold")
    other = [i for i in range(len(rows)) if i not in gold]
    if other:
        examples.add(rows[other[0]], 0, 0.3, "other passage")
    removed(ranking, reference, question.article, examples, "article removed")


def removed(ranking: Ranking, reference: Reference, article: str, examples: Examples, kind: str) -> None:
    """What is best when the article isn't in the corpus."""
    rows = features(without_article(ranking, article), reference, 1)
    if len(rows):
        examples.add(rows[0], 0, 1.0, kind)


def among_copies(examples: Examples) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Rows, labels and weights, each example once as it is and once without a margin over the next passages.

    An encyclopaedia says a thing once. Operators keep twins, versions and dozens of near-identical conventions, where
    the right passage has no margin over the next.
    """
    rows = np.array(examples.rows)
    copies = rows.copy()
    copies[:, FEATURES.index("margin over the next nine")] = 0.0
    labels, weights = np.array(examples.labels, dtype=np.float64), np.array(examples.weights)
    return np.vstack([rows, copies]), np.tile(labels, 2), np.tile(weights / 2, 2)


def fit(
    x: NDArray[np.float64], y: NDArray[np.float64], weight: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """Logistic regression with a ridge penalty and bounds on the weights' signs, by projected gradient descent.

    The problem is convex, so where it starts doesn't matter; the step is the inverse of the gradient's Lipschitz
    constant.
    """
    signs = np.array([SIGNS[name] for name in FEATURES])
    design = np.hstack([x, np.ones((len(x), 1))])
    penalty = np.array([PENALTY] * x.shape[1] + [0.0])
    step = 1.0 / (np.linalg.norm(design * np.sqrt(weight)[:, None], 2) ** 2 / 4 + PENALTY)
    beta = np.zeros(design.shape[1])
    for _ in range(20_000):
        p = 1 / (1 + np.exp(-design @ beta))
        moved = beta + step * (design.T @ (weight * (y - p)) - penalty * beta)
        moved[:-1] = np.where(signs * moved[:-1] < 0, 0.0, moved[:-1])
        if np.abs(moved - beta).max() < 1e-9:
            break
        beta = moved
    return beta[:-1], float(beta[-1])


def auc(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> float:
    """Share of pairs in which the positive is the higher."""
    order = np.argsort(np.concatenate([positive, negative]), kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    return float(
        (ranks[: len(positive)].sum() - len(positive) * (len(positive) + 1) / 2) / (len(positive) * len(negative))
    )


def ranked(retriever: Retriever, texts: Sequence[str], name: str) -> list[Ranking]:
    """Rankings of questions, in batches, with a progress bar."""
    rankings: list[Ranking] = []
    for start in tqdm(range(0, len(texts), BATCH), desc=name):
        batch = [Question(text, language_of(text)) for text in texts[start : start + BATCH]]
        rankings += retriever.rank(batch)
    return rankings


def gather(folder: Path, count: int, paragraphs: int, cache: Path, settings: Settings) -> tuple[Examples, Examples]:
    """Examples to fit on, and examples to measure with."""
    train, test = Examples([], [], [], []), Examples([], [], [], [])
    sets = [load_squad(folder / name, language, paragraphs) for name, language in SETS]
    foreign = json.loads((folder / MEDICAL).read_text(encoding="utf-8"))
    encoder = build_encoder(settings)
    for place, dataset in enumerate(sets):
        retriever = retriever_over(dataset, cache / dataset.name, encoder, settings)
        # Questions of another set, and medical ones, as foreign to this corpus; those that set the reference in
        # production set it here too.
        others = [question.text for question in chosen(sets[place - 1], count // 3)] + foreign
        reference = Reference.of(ranked(retriever, foreign_questions(), f"reference of {dataset.name}"))
        own = chosen(dataset, count)
        for question, ranking in zip(own, ranked(retriever, [q.text for q in own], dataset.name), strict=True):
            collect(ranking, reference, question, test if held_out(question.text) else train)
        for text, ranking in zip(others, ranked(retriever, others, f"foreign to {dataset.name}"), strict=True):
            removed(ranking, reference, "", test if held_out(text) else train, "foreign")
    return train, test


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--datasets", type=Path, default=ROOT.parent / "shared" / "datasets")
    parser.add_argument("--questions", type=int, default=FITTED, help="of each set, at most")
    parser.add_argument("--paragraphs", type=int, default=240, help="of each set, at most: whole articles, in order")
    parser.add_argument("--cache", type=Path, required=True, help="folder for the sets' indexes, reused by later runs")
    args = parser.parse_args()
    train, test = gather(args.datasets, args.questions, args.paragraphs, args.cache, load_settings())
    x, y, weight = among_copies(train)
    mean, scale = x.mean(axis=0), x.std(axis=0) + 1e-9
    weights, bias = fit((x - mean) / scale, y, weight)
    scores = ((np.array(test.rows) - mean) / scale) @ weights + bias
    kinds = np.array(test.kinds)
    for kind in ("article removed", "foreign", "other passage"):
        value = auc(scores[kinds == "gold"], scores[kinds == kind])
        print(f"AUC gold against {kind:16s} {value:.3f}  ({(kinds == kind).sum()} held-out negatives)")
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:26s} {weight:+.3f}")
    fitted = {
        "name": "features/" + hashlib.sha256(weights.round(6).tobytes()).hexdigest()[:8],
        "features": FEATURES,
        "weights": weights.round(6).tolist(),
        "bias": round(bias, 6),
        "mean": mean.round(6).tolist(),
        "scale": scale.round(6).tolist(),
        "fitted_on": [name for name, _ in SETS],
        "examples": len(y),
    }
    GATE_FILE.write_text(json.dumps(fitted, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
