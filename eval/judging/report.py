"""A judged run as a page: each judge's figures with intervals, what wasn't judged, and how far the judges agree."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any

from eval.intervals import estimate
from eval.judging.agreement import Agreement, by_kind, mean_difference
from eval.judging.metrics import METRICS
from eval.judging.run import Judgement
from eval.judging.scores import Scored
from eval.report import table

LABELS = "the labels"
_KINDS = {
    "claim": "claim supported",
    "fact": "labelled fact in passages",
    "passage": "passage relevant",
    "evades": "answer evades",
    "refusal": "refusal right, polite, useful",
    "all": "all",
}


def judged_page(judgement: Judgement) -> str:
    """The whole page, as Markdown."""
    parts = [f"# Judged: {judgement.label}", judged_tables(judgement), "## Not judged", _not_judged(judgement)]
    return "\n\n".join(parts) + "\n"


def judged_tables(judgement: Judgement) -> str:
    """Figures and agreement, as Markdown; for a terminal too."""
    return "\n\n".join(filter(None, [_figures(judgement), _agreement(judgement), _notes(judgement)]))


def as_json(judgement: Judgement) -> dict[str, Any]:
    """Figures, agreement and what wasn't judged, as plain JSON."""
    return {
        "label": judgement.label,
        "figures": {name: summary(scored) for name, scored in judgement.scored.items()},
        "agreement": {
            f"{one} / {other}": {kind: asdict(found) for kind, found in by_kind(*both).items()}
            for (one, other), both in _pairs(judgement).items()
        },
        "questions": {
            name: {id_: {"figures": dict(s.figures), "not_judged": dict(s.not_judged)} for id_, s in scored.items()}
            for name, scored in judgement.scored.items()
        },
        "no_reply": list(judgement.no_reply),
        "passages_left_out": judgement.left_out,
    }


def summary(scored: Mapping[str, Scored]) -> dict[str, dict[str, Any]]:
    """By metric: the estimate over the questions that were judged (None where none was), and how many weren't."""
    found = {}
    for metric in METRICS:
        values = [one.figures[metric] for one in scored.values() if metric in one.figures]
        missing = sum(metric in one.not_judged for one in scored.values())
        if values or missing:
            found[metric] = {"estimate": asdict(estimate(values)) if values else None, "not_judged": missing}
    return found


def _figures(judgement: Judgement) -> str:
    summaries = {name: summary(scored) for name, scored in judgement.scored.items()}
    rows = [
        [title, *(_cell(found.get(metric)) for found in summaries.values()), *_difference(judgement, metric)]
        for metric, title in METRICS.items()
        if any(metric in found for found in summaries.values())
    ]
    more = ["mean difference"] if len(summaries) == 2 else []
    return table(["", *(f"judge {name}" for name in summaries), *more], rows)


def _cell(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return ""
    estimated, missing = found["estimate"], found["not_judged"]
    told = [f"{missing} not judged"] if missing else []
    if estimated is None:
        return told[0]
    count = ", ".join([f"n={estimated['count']}", *told])
    return f"{estimated['value']:.2f} ({estimated['low']:.2f}–{estimated['high']:.2f}), {count}"


def _difference(judgement: Judgement, metric: str) -> list[str]:
    if len(judgement.scored) != 2:
        return []
    one, other = ({id_: s.figures for id_, s in scored.items()} for scored in judgement.scored.values())
    found = mean_difference(one, other, metric)
    return [f"{found[0]:.2f}, n={found[1]}" if found else ""]


def _pairs(judgement: Judgement) -> dict[tuple[str, str], tuple[Any, Any]]:
    """Who is compared with whom, and the verdicts of both: the judges, and each of them with the labels."""
    verdicts = {
        f"judge {name}": {item: verdict for one in scored.values() for item, verdict in one.verdicts.items()}
        for name, scored in judgement.scored.items()
    }
    verdicts[LABELS] = dict(judgement.known)
    return {(one, other): (verdicts[one], verdicts[other]) for one, other in combinations(verdicts, 2)}


def _agreement(judgement: Judgement) -> str:
    rows = [
        [f"{one} and {other}", _KINDS[kind], *_told(found)]
        for (one, other), both in _pairs(judgement).items()
        for kind, found in by_kind(*both).items()
    ]
    return table(["who", "verdict", "n", "same", "Cohen's kappa"], rows) if rows else ""


def _told(found: Agreement) -> Sequence[str]:
    kappa = "not defined" if found.kappa is None else f"{found.kappa:.2f}"
    return str(found.count), f"{found.same:.2f}", kappa


def _notes(judgement: Judgement) -> str:
    lines = []
    if judgement.no_reply:
        lines.append(f"- questions without a reply, of which nothing was judged: {len(judgement.no_reply)}")
    if judgement.left_out:
        lines.append(f"- passages that didn't fit into JUDGE_CONTEXT_TOKENS, and weren't shown: {judgement.left_out}")
    return "\n".join(lines)


def _not_judged(judgement: Judgement) -> str:
    lines = [
        f"- judge {name}, {id_}: {METRICS[metric]} ({reason})"
        for name, scored in judgement.scored.items()
        for id_, one in scored.items()
        for metric, reason in one.not_judged.items()
    ]
    return "\n".join(lines) or "Nothing: every question was judged in all that it has."
