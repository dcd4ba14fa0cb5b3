"""Ask labelled questions through the product's own engine and print what the replies are worth.

usage: python eval/run_eval.py [eval/questions.json]

Settings as for `bot.py` (DATA_DIR, GEN_DIR, DB_DIR …). The form of the questions: `eval/README.md`.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.app import open_app  # noqa: E402
from core.engine import Engine  # noqa: E402
from core.question import read_question  # noqa: E402
from core.reply import Final  # noqa: E402
from core.settings import Settings, load_settings  # noqa: E402
from eval.metrics import figures, shares  # noqa: E402

AT_ONCE = 16


async def replies(engine: Engine, settings: Settings, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Reply objects in the order of the questions, asked some at a time as a busy hour would."""
    turn = asyncio.Semaphore(AT_ONCE)
    with tqdm(total=len(texts), desc="questions") as bar:

        async def ask(text: str) -> dict[str, Any]:
            async with turn:
                async for event in engine.ask(read_question(text, settings=settings)):
                    if isinstance(event, Final):
                        reply = event.reply.to_json()
            bar.update()
            return reply

        return list(await asyncio.gather(*map(ask, texts)))


async def evaluate(questions: Sequence[dict[str, Any]], settings: Settings) -> list[dict[str, float]]:
    """The figures of each question; nothing is taken from the cache."""
    async with open_app(settings.model_copy(update={"cache_size": 0})) as app:
        given = await replies(app.engine, settings, [question["question"] for question in questions])
    return [figures(question, reply) for question, reply in zip(questions, given, strict=True)]


def groups(question: dict[str, Any]) -> list[str]:
    """Under which heads a question is counted."""
    kind = question.get("category") or question.get("kind") or "all"
    if question["expected"] == "refuse":
        return ["to refuse", f"to refuse: {kind}"]
    return ["answerable", kind, f"answerable/{question['language']}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path, nargs="?", default=ROOT / "eval" / "questions.json")
    questions = json.loads(parser.parse_args().questions.read_text(encoding="utf-8"))
    begin = time.monotonic()
    rows = asyncio.run(evaluate(questions, load_settings()))
    counted: dict[str, list[dict[str, float]]] = {}
    for question, row in zip(questions, rows, strict=True):
        for group in groups(question):
            counted.setdefault(group, []).append(row)
    for group in sorted(counted):
        told = "  ".join(f"{name} {value:.3f}" for name, value in shares(counted[group]).items())
        print(f"{group:24s} n={len(counted[group]):3d}  {told}")
    print(f"{time.monotonic() - begin:.1f} s for {len(questions)} questions")


if __name__ == "__main__":
    main()
