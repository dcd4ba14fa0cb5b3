"""The gate's trade-off in a run's result: a table, a picture, and the threshold for a wanted rate of false refusals.

usage: python eval/threshold_sweep.py RESULT.json [RESULT.json …] [--wanted-false-refusals 0.03] [--picture FILE.png]

Several results of the same index count as one run: labelled questions, and foreign ones asked apart.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from core.errors import ForsaError
from eval.intervals import Estimate
from eval.report import table
from eval.result import Result, load_result
from eval.sweep import Point, Recommended, Scores, point, read_scores, recommend, sweep


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="+", metavar="RESULT.json", help="results of `evaluate`, or their labels")
    parser.add_argument("--wanted-false-refusals", type=_share, default=0.03, metavar="SHARE")
    parser.add_argument("--picture", type=Path, metavar="FILE.png")
    args = parser.parse_args(arguments)
    try:
        scores = together([load_result(name) for name in args.results])
        if not len(scores.answerable):
            parser.error("no answerable question has a score of the gate: there is no rate of false refusals")
        recommended = recommend(scores.answerable, args.wanted_false_refusals)
        print(described(scores, recommended, args.wanted_false_refusals))
        if args.picture:
            from eval.sweep_picture import draw

            draw(scores, recommended, args.wanted_false_refusals, args.picture)
            print(f"\npicture  {args.picture}")
    except (ForsaError, ValueError, OSError) as error:
        parser.error(" ".join(filter(None, [str(error), getattr(error, "hint", "")])))


def together(results: Sequence[Result]) -> Scores:
    """The scores of results over one index. Raises ValueError where they aren't."""
    if len({result.index_version for result in results}) > 1:
        raise ValueError("these results are of different index versions")
    return read_scores([row for result in results for row in result.rows])


def described(scores: Scores, recommended: Recommended, wanted: float) -> str:
    """The trade-off as Markdown, and what is recommended."""
    points = sweep(scores, recommended.threshold)
    categories = list(points[0].refused)
    marks = {recommended.threshold: " **recommended**", scores.threshold: " (of the run)"}
    rows = [[f"{p.threshold:.3f}{marks.get(p.threshold, '')}", *map(_cell, _estimates(p, categories))] for p in points]
    heads = ["threshold", f"false refusals (n={len(scores.answerable)})"]
    heads += [f"{name} refused (n={len(scores.foreign[name])})" for name in categories]
    at = point(scores, recommended.threshold)
    told = "; ".join(f"{name} {_cell(found)}" for name, found in at.refused.items())
    return "\n\n".join(
        [
            table(heads, rows),
            "By score alone. Left out above, as refused whatever the threshold, for a name that no document knows: "
            f"{_counts(scores.answerable_by_name, scores.foreign_by_name)}. Passed by the gate in this run, and then "
            f"refused as 'no such value': {_counts(scores.answerable_by_value, scores.foreign_by_value)}.",
            f"For {wanted:.1%} false refusals at most: threshold {recommended.threshold:.4f} "
            f"(95 % interval {recommended.low:.4f} to {recommended.high:.4f}), "
            f"false refusals {_cell(at.false_refusals)}" + (f"; refused: {told}." if told else "."),
        ]
    )


def _counts(answerable: int, foreign: Mapping[str, int]) -> str:
    return ", ".join([f"{answerable} answerable", *(f"{count} {name}" for name, count in foreign.items() if count)])


def _estimates(found: Point, categories: Sequence[str]) -> list[Estimate]:
    return [found.false_refusals, *(found.refused[name] for name in categories)]


def _cell(found: Estimate) -> str:
    return f"{found.value:.3f} ({found.low:.3f}–{found.high:.3f})"


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"{text} is no share from 0 to below 1")
    return value


if __name__ == "__main__":
    main()
