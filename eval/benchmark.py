"""What Forsa costs on this machine, in one run: answers, batches, indexing, retrieval at scale, and the memory for it.

usage: python eval/benchmark.py [--quick] [--only PART …] [--questions eval/questions.json] [--rounds 2]

Works on a copy of DB_DIR and GEN_DIR in a temporary folder; nothing of the project's is touched. Each figure is
measured in a process of its own, so its memory is its own too. On a machine that does other things look at the ratios.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.reindex_job import job_environment  # noqa: E402
from core.settings import load_settings  # noqa: E402
from eval.speed.answering import STAGES, WAYS  # noqa: E402
from eval.speed.child import in_child  # noqa: E402
from eval.speed.figures import middle, p95  # noqa: E402
from eval.speed.searching import tell as tell_searching  # noqa: E402

_TOGETHER = 55


def tell_answers(questions: Sequence[str], rounds: int, quick: bool) -> None:
    """Start to first answer, uncached by stage, cached."""
    begun = in_child("answering:start", question=questions[0], times=2 if quick else 5)
    print(f"start to answer    {middle(begun['ms'])}")
    new = in_child("answering:uncached", questions=questions, rounds=rounds)
    for stage in STAGES:
        print(f"uncached {stage:9s} {middle(new[stage])}")
    hits = in_child("answering:cached", questions=questions, rounds=rounds)
    print(f"cached             {middle(hits['ms'])}")
    ratio = statistics.median(new["total"]) / statistics.median(hits["ms"])
    print(f"ratio              uncached / cached {ratio:.1f}; peak memory of asking {new['peak_mb']:.0f} MB")


def tell_together(questions: Sequence[str], quick: bool) -> None:
    """Many questions at once, in each way."""
    asked = [questions[number % len(questions)] for number in range(8 if quick else _TOGETHER)]
    print(f"\n{len(asked)} questions at once       median ms   ms each   of one batch   peak MB")
    batch = 0.0
    for way in WAYS:
        found = in_child("answering:together", questions=asked, way=way, times=2 if quick else 5)
        median = statistics.median(found["ms"])
        batch = batch or median
        print(f"{way:25s} {median:10.1f} {median / len(asked):9.2f} {median / batch:13.2f}x {found['peak_mb']:9.0f}")


def tell_indexing(quick: bool) -> None:
    """The same chunks into an empty folder and again, all embeddings known."""
    count = 20 if quick else 1000
    with tempfile.TemporaryDirectory() as folder:
        cold = in_child("indexing:index", count=count, folder=folder)
        shutil.rmtree(Path(folder) / "index")
        warm = in_child("indexing:index", count=count, folder=folder)
    print(f"\nindexing {count} chunks     seconds   chunks a second   characters   encoded   peak MB")
    for name, found in (("cold", cold), ("embeddings known", warm)):
        print(
            f"{name:22s} {found['s']:9.2f} {count / found['s']:17.1f} {found['chars']:12,d} {found['encoded']:9d}"
            f" {found['peak_mb']:9.0f}"
        )
    print(f"{'ratio':22s} {cold['s'] / warm['s']:9.1f}")


def tell_reindex(questions: Sequence[str]) -> None:
    """Questions while a reindex runs."""
    found = in_child("answering:during_reindex", questions=questions, chunk_chars=500)
    idle, busy = found["idle"], found["busy"]
    print(f"\nidle               {middle(idle)}")
    print(f"during a reindex   {middle(busy)}   {len(busy)} questions; peak memory {found['peak_mb']:.0f} MB")
    ratio = statistics.median(busy) / statistics.median(idle), p95(busy) / p95(idle)
    print(f"ratio              median {ratio[0]:7.2f}      p95 {ratio[1]:7.2f}")


def tell_retrieval(quick: bool) -> None:
    """BM25, vectors and the whole of retrieval, by the number of chunks."""
    if quick:
        tell_searching((500,), 1000)
    else:
        tell_searching((1_000, 10_000, 100_000), 1_000_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, default=ROOT / "eval" / "questions.json")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="tiny sizes: whether all of it runs, not what it costs")
    parser.add_argument("--only", nargs="+", choices=("answers", "together", "indexing", "reindex", "retrieval"))
    args = parser.parse_args()
    questions = [entry["question"] for entry in json.loads(args.questions.read_text(encoding="utf-8"))]
    if args.quick:
        questions, args.rounds = questions[:5], 1
    settings = load_settings()
    parts: dict[str, Callable[[], None]] = {
        "answers": lambda: tell_answers(questions, args.rounds, args.quick),
        "together": lambda: tell_together(questions, args.quick),
        "indexing": lambda: tell_indexing(args.quick),
        "reindex": lambda: tell_reindex(questions),
        "retrieval": lambda: tell_retrieval(args.quick),
    }
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    print(f"{machine}, {time.strftime('%d/%m/%Y')}; {len(questions)} questions, {args.rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("gen_dir", "db_dir"):
            shutil.copytree(getattr(settings, name), Path(folder) / name)
        settings = settings.model_copy(update={"gen_dir": Path(folder) / "gen_dir", "db_dir": Path(folder) / "db_dir"})
        if args.quick:
            (Path(folder) / "data_dir").mkdir()
            smallest = min(
                filter(Path.is_file, settings.data_dir.rglob("*.docx")), key=lambda path: path.stat().st_size
            )
            shutil.copy(smallest, Path(folder) / "data_dir")
            settings = settings.model_copy(update={"data_dir": Path(folder) / "data_dir"})
        os.environ.update(job_environment(settings))
        for name in args.only or parts:
            parts[name]()
            sys.stdout.flush()


if __name__ == "__main__":
    main()
