"""Retrieval over synthetic corpora: BM25 of three makes, vectors alone, and the whole of `Retriever.rank`."""

import gc
import importlib.util
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.calibration import Calibration
from core.corpus import Corpus
from core.gate import FeatureGate
from core.index.lexical import Bm25
from core.index.publish import write_version
from core.index.store import load_version
from core.index.vectors import FlatVectors
from core.index.version import FORMAT, Manifest
from core.question import Question
from core.rates import Rate
from core.settings import load_settings
from core.text.darja import Darja
from core.text.query import QueryReader
from core.text.synonyms import Synonyms
from core.text.tokens import Analyser
from eval.speed import synthetic
from eval.speed.child import in_child, resident_mb
from eval.speed.figures import milliseconds, p95

MAKES = ("rank-bm25", "bm25s", "forsa")
_QUESTIONS = 40
_VERSION = "0" * 16

Scorer = Callable[[Sequence[str]], NDArray[np.floating]]


def bm25(make: str, count: int) -> dict[str, Any]:
    """Seconds and memory of building, milliseconds of scoring every chunk for questions of ten words."""
    analyser = Analyser()
    vocabulary = synthetic.Vocabulary.of_sample(load_settings().gen_dir, analyser)
    documents = synthetic.token_lists(vocabulary, count)
    # Each word once: rank-bm25 counts a repeated one twice.
    questions = [list(dict.fromkeys(analyser.tokens(text))) for text in synthetic.questions(vocabulary, _QUESTIONS)]
    gc.collect()
    before, begin = resident_mb(), time.perf_counter()
    scorer = _scorer(make, documents)
    built = time.perf_counter() - begin
    if make == "rank-bm25" and count >= 100_000:
        questions = questions[:7]  # a second each
    taken = milliseconds(scorer, questions)
    return {
        "build_s": built,
        "ms": statistics.median(taken),
        "mb": resident_mb() - before,
        # Two makes that agree on this agree on the formula.
        "checked": [float(scorer(question).max()) for question in questions[:7]],
    }


def _scorer(make: str, documents: Sequence[Sequence[str]]) -> Scorer:
    if make == "rank-bm25":
        from rank_bm25 import BM25Okapi

        return BM25Okapi(documents).get_scores
    if make == "bm25s":
        from bm25s import BM25

        model = BM25(method="atire", k1=1.5, b=0.75)  # of its variants the one with the nearest formula
        model.index(documents, show_progress=False)
        return lambda question: model.get_scores(list(question))
    own = Bm25(documents)
    return lambda question: own.scores(dict.fromkeys(question, 1.0))


def vectors(count: int) -> dict[str, Any]:
    """Milliseconds of one question against all vectors, and of one among 32 that wait (from 20 on FAISS multiplies
    matrices)."""
    begin = time.perf_counter()
    index = FlatVectors.build(synthetic.vectors(count))
    built = time.perf_counter() - begin
    asked = synthetic.vectors(64)
    k = load_settings().candidates_per_search
    one = milliseconds(lambda row: index.search(asked[row : row + 1], k), range(16))
    batch = milliseconds(lambda start: index.search(asked[start : start + 32], k), (0, 32))
    return {"build_s": built, "ms": statistics.median(one), "batch_ms": statistics.median(batch) / 32}


