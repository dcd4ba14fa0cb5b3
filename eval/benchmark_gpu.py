"""What the GPU profile costs on this machine: questions encoded, passages gated, an index built, and the memory for it;
and what bge-m3's other scores (BGE_SCORES) add to that.

usage: python eval/benchmark_gpu.py [--tiny] [--dense] [--encoder FOLDER_OR_NAME] [--reranker FOLDER_OR_NAME]
                                    [--chunks 1000] [--times 5]

Without --encoder and --reranker the networks and heads have the true sizes and random weights (time doesn't depend on
the values), so nothing is downloaded; their tokenizer is a small one of the same kind, and texts are counted in its
tokens. Runs on any accelerator that torch sees, and on the CPU where it sees none. Needs requirements-gpu.txt.
"""

import argparse
import json
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# In place of this folder, whose `datasets` is not the package that the libraries import.
sys.path[0] = str(ROOT)

from core.index.embed import BATCH as PASSAGES_A_CALL  # noqa: E402
from core.index.sparse import SparseIndex, as_pairs  # noqa: E402
from core.models.accelerator import INSTALL_HINT, device, missing_packages  # noqa: E402
from core.models.bge_m3 import BgeM3Encoder  # noqa: E402
from core.models.bge_m3_heads import BgeM3Heads  # noqa: E402
from core.models.bge_reranker import BgeReranker  # noqa: E402
from core.rescoring import MOST, late_interaction  # noqa: E402
from eval.speed.child import peak_mb  # noqa: E402
from eval.speed.random_models import build_heads, build_random  # noqa: E402

QUESTION_TOKENS, PASSAGE_TOKENS = 16, 300
"""About what a question and a chunk of 900 characters have."""
BATCH = 64


def median_ms(work: Callable[[], object], times: int) -> float:
    """Milliseconds of a call; the first, which loads and warms, isn't counted."""
    work()
    spans = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        spans.append((time.perf_counter() - begin) * 1000)
    return statistics.median(spans)


def texts_of(count: int, tokens: int) -> list[str]:
    """Texts of so many tokens of the small tokenizer; of the real one they have about as many."""
    draw = random.Random(8)
    words = "prix fibre azur offre box modem carte client mois la le de des un une est quel".split()
    return [" ".join(draw.choices(words, k=tokens)) for _ in range(count)]


def accelerator_mb() -> float | None:
    """The most memory that tensors took on the accelerator; None on the CPU and where torch can't say."""
    import torch

    return torch.cuda.max_memory_allocated() / 1024**2 if torch.cuda.is_available() else None


