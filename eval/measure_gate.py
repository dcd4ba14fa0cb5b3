"""Print how often the gate is wrong: on a corpus and its labelled questions, and over whole public question sets.

usage: python eval/measure_gate.py --questions FILE [FILE …] [--datasets FOLDER] [--sets] [--cache FOLDER]

The corpus is that of DATA_DIR, GEN_DIR and DB_DIR, with the index and the calibration that `reindex` made; it is asked
its labelled questions and 300 foreign ones, drawn from the sets in FOLDER. With `--sets` each set is a corpus of its
own, calibrated as any other, and asked its own questions, the same once their article is gone, and those of other
sets; encoding them takes minutes the first time, and is kept in the cache folder.
"""

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.models import build_models, load_corpus  # noqa: E402
from core.corpus import Corpus  # noqa: E402
from core.errors import StorageError  # noqa: E402
from core.models.remembering import remembering  # noqa: E402
from core.question import read_question  # noqa: E402
from core.rates import Rate  # noqa: E402
from core.settings import Settings, load_settings  # noqa: E402
from eval.datasets import MEDICAL, drawn, squad_questions  # noqa: E402
from eval.gate_on_sets import measure_sets  # noqa: E402
from storage.embeddings import SqliteEmbeddings  # noqa: E402

SEED = "2026"
OF_EACH = 100
BATCH = 32


def foreign_groups(folder: Path) -> dict[str, list[str]]:
    """A hundred questions each of the Arabic sets, the French one and the medical list; always the same ones."""
    groups = {
        "Arabic encyclopaedia": squad_questions(folder / "xquad.ar.json") + squad_questions(folder / "arcd-dev.json"),
        "French encyclopaedia": squad_questions(folder / "piaf-dev.json"),
        "medical": json.loads((folder / MEDICAL).read_text(encoding="utf-8")),
    }
    return {name: drawn(texts, OF_EACH, SEED) for name, texts in groups.items()}


def labelled_groups(questions: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Labelled questions under the heads that they are counted by: answerable, and each kind that is to be refused."""
    groups: dict[str, list[str]] = {}
    for question in questions:
        kind = str(question.get("kind") or question.get("category") or "all")
        answerable = question.get("expected", "answer") == "answer"
        groups.setdefault("answerable" if answerable else kind, []).append(question["question"])
    return groups


def refused(corpus: Corpus, texts: Sequence[str], settings: Settings) -> tuple[Rate, Rate, list[str]]:
    """How many are refused at the gate, how many by the answer too (a value that a table lacks), and which all are."""
    at_gate, in_all = [], []
    for start in range(0, len(texts), BATCH):
        batch = [read_question(text, settings=settings) for text in texts[start : start + BATCH]]
        for ranking in corpus.retriever.rank(batch):
            passages = corpus.gate(ranking).passages
            if not passages:
                at_gate.append(ranking.question.text)
            if not passages or corpus.answerer.answer(ranking, passages).reason:
                in_all.append(ranking.question.text)
    return Rate(len(at_gate), len(texts)), Rate(len(in_all), len(texts)), in_all


def measure_corpus(groups: Mapping[str, Sequence[str]], foreign: Mapping[str, Sequence[str]], cache: Path) -> None:
    """Ask the corpus of the settings and print what it refuses."""
    settings = load_settings()
    with SqliteEmbeddings(cache / "questions.sqlite", StorageError) as embeddings:
        models = build_models(settings)
        models = dataclasses.replace(models, encoder=remembering(models.encoder, embeddings))
        corpus = load_corpus(settings, models)
        found = corpus.calibration
        print(f"index {corpus.index.version}, threshold {corpus.threshold} set on {found.source}")
        print(f"  expected: answerable refused {found.answerable_refused}, foreign answered {found.foreign_answered}")
        total = Rate(0, 0)
        for name, texts in (*groups.items(), *((f"foreign: {name}", texts) for name, texts in foreign.items())):
            at_gate, in_all, which = refused(corpus, texts, settings)
            print(f"  {name:30s} refused at the gate {at_gate}, in all {in_all}")
            if name == "answerable":
                print("".join(f"      {text}\n" for text in which), end="")
            elif name.startswith("foreign"):
                total = Rate(total.count + at_gate.count, total.of + at_gate.of)
        if foreign:
            print(f"  {'foreign together':30s} refused at the gate {total}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=Path, nargs="*", default=[ROOT / "eval" / "questions.json"])
    parser.add_argument("--datasets", type=Path, help="folder of the sets in SQuAD form")
    parser.add_argument("--sets", action="store_true", help="measure over the sets as corpora too (needs --datasets)")
    parser.add_argument("--paragraphs", type=int, help="of each set, at most: whole articles, in order")
    parser.add_argument("--cache", type=Path, default=ROOT / "eval" / "cache", help="folder for vectors and indexes")
    args = parser.parse_args()
    if args.sets and not args.datasets:
        parser.error("--sets needs --datasets")
    args.cache.mkdir(parents=True, exist_ok=True)
    groups = labelled_groups(
        question for file in args.questions for question in json.loads(file.read_text(encoding="utf-8"))
    )
    measure_corpus(groups, foreign_groups(args.datasets) if args.datasets else {}, args.cache)
    if args.sets:
        for name, rates in measure_sets(args.datasets, args.cache, args.paragraphs, load_settings()):
            print(name)
            for kind, rate in rates.items():
                print(f"  {kind:36s} {rate}")


if __name__ == "__main__":
    main()
