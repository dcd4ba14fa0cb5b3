"""What each way of answering displays, in one table: facts, wrong values, numbers without a source, what it took.

usage: python eval/answer_table.py RESULT.answers.json …     several results count as one
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.documents.rows import is_row  # noqa: E402
from core.text.numbers import find_quantities  # noqa: E402
from eval.answer_ways import EXTRACTIVE, UNCHECKED, WAYS, displayed  # noqa: E402
from eval.facts import holds  # noqa: E402
from eval.metrics import figures  # noqa: E402

# A step's number, and an operation in brackets, whose operands stand by it.
_NOT_TOLD = re.compile(r"^\W*\d{1,2}[.)]\s|\([^()=]*=[^()]*\)")

Measured = dict[str, float]
"""A question's figures in one way: shares and counts by name; one that it hasn't is missing."""


def measure(question: Mapping[str, Any], row: Mapping[str, Any], own_words: str) -> Measured:
    """The figures of one reply; `own_words` is the answer without a model."""
    reply, calls = row["reply"], row["calls"]
    found = figures(question, reply)
    measured: Measured = {name: found[name] for name in ("facts", "wrong", "answered", "language_ok") if name in found}
    if question["expected"] == "answer":
        measured["refused"] = found["refused"]
    # A value that doesn't exist is told with what does exist, converted: `metrics.py` looks at those.
    shown = [] if reply["kind"] == "refusal" else displayed(row)
    texts = {c["n"]: f"{c['title']}\n{c['section']}\n{c['text']}" for c in reply["citations"]}
    measured["uncited"] = float(sum(len(uncited_numbers(s, n, texts, question["question"])) for s, n in shown))
    measured["wrong_row"] = float(len(wrong_row_values(question, reply)))
    measured["sentences"] = float(len(shown))
    asked = bool(calls)
    measured["dropped"] = float(len(reply["dropped"]) + len(reply["rejected"])) if row["way"] != UNCHECKED else 0.0
    measured["fallback"] = float(
        asked and (reply["degraded"] or reply["kind"] == "quote" or reply["text"] == own_words)
    )
    measured["asked"] = float(asked)
    if asked:
        measured["tokens_in"] = float(sum(call["tokens"][0] for call in calls))
        measured["tokens_out"] = float(sum(call["tokens"][1] for call in calls))
        measured["seconds"] = float(sum(call["seconds"] for call in calls))
    return measured


def uncited_numbers(sentence: str, cites: Iterable[int], texts: Mapping[int, str], question: str) -> list[Decimal]:
    """Numbers of a displayed sentence that stand in none of the passages that it cites, nor in the question.

    Values alone are compared, units aside: unlike the product's own check, on purpose, and written apart from it.
    """
    known = {quantity.value for n in cites for quantity in find_quantities(texts.get(n, ""))}
    known |= {quantity.value for quantity in find_quantities(question)}
    known |= {Decimal(run) for n in cites for run in re.findall(r"\d+", texts.get(n, ""))}
    return [q.value for q in find_quantities(_NOT_TOLD.sub(" ", sentence)) if q.value not in known]


def wrong_row_values(question: Mapping[str, Any], reply: Mapping[str, Any]) -> list[str]:
    """Values of a confused answer that a reply displays and that stand in a row of a cited table."""
    if reply["kind"] == "refusal":
        return []
    rows = "\n".join(line for c in reply["citations"] for line in c["text"].splitlines() if is_row(line))
    return [
        value for value in question.get("must_not_include") or () if holds(reply["text"], value) and holds(rows, value)
    ]


def table(questions: Mapping[str, Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]) -> str:
    """The table, a line a figure and a column a way, over the questions that all ways have answered."""
    by_way = {way: {row["id"]: row for row in rows if row["way"] == way} for way in WAYS}
    everywhere = [name for name in questions if all(name in by_way[way] for way in WAYS)]
    own_words = {name: by_way[EXTRACTIVE][name]["reply"]["text"] for name in everywhere}
    measured = {
        way: [measure(questions[name], by_way[way][name], own_words[name]) for name in everywhere] for way in WAYS
    }
    lines = [
        ("all facts right", _share("facts")),
        ("wrong values shown, questions", _share("wrong")),
        ("wrong-row values displayed", _sum("wrong_row")),
        ("uncited numbers displayed", _sum("uncited")),
        ("answerable, refused", _share("refused")),
        ("to refuse, answered", _share("answered")),
        ("in the reply's language", _share("language_ok")),
        ("sentences displayed", _sum("sentences")),
        ("sentences dropped or rejected", _sum("dropped")),
        ("fallbacks to the documents' words", _sum("fallback")),
        ("questions that asked the model", _sum("asked")),
        ("tokens read, a question asked", _mean("tokens_in")),
        ("tokens written, a question asked", _mean("tokens_out")),
        ("seconds of the model, a question asked", _mean("seconds")),
    ]
    text = f"{len(everywhere)} of {len(questions)} questions\n\n| | {' | '.join(WAYS)} |\n|---|{'---|' * len(WAYS)}\n"
    for title, figure in lines:
        text += f"| {title} | {' | '.join(figure(measured[way]) for way in WAYS)} |\n"
    return text


def _share(name: str) -> Any:
    def figure(measured: Sequence[Measured]) -> str:
        values = [m[name] for m in measured if name in m]
        return f"{sum(values):.0f} of {len(values)}" if values else "–"

    return figure


def _sum(name: str) -> Any:
    return lambda measured: f"{sum(m[name] for m in measured):.0f}"


def _mean(name: str) -> Any:
    def figure(measured: Sequence[Measured]) -> str:
        values = [m[name] for m in measured if name in m]
        return f"{sum(values) / len(values):.0f}" if values else "–"

    return figure


def main() -> None:
    """Print the table of several results."""
    if not sys.argv[1:]:
        sys.exit(__doc__)
    results = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:]]
    questions = {question["id"]: question for result in results for question in result["questions"]}
    print(table(questions, [row for result in results for row in result["rows"]]))


if __name__ == "__main__":
    main()