class RandomEncoder:
    """The role `Encoder`: a vector for each text, and no time for it."""

    name = "random"
    dimension = synthetic.DIMENSION

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Random unit vectors."""
        return synthetic.vectors(len(texts))

    encode_passages = encode_queries


def ranking(count: int) -> dict[str, Any]:
    """Seconds and memory of loading an index version of `count` chunks and building its corpus, milliseconds of
    ranking and gating without the encoder's share."""
    settings, analyser = load_settings(), Analyser()
    reader = QueryReader(analyser, Synonyms.load(analyser), Darja.load())
    texts = synthetic.questions(synthetic.Vocabulary.of_sample(settings.gen_dir, analyser), _QUESTIONS)
    asked = [Question(text, "fr") for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        in_child("searching:write", folder=folder, count=count)
        before, begin = resident_mb(), time.perf_counter()
        index = load_version(Path(folder) / _VERSION, RandomEncoder.name, analyser.name)
        loaded = time.perf_counter()
        corpus = Corpus(
            index,
            Calibration(0.5, 0.1, "titles", (1, 1), Rate(0, 1), Rate(0, 1), "", 0.8, 0.05),
            settings=settings,
            encoder=RandomEncoder(),
            analyser=analyser,
            reader=reader,
            gate=FeatureGate.load(),
        )
        ready = time.perf_counter()
    rankings = corpus.retriever.rank(asked[:1])
    mb = resident_mb() - before
    rank = milliseconds(lambda question: corpus.retriever.rank([question]), asked)
    computing = milliseconds(lambda question: corpus.retriever.rank([question]), asked, time.process_time)
    together = milliseconds(corpus.retriever.rank, [asked])
    rankings = corpus.retriever.rank(asked)
    gate = milliseconds(corpus.gate, rankings)
    return {
        "load_s": loaded - begin,
        "corpus_s": ready - loaded,
        "mb": mb,
        "ms": statistics.median(rank),
        "p95_ms": p95(rank),
        "cpu_ms": statistics.median(computing),
        "batch_ms": together[0] / len(asked),
        "gate_ms": statistics.median(gate),
    }


def write(folder: str, count: int) -> dict[str, Any]:
    """Write a synthetic index version; a process of its own, so that loading it is measured from nothing."""
    analyser = Analyser()
    vocabulary = synthetic.Vocabulary.of_sample(load_settings().gen_dir, analyser)
    entries = synthetic.entries(vocabulary, count)
    documents = len({entry.chunk.document for entry in entries})
    manifest = Manifest(
        _VERSION, FORMAT, RandomEncoder.name, synthetic.DIMENSION, analyser.name, documents, count, count, {}
    )
    write_version(
        Path(folder) / _VERSION, manifest, entries, synthetic.vectors(count), lambda stage, done, total: None, None
    )
    return {}


def tell(sizes: Sequence[int], vectors_alone: int) -> None:
    """Measure and print all of it. BM25 by `rank-bm25` and `bm25s` only where they are installed."""
    print("\nBM25              chunks   build s     ms a question   MB   peak MB")
    for count in sizes:
        checked: dict[str, list[float]] = {}
        for make in MAKES:
            if make != "forsa" and importlib.util.find_spec(make.replace("-", "_")) is None:
                print(f"{make:14s} {count:9,d}   not installed")
                continue
            found = in_child("searching:bm25", make=make, count=count)
            checked[make] = found["checked"]
            print(
                f"{make:14s} {count:9,d} {found['build_s']:9.2f} {found['ms']:17.2f} {found['mb']:6.0f}"
                f" {found['peak_mb']:8.0f}"
            )
        for make in [make for make in checked if make != "rank-bm25" and "rank-bm25" in checked]:
            apart = np.abs(np.subtract(checked[make], checked["rank-bm25"])).max()
            print(f"{make:14s} {count:9,d}   best scores differ from rank-bm25's by at most {apart:.6f}")
    print("\nvectors alone     chunks   build s     ms a question   ms in a batch of 32   peak MB")
    for count in (*sizes, vectors_alone):
        found = in_child("searching:vectors", count=count)
        print(
            f"{'FAISS flat':14s} {count:9,d} {found['build_s']:9.2f} {found['ms']:17.2f} {found['batch_ms']:21.2f}"
            f" {found['peak_mb']:9.0f}"
        )
    print(
        "\nretrieval         chunks    load s  corpus s    MB   ms a question    p95   computing   in a batch   gate ms"
    )
    for count in sizes:
        found = in_child("searching:ranking", count=count)
        print(
            f"{'whole':14s} {count:9,d} {found['load_s']:9.2f} {found['corpus_s']:9.2f} {found['mb']:5.0f}"
            f" {found['ms']:15.2f} {found['p95_ms']:6.2f} {found['cpu_ms']:11.2f} {found['batch_ms']:12.2f}"
            f" {found['gate_ms']:9.2f}"
        )