def built(folder: Path, **kind: bool) -> str:
    """Folder of a network with random weights, made in another process: the memory for that isn't the bot's."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return str(pool.submit(build_random, folder, **kind).result())


def measure_heads(encoder: BgeM3Heads, chunks: int, times: int) -> dict[str, Any]:
    """The same of an encoder with its other heads: what all three scores cost, and what the index keeps for them.

    With random weights the index keeps too little: the small tokenizer's texts have few different tokens.
    """
    questions, passages = texts_of(55, QUESTION_TOKENS), texts_of(chunks, PASSAGE_TOKENS)
    candidates = passages[:MOST]
    found: dict[str, Any] = {
        "all heads: encode 1 question, ms": median_ms(lambda: encoder.encode_all(questions[:1]), times),
        "all heads: encode 55 questions, ms": median_ms(lambda: encoder.encode_all(questions), times),
        f"all heads: encode {len(candidates)} candidates, ms": median_ms(lambda: encoder.encode_all(candidates), times),
    }
    [asked] = encoder.encode_all(questions[:1])
    read = [one.token_vectors for one in encoder.encode_all(candidates)]
    found[f"match {len(read)} candidates by token, ms"] = median_ms(
        lambda: late_interaction(asked.token_vectors, read), times
    )
    begin, pairs = time.perf_counter(), []
    for start in range(0, chunks, PASSAGES_A_CALL):
        pairs += [as_pairs(one.weights) for one in encoder.encode_all(passages[start : start + PASSAGES_A_CALL])]
    found[f"all heads: index {chunks} chunks, s"] = time.perf_counter() - begin
    found["index a chunk: vector, bytes"] = 4.0 * encoder.dimension
    found["index a chunk: weights, bytes"] = len(SparseIndex.build(pairs).to_bytes()) / chunks
    found["in memory a candidate: vectors, bytes"] = sum(vectors.nbytes for vectors in read) / len(read)
    if (taken := accelerator_mb()) is not None:
        found["all heads: peak accelerator memory, MB"] = taken
    return {name: round(value, 2) for name, value in found.items()}


def measure(encoder: BgeM3Encoder, reranker: BgeReranker, chunks: int, times: int) -> dict[str, Any]:
    """All figures, by name; times in milliseconds."""
    questions, passages = texts_of(55, QUESTION_TOKENS), texts_of(chunks, PASSAGE_TOKENS)
    found: dict[str, Any] = {}
    begin = time.perf_counter()
    encoder.encode_queries(questions[:1])
    reranker.probabilities([(questions[0], passages[:1])])
    found["import, load, first use, s"] = time.perf_counter() - begin
    found["encode 1 question, ms"] = median_ms(lambda: encoder.encode_queries(questions[:1]), times)
    found["encode 55 questions, ms"] = median_ms(lambda: encoder.encode_queries(questions), times)
    found["gate 10 candidates, ms"] = median_ms(lambda: reranker.probabilities([(questions[0], passages[:10])]), times)
    asked = [(question, passages[:10]) for question in questions[:8]]
    found["gate 8 questions of 10, ms"] = median_ms(lambda: reranker.probabilities(asked), max(1, times // 2))
    begin = time.perf_counter()
    encoder.encode_passages(passages)
    found[f"index {chunks} chunks, s"] = time.perf_counter() - begin
    found["peak memory, MB"] = peak_mb()
    if (taken := accelerator_mb()) is not None:
        found["peak accelerator memory, MB"] = taken
    return {name: round(value, 2) for name, value in found.items()}


def machine() -> dict[str, str]:
    """What it was measured on."""
    import torch

    where = device()
    name = torch.cuda.get_device_name() if where == "cuda" else platform.machine()
    return {
        "device": where,
        "name": name,
        "torch": torch.__version__,
        "precision": "fp32" if where == "cpu" else "fp16",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tiny", action="store_true", help="tiny networks: whether all of it runs, not what it costs")
    parser.add_argument("--encoder", help="real weights: bge-m3's folder, or its name at the hub")
    parser.add_argument("--reranker", help="real weights: the reranker's folder, or its name at the hub")
    parser.add_argument("--chunks", type=int, default=1000)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--dense", action="store_true", help="leave out bge-m3's other scores")
    args = parser.parse_args()
    if missing := missing_packages():
        sys.exit(f"not installed: {', '.join(missing)} ({INSTALL_HINT})")
    if args.tiny:
        args.chunks, args.times = min(args.chunks, 20), 1
    with tempfile.TemporaryDirectory() as folder:
        encoder = args.encoder or built(Path(folder) / "encoder", is_tiny=args.tiny)
        if not args.encoder:
            build_heads(Path(encoder), is_tiny=args.tiny)
        reranker = args.reranker or built(Path(folder) / "reranker", is_tiny=args.tiny, is_reranker=True)
        none = Path(folder)
        found = measure(BgeM3Encoder(encoder, none, BATCH), BgeReranker(reranker, none, BATCH), args.chunks, args.times)
        if not args.dense:
            heads = BgeM3Heads(encoder, none, BATCH, with_token_vectors=True)
            found |= measure_heads(heads, args.chunks, args.times)
    weights = {"encoder": args.encoder or "random", "reranker": args.reranker or "random", "size": "true"}
    if args.tiny:
        weights["size"] = "tiny"
    told = {**machine(), **weights, **found}
    for name, value in told.items():
        print(f"{name:38s} {value:>12}" if isinstance(value, str) else f"{name:38s} {value:>12.2f}")
    print(json.dumps(told, ensure_ascii=False))


if __name__ == "__main__":
    main()
